"""Statements 24 to 28: the pillbug and thrown pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from beespace.rules import (
    Bug,
    Hex,
    Move,
    Pass,
    Piece,
    Relocate,
    movement,
    one_hive,
)
from beespace.rules.board import position
from beespace.rules.board import reference as board
from beespace.rules.board.hive import Hive
from beespace.rules.board.position import Position
from beespace.rules.movement import Paths
from support.mutations.table import (
    Patch,
    Ways,
    breaks,
    replace_creature,
    replace_everywhere,
    replace_ways,
)


def _ways_stunning(patch: Patch, stuns: Callable[[Position, Piece], bool]) -> None:
    """Make a stun keep a piece from moving or being thrown only if `stuns` returns True."""
    original = position.ways

    def ways(at: Position, piece: Piece, pinned: set[Hex], able: list[Piece]) -> Ways:
        if piece is at.stunned and not stuns(at, piece):
            return original(replace(at, stunned=None), piece, pinned, able)
        return original(at, piece, pinned, able)

    replace_ways(patch, ways)


@breaks(24)
def nobody_throws(patch: Patch) -> None:
    replace_everywhere(patch, "throwers", lambda _at: [])


@breaks(24)
def the_pillbug_does_not_move(patch: Patch) -> None:
    replace_creature(patch, Bug.PILLBUG, lambda _hive, _start, _rules: {})


@breaks(24)
def only_own_pieces_are_thrown(patch: Patch) -> None:
    original = position.ways

    def ways(at: Position, piece: Piece, pinned: set[Hex], able: list[Piece]) -> Ways:
        return original(at, piece, pinned, able) if piece.color is at.turn else []

    replace_ways(patch, ways)


@breaks(24)
def a_piece_on_a_stack_may_be_thrown(patch: Patch) -> None:
    original = position.ways

    def ways(at: Position, piece: Piece, pinned: set[Hex], able: list[Piece]) -> Ways:
        found = original(at, piece, pinned, able)
        hive, start = at.hive, at.hive.locations[piece]
        if piece is at.stunned or hive.is_covered(piece) or hive.height(start) == 1:
            return found
        for thrower in able:
            if hive.locations[thrower] in start.neighbors():
                found.append((thrower, movement.throw(hive, start, hive.locations[thrower])))
        return found

    replace_ways(patch, ways)


@breaks(24)
def a_pinned_piece_may_be_thrown(patch: Patch) -> None:
    original = position.ways

    def ways(at: Position, piece: Piece, pinned: set[Hex], able: list[Piece]) -> Ways:
        if at.hive.locations[piece] in pinned:
            return [way for way in original(at, piece, set(), able) if way[0]]
        return original(at, piece, pinned, able)

    replace_ways(patch, ways)


@breaks(24)
def what_the_opponent_has_just_moved_may_be_thrown(patch: Patch) -> None:
    _ways_stunning(patch, lambda at, piece: piece.color is at.turn)


@breaks(24)
def gates_between_stacks_do_not_block_throws(patch: Patch) -> None:
    def throw(hive: Hive, start: Hex, thrower: Hex) -> Paths:
        empty = [hex for hex in thrower.neighbors() if hex not in hive and hex != start]
        return {to: (start, thrower, to) for to in empty}

    patch.setattr(movement, "throw", throw)


@breaks(24)
def a_throw_lands_one_hex_farther(patch: Patch) -> None:
    def farther(hive: Hive, start: Hex, paths: Paths) -> Paths:
        for to, path in list(paths.items()):
            for far in to.neighbors():
                if far not in hive and far != start and hive.neighbors(far):
                    paths.setdefault(far, (*path, far))
        return paths

    _change_throws(patch, farther)


@breaks(24)
def a_thrown_piece_needs_a_second_neighbour(patch: Patch) -> None:
    def beside_two(hive: Hive, _start: Hex, paths: Paths) -> Paths:
        return {to: path for to, path in paths.items() if len(hive.neighbors(to)) > 1}

    _change_throws(patch, beside_two)


def _change_throws(patch: Patch, change: Callable[[Hive, Hex, Paths], Paths]) -> None:
    """Replace the paths of every throw, given the hive and where the thrown piece starts."""
    original = movement.throw

    def throw(hive: Hive, start: Hex, thrower: Hex) -> Paths:
        return change(hive, start, original(hive, start, thrower))

    patch.setattr(movement, "throw", throw)


def _able(patch: Patch, keeps: Callable[[Position, Piece], bool]) -> None:
    """Let a piece throw only if `keeps` returns True."""
    original = position.throwers
    replace_everywhere(
        patch, "throwers", lambda at: [piece for piece in original(at) if keeps(at, piece)]
    )


def _is_pinned(at: Position, piece: Piece) -> bool:
    return at.hive.locations[piece] in one_hive.pinned_hexes(at.hive)


@breaks(24)
def a_pinned_pillbug_cannot_throw(patch: Patch) -> None:
    _able(patch, lambda at, piece: piece.bug is not Bug.PILLBUG or not _is_pinned(at, piece))


@breaks(25)
def a_thrown_piece_may_move_at_once(patch: Patch) -> None:
    original = position.ways

    def ways(at: Position, piece: Piece, pinned: set[Hex], able: list[Piece]) -> Ways:
        if piece is at.stunned and piece.color is at.turn:
            found = original(replace(at, stunned=None), piece, pinned, able)
            return [way for way in found if way[0] is None]
        return original(at, piece, pinned, able)

    replace_ways(patch, ways)


@breaks(25)
def a_thrown_piece_may_be_thrown_again_at_once(patch: Patch) -> None:
    original = position.ways

    def ways(at: Position, piece: Piece, pinned: set[Hex], able: list[Piece]) -> Ways:
        if piece is at.stunned and piece.color is at.turn:
            found = original(replace(at, stunned=None), piece, pinned, able)
            return [way for way in found if way[0] is not None]
        return original(at, piece, pinned, able)

    replace_ways(patch, ways)


@breaks(26)
def a_stunned_piece_may_throw(patch: Patch) -> None:
    original = position.throwers
    replace_everywhere(patch, "throwers", lambda at: original(replace(at, stunned=None)))


@breaks(27)
def the_mosquito_does_not_throw(patch: Patch) -> None:
    _able(patch, lambda _at, piece: piece.bug is not Bug.MOSQUITO)


@breaks(27)
def the_mosquito_does_not_throw_beside_a_stunned_pillbug(patch: Patch) -> None:
    def keeps(at: Position, piece: Piece) -> bool:
        if piece.bug is not Bug.MOSQUITO:
            return True
        around = [at.hive.top(hex) for hex in at.hive.neighbors(at.hive.locations[piece])]
        return any(top.bug is Bug.PILLBUG and top is not at.stunned for top in around)

    _able(patch, keeps)


@breaks(27)
def the_mosquito_throws_beside_a_covered_pillbug(patch: Patch) -> None:
    def throws(at: Position, mosquito: Piece, hex: Hex) -> bool:
        below = [piece.bug for near in at.hive.neighbors(hex) for piece in at.hive.stacks[near]]
        return at.hive.stands_alone(mosquito) and Bug.PILLBUG in below

    _mosquito_throws_too(patch, throws)


@breaks(27)
def the_mosquito_throws_from_the_top(patch: Patch) -> None:
    def throws(at: Position, mosquito: Piece, hex: Hex) -> bool:
        copied = movement.copied_bugs(at.hive, hex)
        return not at.hive.is_covered(mosquito) and Bug.PILLBUG in copied

    _mosquito_throws_too(patch, throws)


def _mosquito_throws_too(patch: Patch, throws: Callable[[Position, Piece, Hex], bool]) -> None:
    """Let the mosquito on a hex throw if `throws` returns True, unless it is stunned."""
    original = position.throwers

    def throwers(at: Position) -> list[Piece]:
        able, mosquito = original(at), Piece(at.turn, Bug.MOSQUITO)
        hex = at.hive.locations.get(mosquito)
        if hex is None or mosquito in able or mosquito is at.stunned:
            return able
        can_throw = at.is_queen_placed(at.turn) and throws(at, mosquito, hex)
        return [*able, mosquito] if can_throw else able

    replace_everywhere(patch, "throwers", throwers)


@breaks(27)
def a_pinned_mosquito_cannot_throw(patch: Patch) -> None:
    _able(patch, lambda at, piece: piece.bug is not Bug.MOSQUITO or not _is_pinned(at, piece))


def _remembering(patch: Patch, forgets: Callable[[Move], bool]) -> None:
    """Make a move end the stun of the previously moved piece only if `forgets` returns True."""
    original = board.Board.push_unchecked

    def push_unchecked(self: board.Board, move: Move) -> None:
        before = self._position.stunned
        original(self, move)
        if not forgets(move):
            self._position.stunned = before

    patch.setattr(board.Board, "push_unchecked", push_unchecked)


@breaks(28)
def a_pass_does_not_end_the_stun(patch: Patch) -> None:
    _remembering(patch, lambda move: not isinstance(move, Pass))


@breaks(28)
def a_placement_does_not_end_the_stun(patch: Patch) -> None:
    _remembering(patch, lambda move: isinstance(move, (Relocate, Pass)))
