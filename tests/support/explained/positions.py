"""Positions to explain: random games under every ruleset, and a drawn position for every reason."""

from __future__ import annotations

import random
from collections.abc import Iterator

from beespace.rules import BaseBoard, Move, Piece
from support import drawn_board
from support.random_play.moves import PLIES, RULESETS, STYLES, STYLES_BY_BUG, choose
from support.reason_cases import TOLD


def random_positions(
    board_class: type[BaseBoard], rng: random.Random, count: int
) -> Iterator[BaseBoard]:
    """Yield that many positions of random games, the last ones of games that end included.

    It is the same board as long as a game lasts.
    """
    yielded = 0
    while yielded < count:
        board = board_class(rng.choice(RULESETS))
        style = rng.choice(STYLES + STYLES_BY_BUG)
        for _ in range(PLIES):
            yield board
            yielded += 1
            if not board.legal_moves or yielded == count:
                break
            board.push_unchecked(choose(rng, board, list(board.legal_moves), style))


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
