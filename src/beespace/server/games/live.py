"""A game that somebody looks at: its board in memory, and who is to be told what happens.

Everything here can be made again from the database; it is only a cache of it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Protocol

from beespace.backend import Board
from beespace.formats.replay import Replay
from beespace.rules import BaseBoard, Color, Ruleset
from beespace.server.games.turns import letter, played_move, turn_of
from beespace.server.messages import (
    ColorLetter,
    Ending,
    Game,
    GameSummary,
    PlayedMove,
    PlayerInfo,
    ServerMessage,
    TellGame,
    Turn,
)
from beespace.server.storage import StoredGame, StoredMove, StoredPlayer

_WINNERS: dict[str, ColorLetter | None] = {"w": "w", "b": "b", "draw": None}


class Listener(Protocol):
    """Whoever is told what happens in a game."""

    def tell(self, text: str) -> None:
        """Send a message, already written as JSON, without waiting."""

    def close(self) -> None:
        """The game is gone: nothing more will be told."""


class LiveGame:
    """A game with its board. Whoever changes it, or reads more than one thing, holds `lock`."""

    def __init__(self, stored: StoredGame, moves: Sequence[StoredMove]) -> None:
        """Replay a stored game, which takes some milliseconds."""
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.thinking: asyncio.Task[None] | None = None
        # How many requests are using this object: as long as there are any, it must stay the one.
        self.users = 0
        self.set_to(stored, moves)

    def set_to(self, stored: StoredGame, moves: Sequence[StoredMove]) -> None:
        """Become what the database says."""
        self.stored = stored
        self.board: BaseBoard = Board(Ruleset.parse(stored.ruleset))
        self.moves: list[PlayedMove] = []
        replay = Replay(self.board.ruleset, infer_queen_first=False)
        for stored_move in moves:
            move = replay.read(stored_move.text)
            self.moves.append(played_move(self.board, move, stored_move.spent_ms))
            self.board.push_unchecked(move)
        # When the present turn began, if that was seen.
        self.turn_began_s: float | None = None
        self._turn: Turn | None = None

    # What it is

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.moves)

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

    @property
    def can_undo(self) -> bool:
        """Whether a move or a resignation can be taken back; an imported game's end stands."""
        if self.stored.is_imported and self.stored.result is not None:
            return False
        return self.stored.end_reason == "resign" or self.ply_before_last_own_move is not None

    def spent_ms(self) -> int | None:
        """How long the present turn has taken so far."""
        if self.turn_began_s is None:
            return None
        return round((time.monotonic() - self.turn_began_s) * 1000)

    # As messages

    def turn(self) -> Turn:
        """The position and what can be done in it."""
        if self._turn is None:
            self._turn = turn_of(self.board, is_over=self.ending is not None)
        return self._turn

    def changed(self) -> None:
        """Forget what was known of the position; a new turn begins."""
        self._turn = None
        self.turn_began_s = time.monotonic()

    def message(self) -> Game:
        """The whole game."""
        return Game(
            **dict(summary_of(self.stored)),
            expansions=self.board.ruleset.expansions,
            moves=self.moves,
            turn=self.turn(),
            can_undo=self.can_undo,
        )

    # Telling

    def tell(self, message: ServerMessage) -> None:
        """Tell all who listen."""
        if self.listeners:
            text = message.model_dump_json()
            for listener in list(self.listeners):
                listener.tell(text)

    def tell_game(self) -> None:
        """Tell all who listen the whole game."""
        if self.listeners:
            self.tell(TellGame(game=self.message()))


def summary_of(stored: StoredGame) -> GameSummary:
    """A stored game as it stands in a list."""
    players = {Color.WHITE: stored.white, Color.BLACK: stored.black}
    return GameSummary(
        id=stored.id,
        created=stored.created,
        updated=stored.updated,
        ruleset=stored.ruleset,
        players={letter(color): _player_info(player) for color, player in players.items()},
        plies=stored.plies,
        ending=ending_of(stored),
    )


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
