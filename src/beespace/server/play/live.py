"""A game in memory: its board and its connected followers.

It is only a cache: everything in it can be rebuilt from the database.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from pydantic import TypeAdapter

from beespace.backend import Board
from beespace.formats.replay import Replay
from beespace.rules import BaseBoard, Color, EndReason, Outcome, Ruleset, differences, edition_of
from beespace.server.boards.messages import ColorLetter, PlayedMove, Turn
from beespace.server.boards.turns import letter, played_move, position_text, with_moves
from beespace.server.people.keys import colors_of
from beespace.server.play.clocks import FREE_PLIES, TimeControl
from beespace.server.play.following.audience import Audience, Seats
from beespace.server.play.following.events import Event, Events
from beespace.server.play.following.follower import Follower, Told
from beespace.server.play.lag import BUDGET_MS, LagBudget
from beespace.server.play.messages.games import (
    ChatLine,
    ClockState,
    EditionId,
    Ending,
    Game,
    GameSummary,
    PlayerInfo,
)
from beespace.server.play.messages.socket import (
    Moved,
    ServerMessage,
    TellChat,
    TellOffers,
    TellRematch,
    TellResumed,
)
from beespace.server.play.offers.offers import Offers
from beespace.server.play.outages import Outages
from beespace.server.storage import StoredGame, StoredPlayer, WholeGame

# Endings without a move: undo only reopens the game.
_ENDED_BY_PLAYERS = (EndReason.RESIGN, EndReason.AGREEMENT)
# A game can be aborted until the second move is played.
_PLIES_TO_ABORT = 2
# What `_told_game` adds to the unchanging parts of a game.
_CHANGING = {"turn", "clock"}
_CHAT: TypeAdapter[list[ChatLine]] = TypeAdapter(list[ChatLine])


class LiveGame:
    """A game with its board. Hold `lock` to change it or to read more than one attribute."""

    def __init__(self, whole: WholeGame, outages: Outages, is_private: bool) -> None:
        """Replay a stored game, which takes a few milliseconds.

        On a private server, games without an owner belong to everyone at the machine.
        """
        self.lock = asyncio.Lock()
        self.followers = Audience()
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
        # The turn as JSON without and with legal moves; and the unchanging parts of the whole game,
        # by the seats of those who get it, at a revision.
        self._position: str | None = None
        self._turn: str | None = None
        self._parts: dict[Seats, tuple[bytes, bytes]] = {}
        self._parts_revision = -1
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
        # The revision of the last move that was sent, and its fields as JSON.
        self._moved = (-1, "")
        self.followers.tells_presence = self.is_with_friend
        self.followers.regroup(self.seats_of)
        self._forget_messages()
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
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is running."""
        return self.stored.outcome

    @property
    def _end_reason(self) -> EndReason | None:
        return self.outcome.reason if self.outcome is not None else None

    @property
    def was_ended_by_players(self) -> bool:
        """Whether it ended without a move: undo only reopens it."""
        return self._end_reason in _ENDED_BY_PLAYERS

    def player(self, color: Color) -> StoredPlayer:
        """Return the player of a colour."""
        return self.stored.white if color is Color.WHITE else self.stored.black

    @property
    def is_engines_turn(self) -> bool:
        """Whether it is the engine's turn."""
        return self.outcome is None and self.player(self.board.turn).kind == "engine"

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
        if self.stored.is_imported and self.outcome is not None:
            return False
        return self.was_ended_by_players or self.ply_before_last_own_move is not None

    @property
    def can_abort(self) -> bool:
        """Whether the game is with a friend and can still be aborted."""
        return self.is_with_friend and self.outcome is None and self.ply < _PLIES_TO_ABORT

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
        elif self._end_reason is EndReason.TIME:  # a game from before `stopped_ms` was stored
            state.ms[letter(self.board.turn)] = 0
        return state

    def set_times(self, turn_began: int, deadline: int) -> None:
        """Set the times that were changed only in the database."""
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
        measured = [one.lag_ms for one in self.followers.at(color) if one.lag_ms is not None]
        return self.lag_budgets[color].granted(min(measured, default=0))

    # Messages

    def turn(self) -> Turn:
        """Return the position and its legal moves."""
        return Turn.model_validate_json(self._turn_text((letter(self.board.turn),)))

    def _turn_text(self, seats: Seats) -> str:
        """Return the turn as JSON. Only the player to move gets the legal moves."""
        # Cached as JSON: one string per game instead of hundreds of objects.
        if self._position is None:
            self._position = position_text(self.board)
        if self.outcome is not None or letter(self.board.turn) not in seats:
            return self._position
        if self._turn is None:
            self._turn = with_moves(self._position, self.board)
        return self._turn

    def changed(self) -> None:
        """Drop the cached messages, and start timing a new turn."""
        self._forget_messages()
        self.turn_began_s = time.monotonic()

    def _forget_messages(self) -> None:
        self._position = self._turn = None
        self._parts = {}

    def message(self, hashes: Sequence[str]) -> Game:
        """Return the whole game, as the holder of these hashes sees it."""
        return Game(**self._fields(self.seats_of(hashes)), turn=self.turn(), clock=self.clock())

    def _fields(self, seats: Sequence[ColorLetter]) -> dict[str, Any]:
        """Return the fields of a `Game` other than its turn and its clock."""
        return {
            **dict(summary_of(self.stored, seats)),
            "expansions": self.board.ruleset.expansions,
            "moves": self.moves,
            "can_undo": self.can_undo,
            "revision": self.stored.revision,
            "offers": self.offers.open,
            "can_abort": self.can_abort,
            "rematch": self.stored.rematch,
        }

    # Sending

    def tell(self, message: ServerMessage) -> None:
        """Send a message to all followers, without storing it as an event."""
        self.followers.tell(Told(message.model_dump_json()))

    def tell_moved(self, moved: Moved) -> None:
        """Send a move and the turn after it to all followers, and store it as an event."""
        # The fields of a TellMoved are written once. The turn is already JSON.
        self._moved = (moved.revision, moved.model_dump_json()[1:-1])
        self.events.add(Event(moved.revision, self._told_moved(())))
        self.followers.tell_each(self._told_moved)

    def _told_moved(self, seats: Seats) -> Told:
        """Return the message about the last move for clients with these seats."""
        revision, fields = self._moved
        turn = self._turn_text(seats)
        return Told(f'{{"type":"moved",{fields},"turn":{turn}}}', revision=revision)

    def tell_event(self, message: TellOffers | TellChat | TellRematch) -> None:
        """Send an event to all followers, but chat only to the players, and store it."""
        is_for_players = isinstance(message, TellChat)
        told = Told(message.model_dump_json(), revision=message.revision)
        self.events.add(Event(message.revision, told, is_for_players))
        if is_for_players:
            self.followers.tell_players(told)
        else:
            self.followers.tell(told)

    def tell_game(self) -> None:
        """Send the whole game to all followers, and drop the earlier events."""
        self.events.clear(self.stored.revision)
        self.followers.tell_each(self._told_game)

    def _told_game(self, seats: Seats) -> Told:
        """Return the whole game as those with these seats may see it."""
        if self._parts_revision != self.stored.revision:
            self._parts, self._parts_revision = {}, self.stored.revision
        if seats not in self._parts:
            game = Game.model_construct(**self._fields(seats))
            chat = _CHAT.dump_json(self.chat if seats else [])
            self._parts[seats] = (game.model_dump_json(exclude=_CHANGING)[1:-1].encode(), chat)
        fields, chat = self._parts[seats]
        clock = self.clock()
        return Told(
            '{"type":"game","game":{',
            fields,
            f',"turn":{self._turn_text(seats)},'
            f'"clock":{"null" if clock is None else clock.model_dump_json()}}},'
            f'"presence":{self.followers.presence().model_dump_json()},"chat":',
            chat,
            "}",
            revision=self.stored.revision,
        )

    def welcome(self, follower: Follower, since: int | None) -> None:
        """Add a follower, and send it the events since a revision, or the whole game."""
        seats = tuple(self.seats_of(follower.hashes))
        self.followers.add(follower, seats)
        for told in self._missed(seats, since):
            follower.tell(told)

    def _missed(self, seats: Seats, since: int | None) -> list[Told]:
        missed = None
        if since is not None:
            missed = self.events.since(since, self.stored.revision, is_player=bool(seats))
        if missed is None:
            return [self._told_game(seats)]
        # The player to move needs the legal moves, which are not in the stored event.
        last = self._told_moved(seats) if self._moved[0] >= 0 else None
        resumed = TellResumed(
            revision=self.stored.revision, clock=self.clock(), presence=self.followers.presence()
        )
        return [
            *(last if last is not None and last.revision == t.revision else t for t in missed),
            Told(resumed.model_dump_json(), revision=self.stored.revision),
        ]


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
        ending=Ending.of(stored.outcome),
        mode="friend" if stored.mode == "friend" else "board",
        yours=list(yours),
        is_waiting=stored.is_waiting,
        time_control=TimeControl.parse(stored.clock).message() if stored.clock else None,
    )


def _edition_id(ruleset: Ruleset) -> EditionId | None:
    edition = edition_of(ruleset)
    return None if edition is None else cast(EditionId, edition.id)


def _player_info(player: StoredPlayer) -> PlayerInfo:
    kind: str = player.kind
    return PlayerInfo(
        kind="engine" if kind == "engine" else "human", name=player.name, level=player.level
    )
