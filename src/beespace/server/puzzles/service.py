"""Puzzles on the server: serves them, checks tries and keeps each guest's score.

The solver can take seconds, so the search service runs it.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeVar, get_args

from beespace.backend import BACKEND
from beespace.puzzles import Puzzle, shelf
from beespace.puzzles.rating import rating_of_grade
from beespace.rules import BaseBoard, Hex, Move, Pass, Piece
from beespace.server.boards.messages import PlayedMove, Remark, Turn
from beespace.server.boards.turns import played_move, remark_of, turn_of, why_not
from beespace.server.people.client import Owner
from beespace.server.play.playing import now
from beespace.server.problems import ProblemError
from beespace.server.puzzles import messages as messages
from beespace.server.puzzles.messages import (
    PuzzleAnswer,
    PuzzleHint,
    PuzzleIndex,
    PuzzleKind,
    PuzzleScore,
    PuzzleSolution,
    PuzzleSummary,
    SayPuzzleTry,
)
from beespace.server.search.service import Search
from beespace.server.storage.guests.puzzle_results import PuzzleResults, StoredScore
from beespace.server.work.queue import Priority
from beespace.study import Deed, Mood, about_mistake, about_move, line_texts

if BACKEND == "native":
    from beespace.puzzles import trying

_Result = TypeVar("_Result")


class Puzzles:
    """Serves puzzles, checks tries and keeps the scores. All errors are ProblemErrors."""

    def __init__(self, results: PuzzleResults, search: Search) -> None:
        self._results = results
        self._search = search
        self._chance = random.Random()

    async def index(self, guest: str) -> PuzzleIndex:
        """Return the available puzzles and the guest's score."""
        _check_core()
        done = await self._results.done(guest)
        game_types = Counter(puzzle.game_type for puzzle in shelf.shipped().values())
        counts = shelf.counts()
        return PuzzleIndex(
            score=_score_message(await self._results.score(guest)),
            daily=_summary(shelf.daily(datetime.now(UTC).date()), done),
            counts={kind: counts[kind] for kind in get_args(PuzzleKind)},
            game_types=dict(sorted(game_types.items())),
        )

    async def next(self, guest: str, wish: shelf.Wish) -> messages.Puzzle:
        """Return a puzzle that suits the guest."""
        _check_core()
        score, done = await self._results.score(guest), await self._results.done(guest)
        puzzle = shelf.next_puzzle(wish, score.rating, done, self._chance)
        if puzzle is None:
            raise ProblemError("no-such-puzzle", "no puzzle matches these filters")
        return await self._message(puzzle, score, done)

    async def puzzle(self, guest: str, puzzle_id: str) -> messages.Puzzle:
        """Return a puzzle by its id."""
        puzzle = _find(puzzle_id)
        score, done = await self._results.score(guest), await self._results.done(guest)
        return await self._message(puzzle, score, done)

    async def try_move(self, client: Owner, puzzle_id: str, said: SayPuzzleTry) -> PuzzleAnswer:
        """Return the result of a try. The puzzle counts as failed at the first wrong move."""
        puzzle = _find(puzzle_id)
        answer = await self._prove(client, lambda: _answer(puzzle, said))
        if answer.is_solved or answer.miss is not None:
            score = await self._count(client.guest, puzzle, answer.is_solved)
            return answer.model_copy(update={"score": score})
        return answer

    async def hint(self, client: Owner, puzzle_id: str, said: SayPuzzleTry) -> PuzzleHint:
        """Return the piece to move next. The puzzle then counts as failed."""
        puzzle = _find(puzzle_id)
        line = await self._prove(client, lambda: _line(puzzle, said))
        score = await self._count(client.guest, puzzle, False)
        move = line[0] if line else Pass()
        return PuzzleHint(piece=None if isinstance(move, Pass) else str(move.piece), score=score)

    async def solution(self, client: Owner, puzzle_id: str, said: SayPuzzleTry) -> PuzzleSolution:
        """Return a line that solves the rest. The puzzle then counts as failed."""
        puzzle = _find(puzzle_id)
        line, turn, remark = await self._prove(client, lambda: _shown(puzzle, said))
        board = puzzle.board()
        first = [played_move(board, board.parse_uhp(text)) for text in puzzle.solutions]
        score = await self._count(client.guest, puzzle, False)
        return PuzzleSolution(line=line, first=first, turn=turn, remark=remark, score=score)

    async def _prove(self, client: Owner, work: Callable[[], _Result]) -> _Result:
        return await self._search.run(Priority.HELP, client.names, work)

    async def _count(self, guest: str, puzzle: Puzzle, is_solved: bool) -> PuzzleScore | None:
        counted = await self._results.count(guest, puzzle.id, puzzle.grade, is_solved, now())
        if counted is None:
            return None
        before, after = counted
        return _score_message(after, round(after.rating) - round(before.rating))

    async def _message(
        self, puzzle: Puzzle, score: StoredScore, done: dict[str, bool]
    ) -> messages.Puzzle:
        turn, last = await asyncio.to_thread(_shown_board, puzzle)
        return messages.Puzzle(
            **dict(_summary(puzzle, done)),
            moves=puzzle.moves,
            expansions=puzzle.board().ruleset.expansions,
            position=puzzle.position,
            turn=turn,
            last=last,
            score=_score_message(score),
        )


def _check_core() -> None:
    if BACKEND != "native":
        raise ProblemError("no-core", "puzzles need the C++ core, which is not installed")


def _find(puzzle_id: str) -> Puzzle:
    _check_core()
    puzzle = shelf.shipped().get(puzzle_id)
    if puzzle is None:
        raise ProblemError("no-such-puzzle", f"there is no puzzle {puzzle_id[:40]}")
    return puzzle


def _score_message(score: StoredScore, change: int | None = None) -> PuzzleScore:
    return PuzzleScore(
        rating=round(score.rating),
        tried=score.tried,
        solved=score.solved,
        streak=score.streak,
        best_streak=score.best_streak,
        change=change,
    )


def _summary(puzzle: Puzzle, done: dict[str, bool]) -> PuzzleSummary:
    kind = next(kind for kind in get_args(PuzzleKind) if kind == puzzle.kind)
    return PuzzleSummary(
        id=puzzle.id,
        kind=kind,
        game_type=puzzle.game_type,
        grade=puzzle.grade,
        rating=rating_of_grade(puzzle.grade),
        was_solved=done.get(puzzle.id),
    )


def _shown_board(puzzle: Puzzle) -> tuple[Turn, PlayedMove | None]:
    """Return the position and, if the puzzle comes from a game, the move that led to it."""
    turn = turn_of(puzzle.board())
    if puzzle.is_composed:
        return turn, None
    game = puzzle.replayed()
    move = game.pop()
    return turn, None if isinstance(move, Pass) else played_move(game, move)


def _answer(puzzle: Puzzle, said: SayPuzzleTry) -> PuzzleAnswer:
    doing = _doing(puzzle, said)
    if doing.moves_left == 0:
        raise ProblemError("puzzle-solved", "the puzzle is already solved")
    board = doing.board
    if said.piece is not None and said.to is None:
        reason = board.why_immobile(Piece.parse(said.piece))
        move: Move | None = None
    else:
        move = _move(board, said.piece, said.to)
        reason = board.why_illegal(move)
    if reason is not None or move is None:
        return PuzzleAnswer(
            is_right=False,
            is_solved=False,
            why=why_not(reason) if reason is not None else None,
            miss=None,
            loses_in=0,
            open=[],
            played=[],
            moves_left=doing.moves_left,
            turn=turn_of(board),
            remark=None,
            score=None,
        )
    answer = trying.try_move(puzzle, doing, move)
    after = answer.after()
    surrounded = board.turn if puzzle.kind == "only-defence" else board.turn.opponent
    return PuzzleAnswer(
        is_right=answer.is_right,
        is_solved=answer.is_solved,
        why=None,
        miss=answer.miss.value if answer.miss is not None else None,
        loses_in=answer.loses_in,
        open=[(hex.q, hex.r) for hex in trying.open_hexes(after, surrounded)],
        played=_played(board, answer.played),
        moves_left=answer.moves_left,
        turn=turn_of(after),
        remark=_remark_on(puzzle, doing, answer),
        score=None,
    )


def _remark_on(puzzle: Puzzle, doing: trying.Doing, answer: trying.Answer) -> Remark | None:
    """Return why a move isn't good enough. It says nothing about what to play instead."""
    if answer.miss is None or doing.moves_left < puzzle.moves:
        return None
    played, *reply = line_texts(doing.board, answer.played)
    remark = about_mistake(doing.board, played, puzzle.solutions[:1], reply)
    return None if remark is None or remark.mood is Mood.MISSES else remark_of(remark)


# What puzzles ask for anyway.
_EXPECTED = (Deed.WIN, Deed.FORCE)


def _line(puzzle: Puzzle, said: SayPuzzleTry) -> list[Move]:
    return trying.solution(puzzle, _doing(puzzle, said))


def _shown(puzzle: Puzzle, said: SayPuzzleTry) -> tuple[list[PlayedMove], Turn, Remark | None]:
    doing = _doing(puzzle, said)
    line = trying.solution(puzzle, doing)
    after = doing.board.copy()
    for move in line:
        after.push_unchecked(move)
    remark = about_move(doing.board, line_texts(doing.board, line))
    if remark is not None and remark.deed in _EXPECTED:
        remark = None
    return _played(doing.board, line), turn_of(after), remark_of(remark)


def _doing(puzzle: Puzzle, said: SayPuzzleTry) -> trying.Doing:
    """Return the puzzle after the moves found so far."""
    doing = trying.begin(puzzle)
    for one in said.moves:
        move = _move(doing.board, one.piece, one.to)
        try:
            doing = trying.go_on(puzzle, doing, move)
        except trying.NotInPuzzleError as error:
            raise ProblemError("not-in-puzzle", str(error)) from None
    return doing


def _move(board: BaseBoard, piece_name: str | None, to: tuple[int, int] | None) -> Move:
    if piece_name is None or to is None:
        return Pass()
    piece = Piece.parse(piece_name)
    return board.move_to(piece, Hex(*to))


def _played(board: BaseBoard, moves: list[Move] | tuple[Move, ...]) -> list[PlayedMove]:
    board = board.copy()
    played = []
    for move in moves:
        played.append(played_move(board, move))
        board.push_unchecked(move)
    return played
