"""The C++ board compared with the reference, ply by ply, under every ruleset and option."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from beespace import fast, rules
from beespace.rules import BaseBoard, Move, Pass, Relocate
from support.random_play.moves import PLIES, RULESETS, STYLES, choose


def check(boards: list[BaseBoard]) -> list[Move]:
    """Assert that all boards give the same results, and return the legal moves."""
    reference = boards[0]
    legal = list(reference.legal_moves)
    for board in boards[1:]:
        assert list(board.legal_moves) == legal, reference.position()
        assert board.search_key() == reference.search_key(), reference.position()
        assert board.repetition_key() == reference.repetition_key(), reference.position()
        assert board.repetition_count() == reference.repetition_count(), reference.position()
        if reference.ply % 6 == 0:  # slow on the reference board
            assert board.symmetry_key() == reference.symmetry_key(), reference.position()
        assert board.outcome() == reference.outcome(), reference.position()
        assert board.stunned is reference.stunned, reference.position()
    return legal


def span(board: BaseBoard) -> int:
    hexes = board.hexes()
    if not hexes:
        return 0
    qs, rs = [hex.q for hex in hexes], [hex.r for hex in hexes]
    return max(max(qs) - min(qs), max(rs) - min(rs)) + 1


def play_games(positions: int, seed: int, tally: Counter[str]) -> None:
    """Play random games under random rulesets until that many positions have been compared."""
    rng = random.Random(seed)
    compared = 0
    while compared < positions:
        ruleset = rng.choice(RULESETS)
        boards: list[BaseBoard] = [
            rules.Board(ruleset),
            fast.Board(ruleset),
            fast.PortableBoard(ruleset),
        ]
        style = rng.choice(STYLES)
        for _ in range(PLIES):
            legal = check(boards)
            reference = boards[0]
            compared += 1
            tally["positions"] += 1
            tally["stacks"] += any(len(reference.stack(hex)) > 1 for hex in reference.hexes())
            tally["wide (over 14)"] += span(reference) > 14
            tally["passes"] += legal == [Pass()]
            stunned = reference.stunned
            tally["stuns"] += stunned is not None and stunned.color is reference.turn
            tally["finished"] += not legal
            if not legal:
                break
            move = choose(rng, reference, legal, style)
            tally["throws"] += isinstance(move, Relocate) and move.piece.color is not reference.turn
            for board in boards:
                board.push(move)
        for _ in range(rng.randrange(8)):
            if boards[0].moves:
                assert len({board.pop() for board in boards}) == 1
                check(boards)
        assert len({board.position() for board in boards}) == 1
    assert all(tally[met] for met in ("stacks", "wide (over 14)", "passes", "stuns", "throws"))


@pytest.mark.parametrize("seed", range(4))
def test_boards_agree_in_twenty_thousand_positions(seed: int, tally: Counter[str]) -> None:
    play_games(5_000, seed, tally)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_boards_agree_in_a_million_positions(seed: int, tally: Counter[str]) -> None:
    play_games(50_000, seed, tally)
