"""The data in tests/data, and other people's games where they are present.

`games.jsonl` has games of our own engine (tools/make_test_games.py plays them), `perft.tsv` the
published perft counts, and `rule_cases.jsonl` positions with legal and illegal moves.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from support.repository import REPOSITORY

DATA = REPOSITORY / "tests" / "data"
OWN_GAMES = DATA / "games.jsonl"
# Two thousand games of other people, in a folder next to the repository: docs/contributing.md.
FOREIGN_GAMES = REPOSITORY.parent / "shared" / "data" / "games.jsonl"

Recorded = dict[str, Any]


@cache
def games(file: Path = OWN_GAMES) -> list[Recorded]:
    """Return recorded games: type, moves, result and reason."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def rule_cases() -> list[Recorded]:
    """Return the rule cases."""
    return games(DATA / "rule_cases.jsonl")


def perft_counts() -> dict[str, dict[int, int]]:
    """Return the published counts, by game type and depth."""
    counts: dict[str, dict[int, int]] = {}
    for line in (DATA / "perft.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            game_type, depth, nodes = line.split("\t")
            counts.setdefault(game_type, {})[int(depth)] = int(nodes)
    return counts
