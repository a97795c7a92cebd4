"""Invalid arguments are rejected with a clear message and never reach the core."""

from __future__ import annotations

import pytest

from beespace import Board
from beespace.engine import Limit, PlainPlayer
from beespace.engine.native import NativePlayer


@pytest.mark.parametrize("lines", [0, -1, 10**9])
@pytest.mark.parametrize("player_class", [NativePlayer, PlainPlayer])
def test_an_invalid_number_of_lines_is_rejected(
    player_class: type[NativePlayer | PlainPlayer], lines: int
) -> None:
    with pytest.raises(ValueError, match="lines must be between 1"):
        list(player_class().analyse(Board("Base"), Limit(depth=1), lines=lines))


def test_asking_for_more_lines_than_moves_gives_one_line_per_move() -> None:
    *_, last = NativePlayer(hash_mb=1).analyse(Board("Base"), Limit(depth=2), lines=500)
    assert len(last.lines) == 4


@pytest.mark.parametrize(("name", "value"), [("threads", 0), ("threads", 65), ("hash_mb", -5)])
def test_an_invalid_size_is_rejected(name: str, value: int) -> None:
    with pytest.raises(ValueError, match=name):
        NativePlayer(**{name: value})  # type: ignore[arg-type]


def test_a_level_must_be_a_level_object() -> None:
    with pytest.raises(TypeError, match="level"):
        NativePlayer(level=9)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [2.5, True, "3"])
@pytest.mark.parametrize("name", ["depth", "nodes"])
def test_depth_and_nodes_must_be_integers(name: str, value: object) -> None:
    with pytest.raises(TypeError, match=f"{name} must be an integer"):
        Limit(**{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [True, "1"])
def test_a_time_must_be_a_number(value: object) -> None:
    with pytest.raises(TypeError, match="time_s must be a number"):
        Limit(time_s=value)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [0, -1, float("inf"), float("nan")])
def test_a_time_must_be_positive_and_finite(value: float) -> None:
    with pytest.raises(ValueError, match="time_s must be positive and finite"):
        Limit(time_s=value)
    assert Limit(time_s=1).time_s == 1


def test_an_invalid_seed_is_rejected() -> None:
    with pytest.raises(ValueError, match="seed"):
        NativePlayer(seed=-1)
    with pytest.raises(TypeError, match="seed"):
        NativePlayer(seed=0.5)  # type: ignore[arg-type]
