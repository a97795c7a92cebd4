"""Scores: how good a position is, and when it is decided.

The C++ core has the same numbers in native/search/score.h.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

# A win in n plies is WIN - n, and no win takes longer than LONGEST_WIN plies: a score further from
# zero than DECIDED is a forced win or loss.
WIN = 30_000
LONGEST_WIN = 192
DECIDED = WIN - LONGEST_WIN
# Beyond every score: the bounds of a search that accepts any result.
INFINITE = WIN + 1


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """How good a position is for the player to move, in hundredths of a free ant.

    Forced wins and losses are further from zero than all other scores.

    >>> str(Score(150)), str(Score.win(3)), str(-Score.win(3))
    ('+1.50', 'win in 3', 'loss in 3')
    >>> Score.win(1) > Score.win(2) > Score(9999) > -Score.win(2) > -Score.win(1)
    True
    """

    value: int

    @classmethod
    def win(cls, moves: int) -> Self:
        """Return the score of a forced win in a number of the player's own moves."""
        return cls(WIN - (2 * moves - 1))

    @property
    def is_decided(self) -> bool:
        """Whether it is a forced win or loss."""
        return abs(self.value) > DECIDED

    @property
    def plies_to_win(self) -> int | None:
        """The plies until either player's forced win; None if undecided.

        >>> Score.win(2).plies_to_win, (-Score.win(2)).plies_to_win, Score(150).plies_to_win
        (3, 3, None)
        """
        return WIN - abs(self.value) if self.is_decided else None

    @property
    def win_in(self) -> int | None:
        """The winner's own moves until the forced win; negative for a loss; None if undecided."""
        plies = self.plies_to_win
        if plies is None:
            return None
        moves = (plies + 1) // 2
        return moves if self.value > 0 else -moves

    def __neg__(self) -> Score:
        return Score(-self.value)

    def __str__(self) -> str:
        moves = self.win_in
        if moves is None:
            return f"{self.value / 100:+.2f}"
        return f"win in {moves}" if self.value > 0 else f"loss in {-moves}"
