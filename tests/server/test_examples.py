"""The example bots play whole games against each other on a real server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from beespace import BACKEND
from server.serving import TIMEOUT_S, Served, wait_until

EXAMPLES = Path(__file__).parents[2] / "examples"
ENGINE = [sys.executable, "-m", "beespace", "uhp"]


def link_of(served: Served, game: dict[str, str]) -> str:
    return f"{served.url}/join/{game['id']}#{game['invitation']}"


def test_the_tiny_bot_is_tiny() -> None:
    body = (EXAMPLES / "tiny_bot.py").read_text().split('"""', 2)[2].splitlines()
    assert len([line for line in body if line.strip()]) <= 32


@pytest.mark.skipif(BACKEND != "native", reason="the C++ core is not built")
def test_a_uhp_engine_beats_the_tiny_bot(served: Served) -> None:
    with served.guest() as host:
        game = host.new_game(opponent="friend", color="w", ruleset="Base+MLP", name="Host")
        secret = host.http.post(f"/api/games/{game['id']}/devices").json()["secret"]
        tiny = [sys.executable, str(EXAMPLES / "tiny_bot.py"), link_of(served, game)]
        own = f"{served.url}/join/{game['id']}#{secret}"
        options = ["--time", "00:00:00.05", "--", *ENGINE]
        uhp = [sys.executable, str(EXAMPLES / "uhp_bot.py"), own, *options]
        bots = [
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            for command in (tiny, uhp)
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
