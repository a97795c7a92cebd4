"""The puzzle trainer over real HTTP: tries, hints, solutions and scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from beespace.backend import BACKEND
from support.missing import missing
from support.server.serving import Served

if BACKEND != "native":
    missing("the C++ core is not built")

from beespace.puzzles import Puzzle, shelf, trying
from beespace.puzzles.mining import THREAT_MOVES
from beespace.rules import Move, Pass
from beespace.server.storage.guests.puzzle_results import StoredScore

Answer = dict[str, Any]


@pytest.fixture
def guest(served: Served) -> Iterator[httpx.Client]:
    """A client for a new guest; it keeps its cookies."""
    with httpx.Client(base_url=f"{served.url}/api/puzzles", timeout=120) as client:
        yield client


def puzzle_of(kind: str) -> Puzzle:
    found = [puzzle for puzzle in shelf.shipped().values() if puzzle.kind == kind]
    return min(found, key=lambda puzzle: (puzzle.grade, puzzle.id))


def said(move: Move) -> dict[str, Any]:
    return {} if isinstance(move, Pass) else {"piece": str(move.piece), "to": list(move.to)}


def try_move(guest: httpx.Client, puzzle: Puzzle, move: Move, *before: Move) -> Answer:
    asked = {"moves": [said(one) for one in before], **said(move)}
    answer = guest.post(f"/{puzzle.id}/try", json=asked)
    assert answer.status_code == 200, answer.text
    found: Answer = answer.json()
    return found


def index_of(guest: httpx.Client) -> Answer:
    found: Answer = guest.get(str(guest.base_url).rstrip("/")).json()
    return found


def score(guest: httpx.Client) -> dict[str, int]:
    found: dict[str, int] = index_of(guest)["score"]
    return found


def wrong_move(puzzle: Puzzle) -> Move:
    board = puzzle.board()
    return next(move for move in board.legal_moves if board.uhp(move) not in puzzle.solutions)


def test_a_new_guest_starts_at_1000_and_sees_what_is_available(guest: httpx.Client) -> None:
    index = index_of(guest)
    assert index["score"] == {
        "rating": 1000,
        "tried": 0,
        "solved": 0,
        "streak": 0,
        "best_streak": 0,
        "change": None,
    }
    assert index["counts"] == shelf.counts()
    assert sum(index["game_types"].values()) == len(shelf.shipped())
    assert index["daily"]["id"] in shelf.shipped()


def test_a_win_in_3_is_solved_move_by_move_against_replies(guest: httpx.Client) -> None:
    puzzle = puzzle_of("win-in-3")
    line = trying.solution(puzzle, trying.begin(puzzle))
    own: list[Move] = []
    for number, move in enumerate(line[::2]):
        answer = try_move(guest, puzzle, move, *own)
        assert answer["is_right"]
        assert answer["moves_left"] == 2 - number
        assert answer["is_solved"] == (number == 2)
        assert len(answer["played"]) == (1 if number == 2 else 2)
        own.append(move)
    assert answer["score"]["solved"] == 1
    assert answer["score"]["change"] > 0
    assert score(guest)["rating"] == 1000 + answer["score"]["change"]


def test_a_wrong_move_is_refuted_counts_once_and_ends_the_streak(guest: httpx.Client) -> None:
    first, puzzle = puzzle_of("win-in-1"), puzzle_of("win-in-2")
    try_move(guest, first, first.board().parse_uhp(first.solutions[0]))
    assert score(guest)["streak"] == 1
    answer = try_move(guest, puzzle, wrong_move(puzzle))
    assert not answer["is_right"]
    assert answer["miss"] in ("refuted", "loses")
    assert len(answer["played"]) == 2
    assert answer["score"]["change"] < 0
    assert answer["score"]["streak"] == 0
    after = score(guest)
    assert (after["tried"], after["solved"], after["best_streak"]) == (2, 1, 1)
    again = try_move(guest, puzzle, puzzle.board().parse_uhp(puzzle.solutions[0]))
    assert again["is_right"]
    assert try_move(guest, puzzle, wrong_move(puzzle))["score"] is None
    assert score(guest) == after
    assert guest.get(f"/{puzzle.id}").json()["was_solved"] is False


def test_illegal_moves_do_not_count(guest: httpx.Client) -> None:
    puzzle = puzzle_of("win-in-1")
    board = puzzle.board()
    far = guest.post(f"/{puzzle.id}/try", json={"piece": f"{board.turn.value}Q", "to": [90, 90]})
    assert far.json()["why"]["code"]
    assert guest.post(f"/{puzzle.id}/try", json={}).json()["why"]["code"] == "must-play"
    pieces = board.immobile()
    if pieces:
        piece, reason = next(iter(pieces.items()))
        asked = guest.post(f"/{puzzle.id}/try", json={"piece": str(piece)}).json()
        assert asked["why"]["code"] == reason.code.value
    assert score(guest)["tried"] == 0


@pytest.mark.parametrize("help", ["hint", "solution"])
def test_help_counts_as_not_solved(guest: httpx.Client, help: str) -> None:  # noqa: A002
    puzzle = puzzle_of("win-in-2")
    given = guest.post(f"/{puzzle.id}/{help}", json={}).json()
    assert given["score"]["change"] < 0
    if help == "hint":
        board = puzzle.board()
        pieces = {board.parse_uhp(text).piece for text in puzzle.solutions}  # type: ignore[union-attr]
        assert given["piece"] in map(str, pieces)
    else:
        assert len(given["line"]) == 3
        assert [move["text"] for move in given["first"]] == list(puzzle.solutions)
        assert given["line"][0]["text"] in puzzle.solutions
    solved = try_move(guest, puzzle, puzzle.board().parse_uhp(puzzle.solutions[0]))
    assert solved["is_right"]
    assert score(guest)["solved"] == 0


def test_an_only_defence_puzzle_takes_one_move(guest: httpx.Client) -> None:
    puzzle = puzzle_of("only-defence")
    wrong = try_move(guest, puzzle, wrong_move(puzzle))
    assert wrong["miss"] == "loses"
    # 0 means that the move surrounds the player's own queen.
    assert wrong["loses_in"] in range(THREAT_MOVES + 1)
    right = try_move(guest, puzzle, puzzle.board().parse_uhp(puzzle.solutions[0]))
    assert right["is_solved"]


def test_the_next_puzzle_follows_the_filters(guest: httpx.Client) -> None:
    given = guest.get("/next", params={"kind": "only-defence", "game_type": "Base+MLP"}).json()
    assert (given["kind"], given["game_type"]) == ("only-defence", "Base+MLP")
    assert guest.get("/next", params={"kind": "win-in-9"}).status_code == 422
    assert guest.get("/next", params={"game_type": "Base+X"}).status_code == 404


def test_guests_do_not_share_a_score(served: Served, guest: httpx.Client) -> None:
    puzzle = puzzle_of("win-in-1")
    try_move(guest, puzzle, puzzle.board().parse_uhp(puzzle.solutions[0]))
    with httpx.Client(base_url=f"{served.url}/api/puzzles", timeout=120) as other:
        assert score(other)["tried"] == 0
        assert score(guest)["tried"] == 1


def test_made_up_moves_and_puzzles_are_refused(guest: httpx.Client) -> None:
    puzzle = puzzle_of("win-in-2")
    wrong = said(wrong_move(puzzle))
    jumped = guest.post(f"/{puzzle.id}/try", json={"moves": [wrong], **wrong})
    assert jumped.status_code == 409
    assert jumped.json()["code"] == "not-in-puzzle"
    assert guest.get("/nothing").status_code == 404
    assert guest.post("/nothing/hint", json={}).status_code == 404
    assert score(guest)["tried"] == 0


def test_scores_add_up() -> None:
    score = StoredScore()
    for is_solved in (True, True, False, True):
        score = score.after(4, is_solved)
    assert (score.tried, score.solved, score.streak, score.best_streak) == (4, 3, 1, 2)
