"""The table of bugs, which Python and C++ both have."""

from __future__ import annotations

import pytest

from beespace.backend import BACKEND
from beespace.rules import EXPANSIONS, PIECES, Bug, Color

if BACKEND != "native":
    pytest.skip("the C++ core is not built", allow_module_level=True)

from beespace.fast import _native


def test_both_tables_have_the_same_bugs() -> None:
    assert [*_native.BUGS] == [(bug.value, bug.count, bug.can_climb, bug.goes_over) for bug in Bug]


def test_expansions_have_the_same_bits() -> None:
    assert "".join(_native.EXPANSIONS) == EXPANSIONS


def test_every_piece_has_a_number() -> None:
    assert len([piece for piece in PIECES if piece.color is Color.WHITE]) < _native.SIDE_SLOTS
    assert _native.NO_PIECE == 2 * _native.SIDE_SLOTS - 1
