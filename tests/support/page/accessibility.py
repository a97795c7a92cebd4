"""axe, which finds accessibility problems."""

from __future__ import annotations

import pytest

from support.page.screen import DESKTOP, PHONE, Screen
from support.repository import REPOSITORY

# The source of axe; installed with the page's tools.
AXE = REPOSITORY / "web" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")

# Runs a test in both themes and sizes; half of the combinations belong to the slow tests.
EACH_LOOK = pytest.mark.parametrize(
    ("theme", "size"),
    [
        ("light", DESKTOP),
        ("dark", PHONE),
        pytest.param("dark", DESKTOP, marks=pytest.mark.slow),
        pytest.param("light", PHONE, marks=pytest.mark.slow),
    ],
    ids=["light desktop", "dark phone", "dark desktop", "light phone"],
)


def barriers(screen: Screen, axe: str) -> list[str]:
    """Return the serious problems that axe finds on the screen."""
    screen.page.evaluate(axe)
    found = screen.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{violation['id']}: {node['html'][:160]} {node['failureSummary']}"
        for violation in found["violations"]
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
    ]
