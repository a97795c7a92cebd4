"""Synchronizing what pages store, through real sockets, on SQLite and PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from beespace.puzzles import shelf
from support.server.commands import in_process
from support.server.serving import Message, Served, serving
from support.syncing import RECORD, TIME, ids, row, study, sync


@pytest.fixture
def server(tmp_path: Path, variables: dict[str, str]) -> Iterator[Served]:
    with serving(tmp_path, database_url=variables.get("BEESPACE_DATABASE_URL")) as served:
        yield served


def test_a_page_gets_what_another_stored(server: Served) -> None:
    first = sync(server, row("a"), row("b"))
    assert [(one["id"], one["revision"]) for one in first["stored"]] == [("a", 1), ("b", 2)]
    # Nobody gets their own changes back.
    assert (first["rows"], first["revision"], first["is_complete"]) == ([], 2, True)
    found = sync(server)
    assert [(one["id"], one["content"]) for one in found["rows"]] == [
        ("a", "the game a"),
        ("b", "the game b"),
    ]
    assert sync(server, since=2)["rows"] == []
    assert ids(sync(server, row("b", 2), since=2)["stored"]) == ["b"]
    assert ids(sync(server, since=2)["rows"]) == ["b"]
    with server.guest() as stranger:
        other = sync(stranger)
        assert other["rows"] == []
        assert other["library"] != found["library"]


def test_a_change_that_did_not_see_the_latest_one_is_not_stored(server: Served) -> None:
    sync(server, row("a"))
    sync(server, row("a", 1, content="new"), since=1)
    late = sync(server, row("a", 1, content="other"), row("b"), since=1)
    assert ids(late["stored"]) == ["b"]
    assert [(one["id"], one["content"], one["revision"]) for one in late["rows"]] == [
        ("a", "new", 2)
    ]
    again = sync(server, row("a", 2, content="both"), since=late["revision"])
    assert ids(again["stored"]) == ["a"]
    assert [one["content"] for one in sync(server)["rows"] if one["id"] == "a"] == ["both"]


def test_a_page_that_lost_a_revision_gets_the_row_again(server: Served) -> None:
    sync(server, row("a"), row("b"))
    lost = sync(server, row("a", content="older"), since=2)
    assert lost["stored"] == []
    assert [(one["id"], one["content"]) for one in lost["rows"]] == [("a", "the game a")]


def test_deleted_rows_are_told(server: Served) -> None:
    sync(server, row("a"), study("study"))
    gone = [row("a", 1, is_deleted=True), study("study", 2, is_deleted=True)]
    assert len(sync(server, *gone, since=2)["stored"]) == 2
    told = sync(server, since=2)["rows"]
    assert [(one["id"], one["is_deleted"], one["content"]) for one in told] == [
        ("a", True, ""),
        ("study", True, ""),
    ]
    assert server.http.get("/api/studies/study").status_code == 404


def test_studies_have_links_and_follow_the_api(server: Served) -> None:
    sync(server, study("mine"))
    with server.guest() as stranger:
        assert stranger.http.get("/api/studies/mine").json()["study"]["title"] == "Gates"
        refused = sync(stranger, study("mine"), study("broken", content="{}"), study("own"))
        assert [(one["id"], one["code"]) for one in refused["refused"]] == [
            ("broken", "unreadable"),
            ("mine", "taken"),
        ]
        assert ids(refused["stored"]) == ["own"]
    kept = server.http.post("/api/studies", json={"record": RECORD, "title": "Pins"}).json()["id"]
    seen = server.http.get("/api/studies/mine").json()["updated"]
    changed = {"record": RECORD, "title": "Gates and pins", "seen": seen}
    assert server.http.put("/api/studies/mine", json=changed).status_code == 200
    told = sync(server, since=1)["rows"]
    assert [(one["id"], one["title"]) for one in told] == [
        (kept, "Pins"),
        ("mine", "Gates and pins"),
    ]
    assert json.loads(told[0]["content"])["moves"] == ["wS1"]
    assert server.http.delete(f"/api/studies/{kept}").status_code == 204
    assert [one["is_deleted"] for one in sync(server, since=3)["rows"]] == [True]


def test_titles_are_cleaned_as_others_are(server: Served) -> None:
    sent = study("mine", title="Gates\u202e\u200b\n  and pins ")
    assert ids(sync(server, sent)["stored"]) == ["mine"]
    shared = server.http.get("/api/studies/mine").json()["study"]
    assert shared["title"] == "Gates and pins"
    # A page that didn't get the answer sends it again, and then takes the stored one.
    again = sync(server, sent, since=1)
    assert again["stored"] == again["refused"] == []
    assert [(one["title"], one["revision"]) for one in again["rows"]] == [("Gates and pins", 1)]


def test_much_comes_in_parts(server: Served) -> None:
    for number in range(4):
        sync(server, row(f"game{number}", content="x" * 200_000), since=number)
    since, parts = 0, []
    while True:
        found = sync(server, since=since)
        parts.append(ids(found["rows"]))
        since = found["revision"]
        if found["is_complete"]:
            break
    assert parts == [["game0", "game1"], ["game2", "game3"]]


def test_another_library_stores_nothing(server: Served) -> None:
    library = sync(server, row("a"))["library"]
    assert sync(server, row("b"), since=1, library=library)["library"] == library
    with server.guest() as stranger:
        answer = sync(stranger, row("b"), since=1, library=library)
        assert answer["library"] != library
        assert answer["stored"] == answer["rows"] == []
        assert not answer["is_complete"]
    # A database that was put back without `beespace restore`.
    behind = sync(server, row("c"), since=100, library=library)
    assert (behind["revision"], behind["stored"], behind["is_complete"]) == (0, [], False)


def test_restoring_a_backup_begins_a_new_library(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with serving(data) as served:
        before = sync(served, row("a"))["library"]
        cookies = served.http.cookies
        assert in_process("backup", tmp_path / "copy", "--data", data).exit_code == 0
        sync(served, row("b"), since=1)
    assert in_process("restore", tmp_path / "copy", "--data", data).exit_code == 0
    with serving(data) as served:
        served.http.cookies = cookies
        found = sync(served)
        assert found["library"] != before
        assert ids(found["rows"]) == ["a"]


def test_puzzles_that_counted_on_the_server_come_along(server: Served) -> None:
    puzzle = next(iter(shelf.shipped().values()))
    hint = server.http.post(f"/api/puzzles/{puzzle.id}/hint", json={})
    assert hint.status_code == 200, hint.text
    for _ in range(2):
        (told,) = sync(server)["rows"]
        assert (told["store"], told["id"]) == ("progress", "puzzles")
        ((name, grade, is_solved, _at),) = json.loads(told["content"])
        assert (name, grade, is_solved) == (puzzle.id, puzzle.grade, False)


@pytest.mark.parametrize(
    "wrong",
    [
        {"rows": [row("a b")]},
        {"rows": [row(".")]},
        {"rows": [row("..")]},
        {"rows": [row("a" * 81)]},
        {"rows": [row("a", -1)]},
        {"rows": [row("a", store="secrets")]},
        {"rows": [row("a", changed="yesterday")]},
        {"rows": [row("a", changed=TIME.replace("2", "\u0662"))]},
        {"rows": [row("a", content="\0")]},
        {"rows": [row(f"row{number}") for number in range(201)]},
        {"since": "1"},
        {"rows": [row("a")], "guest": "someone"},
    ],
)
def test_wrong_requests_are_refused(server: Served, wrong: Message) -> None:
    answer = server.http.post("/api/sync", json=wrong)
    assert answer.status_code == 422, answer.text
    assert sync(server)["rows"] == []


def test_a_guest_can_store_only_so_much(tmp_path: Path) -> None:
    with serving(tmp_path, host="0.0.0.0") as served:
        for number in range(22):
            answer = sync(served, row(f"game{number}", content="x" * 1_900_000), since=number)
            if answer["refused"]:
                break
        assert number == 21
        ((name, code),) = [(one["id"], one["code"]) for one in answer["refused"]]
        assert (name, code) == ("game21", "full")
        # Deleting makes room.
        gone = sync(served, row("game0", 1, is_deleted=True, content=""), since=21)
        assert ids(gone["stored"]) == ["game0"]
        assert ids(sync(served, row("game22"), since=22)["stored"]) == ["game22"]


def test_pages_are_told_of_changes(server: Served) -> None:
    with server.http.stream("GET", "/api/sync/events") as stream, server.guest() as stranger:
        lines = (line for line in stream.iter_lines() if line.startswith("data:"))
        assert json.loads(next(lines)[5:]) == {"revision": 0}
        stranger_revision = sync(stranger, row("b"))["revision"]
        same = Served(server.port)
        with same:
            same.http.cookies = server.http.cookies
            sync(same, row("a"), row("c"))
        assert json.loads(next(lines)[5:]) == {"revision": 2}
    assert stranger_revision == 1
