"""The output of `beespace conform`."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence

from beespace.errors import BeespaceError
from beespace.uhp.conform.suite import CHECKS, CheckResult, run, select

_TRANSCRIPT_LINES = 30
PASSED, FAILED, NOT_RUN, INTERRUPTED = 0, 1, 2, 130


def list_checks() -> None:
    """Print the name and description of every check."""
    for check in CHECKS:
        note = " (optional)" if check.is_optional else ""
        _print(f"{check.name:26}{check.description}{note}")


def conform(
    command: Sequence[str],
    only: Sequence[str],
    *,
    game_types: Sequence[str],
    seed: int,
    quick: bool,
    random_games: int,
    extra_s: float,
) -> int:
    """Run the checks, print the results, and return the exit code."""
    counts = {"PASS": 0, "FAIL": 0, "SKIP": 0}
    try:
        results = run(
            command,
            select(only),
            game_types=game_types,
            seed=seed,
            quick=quick,
            random_games=random_games,
            extra_s=extra_s,
        )
        with contextlib.closing(results):
            for result in results:
                counts[result.status] += 1
                _show(result)
    except BeespaceError as error:
        _print(f"Could not run the checks: {error}")
        return NOT_RUN
    except KeyboardInterrupt:
        _print(f"Interrupted after {sum(counts.values())} checks; {counts['FAIL']} of them failed")
        return INTERRUPTED
    _print(f"{counts['PASS']} passed, {counts['FAIL']} failed, {counts['SKIP']} skipped")
    return FAILED if counts["FAIL"] else PASSED


def _show(result: CheckResult) -> None:
    check = result.check
    _print(f"{result.status}  {check.name:26}{check.description}  ({result.seconds:.1f} s)")
    for line in result.reason.splitlines():
        _print(f"      {line}")
    if result.transcript:
        left_out = len(result.transcript) - _TRANSCRIPT_LINES
        if left_out > 0:
            _print(f"      | ({left_out} earlier lines not shown)")
        for line in result.transcript[-_TRANSCRIPT_LINES:]:
            _print(f"      | {line}")


def _print(line: str) -> None:
    # A transcript may contain arbitrary bytes from the engine.
    safe = "".join(c if c.isprintable() else "?" for c in line)
    sys.stdout.buffer.write(safe.encode("utf-8", "replace") + b"\n")
    sys.stdout.flush()
