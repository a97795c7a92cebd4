"""Match reports: a progress line while the match runs and a full report at the end."""

from __future__ import annotations

from beespace.uhp.match.settings import MatchSettings
from beespace.uhp.match.statistics import Pairs, Sprt, Verdict, elo_of_share
from beespace.uhp.match.tally import Tally, TimeUse

_VERDICTS = {
    "accept": "A's advantage is {elo1:g} Elo rather than {elo0:g}",
    "reject": "A's advantage is {elo0:g} Elo rather than {elo1:g}",
    "continue": "undecided",
}
_FAULTS_SHOWN = 10
# With fewer pairs, similar results by chance would make the error look far too small.
_PAIRS_FOR_ERROR = 10
# If one side wins every pair, there is no variance to estimate an error from. The bound is then
# the chance of winning a pair at which a clean sweep would still happen once in twenty matches.
_LEAST_CHANCE = 0.05


def progress_line(tally: Tally, games: int, sprt: Sprt | None = None) -> str:
    """Return the progress of a match in one line."""
    line = (
        f"{tally.games}/{games} games  +{tally.wins} ={tally.draws} -{tally.losses}  "
        f"Elo {_short_elo(tally.pairs)}"
    )
    if sprt is not None:
        line += f"  LLR {sprt.llr(tally.pairs):+.2f}"
    if tally.faults:
        line += f"  faults {len(tally.faults)}"
    return line


def full_report(
    settings: MatchSettings, tally: Tally, sprt: Sprt | None, verdict: Verdict
) -> list[str]:
    """Return the lines of the full report."""
    pairs, games = tally.pairs, max(tally.games, 1)
    lines = [
        f"A: {settings.a.identity()}",
        f"B: {settings.b.identity()}",
        f"games    {tally.games}: A won {tally.wins}, drew {tally.draws}, lost {tally.losses}",
        f"pairs    {pairs.total}: A scored 0, ½, 1, 1½, 2 points in "
        + ", ".join(map(str, pairs.counts)),
        f"Elo      {_elo(pairs)}",
        f"draws    {tally.draws / games:.1%}; {tally.adjudicated} games hit the ply limit",
        f"length   {tally.plies / games:.0f} plies per game",
    ]
    if sprt is not None:
        low, high = sprt.bounds
        lines.append(
            f"SPRT     [{sprt.elo0:g}, {sprt.elo1:g}]: LLR {sprt.llr(pairs):+.2f} in "
            f"({low:.2f}, {high:.2f}): " + _VERDICTS[verdict].format(elo0=sprt.elo0, elo1=sprt.elo1)
        )
    for side, name in enumerate("AB"):
        use = TimeUse.of(tally.spent_ms[side], settings.limit_of(side).time_s)
        lines.append(f"time {name}   {_time_use(use)}")
    for game_type, points in sorted(tally.by_type.items()):
        lines.append(f"{game_type:9}{sum(points):g} of {len(points)} points")
    for game in tally.faults[:_FAULTS_SHOWN]:
        loser = "AB"[int(game.a_points)]
        lines.append(f"FAULT    game {game.number} ({game.end}), lost by {loser}: {game.fault}")
    if len(tally.faults) > _FAULTS_SHOWN:
        lines.append(f"         and {len(tally.faults) - _FAULTS_SHOWN} more")
    return lines


def _elo(pairs: Pairs) -> str:
    if pairs.total < _PAIRS_FOR_ERROR:
        return f"unknown: at least {_PAIRS_FOR_ERROR} pairs are needed"
    bound = elo_of_share(_LEAST_CHANCE ** (1 / pairs.total))
    if pairs.share == 1:
        return f"above {bound:+.0f} (95 %): A won every game"
    if pairs.share == 0:
        return f"below {-bound:+.0f} (95 %): A lost every game"
    return f"{_with_error(pairs)} (95 %), likelihood of superiority {pairs.superiority:.1%}"


def _short_elo(pairs: Pairs) -> str:
    if pairs.total < _PAIRS_FOR_ERROR or pairs.share in (0, 1):
        return "?"
    return _with_error(pairs)


def _with_error(pairs: Pairs) -> str:
    low, high = pairs.elo_interval
    # Near a score of 0 or 1, the outer bound is meaningless, and so is the width of the interval.
    if high >= elo_of_share(1):
        return f"{pairs.elo:+.0f}, at least {low:+.0f}"
    if low <= elo_of_share(0):
        return f"{pairs.elo:+.0f}, at most {high:+.0f}"
    return f"{pairs.elo:+.1f} ± {pairs.elo_error:.1f}"


def _time_use(use: TimeUse) -> str:
    text = f"{use.mean_ms:.1f} ms per move on average over {use.moves} moves"
    if use.overrun_max_ms is None:
        return text
    return (
        f"{text}; over the limit by at most {use.overrun_p999_ms:.0f} ms in 99.9 % of them, "
        f"{use.overrun_max_ms:.0f} ms in all"
    )
