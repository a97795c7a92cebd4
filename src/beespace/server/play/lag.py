"""Network delay: how it is measured, and how much of it a player gets back.

Only the server's own pings measure it, and every millisecond that a player gets back is deducted
from their budget. So a player who answers pings late on purpose gains at most the budget, plus the
refill with each move.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

# The maximum per move, the maximum budget, and how much of the budget each move refills.
MOST_LAG_MS = 500
BUDGET_MS = 1500
REFILL_MS = 200
# The largest id that every JSON parser reads exactly.
_ID_BITS = 53


class Pings:
    """Measures the round-trip time of one connection."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        # The id of the unanswered ping, and when it was sent.
        self._unanswered: tuple[int, int] | None = None
        self.lag_ms: int | None = None

    def send(self) -> int:
        """Return the id of a new ping, which nobody can guess.

        The ping before it no longer counts. If that one wasn't answered, nothing is known about the
        connection any more.
        """
        if self._unanswered is not None:
            self.lag_ms = None
        ping = secrets.randbits(_ID_BITS)
        self._unanswered = (ping, self._now_ms())
        return ping

    def note_pong(self, ping: int) -> None:
        """Take the answer to the last ping. Any other answer, or a second one, has no effect."""
        if self._unanswered is None or self._unanswered[0] != ping:
            return
        self.lag_ms = self._now_ms() - self._unanswered[1]
        self._unanswered = None


class LagBudget:
    """How much network delay a player can still get back.

    It isn't stored. So it starts empty in a game that is loaded in the middle: otherwise, making
    the server forget it would gain time.
    """

    def __init__(self, left_ms: int = BUDGET_MS) -> None:
        self._left_ms = left_ms

    def granted(self, lag_ms: int) -> int:
        """Return how much time the current move gets back for a network delay."""
        return max(min(lag_ms, MOST_LAG_MS, self._left_ms), 0)

    def spend(self, granted_ms: int) -> None:
        """Deduct what a move got back, and refill the budget."""
        self._left_ms = min(self._left_ms - granted_ms + REFILL_MS, BUDGET_MS)
