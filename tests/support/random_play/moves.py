"""Random moves in several styles, for games under every ruleset."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import get_args

from beespace.rules import GAME_TYPES, BaseBoard, Bug, Move, Pass, Relocate, Ruleset
from beespace.rules.box.ruleset import Repetition

RULESETS = [
    Ruleset(game_type[5:], *options)
    for game_type in GAME_TYPES
    for options in product((False, True), (False, True), get_args(Repetition))
]
PLIES = 90
STYLES = ("any", "move", "climb", "stretch", "shuffle")
# They favour bugs of which few are in the box.
STYLES_BY_BUG = ("queens", "odd bugs")


def choose(rng: random.Random, board: BaseBoard, legal: Sequence[Move], style: str) -> Move:
    """Return a random move, chosen so that wide hives, climbs, throws and repetitions occur."""
    moves = [move for move in legal if isinstance(move, Relocate)]
    throws = [move for move in moves if move.piece.color is not board.turn]
    if throws and rng.random() < 0.3:
        return rng.choice(throws)
    if style == "stretch" and rng.random() < 0.9:
        some = rng.sample(legal, min(len(legal), 30))
        return max(some, key=lambda m: 0 if isinstance(m, Pass) else abs(m.to.q) + abs(m.to.r) / 3)
    if style in STYLES_BY_BUG and rng.random() < 0.7:
        bugs = (Bug.QUEEN,) if style == "queens" else (Bug.MOSQUITO, Bug.PILLBUG, Bug.LADYBUG)
        some = [m for m in legal if not isinstance(m, Pass) and m.piece.bug in bugs]
        return rng.choice(some or legal)
    if style == "climb" and rng.random() < 0.6:
        moves = [move for move in moves if board.stack(move.to)]
    if style != "any" and moves and rng.random() < 0.6:
        return rng.choice(moves)
    return rng.choice(legal)
