"""What pages send when they synchronize."""

from __future__ import annotations

import json
from typing import Any

from support.server.serving import Message, Served

TIME = "2026-05-01T10:00:00.000Z"
RECORD = json.dumps({"format": "beespace-game", "version": 1, "ruleset": "Base", "moves": ["wS1"]})


def row(name: str, revision: int = 0, **values: object) -> Message:
    return {
        "store": "games",
        "id": name,
        "revision": revision,
        "changed": TIME,
        "content": f"the game {name}",
        **values,
    }


def study(name: str, revision: int = 0, **values: object) -> Message:
    return row(
        name, revision, **{"store": "studies", "content": RECORD, "title": "Gates", **values}
    )


def sync(guest: Served, *rows: Message, since: int = 0, library: str = "") -> Message:
    answer = guest.http.post("/api/sync", json={"since": since, "rows": rows, "library": library})
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


def ids(rows: list[Message]) -> list[Any]:
    return [one["id"] for one in rows]
