"""The tutorial's commands work when pasted, one after another, and its bot plays a game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.repository import REPOSITORY
from support.server.processes import started
from support.server.serving import Served, wait_until

PAGE = (REPOSITORY / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
# Enough for a busy machine.
PATIENCE_S = 300


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which every command block of the tutorial was run, in order."""
    folder = tmp_path_factory.mktemp("tutorial")
    (folder / ".venv" / "bin").mkdir(parents=True)
    programs = Path(sys.executable).parent
    (folder / ".venv" / "bin" / "activate").write_text(f'PATH="{programs}:$PATH"\n')
    pasted = "set -e\n" + "\n".join(BLOCKS)
    done = subprocess.run(
        ["sh", "-c", pasted], cwd=folder, capture_output=True, text=True, timeout=PATIENCE_S
    )
    (folder / "output.txt").write_text(done.stdout)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Served]:
    options = ("--port", "0", "--no-browser", "--data", tmp_path)
    with started(*options) as server, Served(server.port()) as host:
        yield host


def test_every_command_works_when_pasted(folder: Path) -> None:
    assert len(BLOCKS) >= 7
    made = {path.name for path in folder.iterdir()}
    assert {"first.pgn", "first.svg", "first.html", "greedy.py", "bot.py"} <= made
    assert "<svg" in (folder / "first.svg").read_text(encoding="utf-8")
    output = (folder / "output.txt").read_text()
    won = re.search(r"won (\d+) of 10", output)
    assert won is not None, output
    assert int(won[1]) >= 8


def test_the_bot_plays_on_a_server(folder: Path, host: Served) -> None:
    game = host.new_game(opponent="friend", color="w", with_token=True)
    link = f"{host.url}/join/{game['id']}#{game['invitation']}"
    bot = subprocess.Popen(
        [sys.executable, "bot.py", link],
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    try:
        wait_until(lambda: not host.game(game["id"])["is_waiting"], PATIENCE_S)
        for ply in (0, 2, 4):
            can = host.game(game["id"])["turn"]["movable"][0]
            said = {"type": "move", "ply": ply, "piece": can["piece"], "to": can["ways"][0]["to"]}
            host.http.post(f"/api/games/{game['id']}/say", json=said).raise_for_status()
            wait_until(lambda: len(host.game(game["id"])["moves"]) % 2 == 0, PATIENCE_S)
        resign = {"type": "resign", "ply": 6}
        host.http.post(f"/api/games/{game['id']}/say", json=resign).raise_for_status()
        assert "The game is over" in bot.communicate(timeout=PATIENCE_S)[0]
        assert bot.returncode == 0
    finally:
        if bot.poll() is None:
            bot.kill()
            bot.communicate()
