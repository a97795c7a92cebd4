"""Finds puzzles in games: from the end of a game backwards, where things are decided.

Everything is proven by the solver: a win against every reply, and with how many moves; an only
defence by losing all others. What the solver cannot decide is left out.
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
# An only defence is one if every other move loses within so many own moves of the opponent, and
# nobody wins by force: not who defends, within as many, nor the opponent, within LONGEST_WIN.
THREAT_MOVES = 3
# How far from the end of a game it is worth looking.
LAST_PLIES = 12
# With fewer moves to choose from, finding the only defence is no puzzle.
FEWEST_CHOICES = 6
# If more moves hold for a while, hardly ever all but one of them lose soon after.
MOST_HOLDING = 6
# More ways to win make it a poor puzzle.
MOST_SOLUTIONS = 4


def positions_to_try(board: BaseBoard, plies: int = LAST_PLIES) -> Iterator[BaseBoard]:
    """The positions of a finished game from its end backwards: one board, which is undone."""
    for _ in range(min(plies, len(board.moves))):
        board.pop()
        yield board


class _UndecidedError(Exception):
    """The solver came to no end with the work it may do."""


@dataclass
class Miner:
    """Collects puzzles until it has enough of every kind.

    `nodes` is how much work the solver may put into a question; positions that it cannot decide
    with it are left out, and counted. Without the longest wins among the `kinds` it is faster.
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
        """Whether there are still too few of a kind."""
        return kind in self.kinds and self.found[kind] < self.enough

    def add(self, puzzle: Puzzle) -> None:
        """Count a puzzle, which will not be found again, however it is turned or mirrored."""
        self._known.add(puzzle.id)
        self.found[puzzle.kind] += 1

    def look_at(self, board: BaseBoard) -> Puzzle | None:
        """The puzzle in a position, if there is a new one that is still wanted."""
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
        # Solved without the game's past, which would count for repetitions: a puzzle is its
        # position.
        fresh = type(board).from_position(board.position())
        # A win in 1 is no defence: that much is asked in any case.
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
        # Most positions have many: the cheap question, whether the opponent threatens to win at
        # once, is answered first.
        if choices < FEWEST_CHOICES or len(self._holding(fresh, 1, choices)) == choices:
            return None
        only = self._only_holding(fresh)
        if only is None or self._wins(fresh, THREAT_MOVES):
            return None
        if self._loses_by(fresh, only, LONGEST_WIN):
            return None
        return Puzzle.of("only-defence", board, [only], grade_of_defence(fresh, only))

    def _only_holding(self, fresh: BaseBoard) -> Move | None:
        """The move that does not lose within THREAT_MOVES, if there is just one."""
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
        """Whether the opponent wins after a move; one that ends the game does not lose."""
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
