"""The page's own opening explorer answers like the server's, position by position."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from beespace import Board
from beespace.formats import GameRecord, Result, dumps
from beespace.openings import Openings
from beespace.openings.games import of_record
from beespace.rules import Move, Pass
from beespace.server.openings import service
from beespace.server.openings.messages import SayOpening
from beespace.server.problems import ProblemError
from support import recorded
from support.formats.records import record_of
from support.local.asking import LocalPage
from support.openings.games import random_game
from support.server.serving import serving

pytestmark = pytest.mark.usefixtures("core")

Answer = dict[str, Any]
TYPES = ("all", "Base", "Base+MLP", "Base+M")


@pytest.fixture
def openings(tmp_path: Path) -> Iterator[Openings]:
    with Openings(tmp_path / "openings.db") as opened:
        yield opened


def some_games(chance: random.Random) -> list[GameRecord]:
    """Return finished games: recorded ones, and random ones with few different first moves."""
    found = [record_of(game) for game in recorded.games()[::2]]
    for number in range(90):
        game_type = ("Base", "Base+MLP", "Base+M")[number % 3]
        board = Board(game_type)
        for move in random_game(chance, game_type):
            board.push(move)
        record = GameRecord.from_board(board)
        if record.reason is None:
            record.result = chance.choice([Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS])
        found.append(record)
    for number, record in enumerate(found):
        record.white, record.black = f"Ann {number}", "Bob"
    return [record for record in found if record.result.is_decided and record.line]


def keep(page: LocalPage, openings: Openings, records: list[GameRecord]) -> list[str]:
    """Import games into the page, count them on the server, and return the page's ids."""
    ids = []
    for record in records:
        said = page.ask("POST", "/api/imports", {"text": dumps(record, "pgn")})["answer"]
        assert not said["skipped"]
        (game,) = said["games"]
        ids.append(game["id"])
        # The server's games have the date on which they were created there.
        record.date = datetime.datetime.now(datetime.UTC).strftime("%Y.%m.%d")
        openings.add(of_record(record, game["id"]))
    openings.flush()
    return ids


def said_moves(moves: list[Move]) -> list[Answer]:
    return [
        {} if isinstance(move, Pass) else {"piece": str(move.piece), "to": [move.to.q, move.to.r]}
        for move in moves
    ]


def expected(openings: Openings, asked: Answer) -> Answer:
    try:
        answer, games = service._answer(openings, SayOpening.model_validate(asked))
    except ProblemError as error:
        return {"failure": {"code": error.problem.code, "text": error.problem.text}}
    answer.games = [service._game(game) for game in games]
    for game in answer.games:
        game.id = -game.id  # the page's own numbers are below 0
    return {"answer": answer.model_dump(mode="json")}


def explore(page: LocalPage, asked: Answer) -> Answer:
    """Return the page's answer, once it has counted all games."""
    while True:
        found = page.ask("POST", "/api/openings/explore", asked)
        if "failure" in found or not found["answer"]["is_counting"]:
            return found


def compare(page: LocalPage, openings: Openings, records: list[GameRecord], plies: int) -> int:
    """Compare the answers in the positions of games and beside them, and return how many."""
    count = 0
    chance = random.Random(5)
    for record in records:
        for ply in range(min(len(record.line), plies)):
            moves = list(record.moves[:ply])
            if chance.random() < 0.2:
                moves.append(chance.choice(list(record.board(ply).legal_moves)))
            asked = {"game_type": chance.choice(TYPES), "moves": said_moves(moves)}
            assert explore(page, asked) == expected(openings, asked), asked
            count += 1
    return count


def test_every_position(page: LocalPage, openings: Openings) -> None:
    chance = random.Random(3)
    empty = {"game_type": "all", "moves": []}
    assert explore(page, empty) == expected(openings, empty)
    records = some_games(chance)
    assert len(records) > 100
    keep(page, openings, records)
    assert compare(page, openings, records[::4], 14) > 250
    root = explore(page, empty)["answer"]
    assert sum(root["tally"].values()) == len(records)
    second = explore(page, {"moves": [{"piece": "wS1", "to": [0, 0]}]})["answer"]["moves"]
    assert any(move["twins"] for move in second)
    # Bad moves are refused with the same reasons.
    for move in ({}, {"piece": "bS1", "to": [0, 0]}, {"piece": "wA1", "to": [3, 3]}):
        asked = {"game_type": "Base", "moves": [move]}
        assert explore(page, asked) == expected(openings, asked)


def test_changes_are_counted(page: LocalPage, openings: Openings) -> None:
    records = some_games(random.Random(4))[:12]
    ids = keep(page, openings, records)
    assert compare(page, openings, records, 4) > 20
    # A deleted game is not counted any more, and the others can still be opened.
    page.ask("DELETE", f"/api/games/{ids[0]}")
    gone = openings.server_game(ids[0])
    assert gone is not None
    openings.remove(of_record(records[0], ids[0]))
    assert compare(page, openings, records, 3) > 20
    listed = explore(page, {"moves": []})["answer"]["games"]
    for game in listed:
        opened = page.ask("POST", f"/api/openings/games/{game['id']}/open")["answer"]["id"]
        assert opened in ids[1:]
        assert page.ask("GET", f"/api/games/{opened}")["answer"]["plies"] == game["plies"]
    missing = page.ask("POST", "/api/openings/games/-1/open")
    assert missing["failure"]["code"] == "no-such-game"


def test_scores(page: LocalPage, openings: Openings) -> None:
    records = some_games(random.Random(6))[-12:]
    keep(page, openings, records)
    asked = {"game_type": "Base+MLP", "moves": []}
    moves = explore(page, asked)["answer"]["moves"]
    while True:
        found = page.ask("POST", "/api/openings/scores", asked)["answer"]
        if found["is_complete"]:
            break
    assert found["scores"].keys() == {move["move"]["text"] for move in moves}
    # The server's scores come from the same search, but may end earlier: it has little time.
    theirs, _ = service._scores(openings, SayOpening.model_validate(asked))
    for text, score in theirs.model_dump()["scores"].items():
        assert abs(found["scores"][text]["value"] - score["value"]) < 100


def test_scores_are_found_without_exploring_first_beside_a_server(tmp_path: Path) -> None:
    record = some_games(random.Random(7))[0]
    asked = {"method": "POST", "path": "/api/openings/scores", "beside": True}
    asked["body"] = {"game_type": "all", "moves": []}
    with serving(tmp_path) as server, LocalPage(server.url) as page:
        assert "answer" in page.ask("POST", "/api/imports", {"text": dumps(record, "pgn")})
        while not (found := page.ask_for(asked)["answer"]["scores"]):
            pass  # the game is being counted
    assert len(found) == 1
