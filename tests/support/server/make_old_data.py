"""Makes the archives of `old_data` with a released version 0.1.0.

Check out and build that version in another folder. Then run, with PostgreSQL installed:

    PYTHONPATH=src:tests .venv/bin/python -m support.server.make_old_data OTHER/.venv/bin/python
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from beespace import Board
from beespace.formats import GameRecord, Result, dumps, loads, write_games
from beespace.rules import Pass
from support.server.friends import LIVE, OPENING, play_both
from support.server.old_data import Contents, ask_everything, write_archive
from support.server.postgres import require, running
from support.server.serving import Served, wait_until
from support.study.games import MISSED_WIN, TREE
from support.terminal.games import WHITE_WINS, moves_of

# The review that is interrupted has this many moves.
REVIEWED_PLIES = 14


class Old:
    """A server of version 0.1 on a data folder."""

    def __init__(self, python: str, data: Path, variables: dict[str, str]) -> None:
        arguments = ["-m", "beespace", "play", "--no-browser", "--port", "0", "--data", str(data)]
        self.process = subprocess.Popen(
            [python, *arguments], stdout=subprocess.PIPE, text=True, env=os.environ | variables
        )
        assert self.process.stdout is not None
        address = re.search(r":(\d+)/", self.process.stdout.readline())
        assert address is not None
        self.port = int(address[1])

    def end(self, sent: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(sent)
        self.process.wait(30)


def main() -> None:
    """Make both archives."""
    python = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        make("sqlite", python, Path(folder) / "sqlite", None)
        with running() as postgres:
            make("postgresql", python, Path(folder) / "postgresql", postgres.new_database())


def make(name: str, python: str, data: Path, url: str | None) -> None:
    """Make one archive: fill a data folder, ask about everything, interrupt a review."""
    data.mkdir()
    variables = {"BEESPACE_DATABASE_URL": url} if url is not None else {}
    collection = data.parent / "collection.pgn"
    write_games(collected_games(), collection)
    command = [python, "-m", "beespace", "db", "import", str(collection), "--data", str(data)]
    subprocess.run(command, check=True, env=os.environ | variables)
    server = Old(python, data, variables)
    with Served(server.port) as ann, Served(server.port) as bo:
        found = fill(ann, bo)
    server.end()
    contents = Contents(**found, evaluated=0, lines=lines())
    server = Old(python, data, variables)
    with Served(server.port) as served:
        # These changes stay in the write-ahead logs, because the server is killed below.
        served.http.cookies.set("beespace_guest", contents.cookies["bo"])
        import_game(served, WHITE_WINS.replace("WhiteWins", "BlackWins"))
        for _ in range(3):  # until the explorer has counted it
            served.http.post("/api/openings/explore", json={})
            time.sleep(1)
        answers = ask_everything(server.port, contents)
        address = f"/api/games/{contents.unfinished}/review"
        served.http.post(address)
        wait_until(lambda: served.http.get(address).json()["done"] >= 6)
    server.end(signal.SIGKILL)
    file = data / "reviews" / f"{contents.unfinished}.json"
    evaluated = len(json.loads(file.read_text())["evaluations"])
    assert 4 < evaluated < REVIEWED_PLIES, evaluated
    (data / "lock").unlink()
    contents = Contents(**found, evaluated=evaluated, lines=lines())
    dump = dump_of(url) if url is not None else None
    write_archive(name, data, contents, answers, dump)


def fill(ann: Served, bo: Served) -> dict[str, Any]:
    """Play, study and review; return the fields of `Contents`."""
    over = play_friends(ann, bo, LIVE)
    games = [over, play_friends(ann, bo, None), play_on_one_board(ann), play_engine(ann)]
    games += [play_on_one_board(bo), import_game(ann, WHITE_WINS)]
    review = f"/api/games/{over}/review"
    ann.http.post(review)
    wait_until(lambda: ann.http.get(review).json()["state"] == "done", 120)
    moves = ";".join(moves_of(MISSED_WIN)[:REVIEWED_PLIES])
    turn = REVIEWED_PLIES // 2 + 1
    games.append(import_game(ann, f"Base;BlackWins;White[{turn}];{moves}"))
    body: dict[str, Any] = {"game_type": "all", "moves": []}
    explored = ann.http.post("/api/openings/explore", json=body).json()
    known = next(game["id"] for game in explored["games"] if game["white"].startswith("Imported"))
    opened = ann.http.post(f"/api/openings/games/{known}/open").json()["id"]
    return {
        "cookies": {"ann": cookie(ann), "bo": cookie(bo)},
        "games": [*games, opened],
        "studies": save_studies(ann, bo),
        "reviewed": over,
        "unfinished": games[-1],
    }


def cookie(guest: Served) -> str:
    return str(guest.http.cookies["beespace_guest"])


def play_friends(ann: Served, bo: Served, clock: dict[str, Any] | None) -> str:
    """Play a game between friends; with a clock, Black resigns."""
    made = ann.new_game(opponent="friend", color="w", name="Ann", clock=clock)
    joining = {"secret": made["invitation"], "name": "Bo"}
    bo.http.post(f"/api/games/{made['id']}/join", json=joining).raise_for_status()
    with ann.page(made["id"]) as white, bo.page(made["id"]) as black:
        play_both(white, black, OPENING)
        white.say("chat", text="grüß dich 蜂")
        black.hear("chat")
        if clock is not None:
            black.say("resign", ply=len(OPENING))
            black.hear("game")
    return str(made["id"])


def play_on_one_board(guest: Served) -> str:
    """Begin a game that stays unfinished."""
    game = guest.new_game(ruleset="Base", white_name="Ann", black_name="Zoë")
    with guest.page(game["id"]) as page:
        for text in moves_of(WHITE_WINS)[:7]:
            page.play(text)
    return str(game["id"])


def play_engine(guest: Served) -> str:
    """Play a little against the engine."""
    game = guest.new_game(opponent="engine", level=3, color="w", ruleset="Base+MLP")
    with guest.page(game["id"]) as page:
        page.play("wS1")
        page.hear("moved")
    return str(game["id"])


def import_game(guest: Served, text: str) -> str:
    answer = guest.http.post("/api/imports", json={"text": text}).json()
    return str(answer["games"][0]["id"])


def save_studies(ann: Served, bo: Served) -> list[str]:
    """Save studies of both guests. One is changed later, and one is deleted."""
    record = dumps(loads(TREE), "json")

    def save(guest: Served, title: str) -> str:
        answer = guest.http.post("/api/studies", json={"record": record, "title": title})
        return str(answer.json()["id"])

    studies = [save(ann, "A slip"), save(ann, "Ideen für Bo 蜂"), save(bo, ""), save(bo, "Gone")]
    changed = {"record": record.replace("the start", "begun"), "title": "A slip, again"}
    ann.http.put(f"/api/studies/{studies[0]}", json=changed).raise_for_status()
    bo.http.delete(f"/api/studies/{studies[3]}").raise_for_status()
    return studies


def random_record(chance: random.Random, number: int) -> GameRecord:
    """Return a random game with few choices at first, so that games share positions."""
    board = Board(("Base", "Base+MLP")[number % 2])
    while board.ply < 12:
        few = 3 if board.ply < 5 else 100
        board.push(chance.choice(board.legal_moves[:few]))
    result = (Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW)[number % 3]
    return GameRecord.from_board(board, white=f"Imported {number}", black="Bob", result=result)


def collected_games() -> list[GameRecord]:
    """Return games to import into the explorer."""
    chance = random.Random(1)
    return [random_record(chance, number) for number in range(30)]


def lines() -> list[list[dict[str, Any]]]:
    """Return the first moves of some games, as the explorer gets them."""
    found: list[list[dict[str, Any]]] = [[]]
    for record in collected_games()[:4]:
        moves = [
            {"piece": str(move.piece), "to": [move.to.q, move.to.r]}
            for move in record.moves
            if not isinstance(move, Pass)
        ]
        found += [moves[:plies] for plies in (1, 2, 5)]
    return found


def dump_of(url: str) -> str:
    """Return the statements that restore a database."""
    places = [require(), *Path("/usr/lib/postgresql").glob("*/bin")]
    program = next(place / "pg_dump" for place in places if (place / "pg_dump").exists())
    command = [str(program), "--inserts", "--no-owner", "--dbname", url]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


if __name__ == "__main__":
    main()
