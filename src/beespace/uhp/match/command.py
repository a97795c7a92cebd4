"""The `beespace match` command: reads its options, plays the match and prints the results."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path

from beespace.engine import Limit
from beespace.errors import BeespaceError
from beespace.rules import GAME_TYPES
from beespace.uhp.match.players import PlayerSpec
from beespace.uhp.match.report import full_report, progress_line
from beespace.uhp.match.runner import MatchPlan, run_match
from beespace.uhp.match.saved import MatchFileError
from beespace.uhp.match.settings import MatchSettings
from beespace.uhp.match.statistics import Sprt
from beespace.uhp.match.tally import Tally

# How often to print a progress line if the output is not a terminal.
_EVERY_S = 15.0
# Beyond this, the expected score is so close to 0 or 1 that no test could tell the values apart.
_MOST_ELO = 1000


@dataclass(frozen=True, slots=True)
class SideOptions:
    """The command-line options for one player."""

    text: str
    time_s: float | None = None
    depth: int | None = None
    nodes: int | None = None
    options: str = ""

    def spec(self) -> PlayerSpec:
        """Return the player's specification."""
        limit = limit_of(self.time_s, self.depth, self.nodes)
        return PlayerSpec.parse(self.text).with_limit(limit).with_options(self.options)


def limit_of(time_s: float | None, depth: int | None, nodes: int | None) -> Limit | None:
    """Return the limit that was given, or None.

    Raises:
        BeespaceError: a number is not positive.
    """
    if (time_s, depth, nodes) == (None, None, None):
        return None
    try:
        return Limit(time_s, depth, nodes)
    except ValueError as error:
        raise BeespaceError(str(error)) from None


def read_sprt(text: str | None) -> Sprt | None:
    """Parse a sequential test given as `elo0,elo1`.

    Raises:
        BeespaceError: the text is malformed, or elo0 is not below elo1.
    """
    if text is None:
        return None
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise BeespaceError(f"expected elo0,elo1 such as 0,10, not {text!r}") from None
    if not -_MOST_ELO <= elo0 < elo1 <= _MOST_ELO:
        raise BeespaceError(
            f"elo0 must be less than elo1, and both must be between {-_MOST_ELO} and {_MOST_ELO}"
        )
    return Sprt(elo0, elo1)


def read_types(text: str | None) -> tuple[str, ...]:
    """Parse the game types of a match; the default is all eight.

    Raises:
        BeespaceError: no game type is given, or one is given twice.
    """
    if text is None:
        return GAME_TYPES
    types = tuple(part.strip() for part in text.split(",") if part.strip())
    if not types:
        raise BeespaceError(f"expected at least one game type, not {text!r}")
    if len(set(types)) < len(types):
        raise BeespaceError(f"{text!r} contains a game type twice")
    return types


def match(settings: MatchSettings, plan: MatchPlan) -> int:
    """Play a match, print its progress and results, and return 1 if there were faults, else 0.

    Raises:
        BeespaceError: the match can't be played, or its file can't be written.
    """
    if plan.games > settings.different_games:
        _print(
            f"Note: the openings repeat after {settings.different_games} games; deterministic "
            "players will then play the same games again."
        )
    progress = _Progress(plan)
    try:
        tally, verdict = run_match(settings, plan, progress)
    except KeyboardInterrupt:
        progress.end()
        _print("Interrupted." + (" Run the same command to continue." if plan.save else ""))
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
    """Return a plan for the given options.

    Raises:
        BeespaceError: a number is too small, or the test is malformed.
    """
    if games < 1 or concurrency < 1:
        raise BeespaceError("a match needs at least one game and one process")
    if games % 2:
        games += 1
        _print(f"Note: games come in pairs with colours swapped, so {games} will be played.")
    return MatchPlan(games, concurrency, read_sprt(sprt), save)


class _Progress:
    """Shows a match's progress: updates one line of a terminal, or prints a line now and then."""

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
