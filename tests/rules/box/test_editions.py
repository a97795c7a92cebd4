"""The boxes, and how a ruleset compares with them."""

from __future__ import annotations

from itertools import product

import pytest

from beespace import EDITIONS, RULESETS, Board, Color, Ruleset
from beespace.rules import GAME_TYPES, differences, edition_of


def test_the_boxes_hold_what_their_booklets_say() -> None:
    boxes = {e.id: (e.piece_count, e.ruleset.queen_first) for e in EDITIONS.values()}
    assert boxes == {"base": (11, True), "pocket": (13, True), "ultimate": (14, False)}
    assert {e.ruleset.repetition for e in EDITIONS.values()} == {"none"}
    assert all(e.ruleset.stack_gates for e in EDITIONS.values())
    assert {e.ruleset for e in EDITIONS.values()} <= set(RULESETS.values())


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_box_differs_from_itself_in_nothing(edition: str) -> None:
    ruleset = EDITIONS[edition].ruleset
    assert edition_of(ruleset) is EDITIONS[edition]
    assert differences(ruleset) == []


def test_only_the_box_itself_differs_in_nothing() -> None:
    expansions = [game_type[5:] for game_type in GAME_TYPES]
    for letters, first, gates, repetition in product(
        expansions, (True, False), (True, False), ("none", "threefold")
    ):
        ruleset = Ruleset(letters, first, gates, repetition)  # type: ignore[arg-type]
        edition = edition_of(ruleset)
        if edition is not None:
            assert (differences(ruleset) == []) == (ruleset == edition.ruleset), ruleset


@pytest.mark.parametrize("letters", ["", "P", "ML", "MLP"])
def test_tournament_rules_are_one_difference(letters: str) -> None:
    assert differences(Ruleset(letters, repetition="threefold")) == ["tournament"]


def test_the_library_stays_on_tournament_rules() -> None:
    """A game type alone never lets the queen come first."""
    for game_type in ("Base", "Base+ML", "Base+MLP"):
        board = Board(game_type)
        assert not any(str(move.piece) == "wQ" for move in board.legal_moves)  # type: ignore[union-attr]
        assert len(board.hand(Color.WHITE)) in (11, 13, 14)
