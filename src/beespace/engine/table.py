"""The engine's hash table as an object of its own, to keep it from one search to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from beespace.backend import BACKEND
from beespace.rules.perft import check_range

if TYPE_CHECKING:
    from beespace.fast import _native

DEFAULT_HASH_MB = 64
MOST_HASH_MB = 16384


class HashTable:
    """What searches remember about positions; later searches of the same game start from it.

    Give one table to several players, or to a new player for every move. Only one search uses it at
    a time: a second one waits until the first has ended. Levels with different errors, and
    different rulesets, don't see each other's entries.

    The memory is reserved at once but used only as it fills, and it is freed with the last
    reference to the table. Without the C++ core the table holds nothing.

    >>> table = HashTable(hash_mb=1)
    >>> table.hash_mb
    1
    """

    def __init__(self, hash_mb: int = DEFAULT_HASH_MB) -> None:
        check_range("hash_mb", hash_mb, 1, MOST_HASH_MB)
        self._hash_mb = hash_mb
        self._searcher = _new_searcher(hash_mb)

    @property
    def hash_mb(self) -> int:
        """The size in megabytes."""
        return self._hash_mb

    @property
    def searcher(self) -> _native.Searcher:
        """The core's object that searches with this table."""
        assert self._searcher is not None, "only the C++ core searches with a table"
        return self._searcher

    def clear(self) -> None:
        """Forget everything; waits for the search that is using the table."""
        if self._searcher is not None:
            self._searcher.clear()

    def resize(self, hash_mb: int) -> None:
        """Change the size, which also clears the table; waits for the search that is using it."""
        check_range("hash_mb", hash_mb, 1, MOST_HASH_MB)
        if self._searcher is not None:
            self._searcher.resize_table(hash_mb)
        self._hash_mb = hash_mb


def _new_searcher(hash_mb: int) -> _native.Searcher | None:
    if BACKEND != "native":
        return None
    from beespace.fast import _native

    return _native.Searcher(hash_mb, False)
