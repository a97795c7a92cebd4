"""Token buckets: limits that allow bursts, with a sustained rate."""

from __future__ import annotations

import time
from collections.abc import Callable

# At this many buckets, those that are full again are dropped.
_MOST_KEPT = 20_000


class Bucket:
    """A token bucket: its size allows a burst, its refill rate sets the sustained rate."""

    __slots__ = ("_left", "_most", "_per_s", "_seen_s")

    def __init__(self, most: float, per_s: float, now_s: float) -> None:
        self._most, self._per_s = most, per_s
        self._left, self._seen_s = most, now_s

    def take(self, now_s: float, tokens: float = 1) -> bool:
        """Take tokens. Return whether there were enough."""
        self._left = min(self._most, self._left + (now_s - self._seen_s) * self._per_s)
        self._seen_s = now_s
        if self._left < tokens:
            return False
        self._left -= tokens
        return True

    def is_full(self, now_s: float) -> bool:
        """Return whether the bucket is full, so that dropping it makes no difference."""
        return self._left + (now_s - self._seen_s) * self._per_s >= self._most


class Buckets:
    """A bucket per client."""

    def __init__(
        self, size: tuple[float, float], now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._size = size
        self._now_s = now_s
        self._buckets: dict[str, Bucket] = {}

    def take(self, name: str, tokens: float = 1) -> bool:
        """Take tokens from a client's bucket. Return whether there were enough."""
        now_s = self._now_s()
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= _MOST_KEPT:
                kept = {n: b for n, b in self._buckets.items() if not b.is_full(now_s)}
                # In a flood from many addresses, resetting the limits beats running out of memory.
                self._buckets = kept if len(kept) < _MOST_KEPT else {}
            bucket = self._buckets[name] = Bucket(*self._size, now_s)
        return bucket.take(now_s, tokens)
