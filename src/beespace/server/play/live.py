"""A game in memory: its board and its connected followers.

It is only a cache: everything in it can be rebuilt from the database.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from beespace.backend import Board
from beespace.formats.replay import Replay
from beespace.rules import BaseBoard, Color, Ruleset, differences, edition_of
from beespace.server.boards.messages import ColorLetter, PlayedMove, Turn
from beespace.server.boards.turns import letter, played_move, turn_text
from beespace.server.people.keys import colors_of
from beespace.server.play.clocks import FREE_PLIES, TimeControl
from beespace.server.play.events import Event, Events
from beespace.server.play.follower import Follower
from beespace.server.play.lag import BUDGET_MS, LagBudget
from beespace.server.play.messages.games import (
    ChatLine,
    ClockState,
    EditionId,
    Ending,
    Game,
    GameSummary,
    PlayerInfo,
    Presence,
)
from beespace.server.play.messages.socket import (
    Moved,
    ServerMessage,
    TellChat,
    TellGame,
    TellOffers,
    TellPresence,
    TellRematch,
    TellResumed,
)
from beespace.server.play.offers.offers import Offers
from beespace.server.play.outages import Outages
from beespace.server.storage import StoredGame, StoredPlayer, WholeGame

_WINNERS: dict[str, ColorLetter | None] = {"w": "w", "b": "b", "draw": None, "none": None}
# Endings without a move: undo only reopens the game.
ENDED_BY_PLAYERS = ("resign", "agreement")
# A game can be aborted until the second move is played.
_PLIES_TO_ABORT = 2


class LiveGame:
    """A game with its board. Hold `lock` to change it or to read more than one attribute."""

    def __init__(self, whole: WholeGame, outages: Outages, is_private: bool) -> None:
        """Replay a stored game, which takes a few milliseconds.

        On a private server, games without an owner belong to everyone at the machine.
        """
        self.lock = asyncio.Lock()
        self.followers: set[Follower] = set()
        self.thinking: asyncio.Task[None] | None = None
        # How many requests are using this object. While there are any, it must stay in the cache.
        self.users = 0
        # Whether a change failed without telling if the database has committed it.
        self.is_doubtful = False
        budget_ms = BUDGET_MS if len(whole.moves) <= FREE_PLIES else 0
        self.lag_budgets: dict[ColorLetter, LagBudget] = {
            "w": LagBudget(budget_ms),
            "b": LagBudget(budget_ms),
        }
        self._outages = outages
        self._is_private = is_private
        self.events = Events(whole.game.revision)
        self.set_to(whole)

    def set_to(self, whole: WholeGame) -> None:
        """Load the state from the database."""
        self.stored = whole.game
        self.keys = list(whole.keys)
        self.chat = [
            ChatLine(by="w" if line.color == "w" else "b", text=line.text, time=line.time)
            for line in whole.chat
        ]
        self.board: BaseBoard = Board(Ruleset.parse(whole.game.ruleset))
        self.moves: list[PlayedMove] = []
        replay = Replay(self.board.ruleset, infer_queen_first=False)
        for stored_move in whole.moves:
            move = replay.read(stored_move.text)
            played = played_move(self.board, move, stored_move.spent_ms)
            played.clock_ms = stored_move.clock_ms
            self.moves.append(played)
            self.board.push_unchecked(move)
        self.is_doubtful = False
        # When the current turn began, if the server saw it.
        self.turn_began_s: float | None = None
        self._turn: str | None = None
        self.events.clear(whole.game.revision)

    # State

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.moves)

    @property
    def is_with_friend(self) -> bool:
        """Whether two people play, with a seat each."""
        return self.stored.mode == "friend"

    @property
    def owner(self) -> str:
        """The client whose searches count as this game's, or the game itself."""
        return self.keys[0].hash if self.keys else self.stored.id

    @property
    def has_engine(self) -> bool:
        """Whether the engine plays a colour."""
        return "engine" in (self.stored.white.kind, self.stored.black.kind)

    @property
    def ending(self) -> Ending | None:
        """How the game ended, or None while it is running."""
        return ending_of(self.stored)

    def player(self, color: Color) -> StoredPlayer:
        """Return the player of a colour."""
        return self.stored.white if color is Color.WHITE else self.stored.black

    @property
    def is_engines_turn(self) -> bool:
        """Whether it is the engine's turn."""
        return self.ending is None and self.player(self.board.turn).kind == "engine"

    @property
    def ply_before_last_own_move(self) -> int | None:
        """The ply that undo returns to: before the last human move other than a pass."""
        for ply in range(self.ply - 1, -1, -1):
            mover = Color.BLACK if ply % 2 else Color.WHITE
            if self.player(mover).kind == "human" and self.moves[ply].piece is not None:
                return ply
        return None

    def ply_before_last_move_of(self, color: ColorLetter) -> int | None:
        """Return the ply before the player's last move other than a pass, for a takeback."""
        for ply in range(self.ply - 1, -1, -1):
            if ("b" if ply % 2 else "w") == color and self.moves[ply].piece is not None:
                return ply
        return None

    @property
    def can_undo(self) -> bool:
        """Whether a move, resignation or agreed draw can be undone. Not in finished imports."""
        if self.is_with_friend:
            return False
        if self.stored.is_imported and self.stored.result is not None:
            return False
        return (
            self.stored.end_reason in ENDED_BY_PLAYERS or self.ply_before_last_own_move is not None
        )

    @property
    def can_abort(self) -> bool:
        """Whether the game is with a friend and can still be aborted."""
        return self.is_with_friend and self.ending is None and self.ply < _PLIES_TO_ABORT

    @property
    def offers(self) -> Offers:
        """The offers of both players."""
        return Offers.parse(self.stored.offers)

    def seats_of(self, hashes: Sequence[str]) -> list[ColorLetter]:
        """Return the colours that the holder of these hashes plays."""
        if not self.keys and not self.is_with_friend and self._is_private:
            return [letter(color) for color in Color if self.player(color).kind == "human"]
        return colors_of(self.keys, hashes)

    # Time

    @property
    def time_control(self) -> TimeControl | None:
        """The time control, if there is one."""
        return TimeControl.parse(self.stored.clock) if self.stored.clock else None

    def clock(self) -> ClockState | None:
        """Return the current clocks, if there are any."""
        control = self.time_control
        if control is None:
            return None
        state = control.state(self.moves, self.stored.deadline, self._outages.now_ms())
        if self._outages.is_on:
            state.running = None
        if self.stored.stopped_ms is not None:
            state.ms[letter(self.board.turn)] = self.stored.stopped_ms
        elif self.stored.end_reason == "time":  # a game from before `stopped_ms` was stored
            state.ms[letter(self.board.turn)] = 0
        return state

    def set_times(self, turn_began: int, deadline: int) -> None:
        """Take over times that were changed in the database only."""
        self.stored = replace(self.stored, turn_began=turn_began, deadline=deadline)

    def spent_ms(self, at_ms: int) -> int | None:
        """Return how long the current turn has taken at a time, if known."""
        if self.is_with_friend:
            began = self.stored.turn_began
            return None if began is None else max(at_ms - began, 0)
        if self.turn_began_s is None:
            return None
        return round((time.monotonic() - self.turn_began_s) * 1000)

    def lag_of(self, color: ColorLetter) -> int:
        """Return how much delay a player gets back now, whichever way the move arrives.

        The fastest of their connections counts. Connections that weren't measured don't.
        """
        measured = [one.lag_ms for one in self.followers_at(color) if one.lag_ms is not None]
        return self.lag_budgets[color].granted(min(measured, default=0))

    # Messages

    def turn(self) -> Turn:
        """Return the position and its legal moves."""
        return Turn.model_validate_json(self._turn_text())

    def _turn_text(self) -> str:
        # Cached as JSON: one string per game instead of hundreds of objects.
        if self._turn is None:
            self._turn = turn_text(self.board, is_over=self.ending is not None)
        return self._turn

    def changed(self) -> None:
        """Drop the cached turn, and start timing a new one."""
        self._turn = None
        self.turn_began_s = time.monotonic()

    def message(self, hashes: Sequence[str]) -> Game:
        """Return the whole game, as the holder of these hashes sees it."""
        return Game(
            **dict(summary_of(self.stored, self.seats_of(hashes))),
            expansions=self.board.ruleset.expansions,
            moves=self.moves,
            turn=self.turn(),
            can_undo=self.can_undo,
            revision=self.stored.revision,
            clock=self.clock(),
            offers=self.offers.open,
            can_abort=self.can_abort,
            rematch=self.stored.rematch,
        )

    def followers_at(self, color: ColorLetter) -> list[Follower]:
        """Return a player's connections."""
        return [one for one in self.followers if color in self.seats_of(one.hashes)]

    def presence(self) -> Presence:
        """Return who is connected."""
        seats = [self.seats_of(one.hashes) for one in self.followers]
        return Presence(
            w=any("w" in held for held in seats),
            b=any("b" in held for held in seats),
            watchers=sum(not held for held in seats),
        )

    # Sending

    def tell(self, message: ServerMessage) -> None:
        """Send a message to all followers, without storing it as an event."""
        self._send(message.model_dump_json(), is_for_players=False)

    def tell_text(self, text: str) -> None:
        """Send a message that is already JSON to all followers."""
        self._send(text, is_for_players=False)

    def tell_moved(self, moved: Moved) -> None:
        """Send a move and the turn after it to all followers, and store it as an event."""
        # Write the TellMoved once for all followers. The turn is already JSON.
        fields = moved.model_dump_json()[1:-1]
        text = f'{{"type":"moved",{fields},"turn":{self._turn_text()}}}'
        self.events.add(Event(moved.revision, text))
        self._send(text, is_for_players=False)

    def tell_event(self, message: TellOffers | TellChat | TellRematch) -> None:
        """Send an event to all followers, but chat only to the players, and store it."""
        is_for_players = isinstance(message, TellChat)
        text = message.model_dump_json()
        self.events.add(Event(message.revision, text, is_for_players))
        self._send(text, is_for_players=is_for_players)

    def tell_game(self) -> None:
        """Send the whole game to all followers, and drop the earlier events."""
        self.events.clear(self.stored.revision)
        for follower in list(self.followers):
            follower.tell(self.as_told_to(follower))

    def tell_presence(self, but: Follower | None = None) -> None:
        """Send who is connected to the other followers of a game with a friend."""
        if self.is_with_friend and len(self.followers) > (but is not None):
            text = TellPresence(presence=self.presence()).model_dump_json()
            for follower in self.followers - {but}:
                follower.tell(text)

    def as_told_to(self, follower: Follower) -> str:
        """Return the whole game as JSON, as a follower may see it."""
        game = self.message(follower.hashes)
        chat = self.chat if game.yours else []
        return TellGame(game=game, presence=self.presence(), chat=chat).model_dump_json()

    def missed_by(self, follower: Follower, since: int | None) -> list[str]:
        """Return the messages for a new follower: the events since a revision, or the game."""
        is_player = bool(self.seats_of(follower.hashes))
        missed = None
        if since is not None:
            missed = self.events.since(since, self.stored.revision, is_player=is_player)
        if missed is None:
            return [self.as_told_to(follower)]
        resumed = TellResumed(
            revision=self.stored.revision, clock=self.clock(), presence=self.presence()
        )
        return [*missed, resumed.model_dump_json()]

    def _send(self, text: str, *, is_for_players: bool) -> None:
        for follower in list(self.followers):
            if not is_for_players or self.seats_of(follower.hashes):
                follower.tell(text)


def summary_of(stored: StoredGame, yours: Sequence[ColorLetter]) -> GameSummary:
    """Return a stored game as a list entry."""
    players = {Color.WHITE: stored.white, Color.BLACK: stored.black}
    ruleset = Ruleset.parse(stored.ruleset)
    return GameSummary(
        id=stored.id,
        created=stored.created,
        updated=stored.updated,
        ruleset=stored.ruleset,
        edition=_edition_id(ruleset),
        differences=differences(ruleset),
        players={letter(color): _player_info(player) for color, player in players.items()},
        plies=stored.plies,
        ending=ending_of(stored),
        mode="friend" if stored.mode == "friend" else "board",
        yours=list(yours),
        is_waiting=stored.is_waiting,
        time_control=TimeControl.parse(stored.clock).message() if stored.clock else None,
    )


def _edition_id(ruleset: Ruleset) -> EditionId | None:
    edition = edition_of(ruleset)
    return None if edition is None else cast(EditionId, edition.id)


def ending_of(stored: StoredGame) -> Ending | None:
    """Return how a stored game ended, or None if it is running."""
    if stored.result is None:
        return None
    return Ending(winner=_WINNERS[stored.result], reason=stored.end_reason or "unknown")


def _player_info(player: StoredPlayer) -> PlayerInfo:
    kind: str = player.kind
    return PlayerInfo(
        kind="engine" if kind == "engine" else "human", name=player.name, level=player.level
    )
