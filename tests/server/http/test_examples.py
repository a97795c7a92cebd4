"""The example bots play complete games on a real server, and report problems clearly."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from support.repository import REPOSITORY
from support.server.processes import started
from support.server.serving import TIMEOUT_S, Served, wait_until

EXAMPLES = REPOSITORY / "examples"
ENGINE = [sys.executable, "-m", "beespace", "uhp"]
TINY = [sys.executable, str(EXAMPLES / "tiny_bot.py")]
UHP = [sys.executable, str(EXAMPLES / "uhp_bot.py")]


def link_of(served: Served, game: dict[str, str]) -> str:
    return f"{served.url}/join/{game['id']}#{game['invitation']}"


def run(*command: str) -> tuple[int, str]:
    """Run a bot until it exits; return its exit code and output."""
    ended = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=180
    )
    return ended.returncode, ended.stdout.strip()


def test_the_tiny_bot_is_tiny() -> None:
    body = (EXAMPLES / "tiny_bot.py").read_text().split('"""', 2)[2].splitlines()
    assert len([line for line in body if line.strip()]) <= 36


@pytest.mark.usefixtures("core")
def test_a_uhp_engine_beats_the_tiny_bot(served: Served) -> None:
    with served.guest() as host:
        game = host.new_game(
            opponent="friend", color="w", ruleset="Base+MLP,threefold", name="Host"
        )
        secret = host.http.post(f"/api/games/{game['id']}/devices").json()["secret"]
        own = f"{served.url}/join/{game['id']}#{secret}"
        uhp = [*UHP, own, "--time", "00:00:00.05", "--", *ENGINE]
        bots = [
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            for command in ([*TINY, link_of(served, game)], uhp)
        ]
        try:
            wait_until(lambda: host.game(game["id"])["ending"] is not None, 120)
            said = [bot.communicate(timeout=TIMEOUT_S)[0] for bot in bots]
        finally:
            for bot in bots:
                if bot.poll() is None:
                    bot.kill()
                    bot.wait()
        assert host.game(game["id"])["ending"] == {"winner": "w", "reason": "surround"}
        assert all("The game is over" in text for text in said), said
        assert [bot.returncode for bot in bots] == [0, 0]


@pytest.mark.parametrize("bot", [TINY, UHP], ids=["tiny", "uhp"])
def test_bots_say_in_one_line_why_they_cannot_play(served: Served, bot: list[str]) -> None:
    engine = ["--", *ENGINE] if bot is UHP else []
    game = served.new_game(opponent="friend")
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # Bound, but not listening.
        away = f"http://127.0.0.1:{nobody.getsockname()[1]}/join/{game['id']}#{'x' * 43}"
        for link, why in (
            (f"{served.url}/join/{game['id']}#{'x' * 43}", "doesn't work or has already been used"),
            (away, "refused"),
            ("what#this", ""),
        ):
            code, said = run(*bot, link, *engine)
            assert code == 1, said
            assert why in said
            assert "\n" not in said
    code, said = run(*bot)
    assert code in (1, 2)
    assert "LINK" in said or "usage" in said
    assert "Traceback" not in said


def test_a_missing_engine_is_reported(served: Served) -> None:
    game = served.new_game(opponent="friend")
    code, said = run(*UHP, link_of(served, game), "--", "no-such-engine")
    assert code == 1
    assert "no-such-engine" in said
    assert "\n" not in said
    # The bot has not taken the seat.
    assert served.game(game["id"])["is_waiting"]
    code, said = run(*UHP, link_of(served, game), "--", sys.executable, "-c", "pass")
    assert (code, said) == (1, "uhp_bot.py: the engine exited")


@pytest.mark.parametrize("bot", [TINY, UHP], ids=["tiny", "uhp"])
def test_bots_come_back_after_a_restart(tmp_path: Path, bot: list[str]) -> None:
    options = ("--no-browser", "--data", tmp_path)
    with started("--port", "0", *options) as server:
        port = server.port()
        with Served(port) as host:
            game = host.new_game(opponent="friend", color="w", with_token=True)
            engine = ["--time", "00:00:00.05", "--", *ENGINE] if bot is UHP else []
            playing = subprocess.Popen([*bot, link_of(host, game), *engine], text=True)
            wait_until(lambda: not host.game(game["id"])["is_waiting"], 60)
        server.process.kill()
        server.wait()
    bearer = {"authorization": f"Bearer {game['token']}"}
    try:
        with started("--port", str(port), *options) as server, Served(server.port()) as host:
            host.http.headers.update(bearer)
            said = {"type": "move_text", "ply": 0, "text": "wS1"}
            host.http.post(f"/api/games/{game['id']}/say", json=said).raise_for_status()
            wait_until(lambda: host.game(game["id"])["plies"] == 2, 60)
            said = {"type": "resign", "ply": 2}
            host.http.post(f"/api/games/{game['id']}/say", json=said).raise_for_status()
            assert playing.wait(60) == 0
    finally:
        if playing.poll() is None:
            playing.kill()
            playing.wait()
