"""Finds puzzles in games, going backwards from the end, where games are decided.

The solver proves every puzzle: wins and their length against every reply, and only defences by
showing that all other moves lose. Positions that the solver cannot decide are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from beespace.engine.solver import DEFAULT_NODES, find_defences, find_win
from beespace.puzzles.grading import grade_of_defence, grade_of_win
from beespace.puzzles.puzzle import KINDS, Puzzle, id_of
from beespace.rules import BaseBoard, Move

LONGEST_WIN = 4
# A move is an only defence if every other move loses within this many moves by the opponent, and
# neither side has a forced win: the defender not within THREAT_MOVES, the opponent not within
# LONGEST_WIN.
THREAT_MOVES = 3
# How many plies from the end of a game are worth searching.
LAST_PLIES = 12
# With fewer choices, finding the only defence is too easy.
FEWEST_CHOICES = 6
# If more moves than this hold at first, it is very rare that all but one lose soon after.
MOST_HOLDING = 6
# A puzzle with more solutions than this is not interesting.
MOST_SOLUTIONS = 4


def positions_to_try(board: BaseBoard, plies: int = LAST_PLIES) -> Iterator[BaseBoard]:
    """Undo the moves of a game one by one and yield the board after each."""
    for _ in range(min(plies, len(board.moves))):
        board.pop()
        yield board


class _UndecidedError(Exception):
    """The solver hit its node limit."""


@dataclass
class Miner:
    """Collects puzzles until it has enough of every kind.

    `nodes` limits each search of the solver; `undecided` counts the positions that were left out
    because of it. Mining is faster if `kinds` doesn't include the longest wins.
    """

    enough: int = 300
    nodes: int = DEFAULT_NODES
    kinds: tuple[str, ...] = KINDS
    tried: int = 0
    undecided: int = 0
    found: Counter[str] = field(default_factory=Counter)
    _known: set[str] = field(default_factory=set)

    @property
    def is_done(self) -> bool:
        """Whether there are enough of every kind."""
        return not any(self.wants(kind) for kind in KINDS)

    def wants(self, kind: str) -> bool:
        """Return whether there are still too few of a kind."""
        return kind in self.kinds and self.found[kind] < self.enough

    def add(self, puzzle: Puzzle) -> None:
        """Count a puzzle, so that it isn't found again, not even rotated or mirrored."""
        self._known.add(puzzle.id)
        self.found[puzzle.kind] += 1

    def look_at(self, board: BaseBoard) -> Puzzle | None:
        """Return the puzzle in a position, if there is a new one of a wanted kind."""
        self.tried += 1
        if id_of(board) in self._known:
            return None
        try:
            puzzle = self._puzzle(board)
        except _UndecidedError:
            self.undecided += 1
            return None
        if puzzle is None or not self.wants(puzzle.kind):
            return None
        self.add(puzzle)
        return puzzle

    def _puzzle(self, board: BaseBoard) -> Puzzle | None:
        # Solve the bare position, because the game's history would count towards repetitions.
        fresh = type(board).from_position(board.position())
        # Always look for a win in 1, because then there is nothing to defend.
        longest = max(
            (n for n in range(1, LONGEST_WIN + 1) if self.wants(f"win-in-{n}")), default=1
        )
        solution = find_win(fresh, longest, self.nodes)
        if not solution.is_complete:
            raise _UndecidedError
        win = solution.win
        if win is None:
            return self._defence(board, fresh) if self.wants("only-defence") else None
        if len(win.first) > MOST_SOLUTIONS:
            return None
        grade = grade_of_win(fresh, win, solution.nodes)
        return Puzzle.of(f"win-in-{win.moves}", board, win.first, grade)

    def _defence(self, board: BaseBoard, fresh: BaseBoard) -> Puzzle | None:
        choices = len(fresh.legal_moves)
        # Most positions have many defences, so check first whether the opponent threatens to win
        # on the next move, which is cheap.
        if choices < FEWEST_CHOICES or len(self._holding(fresh, 1, choices)) == choices:
            return None
        only = self._only_holding(fresh)
        if only is None or self._wins(fresh, THREAT_MOVES):
            return None
        if self._loses_by(fresh, only, LONGEST_WIN):
            return None
        return Puzzle.of("only-defence", board, [only], grade_of_defence(fresh, only))

    def _only_holding(self, fresh: BaseBoard) -> Move | None:
        """Return the move that does not lose within THREAT_MOVES, if there is exactly one."""
        only = None
        holding = self._holding(fresh, THREAT_MOVES - 1, MOST_HOLDING + 1)
        if len(holding) > MOST_HOLDING:
            return None
        for move in holding:
            if not self._loses_by(fresh, move, THREAT_MOVES):
                if only is not None:
                    return None
                only = move
        return only

    def _holding(self, fresh: BaseBoard, moves: int, enough: int) -> tuple[Move, ...]:
        defences = find_defences(fresh, moves, self.nodes, enough)
        if not defences.is_complete:
            raise _UndecidedError
        return defences.moves

    def _loses_by(self, fresh: BaseBoard, move: Move, moves: int) -> bool:
        """Return whether the opponent wins after a move; a move that ends the game doesn't lose."""
        fresh.push_unchecked(move)
        try:
            return fresh.outcome() is None and self._wins(fresh, moves)
        finally:
            fresh.pop()

    def _wins(self, fresh: BaseBoard, moves: int) -> bool:
        solution = find_win(fresh, moves, self.nodes)
        if not solution.is_complete:
            raise _UndecidedError
        return solution.win is not None
