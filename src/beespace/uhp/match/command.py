"""What `beespace match` does, from the texts of its options to the last line it prints."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path

from beespace.engine import Limit
from beespace.errors import BeespaceError
from beespace.uhp.match.openings import GAME_TYPES
from beespace.uhp.match.players import PlayerSpec
from beespace.uhp.match.report import full_report, progress_line
from beespace.uhp.match.runner import MatchPlan, run_match
from beespace.uhp.match.saved import MatchFileError
from beespace.uhp.match.settings import MatchSettings
from beespace.uhp.match.statistics import Sprt
from beespace.uhp.match.tally import Tally

# How often a line is printed where there is no terminal to write over it.
_EVERY_S = 15.0
# Beyond this a share of points is all or nothing, which no test can tell apart.
_MOST_ELO = 1000


@dataclass(frozen=True, slots=True)
class SideOptions:
    """What the command line says about one player."""

    text: str
    time_s: float | None = None
    depth: int | None = None
    nodes: int | None = None
    options: str = ""

    def spec(self) -> PlayerSpec:
        """The player meant."""
        limit = limit_of(self.time_s, self.depth, self.nodes)
        return PlayerSpec.parse(self.text).with_limit(limit).with_options(self.options)


def limit_of(time_s: float | None, depth: int | None, nodes: int | None) -> Limit | None:
    """The limit that was given, if any.

    Raises:
        BeespaceError: a number is not above 0.
    """
    if (time_s, depth, nodes) == (None, None, None):
        return None
    try:
        return Limit(time_s, depth, nodes)
    except ValueError as error:
        raise BeespaceError(str(error)) from None


def read_sprt(text: str | None) -> Sprt | None:
    """The test written `elo0,elo1`.

    Raises:
        BeespaceError: it is not written so, or the bounds do not rise.
    """
    if text is None:
        return None
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise BeespaceError(f"{text!r} is not written elo0,elo1, as in 0,10") from None
    if not -_MOST_ELO <= elo0 < elo1 <= _MOST_ELO:
        raise BeespaceError(
            f"elo0 must be below elo1, and both between {-_MOST_ELO} and {_MOST_ELO}"
        )
    return Sprt(elo0, elo1)


def read_types(text: str | None) -> tuple[str, ...]:
    """The game types of a match, by default all eight.

    Raises:
        BeespaceError: none is named, or one twice: its games would be played twice.
    """
    if text is None:
        return GAME_TYPES
    types = tuple(part.strip() for part in text.split(",") if part.strip())
    if not types:
        raise BeespaceError(f"{text!r} names no game type")
    if len(set(types)) < len(types):
        raise BeespaceError(f"{text!r} names a game type twice")
    return types


def match(settings: MatchSettings, plan: MatchPlan) -> int:
    """Play a match, print how it goes and what it showed; the exit code is 1 after faults.

    Raises:
        BeespaceError: the match cannot be played, or its file cannot be written any more.
    """
    if plan.games > settings.different_games:
        _print(
            f"Note: the openings begin again after {settings.different_games} games; players "
            "that always do the same will repeat them."
        )
    progress = _Progress(plan)
    try:
        tally, verdict = run_match(settings, plan, progress)
    except KeyboardInterrupt:
        progress.end()
        _print("Interrupted." + (" The same command goes on from here." if plan.save else ""))
        if progress.latest is not None:
            _print(*full_report(settings, progress.latest, plan.sprt, "continue"))
        return 130
    except MatchFileError:
        progress.end()
        if progress.latest is not None:
            _print(*full_report(settings, progress.latest, plan.sprt, "continue"))
        raise
    progress.end()
    _print(*full_report(settings, tally, plan.sprt, verdict))
    return 1 if tally.faults else 0


def new_plan(games: int, concurrency: int, sprt: str | None, save: Path | None) -> MatchPlan:
    """A plan from the texts of the options.

    Raises:
        BeespaceError: a number is too small, or the test is not written as it must be.
    """
    if games < 1 or concurrency < 1:
        raise BeespaceError("a match has at least one game and one process")
    if games % 2:
        games += 1
        _print(f"Note: games come in pairs with colours swapped, so {games} are played.")
    return MatchPlan(games, concurrency, read_sprt(sprt), save)


class _Progress:
    """Shows how a match stands: over and over in one line of a terminal, else now and then."""

    def __init__(self, plan: MatchPlan) -> None:
        self._plan = plan
        self._last = 0.0
        self.latest: Tally | None = None

    def __call__(self, tally: Tally) -> None:
        self.latest = tally
        line = progress_line(tally, self._plan.games, self._plan.sprt)
        if sys.stdout.isatty():
            sys.stdout.write(f"\r\x1b[K{line}")
            sys.stdout.flush()
        elif time.monotonic() - self._last >= _EVERY_S:
            self._last = time.monotonic()
            _print(line)

    def end(self) -> None:
        if sys.stdout.isatty():
            _print("")


def _print(*lines: str) -> None:
    for line in lines:
        sys.stdout.write(line + "\n")
    sys.stdout.flush()
