"""The followers of a game, grouped by the seats they hold.

Every message is encoded at most once per group, however many people watch. Connections are
counted as they come and go, and announced at most once a second.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from beespace.server.boards.messages import ColorLetter
from beespace.server.play.following.follower import Follower, Told
from beespace.server.play.messages.games import Presence
from beespace.server.play.messages.socket import TellPresence

# The colours that a follower plays: none for watchers, both on one device.
Seats = tuple[ColorLetter, ...]

# The shortest time between two messages about who is connected.
_PRESENCE_S = 1.0
# How many watchers get a message before the event loop does something else, such as play a move in
# another game. The players of the game come before them.
_WATCHERS_AT_ONCE = 200


class Audience:
    """The followers of one game."""

    def __init__(self) -> None:
        self._groups: dict[Seats, set[Follower]] = {}
        self._group_of: dict[Follower, Seats] = {}
        # Whether to announce who is connected, whether that has changed, and when to announce it
        # next.
        self.tells_presence = False
        self._has_changed = False
        self._timer: asyncio.TimerHandle | None = None
        # Messages that some watchers don't have yet, each with those watchers.
        self._untold: deque[tuple[Told, list[Follower]]] = deque()
        self._is_telling = False

    def __len__(self) -> int:
        return len(self._group_of)

    def __iter__(self) -> Iterator[Follower]:
        return iter(list(self._group_of))

    # Coming and going

    def add(self, follower: Follower, seats: Seats) -> None:
        """Add a follower with the seats it holds, without telling anyone."""
        follower.when_ended = self.discard
        self._group_of[follower] = seats
        self._groups.setdefault(seats, set()).add(follower)

    def discard(self, follower: Follower) -> None:
        """Remove a follower, if it is there."""
        seats = self._group_of.pop(follower, None)
        if seats is not None:
            self._groups[seats].discard(follower)
            self.note_presence()

    def regroup(self, seats_of: Callable[[Sequence[str]], Sequence[ColorLetter]]) -> None:
        """Group the followers again, by the seats that their hashes hold now."""
        followers = list(self._group_of)
        self._group_of.clear()
        self._groups.clear()
        for follower in followers:
            self.add(follower, tuple(seats_of(follower.hashes)))

    def at(self, color: ColorLetter) -> list[Follower]:
        """Return a player's connections."""
        return [one for seats, group in self._groups.items() if color in seats for one in group]

    # Who is connected

    def presence(self) -> Presence:
        """Return who is connected."""
        held = {color for seats, group in self._groups.items() if group for color in seats}
        watchers = len(self._groups.get((), ()))
        return Presence(w="w" in held, b="b" in held, watchers=watchers)

    def note_presence(self) -> None:
        """Announce who is connected: now, or a second after the last announcement."""
        self._has_changed = True
        if self._timer is None and self.tells_presence:
            self._tell_presence()

    def _tell_presence(self) -> None:
        self._timer = None
        if not self._has_changed or not self._group_of:
            return
        self._has_changed = False
        self._timer = asyncio.get_running_loop().call_later(_PRESENCE_S, self._tell_presence)
        self.tell(Told(TellPresence(presence=self.presence()).model_dump_json()))

    # Sending

    def tell(self, told: Told) -> None:
        """Send a message to all followers."""
        self.tell_each(lambda _seats: told)

    def tell_players(self, told: Told) -> None:
        """Send a message to the players."""
        self.tell_each(lambda seats: told if seats else None)

    def tell_each(self, told_to: Callable[[Seats], Told | None]) -> None:
        """Send each group its own message, if there is one for it."""
        for seats, group in list(self._groups.items()):
            told = told_to(seats) if group else None
            if told is not None and seats:
                for follower in list(group):
                    follower.tell(told)
            elif told is not None:
                self._untold.append((told, list(group)))
        if self._untold and not self._is_telling:
            self._tell_some()

    def _tell_some(self) -> None:
        """Send the next messages to some watchers, then yield to the event loop."""
        self._is_telling = True
        left = _WATCHERS_AT_ONCE
        while self._untold and left > 0:
            told, followers = self._untold.popleft()
            now, later = followers[:left], followers[left:]
            left -= len(now)
            if later:
                self._untold.appendleft((told, later))
            for follower in now:
                if follower in self._group_of:
                    follower.tell(told)
        self._is_telling = bool(self._untold)
        if self._is_telling:
            asyncio.get_running_loop().call_soon(self._tell_some)
