"""Our engine against itself: it plays without faults, and known differences in strength show."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from beespace.rules import Board, Ruleset
from beespace.uhp.match.players import PlayerSpec
from beespace.uhp.match.runner import MatchPlan, run_match
from beespace.uhp.match.settings import MatchSettings
from beespace.uhp.match.tally import Tally, TimeUse

MOVE_S = 0.02
# Far longer than a busy machine keeps a move waiting for the processor.
HANG_MS = 60_000


def _play_itself(games: int, file: Path, max_plies: int) -> Tally:
    player = PlayerSpec.parse(f"beespace:time={MOVE_S}")
    settings = MatchSettings(player, player, max_plies=max_plies)
    tally, _ = run_match(settings, MatchPlan(games, concurrency=2, save=file))
    return tally


def _expect_sound(tally: Tally, games: int, file: Path) -> None:
    assert tally.faults == []
    assert tally.games == games
    types = Counter[str]()
    for line in file.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        ruleset = Ruleset.parse(data["ruleset"])
        types[ruleset.game_type] += 1
        board = Board(ruleset)
        for move in data["moves"]:
            board.push_uhp(move if isinstance(move, str) else move["move"])
        assert board.outcome() is not None or data["tags"]["End"] == "plies"
    assert set(types.values()) == {games // 8}
    use = TimeUse.of(tally.spent_ms[0] + tally.spent_ms[1], MOVE_S)
    print(f"{games} games, {use}")
    assert use.overrun_max_ms is not None
    assert use.overrun_max_ms < HANG_MS


def test_games_against_itself_have_no_faults(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    _expect_sound(_play_itself(16, file, max_plies=300), 16, file)


@pytest.mark.slow
def test_a_thousand_games_against_itself_have_no_faults(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    tally = _play_itself(1008, file, max_plies=2000)
    _expect_sound(tally, 1008, file)
    assert tally.adjudicated == 0, "every game should be played to the end"


def _measure(a: str, b: str, games: int) -> Tally:
    settings = MatchSettings(PlayerSpec.parse(a), PlayerSpec.parse(b))
    tally, _ = run_match(settings, MatchPlan(games, concurrency=2))
    print(f"{a} - {b}: {tally.pairs.elo:+.0f} ± {tally.pairs.elo_error:.0f}")
    assert tally.faults == []
    assert tally.pairs.elo_error < 40
    return tally


@pytest.mark.slow
def test_one_more_ply_is_measurably_stronger() -> None:
    tally = _measure("beespace:depth=4", "beespace:depth=3", 560)
    assert tally.pairs.elo_interval[0] > 100


@pytest.mark.slow
def test_twice_the_nodes_are_measurably_stronger() -> None:
    tally = _measure("beespace:nodes=8000", "beespace:nodes=4000", 400)
    assert tally.pairs.elo_interval[0] > 20
