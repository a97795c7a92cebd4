"""The policy knows the moves that the rules allow, and computes what the weights say."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import beespace.engine.policy
from beespace import Board
from beespace.backend import BACKEND
from beespace.engine import human_policy
from beespace.engine.policy import read_weights
from beespace.errors import BeespaceError
from beespace.rules import GAME_TYPES, Move, Pass, Place, Ruleset
from beespace.rules import Board as ReferenceBoard
from beespace.rules.hexgrid import SYMMETRIES
from support import recorded
from support.missing import missing
from support.random_play.games import play

if BACKEND != "native":
    missing("the C++ core is not built")

from beespace import fast
from beespace.fast import _native

APPEAL_ONE = 4096
# The inputs of the short search come last: see native/policy/inputs.h.
SEARCHED = _native.policy_inputs() - 3 * (14 + 12 + 5 * 14)


def positions(plies: int = 40, every: int = 5) -> Iterator[Board]:
    """Yield positions of random games of all types in which there is a move."""
    for seed, game_type in enumerate(GAME_TYPES):
        for number, (board, _) in enumerate(play(fast.Board, game_type, seed, plies)):
            if number % every == 0 and board.legal_moves:
                yield Board.from_game_string(board.game_string())


def native_of(board: Board) -> _native.Board:
    assert isinstance(board, fast.Board)
    return board._native


def weights() -> tuple[Any, Any, Any, Any]:
    """Return the first layer, the direct weights, the bias and the output weights."""
    content = read_weights()
    inputs, units = np.frombuffer(content[:4], "<u2").tolist()
    end = 4 + inputs * units
    rows = np.frombuffer(content[4:end], np.int8).reshape(inputs, units).astype(np.int64)
    words = np.frombuffer(content[end:], "<i2").astype(np.int64)
    direct, bias, out = np.split(words, [inputs, inputs + units])
    return rows, direct, bias, out


def test_every_legal_move_has_a_probability() -> None:
    for board in positions():
        chances = human_policy(board)
        assert list(chances) == list(board.legal_moves)
        assert math.isclose(sum(chances.values()), 1)
        assert min(chances.values()) >= 0


def test_probabilities_are_what_the_weights_say() -> None:
    rows, direct, bias, out = weights()
    policy = _native.Policy(read_weights(), False)
    seen = set()
    for board in positions(every=11):
        found = policy.inputs(native_of(board))
        if len(found) < 2:
            continue
        appeals = []
        for _, content in found:
            inputs = np.frombuffer(content, "<u2")
            seen |= set(inputs.tolist())
            units = np.clip(rows[inputs].sum(0) + bias, 0, 256)
            appeals.append(float(direct[inputs].sum() + units @ out) / APPEAL_ONE)
        powers = np.exp(np.array(appeals) - max(appeals))
        chances = [chance for _, chance in policy.chances(native_of(board))]
        assert chances == pytest.approx(list(powers / powers.sum()), rel=1e-3, abs=1e-9)
    assert len(seen) > 1500
    assert max(seen) < _native.policy_inputs()


def test_moves_to_the_same_position_are_equally_likely() -> None:
    board = Board("Base")
    board.push_uhp("wS1")
    found: dict[str, set[float]] = defaultdict(set)
    for move, chance in human_policy(board).items():
        assert isinstance(move, Place)
        found[str(move.piece)].add(chance)
    assert found.keys() == {"bB1", "bG1", "bS1", "bA1"}
    assert all(len(chances) == 1 for chances in found.values())


def test_inputs_are_the_same_for_rotated_and_mirrored_boards() -> None:
    policy = _native.Policy(read_weights(), False)

    def inputs(board: Board) -> Counter[tuple[int, ...]]:
        return Counter(
            tuple(sorted(one for one in np.frombuffer(content, "<u2").tolist() if one < SEARCHED))
            for _, content in policy.inputs(native_of(board))
        )

    for board in positions(plies=30, every=9):
        expected = inputs(board)
        for symmetry in SYMMETRIES:
            turned = Board(board.ruleset)
            for move in board.moves:
                turned.push(move if isinstance(move, Pass) else replace(move, to=symmetry(move.to)))
            assert inputs(turned) == expected


def test_both_builds_find_the_same() -> None:
    wide, narrow = _native.Policy(read_weights(), False), _native.Policy(read_weights(), True)
    for board in positions(every=7):
        portable = fast.PortableBoard(board.ruleset)
        for move in board.moves:
            portable.push(move)
        assert narrow.chances(portable._native) == wide.chances(native_of(board))


def test_a_win_in_reach_is_likely_and_an_end_is_refused() -> None:
    chances = []
    for record in recorded.games():
        if record["reason"] != "surround":
            continue
        ruleset = Ruleset.parse(record["game_type"])
        board = Board(replace(ruleset, queen_first=record["queen_first"]))
        for text in record["moves"][:-1]:
            board.push_uhp(text)
        wins = []
        for move in board.legal_moves:
            after = board.copy()
            after.push(move)
            outcome = after.outcome()
            if outcome is not None and outcome.winner is board.turn:
                wins.append(move)
        policy = human_policy(board)
        chances.append(sum(policy[move] for move in wins))
        board.push_uhp(record["moves"][-1])
        with pytest.raises(BeespaceError, match="the game is over"):
            human_policy(board)
    assert len(chances) > 30
    # People sometimes overlook a win.
    assert sum(chances) / len(chances) > 0.8


def test_very_wide_hives_are_no_exception() -> None:
    board = Board("Base")

    def outwards(move: Move) -> tuple[bool, bool, int]:
        """Prefer placing a piece at the far end of the player's own line, the queen first."""
        if not isinstance(move, Place):
            return False, False, 0
        return True, "Q" in str(move.piece), move.to.q if board.ply % 2 else -move.to.q

    while board.ply < 20:
        chances = human_policy(board)
        assert math.isclose(sum(chances.values()), 1)
        board.push(max(chances, key=outwards))
    columns = [hex.q for hex in board.hexes()]
    assert max(columns) - min(columns) >= 16


def test_the_reference_board_gets_the_same() -> None:
    board = next(iter(positions(plies=12, every=11)))
    reference = ReferenceBoard(board.ruleset)
    for move in board.moves:
        reference.push(move)
    assert human_policy(reference) == human_policy(board)


def test_weights_of_another_network_are_refused() -> None:
    content = read_weights()
    for wrong in (b"", content[:-1], content + b"\0", b"\1\0" + content[2:], content[:2]):
        with pytest.raises(ValueError, match="weights of this policy"):
            _native.Policy(wrong, False)


def test_without_the_core_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beespace.engine.policy, "BACKEND", "python")
    with pytest.raises(BeespaceError, match="needs the C\\+\\+ core"):
        human_policy(Board())
