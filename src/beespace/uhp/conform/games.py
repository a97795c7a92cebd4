"""Test games for engines: composed positions, and random games with varied moves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from beespace.backend import Board
from beespace.rules import BaseBoard, Move, Place, Relocate, Ruleset

_MOVES_RATHER_THAN_PLACES = 0.6
# Black's only uncovered piece is pinned, and every hex next to it touches White.
FORCED_PASS = (
    "Base;InProgress;Black[7];wB1;bB1 -wB1;wB2 wB1/;bQ /bB1;wQ \\wB2;bQ -bB1;wQ -wB2;bQ /bB1;"
    "wB2 wQ;bQ -bB1;wB1 bB1;bQ /wB1;wB1 bQ"
)


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the suite: its name, the game that leads to it, and some illegal moves."""

    name: str
    game: str
    illegal: tuple[str, ...]

    @property
    def game_type(self) -> str:
        """The game type of the position."""
        return self.game.partition(";")[0]


def positions() -> list[Position]:
    """Return the composed positions, in file order."""
    text = files("beespace.uhp.conform").joinpath("positions.txt").read_text(encoding="ascii")
    found = []
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        fields = dict(line.split(" ", 1) for line in lines)
        if fields:
            illegal = tuple(filter(None, fields.get("illegal", "").split(";")))
            found.append(Position(fields["case"], fields["game"], illegal))
    return found


def random_moves(board: BaseBoard, rng: random.Random, plies: int) -> Iterator[Move]:
    """Yield random but varied moves; the caller must play each one before taking the next.

    Movements are preferred to placements, and climbs and throws to other movements, since plain
    random play would mostly place pieces and then move ants.
    """
    for _ in range(plies):
        # A third occurrence is a draw for some engines but not for others.
        if board.outcome() is not None or board.repetition_count() >= 2:
            return
        moves = list(board.legal_moves)
        relocations = [move for move in moves if isinstance(move, Relocate)]
        if relocations and rng.random() < _MOVES_RATHER_THAN_PLACES:
            rare = [
                move
                for move in relocations
                if move.piece.color is not board.turn or board.stack(move.to)
            ]
            yield rng.choice(rare if rare and rng.random() < 0.5 else relocations)
        else:
            yield rng.choice([move for move in moves if isinstance(move, Place)] or moves)


def random_game(game_type: str, rng: random.Random, plies: int) -> BaseBoard:
    """Return the board after exactly `plies` random moves, with the game still running."""
    while True:
        board = Board(Ruleset(game_type[5:]))
        for move in random_moves(board, rng, plies):
            board.push_unchecked(move)
        if board.outcome() is None and board.ply == plies:
            return board
