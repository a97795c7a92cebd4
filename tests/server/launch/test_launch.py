"""Starting `beespace play`: the first run, and everything that can go wrong."""

from __future__ import annotations

import json
import os
import shlex
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from beespace.server.launch.data_folder import DataFolder
from beespace.server.settings import DEFAULT_PORT
from support.server.processes import COMMAND, environment, started
from support.server.serving import TIMEOUT_S, Served


def run(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_the_server_prints_its_address_and_stops_quietly(
    tmp_path: Path, sent: signal.Signals
) -> None:
    with started("--port", "0", "--data", tmp_path) as server:
        url = server.url()
        assert httpx.get(f"{url}/api/health").json() == "ok"
        with Served(int(url.rpartition(":")[2])) as served:
            game = served.new_game()
        with connect(f"ws{url[4:]}/api/games/{game['id']}/socket") as page:
            page.recv(TIMEOUT_S)
            code, errors = server.end(sent)
            with pytest.raises(ConnectionClosed):
                page.recv(TIMEOUT_S)
        assert (code, errors) == (0, "")
        assert server.said[0] == f"Beespace is running at {url}/"


def test_without_a_screen_the_address_is_printed(tmp_path: Path) -> None:
    with started("--port", "0", "--data", tmp_path) as server:
        url = server.url()
        assert url in server.hear("Could not open a browser")


def test_if_the_browser_fails_the_address_is_printed(tmp_path: Path) -> None:
    with started("--port", "0", "--data", tmp_path, BROWSER="/nonexistent/browser") as server:
        server.hear("Could not open a browser. Open this address yourself: http")


def fake_browser(tmp_path: Path) -> tuple[str, Path]:
    """Return a program that records the address it is asked to open, and the file it writes."""
    opened = tmp_path / "opened"
    script = tmp_path / "browser.py"
    script.write_text(f"import sys; open({str(opened)!r}, 'a').write(sys.argv[1] + '\\n')")
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))} %s", opened


def test_a_second_instance_opens_the_first(tmp_path: Path) -> None:
    browser, opened = fake_browser(tmp_path)
    data = tmp_path / "data"
    with started("--port", "0", "--data", data, "--no-browser") as server:
        url = server.url()
        lock = json.loads((data / "lock").read_text())
        assert lock == {"pid": server.process.pid, "url": f"{url}/"}
        second = run("--data", data, BROWSER=browser)
        assert second.returncode == 0
        assert "is already running" in second.stdout
        assert f"Beespace is running at {url}/" in second.stdout
        assert opened.read_text() == f"{url}/\n"
        # A script that starts a second server by mistake must notice.
        for arguments, variables in (
            (["--no-browser"], {"BROWSER": browser}),
            ([], {}),
            ([], {"BROWSER": "/nonexistent/browser"}),
        ):
            refused = run("--data", data, *arguments, **variables)
            assert refused.returncode == 2
            assert f"is already running with the data folder {data} at {url}/" in refused.stderr
            assert "No second server was started" in refused.stderr
        assert opened.read_text() == f"{url}/\n"
        # Even after a kill, the folder can be used again.
        server.end(signal.SIGKILL)
    with started("--port", "0", "--data", data, "--no-browser") as server:
        server.url()
        assert server.end() == (0, "")


def test_if_the_default_port_is_taken_the_next_one_is_used(tmp_path: Path) -> None:
    with closing(socket.socket()) as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", DEFAULT_PORT))
            taken.listen()
        except OSError:
            pass  # Taken by another process, which is just as good.
        with started("--data", tmp_path, "--no-browser") as server:
            port = server.port()
            assert port > DEFAULT_PORT
            assert str(port) in server.hear(f"Port {DEFAULT_PORT} is in use")


def test_a_port_that_was_asked_for_must_be_free(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("--port", str(port), "--data", tmp_path, "--no-browser")
    assert result.returncode == 2
    assert f"port {port} is in use" in result.stderr
    assert "--port" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--port", "70000"], "70000 is not in the range"),
        (["--port", "-1"], "not in the range"),
        (["--host", "203.0.113.1"], "cannot listen on 203.0.113.1"),
        (["--host", "no such host"], "cannot resolve the address no such host"),
        (["--proxy", "proxy.example"], "--proxy: 'proxy.example' does not appear to be"),
    ],
)
def test_impossible_addresses_are_refused(
    tmp_path: Path, arguments: list[str], message: str
) -> None:
    result = run(*arguments, "--data", tmp_path, "--no-browser")
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("said", ["many", "0", "nan"])
def test_limits_that_are_not_numbers_are_refused(tmp_path: Path, said: str) -> None:
    result = run("--data", tmp_path, "--no-browser", BEESPACE_LIMITS=said)
    assert result.returncode == 2
    assert "BEESPACE_LIMITS must be a number" in result.stderr


def test_data_folders_that_cannot_be_used(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    read_only = tmp_path / "read-only"
    read_only.mkdir(mode=0o500)
    cases: list[tuple[Path, str]] = [
        (file, "not a folder"),
        (file / "below", "Not a directory"),
        (Path("/proc/x"), "No such"),
    ]
    if os.geteuid() != 0:  # For root, nothing is read-only.
        cases.append((read_only, "Permission denied"))
    for folder, reason in cases:
        result = run("--data", folder, "--no-browser")
        assert result.returncode == 2
        assert f"cannot use the data folder {folder}" in result.stderr
        assert reason in result.stderr
        assert "--data" in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="folders have other rights")
def test_a_lock_that_is_a_link_is_refused(tmp_path: Path) -> None:
    precious, data = tmp_path / "precious", tmp_path / "data"
    precious.write_text("mine")
    data.mkdir()
    (data / "lock").symlink_to(precious)
    done = run("--no-browser", "--port", "0", "--data", data)
    assert done.returncode == 2
    assert "cannot use the data folder" in done.stderr
    assert precious.read_text() == "mine"


def test_a_new_data_folder_is_private(tmp_path: Path) -> None:
    DataFolder(tmp_path / "new" / "games").release()
    assert (tmp_path / "new" / "games").stat().st_mode & 0o777 == 0o700


def test_a_newer_database_is_an_error_that_changes_nothing(tmp_path: Path) -> None:
    with started("--port", "0", "--data", tmp_path, "--no-browser") as server:
        server.url()
        server.end()
    file = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = file.read_bytes()
    result = run("--port", "0", "--data", tmp_path, "--no-browser")
    assert result.returncode == 2
    assert "newer version of Beespace" in result.stderr
    assert "--data" in result.stderr
    assert file.read_bytes() == before


def test_without_the_core_it_says_so_and_plays(tmp_path: Path) -> None:
    with (
        started(
            *("--port", "0", "--data", tmp_path, "--no-browser"), BEESPACE_PURE_PYTHON="1"
        ) as server,
        Served(server.port()) as served,
    ):
        server.hear("C\\+\\+ core is not in use")
        assert served.http.get("/api/info").json()["backend"] == "python"
        game = served.new_game(opponent="engine", level=1, color="w")
        with served.page(game["id"]) as page:
            page.play("wS1")
            assert page.hear("moved")["turn"]["ply"] == 2


def test_the_data_folder_can_come_from_the_environment(tmp_path: Path) -> None:
    with started("--port", "0", "--no-browser", BEESPACE_DATA=str(tmp_path / "deep" / "er")) as one:
        one.url()
        assert (tmp_path / "deep" / "er" / "games.sqlite3").exists()


def test_requests_are_logged_when_asked_for(tmp_path: Path) -> None:
    with started("--port", "0", "--data", tmp_path, "--no-browser", "--verbose") as server:
        httpx.get(f"{server.url()}/api/info")
        _, errors = server.end()
    (line,) = [line for line in errors.splitlines() if "/api/info" in line]
    assert line.startswith("time=")
    assert " level=info " in line


def test_acknowledged_moves_survive_a_kill(tmp_path: Path) -> None:
    arguments = ("--port", "0", "--data", tmp_path, "--no-browser")
    played = []
    with started(*arguments) as server, Served(server.port()) as served:
        game = served.new_game(ruleset="Base+MLP")
        with served.page(game["id"]) as page:
            for _ in range(12):
                movable = page.turn["movable"][-1]
                to = movable["ways"][0]["to"]
                page.say("move", ply=page.turn["ply"], piece=movable["piece"], to=to)
                played.append(page.hear("moved")["move"])
            server.process.kill()
        cookies = served.http.cookies
    with started(*arguments) as server, Served(server.port()) as served:
        served.http.cookies = cookies
        again = served.game(game["id"])
        assert again["moves"] == played
        assert again["turn"] == page.turn
        with served.page(game["id"]) as page:
            page.say("undo", ply=12)
            page.hear("game")


def test_the_library_imports_nothing_of_the_server() -> None:
    script = (
        "import sys, beespace.cli, beespace.uhp.server\n"
        "heavy = {'fastapi', 'uvicorn', 'sqlalchemy', 'pydantic', 'alembic', 'platformdirs'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=180)
