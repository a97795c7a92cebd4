"""A queue that serves urgent work first, and takes turns between clients."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from enum import IntEnum
from typing import Generic, TypeVar

_Item = TypeVar("_Item")


class Priority(IntEnum):
    """What the work is for, the most urgent first."""

    MOVE = 0  # the engine's move in a game
    HELP = 1  # somebody waits for it: a hint, an answer to a draw offer, a puzzle's proof
    OPENINGS = 2  # scores of openings
    REVIEW = 3  # a game's review, which works in the background


class FairQueue(Generic[_Item]):
    """Waiting items by priority. Clients of the same priority take turns.

    >>> queue = FairQueue()
    >>> for client, item in [("ann", 1), ("ann", 2), ("ann", 3), ("bob", 4)]:
    ...     queue.push(Priority.HELP, client, item)
    >>> queue.push(Priority.MOVE, "cem", 5)
    >>> [queue.pop() for _ in range(len(queue))]
    [5, 1, 4, 2, 3]
    """

    def __init__(self) -> None:
        # The clients of a priority are in the order of their turns.
        self._waiting: dict[Priority, OrderedDict[str, deque[_Item]]] = {
            priority: OrderedDict() for priority in Priority
        }

    def __len__(self) -> int:
        return sum(len(items) for clients in self._waiting.values() for items in clients.values())

    def push(self, priority: Priority, client: str, item: _Item) -> None:
        """Add an item behind the others of its client."""
        self._waiting[priority].setdefault(client, deque()).append(item)

    def pop(self, may_have: Callable[[str], bool] = lambda _client: True) -> _Item:
        """Remove and return the next item, of the clients that may have one.

        Raises:
            IndexError: there is none.
        """
        for clients in self._waiting.values():
            client = next(filter(may_have, clients), None)
            if client is not None:
                items = clients.pop(client)
                item = items.popleft()
                if items:
                    clients[client] = items
                return item
        raise IndexError("the queue is empty")

    def pop_newest_of_largest(self, rival: str) -> _Item | None:
        """Remove and return the newest item of the client with most of them.

        Returns None if no client has more than the rival.
        """
        counts: Counter[str] = Counter()
        for clients in self._waiting.values():
            for client, items in clients.items():
                counts[client] += len(items)
        largest = max(counts, key=counts.__getitem__, default=rival)
        if counts[largest] <= counts[rival]:
            return None
        for clients in reversed(self._waiting.values()):  # the least urgent first
            if largest in clients:
                item = clients[largest].pop()
                if not clients[largest]:
                    del clients[largest]
                return item
        return None

    def remove(self, priority: Priority, client: str, item: _Item) -> None:
        """Remove an item if it is still waiting."""
        items = self._waiting[priority].get(client)
        if items is not None and item in items:
            items.remove(item)
            if not items:
                del self._waiting[priority][client]
