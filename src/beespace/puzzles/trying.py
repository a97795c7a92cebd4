"""Checks attempts at a puzzle: all shortest wins are right, and wrong moves get a refutation.

The server uses this. The solver proves the answers, which are deterministic.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from beespace.backend import Board
from beespace.engine.solver import find_defences, find_win
from beespace.errors import BeespaceError
from beespace.puzzles.mining import THREAT_MOVES
from beespace.puzzles.puzzle import Puzzle
from beespace.rules import BaseBoard, Bug, Color, Hex, Move, Pass, Piece


class NotInPuzzleError(BeespaceError):
    """The previous moves cannot have been played: one is wrong or illegal."""


class Miss(StrEnum):
    """What is wrong with a legal move."""

    NOT_SURROUNDED = "not-surrounded"  # it was the last move, and the queen is not surrounded
    REFUTED = "refuted"  # after some reply the win takes longer, or there is none
    LOSES = "loses"  # the opponent wins
    DRAWS = "draws"  # both queens are surrounded


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a move: the move and the reply to it, or its refutation.

    `moves_left` is the number of moves still to find. If the move is wrong because it loses,
    `loses_in` is the number of moves the opponent needs to win.
    """

    board: BaseBoard  # before the move
    played: tuple[Move, ...]
    moves_left: int
    miss: Miss | None = None
    loses_in: int = 0

    @property
    def is_right(self) -> bool:
        """Whether the move is one of the best."""
        return self.miss is None

    @property
    def is_solved(self) -> bool:
        """Whether the puzzle is solved."""
        return self.is_right and self.moves_left == 0

    def after(self) -> BaseBoard:
        """Return the board after the move and the reply."""
        board = self.board.copy()
        for move in self.played:
            board.push_unchecked(move)
        return board


@dataclass(frozen=True, slots=True)
class Doing:
    """The progress in a puzzle: the board, and how many moves are left to find."""

    board: BaseBoard
    moves_left: int


def begin(puzzle: Puzzle) -> Doing:
    """Return the state of a puzzle before its first move."""
    return Doing(puzzle.board(), puzzle.moves)


def go_on(puzzle: Puzzle, doing: Doing, move: Move) -> Doing:
    """Return the state after a right move and the reply to it.

    Raises:
        NotInPuzzleError: the move is illegal or wrong.
    """
    if doing.moves_left == 0 or move not in doing.board.legal_moves:
        raise NotInPuzzleError("these moves are not possible in this puzzle")
    answer = try_move(puzzle, doing, move)
    if not answer.is_right:
        raise NotInPuzzleError("one of the previous moves is wrong")
    return Doing(answer.after(), answer.moves_left)


def try_move(puzzle: Puzzle, doing: Doing, move: Move) -> Answer:
    """Return the answer to a legal move."""
    board, after = doing.board, doing.board.copy()
    after.push_unchecked(move)
    if puzzle.kind == "only-defence":
        return _defend(board, after, move)
    left = doing.moves_left - 1
    outcome = after.outcome()
    if outcome is not None:
        if outcome.winner is board.turn:
            return Answer(board, (move,), 0)
        miss = Miss.DRAWS if outcome.winner is None else Miss.LOSES
        return Answer(board, (move,), left, miss)
    if left == 0:
        return Answer(board, (move,), left, Miss.NOT_SURROUNDED)
    refutation = _refutation(after, left)
    if refutation is not None:
        after.push_unchecked(refutation)
        outcome = after.outcome()
        loses = outcome is not None and outcome.winner is board.turn.opponent
        miss = Miss.LOSES if loses else Miss.REFUTED
        return Answer(board, (move, refutation), left, miss, int(loses))
    return Answer(board, (move, stubborn_reply(after, left)), left)


def solution(puzzle: Puzzle, doing: Doing) -> list[Move]:
    """Return a solution of the rest of the puzzle, with the most stubborn replies."""
    if puzzle.kind == "only-defence":
        return [doing.board.parse_uhp(puzzle.solutions[0])] if doing.moves_left else []
    line: list[Move] = []
    while doing.moves_left:
        win = find_win(doing.board, doing.moves_left).win
        assert win is not None, "the rest of the puzzle is a proven win"
        answer = try_move(puzzle, doing, win.first[0])
        line += answer.played
        doing = Doing(answer.after(), answer.moves_left)
    return line


def open_hexes(board: BaseBoard, color: Color) -> list[Hex]:
    """Return the empty hexes next to a queen."""
    queen = board.location(Piece(color, Bug.QUEEN))
    if queen is None:
        return []
    return [hex for hex in queen.neighbors() if not board.stack(hex)]


def stubborn_reply(board: BaseBoard, moves: int) -> Move:
    """Return the reply that delays the win longest, and then leaves the fewest ways to win."""
    return board.parse_uhp(_stubborn_reply(board.position(), moves))


@lru_cache(maxsize=4096)
def _stubborn_reply(position: str, moves: int) -> str:
    board = Board.from_position(position)
    best, longest = board.legal_moves[0], (-1, 0)
    for reply in list(board.legal_moves):
        board.push_unchecked(reply)
        # A reply that surrounds the player's own queen is the worst.
        win = find_win(board, moves).win if board.outcome() is None else None
        board.pop()
        resists = (win.moves, -len(win.first)) if win is not None else (0, 0)
        if resists > longest:
            best, longest = reply, resists
    return board.uhp(best)


def _defend(board: BaseBoard, after: BaseBoard, move: Move) -> Answer:
    outcome = after.outcome()
    if outcome is not None and outcome.winner is board.turn.opponent:
        return Answer(board, (move,), 1, Miss.LOSES)
    win = find_win(after, THREAT_MOVES).win if outcome is None else None
    if win is None:
        return Answer(board, (move,), 0)
    return Answer(board, (move, win.first[0]), 1, Miss.LOSES, win.moves)


def _refutation(board: BaseBoard, moves: int) -> Move | None:
    """Return a reply, as easy to understand as possible, that prevents the win in time.

    If the solver hits its limit, return a reply that it could not decide, because a move is right
    only if every reply is proven to lose.
    """
    undecided = None
    holding = find_defences(board, moves).moves
    for move in sorted(holding, key=lambda move: _strangeness(board, move)):
        board.push_unchecked(move)
        solution = find_win(board, moves) if board.outcome() is None else None
        board.pop()
        if solution is None or (solution.win is None and solution.is_complete):
            return move
        if solution.win is None and undecided is None:
            undecided = move
    return undecided


def _strangeness(board: BaseBoard, move: Move) -> int:
    """Return how hard a refutation is to understand: wins are easiest, then queen moves."""
    board.push_unchecked(move)
    outcome = board.outcome()
    board.pop()
    if outcome is not None:
        return 0
    if isinstance(move, Pass):
        return 4
    queen = board.location(Piece(board.turn, Bug.QUEEN))
    if move.piece.bug is Bug.QUEEN:
        return 1
    origin = board.location(move.piece)
    ring = queen.neighbors() if queen is not None else ()
    return 2 if origin in ring or move.to in ring else 3
