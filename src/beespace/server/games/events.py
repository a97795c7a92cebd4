"""What has happened in a game lately, so that connections that broke can go on where they were."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

# A player who was away for longer is told the whole game.
_MOST_KEPT = 64


@dataclass(frozen=True, slots=True)
class Event:
    """A message that was told, as JSON, and the revision that it led to."""

    revision: int
    text: str
    is_for_players: bool = False


class Events:
    """The last events of a game. Revisions of which nothing is known are a gap."""

    def __init__(self, revision: int) -> None:
        self._begun_after = revision
        self._events: deque[Event] = deque()

    def add(self, event: Event) -> None:
        """Keep an event."""
        self._events.append(event)
        if len(self._events) > _MOST_KEPT:
            self._begun_after = self._events.popleft().revision

    def clear(self, revision: int) -> None:
        """Begin anew: what came before cannot be told as single events."""
        self._events.clear()
        self._begun_after = revision

    def since(self, revision: int, last: int, *, is_player: bool) -> list[str] | None:
        """What came after a revision up to the last one; None if that is not known any more."""
        if not self._begun_after <= revision <= last:
            return None
        return [
            event.text
            for event in self._events
            if event.revision > revision and (is_player or not event.is_for_players)
        ]
