"""The tutorial's commands work when pasted, one after another, and its bot plays a game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from beespace.lessons import REQUIRED_LANGUAGES
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
    assert {"first.pgn", "first.svg", "first.html", "ask.py", "greedy.py", "bot.py"} <= made
    assert "<svg" in (folder / "first.svg").read_text(encoding="utf-8")
    output = (folder / "output.txt").read_text()
    assert "the white spider is pinned: moving it would split the hive in two" in output
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


def test_the_engine_of_the_how_to_page_answers(tmp_path: Path) -> None:
    page = (REPOSITORY / "docs" / "how-to" / "add-an-engine.md").read_text(encoding="utf-8")
    code = re.search(r"^```py\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert code is not None
    (tmp_path / "random_engine.py").write_text(code[1], encoding="utf-8")
    commands = "newgame Base\nplay wS1\nvalidmoves\nbestmove depth 1\nundo\nundo -1\nexit\n"
    done = subprocess.run(
        [sys.executable, "random_engine.py"],
        cwd=tmp_path,
        input=commands,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    answers = done.stdout.split("ok\n")
    assert len(answers) == 8, done.stdout + done.stderr
    assert answers[2] == "Base;InProgress;Black[1];wS1\n"
    assert answers[4].strip() in answers[3].strip().split(";")
    assert answers[5] == "Base;NotStarted;White[1]\n"
    assert answers[6].startswith("err ")


def test_the_lesson_of_the_how_to_page_can_be_read() -> None:
    page = (REPOSITORY / "docs" / "how-to" / "add-a-lesson.md").read_text(encoding="utf-8")
    example = re.search(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert example is not None
    lesson = tomllib.loads(example[1])
    assert set(lesson["title"]) == set(REQUIRED_LANGUAGES)
    names = REPOSITORY / "src/beespace/lessons/data/lessons"
    known = {key for file in names.glob("*.toml") for key in tomllib.loads(file.read_text("utf-8"))}
    assert set(lesson) <= known
