"""Match statistics compared with manual calculations, closed forms and simulations."""

from __future__ import annotations

import math
import random
import re

import pytest

from beespace.uhp.match.players import PlayerSpec
from beespace.uhp.match.report import full_report
from beespace.uhp.match.saved import Finished
from beespace.uhp.match.settings import MatchSettings
from beespace.uhp.match.statistics import SHARES, Pairs, Sprt, elo_of_share, share_of_elo
from beespace.uhp.match.tally import Tally, TimeUse


@pytest.mark.parametrize(
    ("elo", "share"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (190.848, 0.75), (100, 0.640065)]
)
def test_elo_and_share_of_points_are_inverse(elo: float, share: float) -> None:
    assert share_of_elo(elo) == pytest.approx(share, abs=1e-6)
    assert elo_of_share(share) == pytest.approx(elo, abs=1e-3)


def test_error_of_an_even_match_matches_a_manual_calculation() -> None:
    pairs = Pairs((1, 2, 4, 2, 1))
    # (2 x 0.25 + 4 x 0.0625) / 10 = 0.075, and the root of 0.075 / 10 is 0.0866.
    assert pairs.share == 0.5
    assert pairs.elo == pytest.approx(0)
    assert pairs.standard_error == pytest.approx(math.sqrt(0.0075), rel=1e-2)
    assert pairs.superiority == pytest.approx(0.5)
    low, high = pairs.elo_interval
    # 0.5 + 1.96 x 0.0866 = 0.6697 is 122.9 Elo.
    assert low == pytest.approx(-122.9, rel=2e-2)
    assert high == pytest.approx(122.9, rel=2e-2)


def test_superiority_matches_a_table_of_the_normal_distribution() -> None:
    pairs = Pairs((10, 20, 40, 36, 14))
    share = (20 * 0.25 + 40 * 0.5 + 36 * 0.75 + 14) / 120
    squares = 20 * 0.0625 + 40 * 0.25 + 36 * 0.5625 + 14
    error = math.sqrt((squares / 120 - share**2) / 120)
    assert pairs.share == pytest.approx(share)
    assert pairs.standard_error == pytest.approx(error, rel=1e-3)
    # z = (0.55 - 0.5) / 0.02537 = 1.971, for which the table gives 0.9756.
    assert (share - 0.5) / error == pytest.approx(1.971, abs=1e-2)
    assert pairs.superiority == pytest.approx(0.9756, abs=1e-3)


def test_match_with_only_wins_has_statistics_too() -> None:
    won = Pairs((0, 0, 0, 0, 20))
    assert won.elo > 500
    assert won.superiority > 0.99
    assert math.isfinite(Sprt(0, 10).llr(won))
    assert Pairs().elo == 0
    assert Pairs().superiority == 0.5


def test_likelihood_ratio_of_two_outcomes_is_that_of_walds_test() -> None:
    # If every pair is won or lost outright, the most likely distribution with mean t has the
    # probabilities t and 1 - t, as in a test of a coin.
    sprt = Sprt(0, 100)
    t0, t1 = share_of_elo(0), share_of_elo(100)
    coin = 60 * math.log(t1 / t0) + 40 * math.log((1 - t1) / (1 - t0))
    assert sprt.llr(Pairs((40, 0, 0, 0, 60))) == pytest.approx(coin, abs=0.02)


def test_likelihood_ratio_is_close_to_its_normal_approximation() -> None:
    pairs = Pairs((50, 220, 480, 260, 70))
    t0, t1 = share_of_elo(0), share_of_elo(5)
    variance = pairs.total * pairs.standard_error**2
    normal = pairs.total * (t1 - t0) * (2 * pairs.share - t0 - t1) / (2 * variance)
    assert Sprt(0, 5).llr(pairs) == pytest.approx(normal, rel=0.03)


def test_likelihood_ratio_changes_sign_when_the_players_swap() -> None:
    pairs, mirrored = Pairs((3, 9, 20, 15, 8)), Pairs((8, 15, 20, 9, 3))
    assert Sprt(-5, 5).llr(pairs) == pytest.approx(-Sprt(-5, 5).llr(mirrored), rel=1e-6)
    assert Sprt(-5, 5).llr(pairs) > 0


def _random_pair(rng: random.Random, weights: list[float]) -> float:
    return 2 * rng.choices(SHARES, weights)[0]


def _weights_of(elo: float) -> list[float]:
    """Return a distribution over the outcomes of a pair with the mean of an Elo difference."""
    even = [0.08, 0.2, 0.44, 0.2, 0.08]
    low, high = -5.0, 5.0
    while high - low > 1e-12:
        tilt = (low + high) / 2
        weights = [w * math.exp(tilt * s) for w, s in zip(even, SHARES, strict=True)]
        mean = sum(w * s for w, s in zip(weights, SHARES, strict=True)) / sum(weights)
        low, high = (tilt, high) if mean < share_of_elo(elo) else (low, tilt)
    return weights


@pytest.mark.parametrize(("elo", "accepted"), [(0, False), (60, True)])
def test_sequential_test_is_rarely_wrong(elo: float, accepted: bool) -> None:
    sprt, weights = Sprt(0, 60), _weights_of(elo)
    rng = random.Random(elo)
    wrong = 0
    for _ in range(200):
        points: list[float] = []
        while (verdict := sprt.verdict(Pairs.of(points))) == "continue":
            points += [_random_pair(rng, weights) for _ in range(4)]
        wrong += (verdict == "accept") is not accepted
    # The test allows 5 % errors; 22 or more of 200 would occur once in 3,000 runs.
    assert wrong < 22


def test_interval_contains_the_true_value_19_times_out_of_20() -> None:
    weights, rng = _weights_of(80), random.Random(3)
    inside = 0
    for _ in range(400):
        low, high = Pairs.of(_random_pair(rng, weights) for _ in range(100)).elo_interval
        inside += low <= 80 <= high
    assert 360 <= inside <= 396


def test_time_use_matches_a_manual_calculation() -> None:
    use = TimeUse.of([20] * 999 + [27, 50], limit_s=0.02)
    # The first 99.9 % of 1,001 moves are 1,000 moves.
    assert (use.moves, use.overrun_p999_ms, use.overrun_max_ms) == (1001, 7.0, 30.0)
    assert use.mean_ms == pytest.approx((999 * 20 + 77) / 1001)
    assert TimeUse.of([5, 7], None) == TimeUse(2, 6.0)
    assert TimeUse.of([], 0.02).moves == 0


def _finished(number: int, points: float, fault: str = "") -> Finished:
    return Finished(number, "Base", points, "board", fault, 40, ((20, 21), (19,)))


def test_pairs_count_once_both_games_have_ended() -> None:
    tally = Tally()
    for number, points in ((1, 1.0), (2, 0.5), (5, 0.0), (0, 0.5), (3, 0.0)):
        tally.add(_finished(number, points, "it hung" if number == 5 else ""))
    assert (tally.wins, tally.draws, tally.losses) == (1, 2, 2)
    # Games 0 and 1 gave 1½ points, 2 and 3 gave ½; the other game of 5's pair is missing.
    assert tally.pairs.counts == (0, 1, 0, 1, 0)
    assert [game.number for game in tally.faults] == [5]
    assert tally.spent_ms == ([20, 21] * 5, [19] * 5)


def _elo_line(counts: tuple[int, int, int, int, int]) -> str:
    tally = Tally()
    points = [
        point
        for count, point in zip(counts, (0, 0.5, 1, 1.5, 2), strict=True)
        for point in [point] * count
    ]
    for pair, point in enumerate(points):
        tally.add(_finished(2 * pair, min(point, 1.0)))
        tally.add(_finished(2 * pair + 1, point - min(point, 1.0)))
    level = PlayerSpec.parse("level:3")
    report = full_report(MatchSettings(level, level), tally, None, "continue")
    [line] = [line for line in report if line.startswith("Elo")]
    return line


def test_too_few_pairs_give_no_elo() -> None:
    assert "at least 10 pairs" in _elo_line((0, 0, 0, 0, 9))
    assert "at least 10 pairs" in _elo_line((0, 0, 0, 0, 0))
    assert re.fullmatch(r"Elo +\S+ ± \S+ \(95 %\), likelihood.*", _elo_line((1, 2, 4, 2, 1)))


def test_nearly_one_sided_match_has_one_bound() -> None:
    assert re.match(r"Elo +\+\d+, at least \+\d+ \(95 %\), ", _elo_line((0, 0, 0, 1, 11)))
    assert re.match(r"Elo +-\d+, at most -\d+ \(95 %\), ", _elo_line((11, 1, 0, 0, 0)))


def test_one_sided_match_has_a_bound_and_no_error() -> None:
    # A player who wins a pair with probability 0.05 ** (1 / 20) = 0.861 wins all 20 pairs in one
    # of 20 matches; that is 317 Elo.
    assert _elo_line((0, 0, 0, 0, 20)) == "Elo      above +317 (95 %): A won every game"
    assert _elo_line((20, 0, 0, 0, 0)) == "Elo      below -317 (95 %): A lost every game"
