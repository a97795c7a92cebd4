"""Looks up known vulnerabilities of all pinned packages, with pip-audit and npm audit.

    python3 tools/dependencies/vulnerabilities.py PIP_AUDIT [--strict]

Exits with 1 if there are any. If a database can't be reached or doesn't know a package, the answer
is unknown: the program says so, and exits with 2 if it was called with --strict.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent.parent
_TIMEOUT_S = 300


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known about a group of packages."""

    vulnerabilities: list[str] = field(default_factory=list)
    # What couldn't be looked up, and why.
    unknown: list[str] = field(default_factory=list)


def main() -> None:
    """Ask both programs, print what they found, and exit with the status for it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("pip_audit", help="the program pip-audit")
    parser.add_argument("--strict", action="store_true", help="fail if anything is unknown")
    options = parser.parse_args()
    sys.exit(report(python_packages(options.pip_audit), page_packages(), options.strict))


def report(python: Answer, page: Answer, is_strict: bool) -> int:
    """Print what is known, and return the exit status."""
    for name, answer in (("Python", python), ("the page", page)):
        for one in answer.unknown:
            print(f"    {name}: UNKNOWN: {one}")
        if answer.vulnerabilities or not answer.unknown:
            print(f"    {name}: {len(answer.vulnerabilities) or 'no'} known vulnerabilities")
        for one in answer.vulnerabilities:
            print(f"        {one}")
    if python.vulnerabilities or page.vulnerabilities:
        return 1
    if not python.unknown and not page.unknown:
        return 0
    print(
        "    Some packages couldn't be checked.", "" if is_strict else "--strict makes this fail."
    )
    return 2 if is_strict else 0


def python_packages(program: str) -> Answer:
    """Return what is known about the packages in requirements/."""
    files = sorted((REPOSITORY / "requirements").glob("*.txt"))
    named = [part for file in files for part in ("--requirement", str(file))]
    options = ("--disable-pip", "--require-hashes", "--progress-spinner=off", "--format=json")
    answer, errors = _ask([program, *options, *named], REPOSITORY)
    if answer is None or "dependencies" not in answer:
        return Answer(unknown=[f"the database doesn't answer ({errors})"])
    packages = answer["dependencies"]
    skipped = [package for package in packages if "skip_reason" in package]
    if len(skipped) == len(packages):
        return Answer(unknown=[f"the database knows none of {len(packages)} packages"])
    return Answer(
        [
            f"{package['name']} {package['version']}: {one['id']}, "
            f"fixed in {', '.join(one['fix_versions']) or 'no version yet'}"
            for package in packages
            for one in package.get("vulns", [])
        ],
        [f"{package['name']} ({package['skip_reason']})" for package in skipped],
    )


def page_packages() -> Answer:
    """Return what is known about the page's packages."""
    answer, errors = _ask(["npm", "audit", "--json", "--package-lock-only"], REPOSITORY / "web")
    if answer is None or "vulnerabilities" not in answer:
        message = (answer or {}).get("message") or errors
        return Answer(unknown=[f"the database doesn't answer ({message})"])
    return Answer(
        [
            f"{name}: {one['severity']}, {'can be fixed' if one['fixAvailable'] else 'no fix yet'}"
            for name, one in answer["vulnerabilities"].items()
        ]
    )


def _ask(command: Sequence[str], folder: Path) -> tuple[dict[str, Any] | None, str]:
    """Run a program. Return the JSON that it prints, and the last line of its errors."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return None, str(error)
    lines = done.stderr.strip().splitlines() or [f"{command[0]} exited with {done.returncode}"]
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return None, lines[-1]
    return answer if isinstance(answer, dict) else None, lines[-1]


if __name__ == "__main__":
    main()
