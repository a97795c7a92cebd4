"""What is stored: outages, quotas, backups, upgrades, reviews and studies."""

from __future__ import annotations

import contextlib
import functools
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from found.checkout import HERE, Checkout, Finding, a_few_moves, hear, say

_PROXY = "--proxy", "127.0.0.1"
_DATABASE = "games.sqlite3"
_CLOCK_S, _AWAY_S = 10, 14
_REVIEWS = 4000
_OLD_DATABASE = """
import importlib, sys, sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations
steps = "beespace.server.storage.migrations.versions.step_0001_games"
with sa.create_engine("sqlite:///" + sys.argv[1]).begin() as connection:
    with Operations.context(MigrationContext.configure(connection)):
        importlib.import_module(steps).upgrade()
    connection.execute(sa.text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
    connection.execute(sa.text("INSERT INTO alembic_version VALUES ('0001')"))
"""


@functools.cache
def _outage(checkout: Checkout) -> tuple[str, str, str]:
    """Stop PostgreSQL for longer than a clock has.

    Returns the game's end, what the server says about itself, and what it tells the player.
    """
    sys.path.append(str(HERE.parents[1] / "tests"))
    from support.server.postgres import running  # needs PostgreSQL

    with (
        running() as postgres,
        checkout.server(url=postgres.new_database()) as server,
        server.guest() as white,
        server.guest() as black,
    ):
        clock = {"kind": "live", "base_s": _CLOCK_S, "increment_s": 0}
        asked = {"opponent": "friend", "color": "w", "ruleset": "Base", "clock": clock}
        made = white.post("/api/games", json=asked).json()
        path = f"/api/games/{made['id']}"
        black.post(f"{path}/join", json={"secret": made["invitation"]})
        for ply, (guest, text) in enumerate([(white, "wS1"), (black, "bS1 wS1-")]):
            guest.post(f"{path}/say", json={"type": "move_text", "ply": ply, "text": text})
        postgres.stop()
        time.sleep(1)
        health = white.get("/api/health").status_code
        move = {"type": "move_text", "ply": 2, "text": "wQ -wS1"}
        told = white.post(f"{path}/say", json=move).text
        time.sleep(_AWAY_S)
        postgres.start()
        time.sleep(3)
        ending = white.get(path).json()["ending"]
        names_port = str(postgres.port) in told
        return (
            "continues" if ending is None else "lost on time",
            "ok" if health == 200 else "not ready",
            "names host and port" if names_port else "no internals",
        )


def outage_ending(checkout: Checkout) -> str:
    """Return whether a player loses on time while nothing can be stored."""
    return _outage(checkout)[0]


def outage_health(checkout: Checkout) -> str:
    """Return the server's own metrics during this time."""
    return _outage(checkout)[1]


def outage_error(checkout: Checkout) -> str:
    """Return whether the error tells players where the database is."""
    return _outage(checkout)[2]


def stored_mb(checkout: Checkout) -> float:
    """Store long studies until that is refused; return how much was accepted."""
    record = {"format": "beespace-game", "version": 1, "ruleset": "Base"}
    text = json.dumps({**record, "moves": [{"move": "wS1", "comment": "x" * 390_000}]})
    with checkout.server(*_PROXY) as server, server.guest("192.0.2.1") as guest:
        accepted = 0
        while accepted < 150:
            answer = guest.post("/api/studies", json={"title": "x", "record": text})
            if answer.status_code == 429:
                time.sleep(0.3)
            elif answer.status_code == 201:
                accepted += 1
            elif answer.status_code == 507:
                break
            else:
                raise ValueError(answer.text[:100])
        return accepted * 0.39


def answered_network(checkout: Checkout) -> float:
    """Ask from 900 addresses of one IPv6 network; return how many requests are answered."""
    with checkout.server(*_PROXY) as server, server.guest() as guest:
        return sum(
            guest.get(
                "/api/games/none", headers={"x-forwarded-for": f"2001:db8::{number:x}"}
            ).status_code
            != 429
            for number in range(1, 901)
        )


def backup(checkout: Checkout) -> str:
    """Back up while a game is played, and look for all acknowledged moves."""
    with (
        tempfile.TemporaryDirectory() as folder,
        checkout.server() as server,
        server.guest() as guest,
    ):
        game = guest.post("/api/games", json={"opponent": "local"}).json()["id"]
        moves = a_few_moves(30)
        with server.socket(f"/api/games/{game}/socket", guest) as page:
            hear(page, "game")
            for ply, text in enumerate(moves):
                say(page, "move_text", ply=ply, text=text)
                hear(page, "moved")
        copy = Path(folder) / "copy"
        done = checkout.run("backup", copy, "--data", server.data)
        if "No such command" in done.stderr:
            return "no such command"
        with contextlib.closing(sqlite3.connect(copy)) as connection:
            found = connection.execute("SELECT count(*) FROM moves").fetchone()[0]
        return "all moves" if found == len(moves) else f"{found} of {len(moves)} moves"


def way_back(checkout: Checkout) -> str:
    """Upgrade a database, and open it with an older program: the schema then has a later number."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / _DATABASE
        python = str(checkout.path / ".venv/bin/python")
        subprocess.run([python, "-c", _OLD_DATABASE, str(file)], check=True)
        with checkout.server(data=Path(folder)):
            pass
        with contextlib.closing(sqlite3.connect(file)) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
            connection.commit()
        done = checkout.run("play", "--no-browser", "--port", "0", "--data", folder)
        copies = [one for one in Path(folder).rglob("*") if one.is_file() and one != file]
        is_named = any(one.name in done.stderr for one in copies if _is_database(one))
        return "names the copy" if is_named else "names none"


def _is_database(file: Path) -> bool:
    return file.read_bytes().startswith(b"SQLite format 3")


def second_server(checkout: Checkout) -> str:
    """Start a second server on the same folder, on another port."""
    with checkout.server() as server:
        done = checkout.run("play", "--no-browser", "--port", "0", "--data", server.data)
        return "0" if done.returncode == 0 else "an error"


def start_with_reviews_s(checkout: Checkout) -> float:
    """Return how much longer the server takes to start with many reviews."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        with checkout.server(data=data):
            pass
        without_s = min(_start_s(checkout, data) for _ in range(3))
        evaluations = [{"score": 1, "line": [r"wA1 \bQ"] * 10, "depth": 9}] * 120
        with contextlib.closing(sqlite3.connect(data / _DATABASE)) as connection:
            tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
            if ("reviews",) in tables:
                found = json.dumps(evaluations)
                rows = [(f"game{one}", "x", 120, 120, found) for one in range(_REVIEWS)]
                connection.executemany("INSERT INTO reviews VALUES (?, ?, ?, ?, ?)", rows)
                connection.commit()
            else:
                (data / "reviews").mkdir(exist_ok=True)
                review = {"game": "x", "is_done": True, "total": 120, "evaluations": evaluations}
                text = json.dumps(review)
                for one in range(_REVIEWS):
                    (data / f"reviews/game{one}.json").write_text(text)
        return max(min(_start_s(checkout, data) for _ in range(3)) - without_s, 0)


def _start_s(checkout: Checkout, data: Path) -> float:
    began_s = time.monotonic()
    with checkout.server(data=data) as server, server.guest() as guest:
        while server.process.poll() is None:
            with contextlib.suppress(httpx.TransportError):
                guest.get("/api/health")
                return time.monotonic() - began_s
            time.sleep(0.01)
    raise OSError("the server ended")


def synced_studies(checkout: Checkout) -> str:
    """Save a study, and see whether the server waits for the disk before it answers."""
    with checkout.server() as server, server.guest() as guest, tempfile.TemporaryDirectory() as to:
        guest.get("/api/studies")
        time.sleep(3)  # nothing else is being stored then
        calls = Path(to) / "calls"
        what = "trace=fsync,fdatasync"
        command = ["strace", "-f", "-e", what, "-o", str(calls), "-p", str(server.process.pid)]
        with _tracing(command):
            record = {"format": "beespace-game", "version": 1, "ruleset": "Base", "moves": ["wS1"]}
            saved = guest.post("/api/studies", json={"title": "x", "record": json.dumps(record)})
            saved.raise_for_status()
        return "on the disk" if "sync(" in calls.read_text() else "not on the disk"


@contextlib.contextmanager
def _tracing(command: list[str]) -> Iterator[None]:
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tracing:
        assert tracing.stderr is not None
        tracing.stderr.readline()  # attached
        yield
        tracing.terminate()


STORING = (
    Finding(
        "M3",
        f"PostgreSQL away for {_AWAY_S + 1} s: a player with {_CLOCK_S} s left",
        "",
        None,
        outage_ending,
        "continues",
    ),
    Finding("M3", "the same: `/api/health`", "", None, outage_health, "not ready"),
    Finding("M3", "the same: the error that players get", "", None, outage_error, "no internals"),
    Finding("M5", "studies that one guest can store, of 58 MB", "MB", 42, stored_mb),
    Finding(
        "M5",
        "requests answered, of 900 from as many addresses of one IPv6 /64",
        "",
        800,
        answered_network,
    ),
    Finding("M6", "`beespace backup` while a game is played", "", None, backup, "all moves"),
    Finding(
        "M7",
        "an older version that opens an upgraded database: the copy to go back to",
        "",
        None,
        way_back,
        "names the copy",
    ),
    Finding(
        "low",
        "exit status of a second server on the same folder",
        "",
        None,
        second_server,
        "an error",
    ),
    Finding("low", f"longer start with {_REVIEWS:,} reviews", "s", 0.3, start_with_reviews_s),
    Finding(
        "low", "a saved study when it is acknowledged", "", None, synced_studies, "on the disk"
    ),
)
