"""Statements 11 to 16: restrictions on every move."""

from __future__ import annotations

from dataclasses import replace

from beespace.rules import Bug, Hex, Piece, movement, one_hive
from beespace.rules.board import position
from beespace.rules.board.hive import Hive
from beespace.rules.board.position import Position
from beespace.rules.hexgrid import flanks
from beespace.rules.movement import StepRules
from support.mutations.table import Patch, Ways, breaks, replace_everywhere, replace_ways


@breaks(11)
def the_hive_may_fall_apart(patch: Patch) -> None:
    replace_everywhere(patch, "pinned_hexes", lambda _hive: set())


@breaks(11)
def the_hive_may_be_split_during_a_move(patch: Patch) -> None:
    original = position.ways

    def ways(at: Position, piece: Piece, _pinned: set[Hex], able: list[Piece]) -> Ways:
        def is_one(to: Hex) -> bool:
            after = at.hive.copy()
            after.lift(piece)
            after.put(piece, to)
            return len(one_hive.parts(after)) == 1

        return [
            (by, {to: path for to, path in paths.items() if is_one(to)})
            for by, paths in original(at, piece, set(), able)
        ]

    replace_ways(patch, ways)


@breaks(11)
def a_piece_on_top_can_be_pinned(patch: Patch) -> None:
    original = position.ways

    def ways(at: Position, piece: Piece, pinned: set[Hex], able: list[Piece]) -> Ways:
        if at.hive.locations[piece] in pinned:
            return []
        return original(at, piece, pinned, able)

    replace_ways(patch, ways)


@breaks(12)
def contact_may_be_lost_on_the_way(patch: Patch) -> None:
    original = movement.can_slide

    def can_slide(hive: Hive, a: Hex, b: Hex, rules: StepRules) -> bool:
        # Each stop must touch the hive, or an ant would walk forever.
        return original(hive, a, b, replace(rules, contact=not hive.neighbors(b)))

    patch.setattr(movement, "can_slide", can_slide)


@breaks(13)
def gates_on_the_ground_are_open(patch: Patch) -> None:
    original = movement.can_slide
    patch.setattr(
        movement,
        "can_slide",
        lambda hive, a, b, rules: original(hive, a, b, replace(rules, gates=False)),
    )


@breaks(14)
def gates_between_stacks_are_open(patch: Patch) -> None:
    patch.setattr(movement, "can_climb", lambda _hive, _a, _b, _rules: True)


@breaks(14)
def stacks_of_equal_height_form_a_gate(patch: Patch) -> None:
    def can_climb(hive: Hive, a: Hex, b: Hex, _rules: StepRules) -> bool:
        level = max(hive.height(a), hive.height(b))
        left, right = flanks(a, b)
        return hive.height(left) < level or hive.height(right) < level

    patch.setattr(movement, "can_climb", can_climb)


@breaks(14)
def only_the_destination_counts_for_a_gate(patch: Patch) -> None:
    def can_climb(hive: Hive, a: Hex, b: Hex, _rules: StepRules) -> bool:
        left, right = flanks(a, b)
        return hive.height(left) <= hive.height(b) or hive.height(right) <= hive.height(b)

    patch.setattr(movement, "can_climb", can_climb)


@breaks(14)
def one_high_flank_is_a_gate(patch: Patch) -> None:
    def can_climb(hive: Hive, a: Hex, b: Hex, _rules: StepRules) -> bool:
        level = max(hive.height(a), hive.height(b))
        return all(hive.height(flank) <= level for flank in flanks(a, b))

    patch.setattr(movement, "can_climb", can_climb)


def _with_on_top(at: Position, piece: Piece) -> Position:
    hive = at.hive.copy()
    stack = hive.stacks[hive.locations[piece]]
    stack.remove(piece)
    stack.append(piece)
    return replace(at, hive=hive)


@breaks(15)
def a_covered_piece_may_move(patch: Patch) -> None:
    original = position.ways

    def ways(at: Position, piece: Piece, pinned: set[Hex], able: list[Piece]) -> Ways:
        if at.hive.is_covered(piece):
            return [way for way in original(_with_on_top(at, piece), piece, pinned, []) if way[1]]
        return original(at, piece, pinned, able)

    replace_ways(patch, ways)


@breaks(15)
def a_covered_pillbug_may_throw(patch: Patch) -> None:
    original = position.throwers

    def throwers(at: Position) -> list[Piece]:
        pillbug = Piece(at.turn, Bug.PILLBUG)
        hex = at.hive.locations.get(pillbug)
        covered = hex is not None and at.hive.stacks[hex][0] is pillbug and at.hive.height(hex) > 1
        able = [pillbug] if covered and at.is_queen_placed(at.turn) else []
        return able + original(at)

    replace_everywhere(patch, "throwers", throwers)


@breaks(16)
def a_piece_may_stay_where_it_is(patch: Patch) -> None:
    original = position.ways

    def ways(at: Position, piece: Piece, pinned: set[Hex], able: list[Piece]) -> Ways:
        start = at.hive.locations[piece]
        return [
            (by, paths | {start: (start, start)} if paths else paths)
            for by, paths in original(at, piece, pinned, able)
        ]

    replace_ways(patch, ways)
