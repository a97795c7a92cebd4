"""Positions to explain: random games under every ruleset, and a drawn position for every reason."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import get_args

from beespace.rules import GAME_TYPES, BaseBoard, Bug, Move, Pass, Piece, Relocate, Ruleset
from beespace.rules.box.ruleset import Repetition
from support import drawn_board
from support.reason_cases import TOLD

RULESETS = [
    Ruleset(game_type[5:], *options)
    for game_type in GAME_TYPES
    for options in product((False, True), (False, True), get_args(Repetition))
]
PLIES = 90
_STYLES = ("any", "move", "climb", "stretch", "shuffle", "queens", "odd bugs")


def random_positions(
    board_class: type[BaseBoard], rng: random.Random, count: int
) -> Iterator[BaseBoard]:
    """Yield that many positions of random games, the last ones of games that end included.

    It is the same board as long as a game lasts.
    """
    yielded = 0
    while yielded < count:
        board = board_class(rng.choice(RULESETS))
        style = rng.choice(_STYLES)
        for _ in range(PLIES):
            yield board
            yielded += 1
            if not board.legal_moves or yielded == count:
                break
            board.push_unchecked(_choose(rng, board, style))


def _choose(rng: random.Random, board: BaseBoard, style: str) -> Move:
    """Return a random move, chosen so that wide hives, climbs, throws and repetitions occur."""
    legal = list(board.legal_moves)
    moves = [move for move in legal if isinstance(move, Relocate)]
    throws = [move for move in moves if move.piece.color is not board.turn]
    if throws and rng.random() < 0.3:
        return rng.choice(throws)
    if style == "stretch" and rng.random() < 0.9:
        some = rng.sample(legal, min(len(legal), 30))
        return max(some, key=lambda m: 0 if isinstance(m, Pass) else abs(m.to.q) + abs(m.to.r) / 3)
    if style in ("queens", "odd bugs") and rng.random() < 0.7:
        bugs = (Bug.QUEEN,) if style == "queens" else (Bug.MOSQUITO, Bug.PILLBUG, Bug.LADYBUG)
        some = [m for m in legal if not isinstance(m, Pass) and m.piece.bug in bugs]
        return rng.choice(some or legal)
    if style == "climb" and rng.random() < 0.6:
        moves = [move for move in moves if board.stack(move.to)]
    if style != "any" and moves and rng.random() < 0.6:
        return rng.choice(moves)
    return rng.choice(legal)


def drawn_positions(
    board_class: type[BaseBoard],
) -> Iterator[tuple[BaseBoard, str | Move | Piece]]:
    """Yield the positions drawn for every reason, with the move or piece that it is about."""
    for told in TOLD:
        if told.picture:
            board = drawn_board.board_of(
                board_class, told.picture, told.ruleset, told.turn, told.stunned
            )
        else:
            board = board_class(told.ruleset)
        yield board, told.asked
