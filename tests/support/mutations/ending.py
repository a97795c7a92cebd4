"""Statements 29 to 31: passing and the end of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from beespace.rules import (
    Bug,
    Color,
    EndReason,
    Hex,
    Move,
    Outcome,
    Pass,
    Piece,
    Result,
)
from beespace.rules.board import position
from beespace.rules.board import reference as board
from beespace.rules.board.hive import Hive
from beespace.rules.board.position import Position
from support.mutations.table import Patch, breaks, replace_everywhere


def replace_legal_moves(patch: Patch, change: Callable[[list[Move]], list[Move]]) -> None:
    original = position.legal_moves
    replace_everywhere(patch, "legal_moves", lambda at: change(original(at)))


@breaks(29)
def passing_is_always_allowed(patch: Patch) -> None:
    replace_legal_moves(patch, lambda moves: list(dict.fromkeys([*moves, Pass()])))


@breaks(29)
def nobody_ever_passes(patch: Patch) -> None:
    replace_legal_moves(patch, lambda moves: [move for move in moves if move != Pass()])


def replace_surrounded(patch: Patch, lost: Callable[[Hive, Hex], bool]) -> None:
    def is_surrounded(self: Position, color: Color) -> bool:
        hex = self.hive.locations.get(Piece(color, Bug.QUEEN))
        return hex is not None and lost(self.hive, hex)

    patch.setattr(Position, "is_surrounded", is_surrounded)


@breaks(30)
def the_game_never_ends(patch: Patch) -> None:
    replace_surrounded(patch, lambda _hive, _hex: False)


@breaks(30)
def five_neighbours_are_enough(patch: Patch) -> None:
    replace_surrounded(patch, lambda hive, hex: len(hive.neighbors(hex)) >= 5)


@breaks(30)
def a_covered_queen_is_safe(patch: Patch) -> None:
    replace_surrounded(
        patch, lambda hive, hex: len(hive.neighbors(hex)) == 6 and hive.height(hex) == 1
    )


@breaks(30)
def a_beetle_on_the_queen_counts_as_a_neighbour(patch: Patch) -> None:
    replace_surrounded(
        patch, lambda hive, hex: len(hive.neighbors(hex)) + hive.height(hex) - 1 >= 6
    )


def replace_outcome(patch: Patch, change: Callable[[Any, Outcome | None], Outcome | None]) -> None:
    original = board.Board.outcome
    patch.setattr(board.Board, "outcome", lambda self: change(self, original(self)))


@breaks(30)
def white_wins_when_both_queens_are_surrounded(patch: Patch) -> None:
    def change(_board: board.Board, outcome: Outcome | None) -> Outcome | None:
        if outcome == Outcome(Result.DRAW, EndReason.SURROUND):
            return Outcome(Result.WHITE_WINS, EndReason.SURROUND)
        return outcome

    replace_outcome(patch, change)


@breaks(30)
def surrounding_your_own_queen_wins(patch: Patch) -> None:
    def change(at: board.Board, outcome: Outcome | None) -> Outcome | None:
        if outcome is not None and outcome.winner is not None:
            return Outcome(Result.won_by(at.turn.opponent), outcome.reason)
        return outcome

    replace_outcome(patch, change)


@breaks(31)
def every_third_repetition_is_a_draw(patch: Patch) -> None:
    def change(at: board.Board, outcome: Outcome | None) -> Outcome | None:
        if outcome is None and at.repetition_count() >= 3:
            return Outcome(Result.DRAW, EndReason.REPETITION)
        return outcome

    replace_outcome(patch, change)
