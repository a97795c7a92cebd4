"""A game that somebody looks at: its board in memory, and who is to be told what happens.

Everything here can be made again from the database; it is only a cache of it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Protocol, cast

from beespace.backend import Board
from beespace.formats.replay import Replay
from beespace.rules import BaseBoard, Color, Ruleset, differences, edition_of
from beespace.server.games.clocks import LagBudget, TimeControl
from beespace.server.games.events import Event, Events
from beespace.server.games.keys import colors_of
from beespace.server.games.offers import Offers
from beespace.server.games.turns import letter, played_move, turn_text
from beespace.server.messages.board import ColorLetter, PlayedMove, Turn
from beespace.server.messages.games import (
    ChatLine,
    ClockState,
    EditionId,
    Ending,
    Game,
    GameSummary,
    PlayerInfo,
    Presence,
)
from beespace.server.messages.socket import (
    Moved,
    ServerMessage,
    TellChat,
    TellGame,
    TellOffers,
    TellPresence,
    TellRematch,
    TellResumed,
)
from beespace.server.storage import StoredGame, StoredPlayer, WholeGame

_WINNERS: dict[str, ColorLetter | None] = {"w": "w", "b": "b", "draw": None, "none": None}
# The ends of a game that no move brought about, so that undo only reopens it.
ENDED_BY_PLAYERS = ("resign", "agreement")
# Before the second move a game can be called off.
_PLIES_TO_ABORT = 2


class Asker(Protocol):
    """Whoever asks for something: the hashes of the secrets they know, and how far away they are.

    `lag_ms` is the time that a message to them and back takes.
    """

    @property
    def hashes(self) -> tuple[str, ...]:
        """What seats may know them by."""

    @property
    def lag_ms(self) -> int:
        """How long messages take."""


class Listener(Asker, Protocol):
    """Whoever is told what happens in a game."""

    def tell(self, text: str) -> None:
        """Send a message, already written as JSON, without waiting."""

    def close(self) -> None:
        """The game is gone: nothing more will be told."""

    def lose_seat(self) -> None:
        """What the seat was held by does not open it any more."""


class LiveGame:
    """A game with its board. Whoever changes it, or reads more than one thing, holds `lock`."""

    def __init__(self, whole: WholeGame, now_ms: Callable[[], int], is_private: bool) -> None:
        """Replay a stored game, which takes some milliseconds.

        A private server is for the people at one machine: what belongs to nobody is theirs.
        """
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.thinking: asyncio.Task[None] | None = None
        # How many requests are using this object: as long as there are any, it must stay the one.
        self.users = 0
        # Whether a change failed in a way that leaves open if the database has made it.
        self.is_doubtful = False
        self.lag_budgets: dict[ColorLetter, LagBudget] = {"w": LagBudget(), "b": LagBudget()}
        self._now_ms = now_ms
        self._is_private = is_private
        self.events = Events(whole.game.revision)
        self.set_to(whole)

    def set_to(self, whole: WholeGame) -> None:
        """Become what the database says."""
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
        # When the present turn began, if that was seen.
        self.turn_began_s: float | None = None
        self._turn: str | None = None
        self.events.clear(whole.game.revision)

    # What it is

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.moves)

    @property
    def is_with_friend(self) -> bool:
        """Whether two people play it who have a seat each."""
        return self.stored.mode == "friend"

    @property
    def has_engine(self) -> bool:
        """Whether the engine plays a colour."""
        return "engine" in (self.stored.white.kind, self.stored.black.kind)

    @property
    def ending(self) -> Ending | None:
        """How the game ended, if it did."""
        return ending_of(self.stored)

    def player(self, color: Color) -> StoredPlayer:
        """Who plays a colour."""
        return self.stored.white if color is Color.WHITE else self.stored.black

    @property
    def is_engines_turn(self) -> bool:
        """Whether the game waits for the engine."""
        return self.ending is None and self.player(self.board.turn).kind == "engine"

    @property
    def ply_before_last_own_move(self) -> int | None:
        """Where undo leads: before the last move that a person chose, which a pass is not."""
        for ply in range(self.ply - 1, -1, -1):
            mover = Color.BLACK if ply % 2 else Color.WHITE
            if self.player(mover).kind == "human" and self.moves[ply].piece is not None:
                return ply
        return None

    def ply_before_last_move_of(self, color: ColorLetter) -> int | None:
        """Where a takeback leads: before the last move that a player chose."""
        for ply in range(self.ply - 1, -1, -1):
            if ("b" if ply % 2 else "w") == color and self.moves[ply].piece is not None:
                return ply
        return None

    @property
    def can_undo(self) -> bool:
        """Whether a move, a resignation or an agreed draw can be undone; never in an import."""
        if self.is_with_friend:
            return False
        if self.stored.is_imported and self.stored.result is not None:
            return False
        return (
            self.stored.end_reason in ENDED_BY_PLAYERS or self.ply_before_last_own_move is not None
        )

    @property
    def can_abort(self) -> bool:
        """Whether a game with a friend can still be called off."""
        return self.is_with_friend and self.ending is None and self.ply < _PLIES_TO_ABORT

    @property
    def offers(self) -> Offers:
        """What the players have offered each other."""
        return Offers.parse(self.stored.offers)

    def seats_of(self, hashes: Sequence[str]) -> list[ColorLetter]:
        """The colours that somebody plays here."""
        if not self.keys and not self.is_with_friend and self._is_private:
            return [letter(color) for color in Color if self.player(color).kind == "human"]
        return colors_of(self.keys, hashes)

    # Time

    @property
    def time_control(self) -> TimeControl | None:
        """What kind of clock there is, if any."""
        return TimeControl.parse(self.stored.clock) if self.stored.clock else None

    def clock(self) -> ClockState | None:
        """What the clocks show now."""
        control = self.time_control
        if control is None:
            return None
        state = control.state(self.moves, self.stored.deadline, self._now_ms())
        if self.stored.stopped_ms is not None:
            state.ms[letter(self.board.turn)] = self.stored.stopped_ms
        elif self.stored.end_reason == "time":  # games from before that was kept
            state.ms[letter(self.board.turn)] = 0
        return state

    def spent_ms(self) -> int | None:
        """How long the present turn has taken so far."""
        if self.is_with_friend:
            began = self.stored.turn_began
            return None if began is None else max(self._now_ms() - began, 0)
        if self.turn_began_s is None:
            return None
        return round((time.monotonic() - self.turn_began_s) * 1000)

    def lag_of(self, color: ColorLetter) -> int:
        """What a player is given back for being far away, who may have several pages open."""
        lag_ms = min((one.lag_ms for one in self.listeners_at(color)), default=0)
        return self.lag_budgets[color].granted(lag_ms)

    # As messages

    def turn(self) -> Turn:
        """The position and what can be done in it."""
        return Turn.model_validate_json(self._turn_text())

    def _turn_text(self) -> str:
        # Kept as it is sent: one text a game instead of some hundred objects.
        if self._turn is None:
            self._turn = turn_text(self.board, is_over=self.ending is not None)
        return self._turn

    def changed(self) -> None:
        """Forget what was known of the position; a new turn begins."""
        self._turn = None
        self.turn_began_s = time.monotonic()

    def message(self, hashes: Sequence[str]) -> Game:
        """The whole game, as somebody sees it."""
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

    def listeners_at(self, color: ColorLetter) -> list[Listener]:
        """The pages of a player."""
        return [one for one in self.listeners if color in self.seats_of(one.hashes)]

    def presence(self) -> Presence:
        """Who is there."""
        seats = [self.seats_of(one.hashes) for one in self.listeners]
        return Presence(
            w=any("w" in held for held in seats),
            b=any("b" in held for held in seats),
            watchers=sum(not held for held in seats),
        )

    # Telling

    def tell(self, message: ServerMessage) -> None:
        """Tell all who listen, and nobody else later."""
        self._send(message.model_dump_json(), is_for_players=False)

    def tell_moved(self, moved: Moved) -> None:
        """Tell all who listen, and those who come back soon, of a move and the turn after it."""
        # A TellMoved, written once for all; the turn is JSON already.
        fields = moved.model_dump_json()[1:-1]
        text = f'{{"type":"moved",{fields},"turn":{self._turn_text()}}}'
        self.events.add(Event(moved.revision, text))
        self._send(text, is_for_players=False)

    def tell_event(self, message: TellOffers | TellChat | TellRematch) -> None:
        """Tell all who listen, and those who come back soon; the chat is for the players only."""
        is_for_players = isinstance(message, TellChat)
        text = message.model_dump_json()
        self.events.add(Event(message.revision, text, is_for_players))
        self._send(text, is_for_players=is_for_players)

    def tell_game(self) -> None:
        """Tell all who listen the whole game; nothing before it matters any more."""
        self.events.clear(self.stored.revision)
        for listener in list(self.listeners):
            listener.tell(self.as_told_to(listener))

    def tell_presence(self, but: Listener | None = None) -> None:
        """Tell the others who listen to a game with a friend who is there."""
        if self.is_with_friend and len(self.listeners) > (but is not None):
            text = TellPresence(presence=self.presence()).model_dump_json()
            for listener in self.listeners - {but}:
                listener.tell(text)

    def as_told_to(self, listener: Listener) -> str:
        """The whole game as one of those who listen hears it."""
        game = self.message(listener.hashes)
        chat = self.chat if game.yours else []
        return TellGame(game=game, presence=self.presence(), chat=chat).model_dump_json()

    def missed_by(self, listener: Listener, since: int | None) -> list[str]:
        """What somebody has to be told who comes, and knows all up to a revision if any."""
        is_player = bool(self.seats_of(listener.hashes))
        missed = None
        if since is not None:
            missed = self.events.since(since, self.stored.revision, is_player=is_player)
        if missed is None:
            return [self.as_told_to(listener)]
        resumed = TellResumed(
            revision=self.stored.revision, clock=self.clock(), presence=self.presence()
        )
        return [*missed, resumed.model_dump_json()]

    def _send(self, text: str, *, is_for_players: bool) -> None:
        for listener in list(self.listeners):
            if not is_for_players or self.seats_of(listener.hashes):
                listener.tell(text)


def summary_of(stored: StoredGame, yours: Sequence[ColorLetter]) -> GameSummary:
    """A stored game as it stands in a list."""
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
    """How a stored game ended, if it did."""
    if stored.result is None:
        return None
    return Ending(winner=_WINNERS[stored.result], reason=stored.end_reason or "unknown")


def _player_info(player: StoredPlayer) -> PlayerInfo:
    kind: str = player.kind
    return PlayerInfo(
        kind="engine" if kind == "engine" else "human", name=player.name, level=player.level
    )
