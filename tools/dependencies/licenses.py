"""Checks the licences of everything that is installed in .venv, and of the page's packages.

    python3 tools/dependencies/licenses.py

A licence is accepted if it is in `ACCEPTED`. For a package with another one, or without a clear
statement, `EXPLAINED` says why it is fine; if its statement changes, it has to be looked at again.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent

# By their names in the SPDX list. They ask for a notice at most; MPL-2.0 asks for changes to its
# own files, and we make none. "BSD" stands for packages that don't say which of the two.
ACCEPTED = frozenset(
    {
        *("0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0"),
        *("CC0-1.0", "ISC", "MIT", "MIT-0", "MIT-CMU", "MPL-2.0", "PSF-2.0", "Unlicense", "Zlib"),
    }
)

# Statements in the metadata of older packages.
_SAME_AS = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD License": "BSD",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}


@dataclass(frozen=True, slots=True)
class Explained:
    """What a package states, and why that is fine."""

    stated: str
    reason: str


EXPLAINED = {
    "docutils": Explained(
        "Public Domain AND BSD AND GNU General Public License (GPL)",
        "only an Emacs file is under the GPL; we use docutils to build the docs",
    ),
    "psycopg": Explained("LGPL-3.0-only", "an optional driver, used unchanged"),
    "psycopg-binary": Explained("LGPL-3.0-only", "an optional driver, used unchanged"),
    "resvg-py": Explained("", "its LICENSE file is the MIT licence"),
}


def main() -> None:
    """Print the packages with a licence that isn't accepted, and exit with 1 if there are any."""
    packages = [*installed_packages(), *page_packages()]
    refused = list(problems(packages))
    for problem in refused:
        print(problem)
    if refused:
        sys.exit(f"{len(refused)} of {len(packages)} packages need a look: see {__file__}")
    print(f"    all {len(packages)} packages have accepted licences")


def problems(packages: list[tuple[str, str]]) -> Iterator[str]:
    """Yield what is wrong with the licences of some packages, given by name and statement."""
    for name, stated in packages:
        explained = EXPLAINED.get(name)
        if explained is not None and explained.stated == stated:
            continue
        if not is_accepted(stated):
            yield f"{name}: {stated or 'states no licence'}"


def installed_packages() -> list[tuple[str, str]]:
    """Return the packages in this environment and their licences."""
    found = {_normal(one.name): stated_licence(one) for one in distributions()}
    found.pop("beespace", None)
    return sorted(found.items())


def page_packages() -> list[tuple[str, str]]:
    """Return the packages that the page is built with, and their licences."""
    lock = json.loads((REPOSITORY / "web" / "package-lock.json").read_text(encoding="utf-8"))
    return [
        (name.rpartition("node_modules/")[2], package.get("license", ""))
        for name, package in lock["packages"].items()
        if name
    ]


def stated_licence(package: Distribution) -> str:
    """Return a package's licence as an SPDX expression, as far as its metadata say."""

    def field(name: str) -> list[str]:
        return package.metadata.get_all(name) or []

    for expression in field("License-Expression"):
        return expression
    classifiers = [
        name.rpartition(" :: ")[2] for name in field("Classifier") if name.startswith("License ::")
    ]
    text = "".join(field("License"))
    # The field is free text, and some packages put the whole licence there.
    if not classifiers or _SAME_AS.get(text, text) in ACCEPTED:
        return _SAME_AS.get(text, text)[:80]
    return " AND ".join(_SAME_AS.get(name, name) for name in classifiers)


def is_accepted(expression: str) -> bool:
    """Return whether an SPDX expression allows a choice of accepted licences.

    >>> is_accepted("GPL-2.0-only OR (MIT AND Apache-2.0)")
    True
    >>> is_accepted("MIT AND GPL-2.0-only")
    False
    """
    inner = re.search(r"\(([^()]*)\)", expression)
    if inner is not None:
        value = "MIT" if is_accepted(inner[1]) else "NONE"
        return is_accepted(expression[: inner.start()] + value + expression[inner.end() :])
    return any(
        all(licence.strip() in ACCEPTED for licence in choice.split(" AND "))
        for choice in expression.split(" OR ")
    )


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main()
