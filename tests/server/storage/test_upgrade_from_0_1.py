"""Upgrading a data folder of version 0.1: nothing is lost, doubled or given to others."""

from __future__ import annotations

import shutil
from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import beespace.server
from beespace import BACKEND
from beespace.formats import dumps, loads
from beespace.server.storage.copies.before_upgrades import BACKUPS
from support.missing import missing
from support.server.commands import kill
from support.server.old_data import Contents, ask_everything, restore, unpack
from support.server.postgres import Postgres
from support.server.processes import Process, started
from support.server.serving import Served, wait_until
from support.terminal.games import WHITE_WINS

BACKUP = Path(BACKUPS) / "0.1"
# Other work on the machine can delay a review.
TIMEOUT_S = 180
INDEX = Path(beespace.server.__file__).parent / "page" / "index.html"


class Upgraded:
    """A data folder of version 0.1, which servers of this version use."""

    def __init__(self, kind: str, folder: Path, url: str | None) -> None:
        self.data, self.contents, self.answers = unpack(kind, folder)
        self.variables = {"BEESPACE_DATABASE_URL": url} if url is not None else {}
        if url is not None:
            restore(folder / "dump.sql", url)

    def start(self) -> AbstractContextManager[Process]:
        """Start a server process."""
        arguments = ("--port", "0", "--no-browser", "--data", self.data)
        return started(*arguments, **self.variables)

    def files(self, folder: Path = Path()) -> set[str]:
        """Return the names of all files in a folder."""
        inside = self.data / folder
        return {str(path.relative_to(inside)) for path in inside.rglob("*") if path.is_file()}


@pytest.fixture(params=["sqlite", "postgresql"])
def upgraded(request: pytest.FixtureRequest, tmp_path: Path) -> Upgraded:
    """A fresh data folder for each kind of database."""
    url = None
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        url = postgres.new_database()
    return Upgraded(request.param, tmp_path, url)


def is_part(old: Any, new: Any) -> bool:
    """Return whether an answer has everything that an older one had; it may have more fields."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(name in new and is_part(value, new[name]) for name, value in old.items())
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(is_part, old, new))
    return bool(old == new)


def check_answers(server: Process, upgraded: Upgraded) -> int:
    """Compare all answers with those of version 0.1; return the server's port."""
    port = server.port()
    answers = ask_everything(port, upgraded.contents)
    assert len(answers) == len(upgraded.answers)
    for old, new in zip(upgraded.answers, answers, strict=True):
        assert is_part(asdict(old), asdict(new)), (old, new)
    return port


def test_every_answer_is_the_same_as_before(upgraded: Upgraded) -> None:
    before = upgraded.files()
    with upgraded.start() as server:
        check_answers(server, upgraded)
        _, log = server.end()
    for said in ("imported 3 studies", "imported 2 reviews", "imported 34 games", str(BACKUP)):
        assert said in log, log
    assert "Traceback" not in log
    old = {name for name in before if name.endswith(".json")} | {"openings.db"}
    assert upgraded.files(BACKUP) == old
    left = {name.split("/")[0] for name in upgraded.files()} - {BACKUPS, "lock"}
    assert left <= {"games.sqlite3"}
    # The next start has nothing to do.
    with upgraded.start() as server:
        check_owner(check_answers(server, upgraded), upgraded.contents)
        assert "imported" not in server.end()[1]


def test_old_links_open_the_page(upgraded: Upgraded) -> None:
    if not INDEX.exists():
        missing("the page is not built; run `make page`")
    contents = upgraded.contents
    # The deleted study, too: the page itself says that there is no such study.
    links = [f"/analysis/study/{study}" for study in contents.studies]
    for game in contents.games:
        links += [f"/game/{game}", f"/join/{game}", f"/analysis/game/{game}", f"/review/{game}"]
    with upgraded.start() as server, Served(server.port()) as served:
        for link in ("/", "/games", "/openings", "/analysis", *links):
            answer = served.http.get(link)
            assert answer.status_code == 200, link
            assert answer.headers["content-type"].startswith("text/html"), link
            assert '<script type="module"' in answer.text, link
        # The title comes from the database.
        for link in (f"/game/{contents.reviewed}", f"/join/{contents.reviewed}"):
            assert "<title>Ann vs. Bo · Beespace</title>" in served.http.get(link).text


def check_owner(port: int, contents: Contents) -> None:
    """Check that only its owner can change and delete a study."""
    address = f"/api/studies/{contents.studies[0]}"
    said = {"record": dumps(loads(WHITE_WINS), "json"), "title": "Mine"}
    for guest, changed, deleted in (("bo", 403, 403), ("stranger", 403, 403), ("ann", 200, 204)):
        with Served(port) as served:
            if guest in contents.cookies:
                served.http.cookies.set("beespace_guest", contents.cookies[guest])
            study = served.http.get(address).json()
            assert study["is_yours"] == (guest == "ann")
            change = {**said, "seen": study["updated"]}
            assert served.http.put(address, json=change).status_code == changed
            assert served.http.delete(address).status_code == deleted


@pytest.mark.skipif(BACKEND != "native", reason="the C++ core is not built")
def test_an_unfinished_review_continues(upgraded: Upgraded) -> None:
    address = f"/api/games/{upgraded.contents.unfinished}/review"
    with upgraded.start() as server, Served(server.port()) as served:
        first = served.http.get(address).json()
        assert first["state"] in ("waiting", "running", "done")
        assert upgraded.contents.evaluated < first["total"]

        def is_done() -> bool:
            return bool(served.http.get(address).json()["state"] == "done")

        wait_until(is_done, TIMEOUT_S)


def test_damaged_files_are_reported_and_stop_nothing(upgraded: Upgraded) -> None:
    data, contents = upgraded.data, upgraded.contents
    damaged = {
        f"studies/{contents.studies[1]}.json": b'{"title": "cut off',
        "studies/list.json": b"[]",
        f"reviews/{contents.reviewed}.json": b"{}",
        "study-owners/someone.json": b"\xff\xfe",
        "openings.db": b"x" * 5000,
    }
    for name, content in damaged.items():
        (data / name).write_bytes(content)
    for name in ("openings.db-wal", "openings.db-shm"):
        (data / name).unlink(missing_ok=True)
    with upgraded.start() as server, Served(server.port()) as served:
        for study, status in ((contents.studies[0], 200), (contents.studies[1], 404)):
            assert served.http.get(f"/api/studies/{study}").status_code == status
        address = f"/api/games/{contents.reviewed}/review"
        assert served.http.get(address).json()["state"] == "none"
        assert served.http.post("/api/openings/explore", json={}).status_code == 200
        _, log = server.end()
    for name, content in damaged.items():
        assert f"not imported: {data / name}" in log
        assert (data / BACKUP / name).read_bytes() == content
    assert "Traceback" not in log


@pytest.mark.slow
def test_files_that_come_back_are_imported_once(upgraded: Upgraded) -> None:
    """Someone restores the old files, or an interrupted upgrade left them."""
    with upgraded.start() as server:
        server.port()
        server.end()
    for name in ("studies", "study-owners", "reviews"):
        shutil.copytree(upgraded.data / BACKUP / name, upgraded.data / name)
    shutil.copy(upgraded.data / BACKUP / "openings.db", upgraded.data)
    with upgraded.start() as server:
        check_answers(server, upgraded)
        _, log = server.end()
    assert "imported 0 studies" in log
    assert "imported 0 games" in log
    assert "openings-2.db" in upgraded.files(BACKUP)


def test_an_upgrade_that_is_killed_is_completed_by_the_next_start(tmp_path: Path) -> None:
    (kills,) = kill("killed_upgrade", "sqlite", tmp_path, 4)
    assert kills > 10


@pytest.mark.slow
def test_an_upgrade_of_postgresql_that_is_killed_is_completed(
    tmp_path: Path, postgres: Postgres
) -> None:
    urls = [postgres.new_database() for _ in range(7)]
    assert kill("killed_upgrade", "postgresql", tmp_path, 11, *urls) == [6]


@pytest.mark.slow
def test_an_upgrade_can_be_killed_at_every_point(tmp_path: Path) -> None:
    (kills,) = kill("killed_upgrade", "sqlite", tmp_path, 1)
    assert kills > 40
