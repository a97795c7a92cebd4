"""What comes of a try at a puzzle: every equally fast win is right, and what is wrong is refuted.

The trainer asks here. Answers are proven by the solver, and always the same for the same tries.
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
    """What is said to have been played before cannot have been: it was wrong, or forbidden."""


class Miss(StrEnum):
    """What is wrong with a move that the rules allow."""

    NOT_SURROUNDED = "not-surrounded"  # the last move, and the queen has room left
    REFUTED = "refuted"  # there is a reply after which it takes longer, if it works at all
    LOSES = "loses"  # the opponent wins
    DRAWS = "draws"  # both queens are surrounded


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a move: it and the reply to it, or what refutes it.

    `moves_left` counts own moves that are still to be found. `loses_in` is within how many of
    their own moves the opponent wins, if that is why it is wrong.
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
        """Whether there is nothing left to find."""
        return self.is_right and self.moves_left == 0

    def after(self) -> BaseBoard:
        """The board after all that was played."""
        board = self.board.copy()
        for move in self.played:
            board.push_unchecked(move)
        return board


@dataclass(frozen=True, slots=True)
class Doing:
    """How far a puzzle has come: the board, and how many own moves are left to find."""

    board: BaseBoard
    moves_left: int


def begin(puzzle: Puzzle) -> Doing:
    """A puzzle before its first move."""
    return Doing(puzzle.board(), puzzle.moves)


def go_on(puzzle: Puzzle, doing: Doing, move: Move) -> Doing:
    """A puzzle after a move that was found, and the reply to it.

    Raises:
        NotInPuzzleError: the move is forbidden, or not right.
    """
    if doing.moves_left == 0 or move not in doing.board.legal_moves:
        raise NotInPuzzleError("these moves cannot have been played in this puzzle")
    answer = try_move(puzzle, doing, move)
    if not answer.is_right:
        raise NotInPuzzleError("one of the moves before was not right")
    return Doing(answer.after(), answer.moves_left)


def try_move(puzzle: Puzzle, doing: Doing, move: Move) -> Answer:
    """What comes of a legal move."""
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
    """A way to solve what is left, against the most stubborn replies."""
    if puzzle.kind == "only-defence":
        return [doing.board.parse_uhp(puzzle.solutions[0])] if doing.moves_left else []
    line: list[Move] = []
    while doing.moves_left:
        win = find_win(doing.board, doing.moves_left).win
        assert win is not None, "what is left has been proven to be won"
        answer = try_move(puzzle, doing, win.first[0])
        line += answer.played
        doing = Doing(answer.after(), answer.moves_left)
    return line


def open_hexes(board: BaseBoard, color: Color) -> list[Hex]:
    """The hexes beside a queen on which nothing stands."""
    queen = board.location(Piece(color, Bug.QUEEN))
    if queen is None:
        return []
    return [hex for hex in queen.neighbors() if not board.stack(hex)]


def stubborn_reply(board: BaseBoard, moves: int) -> Move:
    """The reply after which the win takes longest; of several, the one that leaves least choice."""
    return board.parse_uhp(_stubborn_reply(board.position(), moves))


@lru_cache(maxsize=4096)
def _stubborn_reply(position: str, moves: int) -> str:
    board = Board.from_position(position)
    best, longest = board.legal_moves[0], (-1, 0)
    for reply in list(board.legal_moves):
        board.push_unchecked(reply)
        # A reply that surrounds the own queen resists least.
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
    """A reply after which the other does not win in time; one that is easily understood.

    Where the solver comes to no end, a reply that it could not decide: a move is right only if
    every reply to it is proven to lose.
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
    """Winning is the plainest refutation, then what the queen and her neighbours do."""
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
