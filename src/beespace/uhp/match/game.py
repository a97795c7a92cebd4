"""One game of a match: two players, and the reference board as referee."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from beespace.backend import Board
from beespace.engine import Limit, Player
from beespace.errors import BeespaceError, EngineStoppedError, IllegalMoveError, ProtocolError
from beespace.rules import Board as ReferenceBoard
from beespace.rules import Color, Move, Ruleset
from beespace.uhp.match.settings import Scheduled

# How a game of a match can end: on the board, at the ply limit, or by a player's failure.
End = Literal["board", "plies", "illegal", "stopped"]


class BoardsDisagreeError(BeespaceError):
    """The fast board and the reference disagree: a bug in Beespace that ends the match."""


@dataclass(slots=True)
class PlayedGame:
    """A finished game. Sides are 0 for A and 1 for B; `winner` is None for a draw."""

    scheduled: Scheduled
    moves: list[Move] = field(default_factory=list)
    # Milliseconds that each move took; None for opening moves.
    spent_ms: list[float | None] = field(default_factory=list)
    winner: int | None = None
    end: End = "board"
    # The error, if a player failed.
    fault: str = ""

    @property
    def a_points(self) -> float:
        """A's points."""
        return 0.5 if self.winner is None else 1.0 - self.winner

    def side_of(self, color: Color) -> int:
        """Return the side that plays this colour."""
        return int((color is Color.WHITE) is not self.scheduled.a_is_white)

    def lose(self, side: int, end: End, fault: str) -> None:
        """End the game as a loss for a side that failed."""
        self.winner, self.end, self.fault = 1 - side, end, fault


def ruleset_of(game_type: str) -> Ruleset:
    """Return the rules for matches: tournament rules with a draw by threefold repetition."""
    return Ruleset(game_type[5:], repetition="threefold")


def play_game(
    scheduled: Scheduled,
    players: tuple[Player, Player],
    limits: tuple[Limit, Limit],
    max_plies: int,
    on_turn: Callable[[int], None] = lambda _: None,
) -> PlayedGame:
    """Play a complete game; `players` and `limits` are A's and B's.

    `on_turn` is called with the side to move before that player starts to think.
    """
    ruleset = ruleset_of(scheduled.game_type)
    referee, board = ReferenceBoard(ruleset), Board(ruleset)
    game = PlayedGame(scheduled)
    for text in scheduled.opening:
        move = referee.push_uhp(text)
        board.push(move)
        game.moves.append(move)
        game.spent_ms.append(None)
    for player in players:
        player.new_game()
    while referee.outcome() is None:
        if len(game.moves) >= max_plies:
            game.end = "plies"
            return game
        side = game.side_of(referee.turn)
        on_turn(side)
        try:
            _ = players[side].name  # starts the program if necessary, off the clock
            begun = time.perf_counter()
            move = players[side].choose(board, limits[side])
        except ProtocolError as error:
            game.lose(side, "illegal", str(error))
            return game
        except EngineStoppedError as error:
            game.lose(side, "stopped", str(error))
            return game
        spent_ms = 1000 * (time.perf_counter() - begun)
        try:
            referee.push(move)
        except IllegalMoveError as error:
            game.lose(side, "illegal", str(error))
            return game
        board.push(move)
        game.moves.append(move)
        game.spent_ms.append(spent_ms)
        if board.outcome() != referee.outcome():
            raise BoardsDisagreeError(f"the boards disagree about {referee.game_string()}")
    outcome = referee.outcome()
    assert outcome is not None
    game.winner = None if outcome.winner is None else game.side_of(outcome.winner)
    return game
