"""Finds puzzles in games: from the end of a game backwards, where things are decided.

Everything is proven by the solver: a win against every reply, and with how many moves; an only
defence by losing all others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from beespace.engine.solver import find_defences, find_win
from beespace.puzzles.grading import grade_of_defence, grade_of_win
from beespace.puzzles.puzzle import KINDS, Puzzle
from beespace.rules import BaseBoard

LONGEST_WIN = 4
# A defence is called for if the opponent would otherwise win within so many own moves.
THREAT_MOVES = 2
# How far from the end of a game it is worth looking.
LAST_PLIES = 12
# With fewer moves to choose from, finding the only defence is no puzzle.
FEWEST_CHOICES = 6
# More ways to win make it a poor puzzle.
MOST_SOLUTIONS = 4


def positions_to_try(board: BaseBoard, plies: int = LAST_PLIES) -> Iterator[BaseBoard]:
    """The positions of a finished game from its end backwards: one board, which is undone."""
    for _ in range(min(plies, len(board.moves))):
        board.pop()
        yield board


@dataclass
class Miner:
    """Collects puzzles until it has enough of every kind.

    `nodes` is how much work the solver may put into a position; what it cannot decide with it is
    left out. Without the longest wins among the `kinds` it is much faster.
    """

    enough: int = 300
    nodes: int = 1_000_000
    kinds: tuple[str, ...] = KINDS
    tried: int = 0
    found: Counter[str] = field(default_factory=Counter)
    _known: set[int] = field(default_factory=set)

    @property
    def is_done(self) -> bool:
        """Whether there are enough of every kind."""
        return not any(self.wants(kind) for kind in KINDS)

    def wants(self, kind: str) -> bool:
        """Whether there are still too few of a kind."""
        return kind in self.kinds and self.found[kind] < self.enough

    def look_at(self, board: BaseBoard) -> Puzzle | None:
        """The puzzle in a position, if there is a new one that is still wanted."""
        self.tried += 1
        # Solved without the game's past, which would count for repetitions: a puzzle is its
        # position.
        fresh = type(board).from_position(board.position())
        puzzle = self._win(board, fresh) or self._defence(board, fresh)
        if puzzle is None or not self.wants(puzzle.kind):
            return None
        # Turned and mirrored positions are the same puzzle.
        key = board.symmetry_key()
        if key in self._known:
            return None
        self._known.add(key)
        self.found[puzzle.kind] += 1
        return puzzle

    def _win(self, board: BaseBoard, fresh: BaseBoard) -> Puzzle | None:
        wanted = [n for n in range(1, LONGEST_WIN + 1) if self.wants(f"win-in-{n}")]
        if not wanted:
            return None
        solution = find_win(fresh, max(wanted), self.nodes)
        win = solution.win
        # With the limit reached there may be a sooner win, or another way to this one.
        if win is None or not solution.is_complete or len(win.first) > MOST_SOLUTIONS:
            return None
        grade = grade_of_win(fresh, win, solution.nodes)
        return Puzzle.of(f"win-in-{win.moves}", board, win.first, grade)

    def _defence(self, board: BaseBoard, fresh: BaseBoard) -> Puzzle | None:
        choices = len(fresh.legal_moves)
        if not self.wants("only-defence") or choices < FEWEST_CHOICES:
            return None
        # Most positions have many: the cheap question, whether the opponent threatens to win at
        # once, is answered first.
        if len(find_defences(fresh, 1, self.nodes)) == choices:
            return None
        holds = find_defences(fresh, THREAT_MOVES, self.nodes)
        if len(holds) != 1:
            return None
        return Puzzle.of("only-defence", board, holds, grade_of_defence(fresh, holds[0]))
