"""Looks up known vulnerabilities of all pinned packages, with pip-audit and npm audit.

    python3 tools/dependencies/vulnerabilities.py PIP_AUDIT

Exits with 1 if there are any. If a database can't be reached or doesn't know a package, the program
says so and doesn't fail: the answer is then unknown.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent.parent
_TIMEOUT_S = 300


def main() -> None:
    """Ask both programs, print what they found, and exit with 1 if it is anything."""
    found = 0
    for name, vulnerabilities in (
        ("Python", python_vulnerabilities(sys.argv[1])),
        ("the page", page_vulnerabilities()),
    ):
        if isinstance(vulnerabilities, str):
            print(f"    {name}: UNKNOWN, the database doesn't answer ({vulnerabilities})")
            continue
        found += len(vulnerabilities)
        print(f"    {name}: {len(vulnerabilities) or 'no'} known vulnerabilities")
        for one in vulnerabilities:
            print(f"        {one}")
    sys.exit(1 if found else 0)


def python_vulnerabilities(program: str) -> list[str] | str:
    """Return the vulnerabilities of the packages in requirements/, or why they are unknown."""
    files = sorted((REPOSITORY / "requirements").glob("*.txt"))
    named = [part for file in files for part in ("--requirement", str(file))]
    options = ("--disable-pip", "--require-hashes", "--progress-spinner=off", "--format=json")
    answer, errors = _ask([program, *options, *named], REPOSITORY)
    if answer is None or "dependencies" not in answer:
        return errors
    packages = answer["dependencies"]
    skipped = [package for package in packages if "skip_reason" in package]
    if len(skipped) == len(packages):
        return f"it knows none of {len(packages)} packages"
    for package in skipped:
        print(f"    Python: {package['name']} UNKNOWN ({package['skip_reason']})")
    return [
        f"{package['name']} {package['version']}: {one['id']}, "
        f"fixed in {', '.join(one['fix_versions']) or 'no version yet'}"
        for package in packages
        for one in package.get("vulns", [])
    ]


def page_vulnerabilities() -> list[str] | str:
    """Return the vulnerabilities of the page's packages, or why they are unknown."""
    answer, errors = _ask(["npm", "audit", "--json", "--package-lock-only"], REPOSITORY / "web")
    if answer is None or "vulnerabilities" not in answer:
        message = (answer or {}).get("message") or errors
        return str(message)
    return [
        f"{name}: {one['severity']}, {'can be fixed' if one['fixAvailable'] else 'no fix yet'}"
        for name, one in answer["vulnerabilities"].items()
    ]


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
