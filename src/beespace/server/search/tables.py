"""Hash tables that are kept from search to search of a game or an analysis board.

The most recently played games keep theirs. Analysis boards share a fixed
number, so that boards that are open but idle cost nothing.
"""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from beespace.engine.table import HashTable


class KeptTables:
    """The tables of the most recently played games. Thread-safe.

    A table is lent to one search at a time. A second search gets an empty one.
    """

    def __init__(self, hash_mb: int, most: int) -> None:
        self._hash_mb = hash_mb
        self._most = most
        self._tables: OrderedDict[str, HashTable] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._tables)

    def __contains__(self, name: str) -> bool:
        return name in self._tables

    @contextlib.contextmanager
    def lent(self, name: str | None) -> Iterator[HashTable]:
        """Lend the table of a game; without a name, an empty one for one search."""
        table = self.take(name)
        try:
            yield table
        finally:
            self.give_back(name, table)

    def take(self, name: str | None) -> HashTable:
        """Lend a table until it is given back."""
        # Needs the C++ core, as do all users of tables.
        from beespace.engine.table import HashTable

        with self._lock:
            table = self._tables.pop(name, None) if name is not None else None
        return HashTable(self._hash_mb) if table is None else table

    def give_back(self, name: str | None, table: HashTable) -> None:
        """Keep a table for the next search, dropping the least recently used one."""
        if name is None:
            return
        with self._lock:
            self._tables[name] = table
            self._tables.move_to_end(name)
            while len(self._tables) > self._most:
                self._tables.popitem(last=False)

    def forget(self, name: str) -> None:
        """Free the table of a game that needs no more searches."""
        with self._lock:
            self._tables.pop(name, None)


class TablePool:
    """A fixed number of tables for analysis boards. Thread-safe."""

    def __init__(self, hash_mb: int, most: int) -> None:
        self._hash_mb = hash_mb
        self._most = most
        self._lock = threading.Lock()
        self._lent = 0
        # Free tables and the boards that used them last, the longest unused first.
        self._free: OrderedDict[str, HashTable] = OrderedDict()

    @contextlib.contextmanager
    def lent(self, name: str) -> Iterator[HashTable]:
        """Lend a board the table it used before, or else an empty one."""
        from beespace.engine.table import HashTable

        with self._lock:
            table = self._free.pop(name, None)
            self._lent += 1
            while self._free and len(self._free) + self._lent > self._most:
                self._free.popitem(last=False)
        if table is None:
            table = HashTable(self._hash_mb)
        try:
            yield table
        finally:
            with self._lock:
                self._lent -= 1
                self._free[name] = table
