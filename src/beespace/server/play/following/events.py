"""The recent events of a game, so that reconnecting clients can resume where they left off."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from beespace.server.play.following.follower import Told

# A client that has missed more events gets the whole game.
_MOST_KEPT = 64


@dataclass(frozen=True, slots=True)
class Event:
    """A message that was sent, and the revision after it."""

    revision: int
    told: Told
    is_for_players: bool = False


class Events:
    """The last events of a game. Some revisions have no event."""

    def __init__(self, revision: int) -> None:
        self._begun_after = revision
        self._events: deque[Event] = deque()

    def add(self, event: Event) -> None:
        """Add an event, dropping the oldest one if there are too many."""
        self._events.append(event)
        if len(self._events) > _MOST_KEPT:
            self._begun_after = self._events.popleft().revision

    def clear(self, revision: int) -> None:
        """Drop all events: clients before this revision need the whole game."""
        self._events.clear()
        self._begun_after = revision

    def since(self, revision: int, last: int, *, is_player: bool) -> list[Told] | None:
        """Return the messages after a revision, or None if some of them were dropped."""
        if not self._begun_after <= revision <= last:
            return None
        return [
            event.told
            for event in self._events
            if event.revision > revision and (is_player or not event.is_for_players)
        ]
