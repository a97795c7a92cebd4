"""The mutation table, and helpers that replace parts of the reference board."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from beespace.rules import (
    Bug,
    Color,
    Hex,
    Piece,
    movement,
    one_hive,
    placement,
)
from beespace.rules.board import base as base_board
from beespace.rules.board import keys, position
from beespace.rules.board import reference as board
from beespace.rules.board import ways as board_ways
from beespace.rules.board.hive import Hive
from beespace.rules.board.position import Position
from beespace.rules.movement import Paths, StepRules

Patch = pytest.MonkeyPatch
Ways = list[tuple[Piece | None, Paths]]


class Mutation(NamedTuple):
    """A statement of the rules and a function that breaks it."""

    statement: int
    name: str
    apply: Callable[[Patch], None]


MUTATIONS: list[Mutation] = []


def breaks(statement: int) -> Callable[[Callable[[Patch], None]], Callable[[Patch], None]]:
    """Add a function to the table; its name describes the broken rule."""

    def enter(apply: Callable[[Patch], None]) -> Callable[[Patch], None]:
        MUTATIONS.append(Mutation(statement, apply.__name__, apply))
        return apply

    return enter


# Several modules may import the same function, so it is replaced in each of them.


def replace_everywhere(patch: Patch, name: str, value: object) -> None:
    for module in (base_board, board, board_ways, keys, one_hive, placement, position):
        if hasattr(module, name):
            patch.setattr(module, name, value)


def replace_placement(patch: Patch, hexes: Callable[[Hive, Color], list[Hex]]) -> None:
    replace_everywhere(patch, "placement_hexes", hexes)


def replace_ways(
    patch: Patch, ways: Callable[[Position, Piece, set[Hex], list[Piece]], Ways]
) -> None:
    replace_everywhere(patch, "ways", ways)


def replace_creature(
    patch: Patch, bug: Bug, creature: Callable[[Hive, Hex, StepRules], Paths]
) -> None:
    patch.setitem(movement.CREATURES, bug, creature)
