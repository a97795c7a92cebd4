"""The opening explorer over real HTTP, with games that are played, deleted and imported."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from beespace import Board, formats
from beespace.formats import GameRecord, PlayedMove, Result
from beespace.openings.games import of_record
from beespace.rules import Move, Ruleset
from beespace.server.storage import Database
from beespace.server.storage.openings import open_openings
from support.server.serving import Message, Served, serving, wait_until
from support.terminal.games import WHITE_WINS

GAMES = 20


def random_moves(chance: random.Random, game_type: str) -> tuple[Move, ...]:
    board = Board(game_type)
    while board.ply < 10:
        few = 2 if board.ply < 4 else 100
        board.push(chance.choice(board.legal_moves[:few]))
    return board.moves


@pytest.fixture(scope="module")
def exploring(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with some imported games, all Base+MLP and won by White."""
    data = tmp_path_factory.mktemp("openings")
    fill(data)
    with serving(data) as running:
        yield running


def fill(data: Path) -> None:
    chance = random.Random(1)
    Database(data).close()
    with open_openings(data, None) as openings:
        for number in range(GAMES):
            moves = random_moves(chance, "Base+MLP")
            record = GameRecord(Ruleset.parse("Base+MLP"), white=f"Ann {number}", black="Bob")
            record.result = Result.WHITE_WINS
            record.line = [PlayedMove(move) for move in moves]
            openings.add(of_record(record))


def explore(served: Served, *moves: dict[str, Any], game_type: str = "all") -> Message:
    body = {"game_type": game_type, "moves": list(moves)}
    answer = served.http.post("/api/openings/explore", json=body)
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


def count(explored: Message) -> int:
    return sum(explored["tally"].values())


def step(row: Message) -> dict[str, Any]:
    return {"piece": row["move"]["piece"], "to": row["move"]["to"]}


def test_a_line_can_be_followed_as_it_was_played(exploring: Served) -> None:
    explored = explore(exploring)
    assert count(explored) >= GAMES
    moves: list[dict[str, Any]] = []
    left = count(explored)
    while explored["moves"]:
        first = explored["moves"][0]
        totals = [sum(row["tally"].values()) for row in explored["moves"]]
        assert totals == sorted(totals, reverse=True)
        assert sum(totals) == count(explored) <= left
        left = count(explored)
        assert explored["games"]
        moves.append(step(first))
        explored = explore(exploring, *moves)
        assert explored["line"][-1] == first["move"]["text"]
        assert explored["last"]["to"] == first["move"]["to"]
    assert len(moves) == 10


@pytest.mark.parametrize("game_type", ["Base+", "Base+LM", "base", "Base+MLPM"])
def test_invalid_game_types_are_refused(exploring: Served, game_type: str) -> None:
    answer = exploring.http.post("/api/openings/explore", json={"game_type": game_type})
    assert answer.status_code == 422


def test_games_are_filtered_by_game_type(exploring: Served) -> None:
    assert count(explore(exploring, game_type="Base+MLP")) == GAMES
    assert count(explore(exploring, game_type="Base+ML")) == 0
    assert explore(exploring, game_type="Base+ML")["expansions"] == "ML"


@pytest.mark.usefixtures("core")
def test_scores_arrive_and_are_cached(exploring: Served) -> None:
    body: dict[str, Any] = {"moves": []}
    scores = exploring.http.post("/api/openings/scores", json=body).json()
    while not scores["is_complete"]:
        scores = exploring.http.post("/api/openings/scores", json=body).json()
    texts = {row["move"]["text"] for row in explore(exploring)["moves"]}
    assert set(scores["scores"]) == texts
    assert exploring.http.post("/api/openings/scores", json=body).json() == scores


def test_an_imported_game_is_opened_once_and_not_counted_again(exploring: Served) -> None:
    before = explore(exploring)
    number = before["games"][0]["id"]
    first = exploring.http.post(f"/api/openings/games/{number}/open").json()["id"]
    game = exploring.game(first)
    assert game["players"]["w"]["name"].startswith("Ann")
    assert game["ending"]["winner"] == "w"
    assert exploring.http.post(f"/api/openings/games/{number}/open").json()["id"] == first
    assert count(explore(exploring)) == count(before)
    assert exploring.http.post("/api/openings/games/999999/open").status_code == 404


def test_finished_games_are_counted_until_they_are_deleted(exploring: Served) -> None:
    before = count(explore(exploring, game_type="Base"))
    assert exploring.http.post("/api/imports", json={"text": WHITE_WINS}).status_code == 200
    game_id = exploring.http.get("/api/games").json()["games"][0]["id"]
    game_type = exploring.game(game_id)["ruleset"].split(",")[0]
    wait_until(lambda: count(explore(exploring, game_type=game_type)) > before)
    exploring.http.delete(f"/api/games/{game_id}")
    wait_until(lambda: count(explore(exploring, game_type=game_type)) == before)


def test_many_games_finished_at_once_are_all_counted(exploring: Served) -> None:
    before = count(explore(exploring, game_type="Base+M"))
    chance = random.Random(7)
    records = []
    for _ in range(40):
        record = GameRecord(Ruleset.parse("Base+M"), result=Result.DRAW)
        record.line = [formats.PlayedMove(move) for move in random_moves(chance, "Base+M")]
        records.append(record)
    text = "\n".join(formats.dumps(record, "pgn") for record in records)
    assert exploring.http.post("/api/imports", json={"text": text}).status_code == 200
    wait_until(lambda: count(explore(exploring, game_type="Base+M")) == before + 40)
    wait_until(lambda: not explore(exploring, game_type="Base+M")["is_counting"])


def test_other_guests_games_are_counted_but_not_listed(exploring: Served) -> None:
    game = exploring.new_game(ruleset="Base+P")
    with exploring.page(game["id"]) as page:
        page.play("wS1")
        page.say("resign", ply=1)
        page.hear("game")
    wait_until(lambda: count(explore(exploring, game_type="Base+P")) == 1)
    (own,) = explore(exploring, game_type="Base+P")["games"]
    address = f"/api/openings/games/{own['id']}/open"
    assert exploring.http.post(address).json()["id"] == game["id"]
    with exploring.guest() as stranger:
        seen = explore(stranger, game_type="Base+P")
        assert count(seen) == 1
        assert seen["games"] == []
        assert stranger.http.post(address).status_code == 404


def test_a_resigned_game_is_counted_until_the_resignation_is_taken_back(exploring: Served) -> None:
    game = exploring.new_game(ruleset="Base+L")
    assert count(explore(exploring, game_type="Base+L")) == 0
    with exploring.page(game["id"]) as page:
        page.play("wS1")
        page.play("bS1 wS1-")
        page.say("resign", ply=2)
        page.hear("game")
        wait_until(lambda: count(explore(exploring, game_type="Base+L")) == 1)
        assert explore(exploring, game_type="Base+L")["tally"]["black"] == 1
        page.say("undo", ply=2)
        page.hear("game")
        wait_until(lambda: count(explore(exploring, game_type="Base+L")) == 0)


def test_forbidden_moves_and_junk_are_refused(exploring: Served) -> None:
    far = {"moves": [{"piece": "wS1", "to": [0, 0]}, {"piece": "bS1", "to": [9, 9]}]}
    answer = exploring.http.post("/api/openings/explore", json=far)
    assert answer.status_code == 409
    assert answer.json()["why"]["code"]
    passed = exploring.http.post("/api/openings/explore", json={"moves": [{}]})
    assert passed.status_code == 409
    wrong = exploring.http.post("/api/openings/explore", json={"game_type": "Base+X"})
    assert wrong.status_code == 422
