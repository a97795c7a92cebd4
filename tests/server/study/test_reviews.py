"""Reviews in the background: they run unwatched and continue after a restart."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from beespace.server.storage.connections import DATABASE
from support.server.serving import Served, serving, wait_until
from support.study.games import MISSED_PLY, MISSED_WIN

pytestmark = pytest.mark.usefixtures("core")
NODES = 3000
# Other work on the machine can delay a review.
TIMEOUT_S = 180
# A game that White resigned.
OVER = MISSED_WIN.replace("InProgress", "BlackWins")


def import_game(served: Served, game: str = OVER) -> str:
    answer = served.http.post("/api/imports", json={"text": game}).json()
    assert not answer["skipped"], answer
    return str(answer["games"][0]["id"])


def begin(served: Served, game_id: str, status: int = 200) -> Any:
    answer = served.http.post(f"/api/games/{game_id}/review")
    assert answer.status_code == status, answer.text
    return answer.json()


def state(served: Served, game_id: str) -> dict[str, Any]:
    found: dict[str, Any] = served.http.get(f"/api/games/{game_id}/review").json()
    return found


def finished(served: Served, game_id: str) -> dict[str, Any]:
    """Wait for the review and return it."""
    deadline = time.monotonic() + TIMEOUT_S
    while (found := state(served, game_id))["state"] in ("waiting", "running"):
        assert time.monotonic() < deadline, found
        time.sleep(0.02)
    assert found["state"] == "done", found
    review: dict[str, Any] = found["review"]
    return review


def stored(data: Path) -> dict[str, int]:
    """Return the number of evaluated positions of each stored review."""
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        rows = connection.execute("SELECT game, done FROM reviews").fetchall()
    return dict(rows)


def test_a_review_runs_in_the_background_and_is_kept(tmp_path: Path) -> None:
    with serving(tmp_path, review_nodes=NODES) as served:
        game_id = import_game(served)
        assert state(served, game_id)["state"] == "none"
        begun = begin(served, game_id)
        assert begun["state"] in ("waiting", "running")
        assert begun["total"] == MISSED_PLY + 1
        review = finished(served, game_id)
        assert len(review["positions"]) == MISSED_PLY + 1
        missed = review["moves"][-1]
        assert (missed["judgement"], missed["missed_win"], missed["color"]) == ("blunder", 1, "b")
        assert missed["better"][0]["to"] is not None
        assert all(0 < review["accuracy"][color] < 100 for color in "wb")
        assert begin(served, game_id)["state"] == "done", "starting it again must be a no-op"
    with serving(tmp_path, review_nodes=NODES) as served:
        assert finished(served, game_id) == review


def test_an_interrupted_review_continues_and_matches_an_uninterrupted_one(
    tmp_path: Path,
) -> None:
    with serving(tmp_path, review_nodes=40_000) as served:
        game_id = import_game(served)
        begin(served, game_id)
        while state(served, game_id)["done"] < 4:
            time.sleep(0.02)
    done = stored(tmp_path)[game_id]
    assert 1 <= done < MISSED_PLY, "the review was not interrupted"
    with serving(tmp_path, review_nodes=40_000) as served:
        other = import_game(served)
        continued = finished(served, game_id)
        begin(served, other)
        assert finished(served, other) == continued


def test_a_review_waits_while_nothing_can_be_stored(tmp_path: Path) -> None:
    with serving(tmp_path, review_nodes=40_000) as served:
        game_id = import_game(served)
        begin(served, game_id)
        with closing(sqlite3.connect(tmp_path / DATABASE, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            wait_until(lambda: served.http.get("/api/health").status_code == 503)
            done = state(served, game_id)["done"]
            connection.execute("ROLLBACK")
        assert done < MISSED_PLY, "the review wasn't interrupted"
        finished(served, game_id)


def test_a_changed_game_is_reviewed_again(tmp_path: Path) -> None:
    with serving(tmp_path, review_nodes=NODES) as served:
        game = served.new_game(ruleset="Base")
        with served.page(game["id"]) as page:
            for text in ("wS1", "bG1 wS1-", "wQ -wS1"):
                page.play(text)
            assert begin(served, game["id"], 409)["code"] == "game-not-over"
            page.say("resign", ply=3)
            page.hear("game")
            begin(served, game["id"])
            assert len(finished(served, game["id"])["moves"]) == 3
            page.say("undo", ply=3)
            page.hear("game")
            page.play("bQ bG1-")
            assert state(served, game["id"])["state"] == "none"


def test_missing_deleted_and_empty_games_have_no_review(tmp_path: Path) -> None:
    with serving(tmp_path, review_nodes=NODES) as served:
        assert begin(served, "nothing", 404)["code"] == "no-such-game"
        game_id = import_game(served)
        begin(served, game_id)
        finished(served, game_id)
        assert stored(tmp_path) == {game_id: MISSED_PLY + 1}
        served.http.delete(f"/api/games/{game_id}")
        assert stored(tmp_path) == {}
        empty = served.new_game()["id"]
        with served.page(empty) as page:
            page.say("resign", ply=0)
            page.hear("game")
        assert begin(served, empty, 409)["code"] == "nothing-to-review"


def followed(served: Served, game_id: str) -> list[dict[str, Any]]:
    """Return the events of a review until it ends."""
    found = []
    path = f"/api/games/{game_id}/review/events"
    with served.http.stream("GET", path, timeout=TIMEOUT_S) as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                found.append(json.loads(line.removeprefix("data: ")))
    return found


def test_a_review_is_streamed_as_it_grows(tmp_path: Path) -> None:
    with serving(tmp_path, review_nodes=NODES) as served:
        game_id = import_game(served)
        assert [one["state"] for one in followed(served, game_id)] == ["none"]
        total = begin(served, game_id)["total"]
        events = followed(served, game_id)
        assert events[-1]["state"] == "done"
        positions: list[Any] = []
        for event in events[:-1]:
            assert event["first"] == len(positions), "every event continues the one before"
            positions += event["positions"]
            assert event["done"] == len(positions) <= event["total"] == total
        review = events[-1]["review"]
        assert review == state(served, game_id)["review"]
        assert positions == review["positions"][: len(positions)]
        assert len(events) > 3


def test_reviews_of_two_people_take_turns(tmp_path: Path) -> None:
    with serving(tmp_path, review_nodes=100_000) as served:
        crowd = [import_game(served) for _ in range(4)]
        with httpx.Client(base_url=served.url) as other:
            answer = other.post("/api/imports", json={"text": OVER}).json()
            late = answer["games"][0]["id"]
            for game_id in crowd:
                begin(served, game_id)
            other.post(f"/api/games/{late}/review").raise_for_status()
            while state(served, late)["state"] != "done":
                time.sleep(0.05)
            assert [state(served, one)["state"] for one in crowd].count("done") < 4
