"""A data folder of version 0.1, with what that version answered about it.

`tests/data/0.1` has one archive per kind of database. `make_old_data` made them.
"""

from __future__ import annotations

import json
import time
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psycopg

from support.repository import REPOSITORY
from support.server.serving import Served

ARCHIVES = REPOSITORY / "tests" / "data" / "0.1"
GUESTS = ("ann", "bo", "stranger")
# Without the legal moves: they don't depend on what is stored, and are long.
_LEFT_OUT = ("turn", "is_counting")


@dataclass(frozen=True)
class Contents:
    """What is in a data folder: the guests' cookies, ids, and lines for the explorer."""

    cookies: dict[str, str]
    games: list[str]
    studies: list[str]
    reviewed: str
    # A game whose review was interrupted, and how many of its positions were evaluated.
    unfinished: str
    evaluated: int
    lines: list[list[dict[str, Any]]]


@dataclass(frozen=True)
class Answer:
    """What a guest asked, and what the server answered."""

    guest: str
    request: str
    body: dict[str, Any] | None
    status: int
    answer: Any


def ask_everything(port: int, contents: Contents) -> list[Answer]:
    """Ask a server about everything in its data folder, as each of the guests."""
    requests: list[tuple[str, dict[str, Any] | None]] = [("GET /api/games", None)]
    requests += [(f"GET /api/games/{game}", None) for game in contents.games]
    requests += [("GET /api/studies", None)]
    requests += [(f"GET /api/studies/{study}", None) for study in contents.studies]
    requests += [(f"GET /api/games/{contents.reviewed}/review", None)]
    for line in contents.lines:
        for game_type in ("all", "Base"):
            asked: dict[str, Any] = {"game_type": game_type, "moves": line}
            requests.append(("POST /api/openings/explore", asked))
    requests.append(("POST /api/openings/scores", {"game_type": "all", "moves": []}))
    answers = []
    for guest in GUESTS:
        with Served(port) as served:
            if guest in contents.cookies:
                served.http.cookies.set("beespace_guest", contents.cookies[guest])
            for request, body in requests:
                status, answer = _ask(served, request, body)
                answers.append(Answer(guest, request, body, status, answer))
    return answers


def _ask(served: Served, request: str, body: dict[str, Any] | None) -> tuple[int, Any]:
    method, path = request.split()
    while True:
        response = served.http.request(method, path, json=body)
        answer = response.json()
        if not isinstance(answer, dict):
            return response.status_code, answer
        # The explorer counts and scores in the background.
        if not answer.get("is_counting") and answer.get("is_complete", True):
            kept = {name: value for name, value in answer.items() if name not in _LEFT_OUT}
            return response.status_code, kept
        time.sleep(0.05)


def write_archive(
    name: str, data: Path, contents: Contents, answers: list[Answer], dump: str | None
) -> None:
    """Write an archive with a data folder, answers, and the dump of a PostgreSQL database."""
    ARCHIVES.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(ARCHIVES / f"{name}.zip", "w", zipfile.ZIP_LZMA) as archive:
        for file in sorted(path for path in data.rglob("*") if path.is_file()):
            archive.write(file, Path("data") / file.relative_to(data))
        archive.writestr("contents.json", json.dumps(asdict(contents)))
        archive.writestr("answers.json", json.dumps([asdict(one) for one in answers]))
        if dump is not None:
            archive.writestr("dump.sql", dump)


def unpack(name: str, folder: Path) -> tuple[Path, Contents, list[Answer]]:
    """Unpack an archive. Return the data folder, its contents and the answers of version 0.1."""
    with zipfile.ZipFile(ARCHIVES / f"{name}.zip") as archive:
        archive.extractall(folder)
    contents = Contents(**json.loads((folder / "contents.json").read_text()))
    answers = [Answer(**one) for one in json.loads((folder / "answers.json").read_text())]
    return folder / "data", contents, answers


def restore(dump: Path, url: str) -> None:
    """Load the dump of a database into an empty one."""
    lines = dump.read_text().splitlines()
    # Lines with a backslash are commands of the client `psql`.
    statements = "\n".join(line for line in lines if not line.startswith("\\"))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statements.encode())
