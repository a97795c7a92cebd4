"""Seats in games: joining, moving a seat to other devices, and revoking keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from beespace.server import problems
from beespace.server.boards.messages import ColorLetter
from beespace.server.people.client import Client
from beespace.server.people.keys import (
    DEVICE,
    GUEST,
    INVITATION,
    TOKEN,
    colors_of,
    hash_of,
    new_secret,
)
from beespace.server.play.following.follower import Follower, Told
from beespace.server.play.live import LiveGame, summary_of
from beespace.server.play.messages.games import (
    InvitationShown,
    JoinedGame,
    KeyKind,
    NewSecret,
    SayJoin,
    SeatKey,
    SeatKeys,
)
from beespace.server.play.playing import Playing, now, seats_of
from beespace.server.problems import ProblemError, TellProblem
from beespace.server.settings import Settings
from beespace.server.storage import StoredKey

# Each device or program has one, so this is plenty.
_MOST_KEYS = 40
_ID_CHARS = 12
_KINDS: dict[str, KeyKind] = {GUEST: "guest", TOKEN: "token", DEVICE: "device"}


class Seats:
    """Manages the keys to seats. It raises a ProblemError for requests it refuses."""

    def __init__(self, settings: Settings, playing: Playing) -> None:
        self._settings = settings
        self._playing = playing

    async def new_invitation(self, game: LiveGame, client: Client) -> NewSecret:
        """Create a new secret for the friend. The old one stops working."""
        async with self._playing.changing(game):
            seats_of(game, client)
            if game.outcome is not None:
                raise problems.game_over()
            old = [key for key in game.keys if key.kind == INVITATION]
            if not old:
                raise ProblemError("seat-taken", "this game isn't waiting for a player")
            secret, keys = _keys([_color(key) for key in old], INVITATION)
            await self._playing.commit(game, added=keys, removed=old)
            return NewSecret(secret=secret)

    async def new_device(self, game: LiveGame, client: Client) -> NewSecret:
        """Create a secret that opens the client's seat on another device, too."""
        return await self._new_key(game, client, DEVICE)

    async def new_token(self, game: LiveGame, client: Client) -> NewSecret:
        """Create a token for a program that plays the client's seat."""
        return await self._new_key(game, client, TOKEN)

    async def _new_key(self, game: LiveGame, client: Client, kind: str) -> NewSecret:
        async with self._playing.changing(game):
            colors = seats_of(game, client)
            _check_room(game)
            secret, keys = _keys(colors, kind)
            await self._playing.commit(game, added=keys)
            return NewSecret(secret=secret)

    async def keys(self, game: LiveGame, client: Client) -> SeatKeys:
        """Return the keys to the client's seat."""
        async with self._playing.locked(game):
            return _seat_keys(game, client)

    async def revoke(self, game: LiveGame, client: Client, key_id: str | None) -> SeatKeys:
        """Revoke a key to the client's seat or, without an id, every key the request doesn't use.

        Connections that use a revoked key are closed.
        """
        async with self._playing.changing(game):
            colors = seats_of(game, client)
            own = _own_keys(game, colors)
            if key_id is None:
                gone = [key for key in own if key.hash not in client.hashes]
            else:
                gone = [key for key in own if _id_of(key) == key_id]
                if not gone:
                    raise ProblemError("no-such-key", "your seat has no such key")
            left = [key for key in own if key not in gone]
            if colors_of(left, [key.hash for key in left]) != colors:
                raise ProblemError("last-key", "this is the seat's last key and can't be revoked")
            await self._playing.commit(game, removed=gone)
            hashes = {key.hash for key in gone}
            for follower in game.followers:
                if hashes & set(follower.hashes) and not game.seats_of(follower.hashes):
                    _take_seat(follower)
            return _seat_keys(game, client)

    def forget_device(self, game: LiveGame, guest: str, removed: str) -> None:
        """Close the connections that lose a seat because a guest has removed a device."""
        for follower in game.followers:
            before = game.seats_of(follower.hashes)
            is_concerned = follower.forget_device(guest, removed)
            if is_concerned and game.seats_of(follower.hashes) != before:
                _take_seat(follower)

    async def shown(self, game: LiveGame, client: Client, secret: str) -> InvitationShown:
        """Return what a secret opens."""
        async with self._playing.locked(game):
            key = _find(game, secret)[0]
            _check_is_waited_for(game, key)
            return InvitationShown(
                kind="invitation" if key.kind == INVITATION else "device",
                color=_color(key),
                game=summary_of(game.stored, game.seats_of(client.hashes)),
            )

    async def join(self, game: LiveGame, client: Client, said: SayJoin) -> JoinedGame:
        """Take the seat that a secret opens. The secret works once."""
        async with self._playing.changing(game):
            used = _find(game, said.secret)
            colors = [_color(key) for key in used]
            is_friend = used[0].kind == INVITATION
            _check_is_waited_for(game, used[0])
            if is_friend and game.seats_of(client.hashes):
                raise ProblemError("yours-already", "this is your own invitation")
            _check_room(game)
            token, added = _keys(colors, TOKEN) if said.with_token else (None, [])
            if client.guest is not None:
                held = {key.color for key in game.keys if key.hash == client.guest}
                free = [color for color in colors if color not in held]
                added = [*added, *(StoredKey(color, client.guest, GUEST, now()) for color in free)]
            if not added and not held_by(game, client):
                raise ProblemError("invalid", "a program without cookies must set with_token")
            values = self._arrival(game, colors[0], said.name) if is_friend else {}
            await self._playing.commit(game, added=added, removed=used, **values)
            game.changed()
            game.tell_game()
            hashes = (*client.hashes, *([hash_of(token)] if token else []))
            return JoinedGame(**dict(game.message(hashes)), token=token)

    def _arrival(self, game: LiveGame, color: ColorLetter, name: str) -> dict[str, Any]:
        """Return the changes to a game when the friend joins and it begins."""
        began, control = self._settings.now_ms(), game.time_control
        player = game.stored.white if color == "w" else game.stored.black
        return {
            "is_waiting": False,
            "turn_began": began,
            "deadline": control.deadline([], began) if control is not None else None,
            "white" if color == "w" else "black": replace(player, name=name),
        }


def _take_seat(follower: Follower) -> None:
    """Tell a connection that it has lost its seat, and close it."""
    problem = problems.seat_lost().problem
    follower.tell(Told(TellProblem(problem=problem).model_dump_json()))
    follower.lose_seat()


def held_by(game: LiveGame, client: Client) -> bool:
    """Return whether a client has a seat in a game."""
    return bool(game.seats_of(client.hashes))


def _find(game: LiveGame, secret: str) -> list[StoredKey]:
    """Return the keys of a secret: one per colour that it opens."""
    shown = hash_of(secret)
    found = [k for k in game.keys if k.hash == shown and k.kind in (INVITATION, DEVICE)]
    if not found:
        raise problems.wrong_secret()
    return found


def _check_is_waited_for(game: LiveGame, key: StoredKey) -> None:
    if key.kind == INVITATION and game.outcome is not None:
        raise ProblemError("game-over", "the game of this invitation is over")


def _keys(colors: Sequence[ColorLetter], kind: str) -> tuple[str, list[StoredKey]]:
    secret, time = new_secret(), now()
    return secret, [StoredKey(color, hash_of(secret), kind, time) for color in colors]


def _check_room(game: LiveGame) -> None:
    if len(game.keys) >= _MOST_KEYS:
        raise problems.too_many("this game has too many devices, programs and unused links")


def _own_keys(game: LiveGame, colors: Sequence[ColorLetter]) -> list[StoredKey]:
    return [key for key in game.keys if key.color in colors and key.kind != INVITATION]


def _id_of(key: StoredKey) -> str:
    """Return a public id for a key, which reveals neither its secret nor the stored hash."""
    return hash_of(key.hash)[:_ID_CHARS]


def _seat_keys(game: LiveGame, client: Client) -> SeatKeys:
    found: dict[str, SeatKey] = {}
    own = _own_keys(game, seats_of(game, client))
    for key in sorted(own, key=lambda key: key.color, reverse=True):  # White first
        name = _id_of(key)
        told = found.setdefault(
            name,
            SeatKey(
                id=name,
                kind=_KINDS[key.kind],
                colors=[],
                created=key.created,
                is_yours=key.hash in client.hashes,
            ),
        )
        told.colors.append(_color(key))
    return SeatKeys(keys=list(found.values()))


def _color(key: StoredKey) -> ColorLetter:
    return "w" if key.color == "w" else "b"
