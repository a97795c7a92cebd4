"""The games of this server: creating, opening, listing and deleting them, and their messages.

The database is the source of truth; games in memory are a cache.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from beespace.engine import level as level_of
from beespace.errors import BeespaceError, InvalidNotationError
from beespace.rules import EDITIONS, TOURNAMENT, Ruleset
from beespace.server import problems
from beespace.server.boards.messages import ColorLetter
from beespace.server.people.client import Client
from beespace.server.people.ids import new_id
from beespace.server.people.keys import GUEST, INVITATION, TOKEN, hash_of, new_secret
from beespace.server.people.quota import StorageQuota
from beespace.server.play.clocks import TimeControl
from beespace.server.play.following.follower import Follower, Told
from beespace.server.play.live import LiveGame, summary_of
from beespace.server.play.messages.games import CreatedGame, Game, GamePage, NewGame
from beespace.server.play.messages.socket import (
    PageMessage,
    SayAbort,
    SayAnswer,
    SayChat,
    SayClock,
    SayHint,
    SayMove,
    SayMoveText,
    SayOffer,
    SayPong,
    SayResign,
    SayUndo,
    SayWhy,
    TellClock,
    TellDrawAnswer,
    TellHint,
    TellPaused,
    TellWhy,
)
from beespace.server.play.offers.between_people import Friends
from beespace.server.play.offers.to_engine import EngineDraws
from beespace.server.play.opening import Opening
from beespace.server.play.outages import Outages
from beespace.server.play.playing import (
    ABORTED,
    Playing,
    as_stored,
    now,
    other,
    seats_of,
    stop_thinking,
)
from beespace.server.play.seats import Seats
from beespace.server.problems import ProblemError, TellProblem
from beespace.server.search.service import Search
from beespace.server.settings import Settings
from beespace.server.storage import (
    DamagedGameError,
    Database,
    StorageError,
    StoredGame,
    StoredKey,
    StoredPlayer,
    WholeGame,
)

Answer = TellHint | TellDrawAnswer | TellWhy | TellClock | TellPaused

# How many unused games stay in memory. Opening one again takes a few milliseconds.
_MOST_UNUSED = 50
# How many of a guest's games may wait for a friend, and for how long.
MOST_WAITING = 50
_COLORS: tuple[ColorLetter, ...] = ("w", "b")
_LONGEST_WAIT_MS = 14 * 24 * 3600 * 1000
# How long to wait for changes when the server stops.
_CLOSING_S = 10


class Games:
    """All games, for the routes and sockets. It raises a ProblemError for requests it refuses."""

    def __init__(
        self, settings: Settings, database: Database, search: Search, quota: StorageQuota
    ) -> None:
        self._settings = settings
        self._database = database
        self.outages = Outages(settings, database, pause=self._pause, resume=self._resume)
        self._playing = Playing(settings, database, search, self.outages)
        self._friends = Friends(settings, self._playing, quota)
        self._engine_draws = EngineDraws(self._playing, search)
        self.seats = Seats(settings, self._playing)
        self._live: dict[str, LiveGame] = {}
        self._opening = Opening()
        self._forget_at = _MOST_UNUSED
        # The event loop keeps only weak references to tasks.
        self._doing: set[asyncio.Task[Answer | None]] = set()

    @property
    def moves_played(self) -> int:
        """How many moves have been played since the server started."""
        return self._playing.moves_played

    @property
    def games_open(self) -> int:
        """How many games are in memory."""
        return len(self._live)

    @property
    def connections_open(self) -> int:
        """How many connections follow games."""
        return sum(len(game.followers) for game in self._live.values())

    # Creating, listing and opening games

    async def create(self, new: NewGame, client: Client) -> CreatedGame:
        """Create a game that belongs to the client."""
        ruleset = _ruleset(new)
        if new.clock is not None and new.opponent != "friend":
            raise ProblemError("invalid", "only games with a friend have a clock")
        if new.opponent == "friend":
            waiting = await self._database.count_waiting(client.hashes)
            if waiting >= MOST_WAITING:
                raise problems.too_many_waiting(MOST_WAITING)
        own = random.choice(_COLORS) if new.color == "random" else new.color
        time, players = now(), _players(new, own)
        stored = StoredGame(new_id(), time, time, str(ruleset), *players)
        colors = ["w", "b"] if new.opponent == "local" else [own]
        token = new_secret() if new.with_token or client.guest is None else None
        invitation = None
        keys = [
            StoredKey(color, shown, GUEST, time)
            for color in colors
            for shown in [client.guest]
            if shown
        ]
        if token is not None:
            keys += [StoredKey(color, hash_of(token), TOKEN, time) for color in colors]
        if new.opponent == "friend":
            invitation = new_secret()
            keys.append(StoredKey(other(own), hash_of(invitation), INVITATION, time))
            clock = str(TimeControl.of_message(new.clock)) if new.clock is not None else None
            stored = replace(stored, mode="friend", is_waiting=True, clock=clock)
        await self._database.create(WholeGame(stored, keys=keys))
        async with self.opened(stored.id) as game, game.lock:
            await self._playing.continue_game(game)
            hashes = (*client.hashes, *([hash_of(token)] if token else []))
            return CreatedGame(**dict(game.message(hashes)), invitation=invitation, token=token)

    async def page(self, client: Client, offset: int, limit: int) -> GamePage:
        """Return a page of the client's games, most recently played first."""
        found, total = await self._database.games(
            client.hashes, offset, limit, with_ownerless=self._settings.is_private
        )
        return GamePage(
            games=[summary_of(game, _letters(game, colors)) for game, colors in found], total=total
        )

    async def running_with_friends(self, hashes: Sequence[str], least_plies: int) -> list[str]:
        """Return the ids of a client's running games with a friend, unless they just began."""
        return await self._database.running_with_friends(hashes, least_plies)

    async def message(self, game_id: str, client: Client) -> Game:
        """Return the current state of a game, ending it first if a flag has fallen."""
        async with self.opened(game_id) as game, self._playing.changing(game):
            await self._playing.settle_flag(game)
            return game.message(client.hashes)

    async def delete(self, game_id: str, client: Client) -> None:
        """Delete a game. A game with a friend only leaves the client's list."""
        try:
            async with self.opened(game_id) as game, self._playing.changing(game):
                colors = seats_of(game, client)
                if game.is_with_friend and not game.stored.is_waiting:
                    if game.outcome is None:
                        raise ProblemError("still-going-on", "resign before you delete the game")
                    mine = [key for key in game.keys if key.color in colors]
                    await self._playing.commit(game, removed=mine)
                    return
        except StorageError:
            # A damaged game can't be opened, but its owner can still delete it.
            found = await self._database.game(game_id)
            if found is None or not self._is_owner(found, client):
                raise
        if not await self._database.delete(game_id):
            raise problems.no_such_game(game_id)
        gone = self._live.pop(game_id, None)
        if gone is not None:
            stop_thinking(gone)
            gone.tell(TellProblem(problem=problems.no_such_game(game_id).problem))
            for follower in gone.followers:
                follower.close()

    def _is_owner(self, whole: WholeGame, client: Client) -> bool:
        if whole.game.mode != "board":
            return False
        holders = {key.hash for key in whole.keys}
        return bool(holders & set(client.hashes)) or (not holders and self._settings.is_private)

    @contextlib.asynccontextmanager
    async def opened(self, game_id: str) -> AsyncIterator[LiveGame]:
        """Open a game. While it is open, there is only one object for it."""
        game = self._live.get(game_id) or await self._open(game_id)
        game.users += 1
        try:
            yield game
        finally:
            game.users -= 1
            self._forget_unused()

    async def _open(self, game_id: str) -> LiveGame:
        async with self._opening.of(game_id):
            game = self._live.get(game_id)
            if game is None:
                found = await self._database.game(game_id)
                if found is None:
                    raise problems.no_such_game(game_id)
                is_private = self._settings.is_private
                try:
                    game = await asyncio.to_thread(LiveGame, found, self.outages, is_private)
                except BeespaceError as error:
                    raise DamagedGameError(f"game {game_id} is damaged: {error}") from error
                self._live[game_id] = game
            return game

    def _forget_unused(self) -> None:
        """Drop unused games from memory, if there are many."""
        if len(self._live) <= self._forget_at:
            return
        unused = [game_id for game_id, game in self._live.items() if not _is_used(game)]
        for game_id in unused[: max(len(unused) - _MOST_UNUSED, 0)]:
            del self._live[game_id]
        self._forget_at = len(self._live) + _MOST_UNUSED

    async def close(self) -> None:
        """Finish pending changes, then stop the engine."""
        if self._doing:
            await asyncio.wait(self._doing, timeout=_CLOSING_S)
        await self._playing.close()

    # Connections and clocks

    async def welcome(self, game: LiveGame, follower: Follower, since: int | None) -> None:
        """Add a follower, and send it the events since a revision, or the whole game."""
        async with self._playing.locked(game):
            game.welcome(follower, since)
            if self.outages.is_on:
                follower.tell(Told(paused().model_dump_json()))
            if len(game.followers) > 1:
                game.followers.note_presence()

    async def follower_joined(self, game: LiveGame) -> None:
        """Resume whatever was stopped while nobody was connected."""
        if self.outages.is_on:
            return
        async with self._playing.changing(game):
            await self._playing.settle_flag(game)
            await self._playing.continue_game(game)

    def follower_left(self, game: LiveGame, follower: Follower) -> None:
        """Remove a follower, and stop the engine if nobody is connected any more."""
        game.followers.discard(follower)
        if not game.followers:
            stop_thinking(game)

    def forget_device(self, guest: str, removed: str) -> None:
        """Close the connections that lose a seat because a guest has removed a device."""
        for game in self._live.values():
            self.seats.forget_device(game, guest, removed)

    def _pause(self) -> None:
        """Tell all followers that the clocks are stopped."""
        told = Told(paused().model_dump_json())
        for game in self._live.values():
            game.followers.tell(told)

    async def _resume(self, since_ms: int) -> None:
        """End an outage: extend the deadlines, let the games continue and tell all followers.

        Raises:
            StorageError: nothing can be stored yet.
        """
        # Nothing else changes a game before all of them have their new times.
        async with self._opening.of_none():
            times = await self._database.skip_outage(since_ms, self._settings.now_ms)
            for game in list(self._live.values()):
                async with game.lock:
                    if game.stored.id in times:
                        game.set_times(*times[game.stored.id])
            self._database.is_away = False
        for game in list(self._live.values()):
            with contextlib.suppress(ProblemError, StorageError):
                async with self._playing.changing(game):
                    game.tell(TellPaused(is_paused=False, clock=game.clock()))
                    await self._playing.continue_game(game)

    async def settle_flags(self) -> None:
        """End the games whose clocks have run out, even without connected clients."""
        # Moves that arrived in time may not have been handled yet.
        if self.outages.is_on or self.outages.is_late:
            return
        for game_id in await self._database.overdue(self._settings.now_ms()):
            with contextlib.suppress(ProblemError):
                async with self.opened(game_id) as game, self._playing.changing(game):
                    await self._playing.settle_flag(game)

    async def abort_expired_invitations(self) -> None:
        """Abort the games whose invitations have expired."""
        before = as_stored(self._settings.now_ms() - _LONGEST_WAIT_MS)
        for game_id in await self._database.waiting_since(before):
            with contextlib.suppress(ProblemError):
                async with self.opened(game_id) as game, self._playing.changing(game):
                    if game.stored.is_waiting:
                        await self._playing.end(game, ABORTED)

    # Messages from clients

    async def say(self, game: LiveGame, client: Client, said: PageMessage) -> Answer | None:
        """Handle a client's message, and return the reply to a question.

        A change is completed even if the client disconnects, so that the others receive it.
        """
        if isinstance(said, SayHint):
            return await self._playing.hint(game, client, said.ply)
        if self.outages.is_on and isinstance(said, SayClock):
            return paused()
        if self.outages.is_on and not isinstance(said, SayWhy):
            raise problems.database_away()
        task = asyncio.create_task(self._do(game, client, said))
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)
        return await asyncio.shield(task)

    async def _do(self, game: LiveGame, client: Client, said: PageMessage) -> Answer | None:
        playing, friends = self._playing, self._friends
        match said:
            case SayMove() | SayMoveText():
                await playing.move(game, client, said)
            case SayUndo():
                await playing.undo(game, client, said.ply)
            case SayResign():
                await playing.resign(game, client, said.ply)
            case SayAbort():
                await playing.abort(game, client, said.ply)
            case SayOffer() if game.has_engine:
                return await self._engine_draws.offer(game, client, said)
            case SayOffer():
                await friends.offer(game, client, said)
            case SayAnswer():
                await friends.answer(game, client, said)
            case SayChat():
                await friends.chat(game, client, said.text)
            case SayWhy():
                return await playing.why(game, said)
            case SayClock():
                async with playing.changing(game):
                    await playing.settle_flag(game)
                    return TellClock(clock=game.clock())
            case SayHint() | SayPong():
                pass  # `say` handles hints, and the connections handle pongs
        return None


def paused() -> TellPaused:
    """Return the message that all clocks are stopped."""
    return TellPaused(is_paused=True, clock=None)


def _ruleset(new: NewGame) -> Ruleset:
    """Return the rules of a new game: its box's, or those of the player's own mix."""
    if new.ruleset is None:
        return EDITIONS[new.edition or "base"].ruleset
    if new.edition is not None:
        raise ProblemError("invalid", "give either an edition or a ruleset, not both")
    if new.ruleset == "tournament":
        return TOURNAMENT
    try:
        return Ruleset.parse(new.ruleset)
    except InvalidNotationError as error:
        raise ProblemError("invalid-ruleset", str(error)) from None


def _players(new: NewGame, own: str) -> tuple[StoredPlayer, StoredPlayer]:
    white = StoredPlayer("human", new.white_name)
    black = StoredPlayer("human", new.black_name)
    if new.opponent == "local":
        return white, black
    if new.opponent == "friend":
        person, friend = StoredPlayer("human", new.name), StoredPlayer("human")
        return (person, friend) if own == "w" else (friend, person)
    engine = StoredPlayer("engine", level_of(new.level).name, new.level)
    return (white, engine) if own == "w" else (engine, black)


def _letters(game: StoredGame, colors: list[str]) -> list[ColorLetter]:
    """Return the client's seats in a listed game. Without an owner, these are all human seats."""
    if colors:
        return [color for color in ("w", "b") if color in colors]
    players: list[tuple[ColorLetter, StoredPlayer]] = [("w", game.white), ("b", game.black)]
    return [color for color, player in players if player.kind == "human"]


def _is_used(game: LiveGame) -> bool:
    is_thinking = game.thinking is not None and not game.thinking.done()
    return bool(game.users or game.followers or is_thinking)
