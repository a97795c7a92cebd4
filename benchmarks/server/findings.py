"""Repeats what was found in the server of version 0.1.0, before and after.

    findings.py --before CHECKOUT [--after CHECKOUT] [--only NAME ...]

Each checkout needs its own .venv (`make play` creates it); `--after` is this one by default. Starts
servers of both in processes of their own on loopback, attacks them over real sockets, and prints a
table. Attacks are short and stop early, before an old server takes too much memory. It takes some
minutes; a finding about PostgreSQL needs its programs, and one needs strace.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from found.checkout import Checkout, Finding
from found.computing import COMPUTING
from found.connections import CONNECTIONS
from found.people import PEOPLE
from found.playing import PLAYING
from found.storing import STORING

FINDINGS = (*CONNECTIONS, *COMPUTING, *PLAYING, *STORING, *PEOPLE)


def figure_of(finding: Finding, checkout: Checkout | None) -> float | str:
    """Return what a finding measures in a checkout."""
    if checkout is None:
        return "-"
    try:
        return finding.measure(checkout)
    except Exception as error:
        return f"failed: {type(error).__name__} {error}"[:120]


def shown(figure: float | str, unit: str) -> str:
    """Return a figure as text."""
    if isinstance(figure, str):
        return figure
    return f"{figure:,.{0 if figure >= 10 or not unit else 1}f} {unit}".strip()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--after", type=Path, default=Path(__file__).parents[2])
    parser.add_argument("--only", nargs="*", default=[])
    options: Any = parser.parse_args()
    before = Checkout(options.before) if options.before else None
    after = Checkout(options.after)
    print("| finding | what is measured | before | after | limit | |\n|---|---|---|---|---|---|")
    kept = True
    for finding in FINDINGS:
        if options.only and finding.name not in options.only:
            continue
        was, now = figure_of(finding, before), figure_of(finding, after)
        is_kept = finding.is_kept(now)
        kept &= is_kept
        limit = finding.wanted if finding.limit is None else shown(finding.limit, finding.unit)
        figures = shown(was, finding.unit), shown(now, finding.unit)
        columns = finding.name, finding.what, *figures, limit, "ok" if is_kept else "**not ok**"
        print(f"| {' | '.join(columns)} |", flush=True)
    print("all findings are fixed" if kept else "some findings are not fixed")
    sys.exit(0 if kept else 1)


if __name__ == "__main__":
    main()
