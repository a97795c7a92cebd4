"""Statements 1 to 10: the box, the turn, and placing."""

from __future__ import annotations

from dataclasses import replace

from beespace.rules import PIECES, Bug, Color, Hex, Move, Piece, placement
from beespace.rules.board import base as base_board
from beespace.rules.board import position
from beespace.rules.board.hive import Hive
from beespace.rules.board.position import Position
from beespace.rules.box.ruleset import Ruleset
from support.mutations.table import (
    Patch,
    Ways,
    breaks,
    replace_everywhere,
    replace_placement,
    replace_ways,
)


@breaks(1)
def every_box_holds_all_the_expansions(patch: Patch) -> None:
    patch.setattr(Ruleset, "has", lambda _self, _bug: True)
    patch.setattr(
        Ruleset, "pieces", lambda _self, color: tuple(p for p in PIECES if p.color is color)
    )


@breaks(1)
def there_are_only_two_grasshoppers_and_ants(patch: Patch) -> None:
    original = Ruleset.pieces
    patch.setattr(
        Ruleset,
        "pieces",
        lambda self, color: tuple(p for p in original(self, color) if p.number < 3),
    )


@breaks(2)
def black_begins(patch: Patch) -> None:
    for owner in (Position, base_board.BaseBoard):
        patch.setattr(
            owner, "turn", property(lambda self: Color.WHITE if self.ply % 2 else Color.BLACK)
        )


@breaks(3)
def a_turn_is_two_actions(patch: Patch) -> None:
    for owner in (Position, base_board.BaseBoard):
        patch.setattr(
            owner,
            "turn",
            property(lambda self: Color.BLACK if self.ply // 2 % 2 else Color.WHITE),
        )


@breaks(4)
def the_second_piece_need_not_touch_the_first(patch: Patch) -> None:
    original = placement.placement_hexes

    def hexes(hive: Hive, color: Color) -> list[Hex]:
        if len(hive.locations) != 1:
            return original(hive, color)
        (first,) = hive
        return [Hex(first.q + dq, first.r + dr) for dq in range(-3, 4) for dr in range(-3, 4)]

    replace_placement(patch, hexes)


@breaks(4)
def the_second_piece_may_not_touch_the_first(patch: Patch) -> None:
    original = placement.placement_hexes
    replace_placement(
        patch, lambda hive, color: [] if len(hive.locations) == 1 else original(hive, color)
    )


# Placing


def _around(hive: Hive) -> list[Hex]:
    return sorted({near for hex in hive for near in hex.neighbors() if near not in hive})


@breaks(5)
def a_new_piece_may_touch_the_opponent(patch: Patch) -> None:
    # Statement 4 covers the first two placements, so these mutations leave them alone.
    patch.setattr(placement, "touches", lambda _hive, _hex, _color: False)


@breaks(5)
def a_new_piece_need_not_touch_its_own_colour(patch: Patch) -> None:
    original = placement.placement_hexes

    def hexes(hive: Hive, color: Color) -> list[Hex]:
        return _around(hive) if len(hive.locations) > 1 else original(hive, color)

    replace_placement(patch, hexes)


@breaks(5)
def even_a_first_piece_may_not_touch_the_opponent(patch: Patch) -> None:
    original = placement.placement_hexes
    replace_placement(
        patch,
        lambda hive, color: [
            hex for hex in original(hive, color) if not placement.touches(hive, hex, color.opponent)
        ],
    )


@breaks(6)
def a_stack_has_the_colour_of_its_lowest_piece(patch: Patch) -> None:
    original = placement.placement_hexes

    def hexes(hive: Hive, color: Color) -> list[Hex]:
        turned = hive.copy()
        for stack in turned.stacks.values():
            stack.reverse()
        return original(turned, color)

    replace_placement(patch, hexes)


@breaks(6)
def a_stack_has_all_the_colours_in_it(patch: Patch) -> None:
    original = placement.placement_hexes

    def hexes(hive: Hive, color: Color) -> list[Hex]:
        return [
            hex
            for hex in original(hive, color)
            if len(hive.locations) == 1
            or all(p.color is color for near in hive.neighbors(hex) for p in hive.stacks[near])
        ]

    replace_placement(patch, hexes)


@breaks(7)
def a_new_piece_may_go_on_top(patch: Patch) -> None:
    original = placement.placement_hexes
    replace_placement(
        patch,
        lambda hive, color: [
            *original(hive, color),
            *(hex for hex in hive if hive.top(hex).color is color),
        ],
    )


@breaks(7)
def a_covered_piece_returns_to_the_hand(patch: Patch) -> None:
    original = base_board.BaseBoard.hand

    def hand(self: base_board.BaseBoard, color: Color) -> tuple[Piece, ...]:
        hive = self._snapshot().hive
        covered = {p for p in hive.locations if p.color is color and hive.is_covered(p)}
        return tuple(
            p for p in self.ruleset.pieces(color) if p in original(self, color) or p in covered
        )

    patch.setattr(base_board.BaseBoard, "hand", hand)


@breaks(8)
def a_new_piece_must_be_able_to_slide_in(patch: Patch) -> None:
    original = placement.placement_hexes
    replace_placement(
        patch,
        lambda hive, color: [hex for hex in original(hive, color) if len(hive.neighbors(hex)) < 5],
    )


@breaks(9)
def the_queen_may_wait(patch: Patch) -> None:
    patch.setattr(position, "LAST_TURN_FOR_QUEEN", 1000)


@breaks(9)
def the_queen_is_due_on_the_third_turn(patch: Patch) -> None:
    patch.setattr(position, "LAST_TURN_FOR_QUEEN", 3)


@breaks(9)
def the_queen_is_due_on_the_fourth_turn_only(patch: Patch) -> None:
    patch.setattr(
        Position,
        "is_queen_due",
        lambda self: self.turn_number == 4 and not self.is_queen_placed(self.turn),
    )


@breaks(10)
def pieces_move_and_throw_before_the_queen_is_placed(patch: Patch) -> None:
    def is_queen_due(self: Position) -> bool:
        queen = Piece(self.turn, Bug.QUEEN)
        return self.turn_number >= 4 and queen not in self.hive.locations

    patch.setattr(Position, "is_queen_due", is_queen_due)
    patch.setattr(Position, "is_queen_placed", lambda _self, _color: True)


@breaks(10)
def both_queens_must_be_placed_before_a_move(patch: Patch) -> None:
    original = position.ways

    def ways(at: Position, piece: Piece, pinned: set[Hex], able: list[Piece]) -> Ways:
        if not at.is_queen_placed(at.turn.opponent):
            return []
        return original(at, piece, pinned, able)

    replace_ways(patch, ways)


@breaks(10)
def a_pillbug_throws_before_its_queen_is_placed(patch: Patch) -> None:
    original = position.throwers, position.ways, position.legal_moves
    queens = {color: Piece(color, Bug.QUEEN) for color in Color}

    def with_queen(at: Position) -> Position:
        """Return the same position with the queen far away, where it changes nothing else."""
        if at.is_queen_placed(at.turn):
            return at
        hive = at.hive.copy()
        hive.put(queens[at.turn], Hex(1000, 1000))
        return replace(at, hive=hive)

    def throwers(at: Position) -> list[Piece]:
        return original[0](with_queen(at))

    def ways(at: Position, piece: Piece, pinned: set[Hex], able: list[Piece]) -> Ways:
        if at.is_queen_placed(at.turn):
            return original[1](at, piece, pinned, able)
        return [way for way in original[1](with_queen(at), piece, pinned, able) if way[0]]

    def legal_moves(at: Position) -> list[Move]:
        moves = original[2](at)
        if at.is_queen_placed(at.turn):
            return moves
        return moves + [move for p in at.hive.locations for move in position.moves_of(at, p)]

    replace_everywhere(patch, "throwers", throwers)
    replace_ways(patch, ways)
    replace_everywhere(patch, "legal_moves", legal_moves)
