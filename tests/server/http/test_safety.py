"""Safety of a public server: rate limits, proxies, metrics, logs and disk failures."""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from beespace.server.people.buckets import Buckets
from beespace.server.refusals import LimitName
from beespace.server.settings import Limits, Settings
from support.server.friends import OPENING, friends, play_both
from support.server.processes import started
from support.server.raw import refused
from support.server.serving import TIMEOUT_S, Served, serving, wait_until

OPEN = {"host": "0.0.0.0"}


def test_buckets_refill_over_time() -> None:
    now = [0.0]
    buckets = Buckets((3, 0.5), lambda: now[0])
    assert [buckets.take("ann") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("bo")
    now[0] = 2
    assert [buckets.take("ann") for _ in range(2)] == [True, False]
    now[0] = 1000
    assert [buckets.take("ann") for _ in range(4)] == [True, True, True, False]


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    limits = Limits(address=(50, 0.001), change=(5, 0.001), message=(4, 0.001), connections=2)
    with serving(tmp_path, limits=limits, **OPEN) as served:
        game = served.new_game()
        statuses = [
            served.http.post("/api/games", json={"opponent": "local"}).status_code for _ in range(8)
        ]
        assert statuses == [201] * 5 + [429] * 3  # The first request had no cookie to count by.
        with served.page(game["id"]) as page, served.page(game["id"]):
            with pytest.raises(Exception, match="403"), served.page(game["id"]):
                pass
            for _ in range(5):
                page.say("clock")
            for _ in range(4):
                page.hear("clock")
            assert page.hear("problem")["problem"]["code"] == "too-many"
        answers = [served.http.get("/api/health") for _ in range(60)]
        assert answers[-1].status_code == 429
        assert answers[-1].json()["code"] == "too-many"
        assert "retry-after" in answers[-1].headers


@pytest.mark.parametrize(
    ("limits", "limit"),
    [
        (Limits(address=(3, 0.001)), LimitName.REQUESTS),
        (Limits(change=(1, 0.001)), LimitName.CHANGES),
        (Limits(address_change=(1, 0.001)), LimitName.CHANGES),
    ],
)
def test_refused_requests_are_counted(tmp_path: Path, limits: Limits, limit: LimitName) -> None:
    # The metrics are read from another address, which may still ask.
    other = httpx.HTTPTransport(local_address="127.0.0.2")
    with (
        serving(tmp_path, limits=limits, **OPEN) as served,
        httpx.Client(base_url=served.url, transport=other, timeout=TIMEOUT_S) as guest,
    ):
        guest.get("/api/games")  # sets the cookie
        answers = [guest.post("/api/games", json={"opponent": "local"}) for _ in range(6)]
        assert answers[-1].status_code == 429
        assert refused(served, limit) == sum(one.status_code == 429 for one in answers) > 0


def test_refused_sockets_and_messages_are_counted(tmp_path: Path) -> None:
    limits = Limits(connections=1, message=(2, 0.001), address_message=(3, 0.001))
    with serving(tmp_path, limits=limits, **OPEN) as served:
        game = served.new_game()["id"]
        with served.page(game) as page:
            with pytest.raises(InvalidStatus), served.page(game):
                pass
            for _ in range(3):
                page.say("clock")
            for expected in ("clock", "clock", "problem"):
                page.hear(expected)
        wait_until(lambda: may_connect(served, game))
        assert refused(served, LimitName.SOCKETS_PER_ADDRESS) >= 1
        assert refused(served, LimitName.MESSAGES) == 1
        with served.page(game) as page:
            for _ in range(2):
                page.say("clock")
            page.hear("clock")
            page.hear("problem")
        assert refused(served, LimitName.MESSAGES_PER_ADDRESS) == 1


def may_connect(served: Served, game: str) -> bool:
    try:
        with served.page(game):
            return True
    except InvalidStatus:
        return False


def test_new_games_per_address_are_limited(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits(games=(3, 0.001)), **OPEN) as served:
        statuses = []
        for _ in range(5):
            with served.guest() as guest:
                statuses.append(guest.http.post("/api/games", json={"opponent": "local"}))
        assert [answer.status_code for answer in statuses] == [201] * 3 + [429] * 2
        assert served.http.get("/api/games").status_code == 200
        assert refused(served, LimitName.NEW_GAMES) == 2


def test_thirty_people_at_one_address_can_open_the_page_at_once(tmp_path: Path) -> None:
    """Before, a class that opened the page in the same second got 429."""
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    files = [f"assets/part-{number}.js" for number in range(30)]
    for name in ("index.html", *files):
        (page / name).write_text("")
    data = tmp_path / "data"
    data.mkdir()
    # No time passes for the limits: nothing is added to what an address may do at once.
    limits = replace(Limits(), address=(Limits().address[0], 1e-9), file=(Limits().file[0], 1e-9))
    with serving(data, page=page, limits=limits, **OPEN) as served:
        for _ in range(30):
            with served.guest() as visitor:
                asked = "/", "/api/info", "/api/games", *(f"/{name}" for name in files)
                assert {visitor.http.get(path).status_code for path in asked} == {200}


def test_files_have_a_limit_of_their_own(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits(file=(3, 0.001)), **OPEN) as served:
        answers = [served.http.get("/assets/x.js") for _ in range(5)]
        assert [one.status_code for one in answers] == [404] * 3 + [429] * 2
        assert refused(served, LimitName.FILES) == 2
        assert refused(served, LimitName.REQUESTS) == 0


def test_the_game_sockets_of_an_address_share_a_limit(tmp_path: Path) -> None:
    """Before, 150 watchers who asked within their limits slowed down everybody."""
    with serving(tmp_path, limits=Limits(address_message=(5, 0.001))) as served:
        game = served.new_game()["id"]
        for _ in range(5):
            with served.page(game) as page:
                page.say("clock")
                page.hear("clock")
        with served.page(game) as page:
            page.say("clock")
            assert page.hear("problem")["problem"]["code"] == "too-many"


def test_limits_can_be_raised_from_the_environment(tmp_path: Path) -> None:
    usual = Limits().change[0]
    variables = {"BEESPACE_LIMITS": "2"}
    arguments = ("--port", "0", "--no-browser", "--host", "0.0.0.0", "--data", tmp_path)
    with started(*arguments, **variables) as server, httpx.Client() as guest:
        address = f"{server.url()}/api/games/none/devices"
        statuses = [guest.post(address).status_code for _ in range(round(usual) + 10)]
    assert 429 not in statuses


def test_the_factor_also_applies_to_costly_work(tmp_path: Path) -> None:
    """Before, a school could raise the limits on requests, but not those on hints or reviews."""
    settings = Settings(tmp_path).with_factor(10)
    assert settings.limits == Limits().times(10)
    usual = Settings(tmp_path)
    for name in ("searches", "analyses", "reviews", "computations"):
        field = f"{name}_per_client"
        assert getattr(settings, field) == 10 * getattr(usual, field)


def test_clients_behind_a_proxy_are_counted_by_their_own_address(tmp_path: Path) -> None:
    limits = Limits(address=(3, 0.001))
    with serving(tmp_path, limits=limits, proxies=("127.0.0.0/8",)) as served:

        def ask(*via: str) -> int:
            headers = [("x-forwarded-for", address) for address in via]
            return served.http.get("/api/alive", headers=headers).status_code

        assert [ask("192.0.2.1") for _ in range(4)] == [200, 200, 200, 429]
        assert ask("192.0.2.2") == 200
        # Only the last address counts, the one the proxy adds; clients can forge the others.
        assert ask("192.0.2.3", "192.0.2.1") == 429


def test_forwarded_addresses_from_unknown_proxies_are_ignored(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits(address=(3, 0.001))) as served:
        asked = [{"x-forwarded-for": f"192.0.2.{number}"} for number in range(4)]
        statuses = [served.http.get("/api/alive", headers=one).status_code for one in asked]
        assert statuses == [200, 200, 200, 429]


def test_normal_use_stays_below_the_limits(tmp_path: Path) -> None:
    with (
        serving(tmp_path, **OPEN) as served,
        friends(served) as pair,
        pair.pages() as (white, black),
    ):
        play_both(white, black, OPENING)
        for _ in range(100):
            assert served.http.get("/api/info").status_code == 200


def test_metrics_are_for_this_machine_or_a_token(tmp_path: Path) -> None:
    with (
        serving(tmp_path, allowed_hosts=("hive.example",), metrics_token="t0ken") as served,
        served.page(served.new_game()["id"]) as page,
    ):
        page.play("wS1")
        path = "/api/metrics"
        assert served.http.get(path).status_code == 403
        wrong = {"authorization": "Bearer other"}
        assert served.http.get(path, headers=wrong).status_code == 403
        text = served.http.get(path, headers={"authorization": "Bearer t0ken"}).text
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(lines["beespace_moves_total"]) == 1
    assert float(lines["beespace_connections_open"]) == 1
    assert float(lines['beespace_answers_total{status="4xx"}']) == 2
    assert float(lines['beespace_answer_seconds_bucket{le="+Inf"}']) >= 3


def test_with_a_name_metrics_need_a_token_on_this_machine_too(tmp_path: Path) -> None:
    """A proxy on this machine may stand behind the name: then every client looks local."""
    path, forwarded = "/api/metrics", {"x-forwarded-for": "192.0.2.1"}
    with serving(tmp_path) as served:
        assert served.http.get(path).status_code == 200
        assert served.http.get(path, headers=forwarded).status_code == 403
    with serving(tmp_path, allowed_hosts=("hive.example",)) as served:
        assert served.http.get(path).status_code == 403
    with serving(tmp_path, proxies=("192.0.2.1",)) as served:
        assert served.http.get(path).status_code == 200


def test_cross_site_requests_are_refused_but_programs_need_no_origin(served: Served) -> None:
    # Browsers send an origin; a cookie with a foreign origin comes from someone else's page.
    path, new = f"{served.url}/api/games", {"opponent": "local"}
    evil = {"origin": "http://evil.example", **served.cookie()}
    assert httpx.post(path, json=new, headers=evil).status_code == 403
    assert httpx.post(path, json=new).status_code == 201
    other = {"sec-fetch-site": "cross-site", **served.cookie()}
    assert httpx.post(path, json=new, headers=other).status_code == 403


def test_the_cookie_is_protected_from_scripts_and_other_sites(served: Served) -> None:
    cookie = httpx.get(f"{served.url}/api/games").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Path=/" in cookie


def test_secrets_are_never_logged(tmp_path: Path) -> None:
    options = ("--port", "0", "--data", tmp_path, "--no-browser", "--verbose", "--json-log")
    with started(*options) as server, Served(server.port()) as served:
        with friends(served) as pair:
            secret = pair.white.http.post(f"/api/games/{pair.id}/devices").json()["secret"]
            pair.black.http.post(f"/api/games/{pair.id}/join", json={"secret": secret})
            token = pair.white.http.post(f"/api/games/{pair.id}/tokens").json()["secret"]
            with served.page(pair.id, headers=_bearer(token)), pair.pages() as (white, black):
                play_both(white, black, OPENING[:1])
            with pytest.raises(InvalidStatus), served.page(pair.id, headers=_bearer("x" * 43)):
                pass
            cookies = [c for one in (pair.white, pair.black) for c in one.http.cookies.values()]
        _, errors = server.end()
    records = [json.loads(line) for line in errors.splitlines()]
    assert {"time", "level", "from", "message"} <= set(records[0])
    assert any(record.get("path", "").endswith("/join") for record in records)
    assert not [record for record in records if record["level"] == "error"]
    for hidden in (secret, token, *cookies):
        assert hidden not in errors


def _bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_the_server_reports_the_address_to_share(tmp_path: Path) -> None:
    options = ("--port", "0", "--data", tmp_path, "--no-browser", "--host", "0.0.0.0")
    with started(*options) as server, Served(server.port()) as served:
        server.hear("Ctrl-C")
        told = [line.split()[-1] for line in server.said if "On your network, open" in line]
        assert served.http.get("/api/info").json()["addresses"] == told
        for address in told:
            assert httpx.get(f"{address}api/health", timeout=120).status_code == 200


def test_a_locked_database_is_a_temporary_problem(tmp_path: Path) -> None:
    with serving(tmp_path) as served, served.page(served.new_game()["id"]) as page:
        page.play("wS1")
        with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as other:
            other.execute("BEGIN IMMEDIATE")
            page.say("move_text", ply=1, text="bG1 wS1-")
            assert page.hear("paused")["is_paused"]
            assert page.hear("problem")["problem"]["code"] == "database-away"
            assert served.game(page.game["id"])["plies"] == 1
            other.rollback()
        assert not page.hear("paused")["is_paused"]
        page.play("bG1 wS1-")


FULL = """
import resource, runpy, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.argv[1:] = sys.argv[2:]
runpy.run_module("beespace", run_name="__main__")
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="sizes cannot be limited")
def test_a_full_disk_gives_errors_and_no_corruption(tmp_path: Path) -> None:
    # Limits the size of every file, so the database's log is full after some games.
    command = [sys.executable, "-c", FULL, "300000", "play", "--port", "0", "--no-browser"]
    process = subprocess.Popen(
        [*command, "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ},
    )
    kept: list[str] = []
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
        with Served(port) as served:
            answer = served.http.post("/api/games", json={"opponent": "local"})
            while answer.status_code == 201:
                kept.append(answer.json()["id"])
                assert len(kept) < 5000
                answer = served.http.post("/api/games", json={"opponent": "local"})
            assert answer.status_code == 503
            assert "retry-after" in answer.headers
            assert served.http.get(f"/api/games/{kept[0]}").status_code == 200
    finally:
        process.terminate()
        _, errors = process.communicate(timeout=180)
    assert "Traceback" not in errors
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found = {row[0] for row in connection.execute("SELECT id FROM games")}
    assert set(kept) <= found
