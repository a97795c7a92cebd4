"""`beespace db import` adds to the database of a server, also while it is running."""

from __future__ import annotations

import itertools
import random
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from beespace import Board
from beespace.formats import GameRecord, write_games
from beespace.openings import Openings
from beespace.openings.games import of_record, to_record
from beespace.server.storage.openings import open_openings
from support.server.processes import TIMEOUT_S, environment, started
from support.server.serving import Served

GAMES = 200
PLIES = 30


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of random games that share their first moves."""
    chance = random.Random(1)
    records = []
    for number in range(GAMES):
        board = Board("Base")
        while board.outcome() is None and board.ply < PLIES:
            few = 2 if board.ply < 4 else 100
            board.push(chance.choice(board.legal_moves[:few]))
        records.append(GameRecord.from_board(board, white=f"Ann {number}"))
    file = tmp_path_factory.mktemp("collection") / "games.pgn"
    write_games(records, file)
    return file


def importing(data: Path, collection: Path, variables: dict[str, str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "beespace", "db", "import", str(collection)]
    return subprocess.Popen(
        [*command, "--data", str(data)],
        env=environment(**variables),
        stdout=subprocess.PIPE,
        text=True,
    )


def imported(data: Path, collection: Path, variables: dict[str, str]) -> str:
    """Import the collection and return what the command says."""
    said, _ = importing(data, collection, variables).communicate(timeout=TIMEOUT_S)
    return said


def opened(data: Path, variables: dict[str, str]) -> Openings:
    return open_openings(data, variables.get("BEESPACE_DATABASE_URL"))


def check_counts(openings: Openings) -> int:
    """Check that exactly the moves of the known games are counted; return the number of games."""
    total = sum(openings.count_games().values())
    games = openings.games(range(1, 10 * GAMES))
    assert len(games) == total
    played: Counter[tuple[int, int]] = Counter()
    for game in games:
        played.update(set(itertools.pairwise(of_record(to_record(game)).keys)))
    counted = {
        (position, child): tally.total
        for position in {position for position, _ in played}
        for child, (tally, _) in openings.moves(position).items()
    }
    assert counted == played
    assert openings.count_positions() == len({position for position, _ in played})
    return total


def test_games_are_imported_while_the_server_runs(
    tmp_path: Path, collection: Path, variables: dict[str, str]
) -> None:
    arguments = ("--port", "0", "--no-browser", "--data", tmp_path)
    with started(*arguments, **variables) as server, Served(server.port()) as served:
        assert f"Added {GAMES} games" in imported(tmp_path, collection, variables)
        answer = served.http.post("/api/openings/explore", json={}).json()
        assert sum(answer["tally"].values()) == GAMES
        assert "Added 0 games with 0 moves" in imported(tmp_path, collection, variables)
        again = served.http.post("/api/openings/explore", json={}).json()
        # It may have looked for finished games at one time and not at the other.
        assert {**again, "is_counting": False} == {**answer, "is_counting": False}
        number = answer["games"][0]["id"]
        copy = served.http.post(f"/api/openings/games/{number}/open").json()["id"]
        assert served.game(copy)["players"]["w"]["name"].startswith("Ann")


def test_an_import_that_is_killed_has_counted_whole_games(
    tmp_path: Path, collection: Path, variables: dict[str, str]
) -> None:
    chance = random.Random(1)
    for _ in range(3):
        process = importing(tmp_path, collection, variables)
        time.sleep(chance.uniform(0.3, 1.5))
        process.kill()
        process.communicate(timeout=TIMEOUT_S)
    said = imported(tmp_path, collection, variables)
    numbers = re.search(r"Added (\d+) games .*; (\d+) duplicates", said)
    assert numbers is not None
    assert int(numbers[1]) + int(numbers[2]) == GAMES
    with opened(tmp_path, variables) as openings:
        assert check_counts(openings) == GAMES


def test_an_import_that_is_killed_between_batches_is_consistent(
    tmp_path: Path, collection: Path, variables: dict[str, str]
) -> None:
    """Kill it as soon as some games can be seen."""
    subprocess.run(
        [sys.executable, "-m", "beespace", "db", "stats", "--data", str(tmp_path)],
        env=environment(**variables),
        stdout=subprocess.DEVNULL,
        check=True,
    )
    with opened(tmp_path, variables) as openings:
        process = importing(tmp_path, collection, variables)
        while not openings.has_games() and process.poll() is None:
            time.sleep(0.001)
        process.kill()
        process.communicate(timeout=TIMEOUT_S)
        assert 0 < check_counts(openings) <= GAMES
        imported(tmp_path, collection, variables)
        assert check_counts(openings) == GAMES
