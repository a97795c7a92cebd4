"""The database goes away while games are running, and comes back.

No move can be stored in the meantime, so the clocks stop, the players are told, and nobody loses on
time. Afterwards the games resume automatically.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import json
import resource
import signal
import sqlite3
import time as real_time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from websockets.sync.client import connect

from beespace.server.storage.connections import new_engine
from beespace.server.storage.tables import PULSE
from support.server.friends import LIVE, OPENING, Pair, Time, friends, play_both, without_moves
from support.server.postgres import Postgres, running
from support.server.processes import Process, started
from support.server.serving import TIMEOUT_S, Message, Page, Served, serving, wait_until

SHORT = {"kind": "live", "base_s": 10, "increment_s": 0}
# Nothing of this may be in an answer.
INTERNALS = ("127.0.0.1", "localhost", "postgres", "psycopg", "sqlite", "bee", "port", "SELECT")


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL instance that these tests may stop."""
    with running() as server:
        yield server


@contextlib.contextmanager
def stopped(postgres: Postgres) -> Iterator[None]:
    postgres.stop()
    try:
        yield
    finally:
        postgres.start()


@contextlib.contextmanager
def locked(data: Path) -> Iterator[None]:
    """Keep another program's write transaction open, so that nothing can be written."""
    with contextlib.closing(sqlite3.connect(data / "games.sqlite3")) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.rollback()


@contextlib.contextmanager
def full(server: Process) -> Iterator[None]:
    """Let no file of a server grow, as on a full disk."""
    pid, unlimited = server.process.pid, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)


def hear_paused(*pages: Page, is_paused: bool) -> list[Message]:
    heard = [page.hear("paused") for page in pages]
    assert [message["is_paused"] for message in heard] == [is_paused] * len(pages)
    return heard


def check_away(pair: Pair, white: Page) -> None:
    """What everyone sees during an outage."""
    http = pair.white.http
    said = {"type": "move_text", "ply": 2, "text": OPENING[2]}
    answers = [
        http.get("/api/health"),
        http.post("/api/games", json={"opponent": "local"}),
        http.post(f"/api/games/{pair.id}/say", json=said),
    ]
    for answer in answers:
        assert answer.status_code == 503, answer.text
        assert answer.json()["code"] == "database-away"
        assert not [word for word in INTERNALS if word in answer.text]
    assert http.get("/api/alive").json() == "ok"
    white.socket.send(json.dumps(said))
    assert white.hear("problem")["problem"]["code"] == "database-away"
    white.say("clock")
    hear_paused(white, is_paused=True)


def last_pulse_ms(data: Path, url: str | None) -> int:
    """Return the last time at which the server is known to have stored something."""
    engine = new_engine(data, url, writes=False)
    try:
        with engine.connect() as connection:
            return connection.scalar(sa.select(PULSE.c.at)) or 0
    finally:
        engine.dispose()


def outage(
    served: Served,
    time: Time,
    pulse_ms: Callable[[], int],
    away: Callable[[], contextlib.AbstractContextManager[None]],
) -> None:
    """Play a game through an outage that is much longer than its clocks."""
    with friends(served, clock=LIVE) as pair, pair.pages() as (white, black):
        play_both(white, black, OPENING[:2])
        time.pass_s(10)
        # The clocks will stop at the last pulse, so wait for one at this time.
        wait_until(lambda: pulse_ms() == time())
        with away():
            hear_paused(white, black, is_paused=True)
            time.pass_s(3600)
            check_away(pair, white)
        for heard in hear_paused(white, black, is_paused=False):
            assert heard["clock"] == {"ms": {"w": 50_000, "b": 60_000}, "running": "w"}
        assert served.http.get("/api/health").json() == "ok"
        time.pass_s(5)
        told = white.play(OPENING[2])
        assert told["clock"]["ms"] == {"w": 47_000, "b": 60_000}
        assert told["move"]["spent_ms"] == 15_000
        assert without_moves(black.hear("moved")) == told
        time.pass_s(61)
        assert served.game(pair.id)["ending"] == {"winner": "w", "reason": "time"}


def test_postgresql_stops_and_starts(tmp_path: Path, own_postgres: Postgres) -> None:
    time, url = Time(), own_postgres.new_database()
    settings = {"now_ms": time, "sweep_s": 0.02, "pulse_s": 0.02}
    with serving(tmp_path, database_url=url, **settings) as served:
        outage(served, time, lambda: last_pulse_ms(tmp_path, url), lambda: stopped(own_postgres))


def test_another_program_locks_the_sqlite_file(tmp_path: Path) -> None:
    time = Time()
    with serving(tmp_path, now_ms=time, sweep_s=0.02, pulse_s=0.02) as served:
        outage(served, time, lambda: last_pulse_ms(tmp_path, None), lambda: locked(tmp_path))


def test_the_clocks_stop_when_something_was_last_stored(tmp_path: Path) -> None:
    """Before, only a pulse counted: a late one gave time back that was really used."""
    time = Time()
    with (
        serving(tmp_path, now_ms=time) as served,  # without pulses
        friends(served, clock=LIVE) as pair,
        friends(served, clock=LIVE) as others,
        pair.pages() as (white, black),
    ):
        play_both(white, black, OPENING[:2])
        time.pass_s(10)
        with others.pages() as (other_white, other_black):
            play_both(other_white, other_black, OPENING[:2])
        with locked(tmp_path):
            assert served.http.post("/api/games", json={"opponent": "local"}).status_code == 503
            hear_paused(white, black, is_paused=True)
            time.pass_s(3600)
        for heard in hear_paused(white, black, is_paused=False):
            assert heard["clock"] == {"ms": {"w": 50_000, "b": 60_000}, "running": "w"}


@pytest.mark.slow
def test_nobody_loses_on_time_while_the_server_does_nothing(tmp_path: Path) -> None:
    """Before, whoever was to move lost, although the move had arrived in time."""
    with (
        started("--port", "0", "--no-browser", "--data", tmp_path) as server,
        Served(server.port()) as served,
        friends(served, clock=SHORT) as pair,
        pair.pages() as (white, black),
    ):
        play_both(white, black, OPENING[:2])
        server.process.send_signal(signal.SIGSTOP)
        real_time.sleep(12)
        server.process.send_signal(signal.SIGCONT)
        hear_paused(white, black, is_paused=True)
        for heard in hear_paused(white, black, is_paused=False):
            assert heard["clock"]["ms"]["w"] > 5000
        white.play(OPENING[2])
        _, errors = server.end()
        assert "the server was too busy" in errors


def test_a_full_disk_stops_the_clocks(tmp_path: Path) -> None:
    with (
        started("--port", "0", "--no-browser", "--data", tmp_path) as server,
        Served(server.port()) as served,
        friends(served, clock=LIVE) as pair,
        pair.pages() as (white, black),
    ):
        play_both(white, black, OPENING[:2])
        with full(server):
            hear_paused(white, black, is_paused=True)
            check_away(pair, white)
            assert served.game(pair.id)["clock"]["running"] is None
        hear_paused(white, black, is_paused=False)
        play_both(white, black, OPENING[2:3])
        _, errors = server.end()
        assert "Traceback" not in errors


def test_the_engine_continues_after_an_outage(tmp_path: Path, own_postgres: Postgres) -> None:
    url = own_postgres.new_database()
    with serving(tmp_path, database_url=url, think_time_s=1.5) as served:
        game = served.new_game(opponent="engine", color="w", level=12)
        with served.page(game["id"]) as page:
            page.play("wS1")
            with stopped(own_postgres):
                heard = page.hear("paused", "moved")
                if heard["type"] == "moved":  # the engine was faster
                    hear_paused(page, is_paused=True)
            hear_paused(page, is_paused=False)
            if heard["type"] == "paused":
                assert page.hear("moved")["turn"]["ply"] == 2


def long_outage(
    server: Process, away: contextlib.AbstractContextManager[None], seconds: float
) -> Message:
    """Play a game of ten seconds through an outage in real time; return it at the end."""
    with (
        Served(server.port()) as served,
        friends(served, clock=SHORT) as pair,
        pair.pages() as (white, black),
    ):
        play_both(white, black, OPENING[:2])
        real_time.sleep(2)
        with away:
            hear_paused(white, black, is_paused=True)
            check_away(pair, white)
            real_time.sleep(seconds)
        for heard in hear_paused(white, black, is_paused=False):
            assert heard["clock"]["running"] == "w"
        told = white.play(OPENING[2])
        assert without_moves(black.hear("moved")) == told
        game = served.game(pair.id)
        assert game["ending"] is None
        return game


@pytest.mark.slow
@pytest.mark.parametrize("how", ["stopped", "frozen"])
def test_nobody_loses_on_time_in_28_seconds_without_postgresql(
    tmp_path: Path, own_postgres: Postgres, how: str
) -> None:
    url = own_postgres.new_database()
    arguments = ("--port", "0", "--no-browser", "--data", tmp_path)
    away = stopped(own_postgres) if how == "stopped" else own_postgres.frozen()
    with started(*arguments, BEESPACE_DATABASE_URL=url) as server:
        long_outage(server, away, 28)
        _, errors = server.end()
    assert "Traceback" not in errors
    assert len(errors.splitlines()) < 20, errors


def test_an_analysis_during_an_outage_gets_an_answer(
    tmp_path: Path, own_postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    said = {"type": "think", "id": 1, "position": {"ruleset": "Base", "moves": ["wS1"]}}
    with (
        serving(tmp_path, database_url=own_postgres.new_database()) as served,
        served.page(served.new_game()["id"]) as page,
        connect(f"ws://127.0.0.1:{served.port}/api/analysis/socket") as board,
    ):
        with stopped(own_postgres):
            hear_paused(page, is_paused=True)
            board.send(json.dumps(said))
            told = json.loads(board.recv(TIMEOUT_S))
            assert told["problem"]["code"] == "database-away"
        hear_paused(page, is_paused=False)
    assert not [record for record in caplog.records if record.exc_info]


def test_requests_that_wait_for_a_frozen_database_are_answered(
    tmp_path: Path, own_postgres: Postgres
) -> None:
    """Before, each waited a minute, or for as long as the database was frozen."""
    with (
        serving(tmp_path, database_url=own_postgres.new_database()) as served,
        served.page(served.new_game()["id"]) as page,
        own_postgres.frozen(),
        concurrent.futures.ThreadPoolExecutor() as threads,
    ):
        asked = threads.submit(served.http.get, "/api/studies", timeout=50)
        hear_paused(page, is_paused=True)
        assert asked.result().status_code == 503
        assert asked.result().json()["code"] == "database-away"
