"""The API of the analysis board: positions, the editor, studies, the engine's lines."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from socket import create_connection
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from beespace import Board
from beespace.formats import dumps, loads
from beespace.server.settings import Limits
from support.page.games import ANT_WALKS, OPENING, PILLBUG_THROWS
from support.server.friends import friends, play_both
from support.server.serving import TIMEOUT_S, Served, serving
from support.study.games import MISSED_PLY, MISSED_WIN, TREE

needs_core = pytest.mark.usefixtures("core")
MOVES = OPENING.split(";")[3:]


def ask(served: Served, path: str, status: int = 200, **said: object) -> Any:
    answer = served.http.post(f"/api/analysis/{path}", json=said)
    assert answer.status_code == status, answer.text
    return answer.json()


# Positions


def test_a_turn_has_its_legal_moves_and_its_last_move(served: Served) -> None:
    found = ask(served, "turn", ruleset="Base", moves=MOVES)
    board = Board.from_game_string(OPENING)
    assert found["position"] == board.position()
    assert found["played"]["text"] == MOVES[-1]
    ways = {
        (one["piece"], tuple(way["to"])) for one in found["turn"]["movable"] for way in one["ways"]
    }
    legal = {(str(move.piece), tuple(move.to)) for move in board.legal_moves}  # type: ignore[union-attr]  # no pass here
    assert ways == legal
    again = ask(served, "turn", start=board.position())
    assert again["turn"]["movable"] == found["turn"]["movable"]
    assert again["played"] is None


def test_one_more_move_by_piece_and_hex_or_as_text(served: Served) -> None:
    asked: dict[str, Any] = {"ruleset": "Base", "moves": MOVES}
    way = ask(served, "turn", **asked)["turn"]["movable"][0]
    moved = ask(served, "turn", **asked, piece=way["piece"], to=way["ways"][0]["to"])
    assert moved["turn"]["ply"] == 5
    typed = ask(served, "turn", **asked, text=moved["played"]["text"])
    assert typed == moved


def test_illegal_moves_are_refused_with_the_reason(served: Served) -> None:
    asked: dict[str, Any] = {"ruleset": "Base", "moves": MOVES}
    problem = ask(served, "turn", 409, **asked, piece="wS1", to=[5, 5])
    assert problem["why"]["code"] == problem["code"] == "pinned"
    assert ask(served, "why", **asked, piece="wS1")["why"]["code"] == "pinned"
    assert ask(served, "why", **asked, piece="wA1")["why"] is None
    assert ask(served, "turn", 409, ruleset="Base", moves=["wQ"])["code"] == "queen-too-early"
    assert ask(served, "turn", 422, ruleset="Base", moves=["wX9"])["code"] == "invalid-position"
    assert ask(served, "turn", 422, start="Base White[9] -")["code"] == "invalid-position"
    assert ask(served, "turn", 422, ruleset="Chess")["code"] == "invalid-position"
    assert ask(served, "turn", 422, **asked, piece="wA1")["code"] == "invalid"


# The editor


def stacks_of(board: Any) -> list[dict[str, Any]]:
    return [
        {"hex": [hex.q, hex.r], "pieces": [str(piece) for piece in board.stack(hex)]}
        for hex in board.hexes()
    ]


@pytest.mark.parametrize("game", [OPENING, PILLBUG_THROWS])
def test_an_edited_position_can_be_played(served: Served, game: str) -> None:
    board = Board.from_game_string(game)
    color = "w" if board.ply % 2 == 0 else "b"
    asked: dict[str, Any] = {
        "ruleset": str(board.ruleset),
        "color": color,
        "stacks": stacks_of(board),
    }
    found = ask(served, "set-up", **asked)
    assert found["flaws"] == []
    made = Board.from_position(found["position"])
    assert stacks_of(made) == stacks_of(board)
    assert made.turn is board.turn


@pytest.mark.parametrize(
    ("stacks", "code"),
    [
        ([([0, 0], ["wS1"]), ([4, 0], ["bS1"])], "several-hives"),
        ([([0, 0], ["wS2"]), ([1, 0], ["bS1"])], "number-order"),
        ([([0, 0], ["wS1", "wA1"]), ([1, 0], ["bS1"])], "cannot-climb"),
        ([([0, 0], ["wM"]), ([1, 0], ["bS1"])], "not-in-box"),
        ([([0, 0], ["wS1"]), ([1, 0], ["wS1"])], "piece-twice"),
        ([([0, 0], ["wS1"]), ([0, 0], ["bS1"])], "hex-twice"),
    ],
)
def test_an_impossible_position_is_explained(
    served: Served, stacks: list[tuple[list[int], list[str]]], code: str
) -> None:
    put = [{"hex": hex, "pieces": pieces} for hex, pieces in stacks]
    found = ask(served, "set-up", ruleset="Base", color="w", stacks=put)
    assert found["position"] is None
    assert code in [flaw["code"] for flaw in found["flaws"]]
    assert all(flaw["text"] for flaw in found["flaws"])


# Studies


def test_a_pasted_game_keeps_its_tree(served: Served) -> None:
    study = ask(served, "read", text=TREE)["study"]
    assert (study["white"], study["comment"]) == ("Ann", "")
    second = study["line"][1]
    assert (study["line"][0]["comment"], second["glyph"]) == ("the start", "!?")
    (variation,) = second["variations"]
    assert [(one["played"]["text"], one["glyph"]) for one in variation] == [
        ("bA1 wS1-", "?"),
        ("wQ -wS1", ""),
    ]
    assert variation[0]["comment"] == "worse"
    assert variation[1]["variations"][0][0]["played"]["to"] == [-1, 0]


def test_a_pasted_position_and_several_games(served: Served) -> None:
    board = Board.from_game_string(OPENING)
    study = ask(served, "read", text=f" {board.position()}\n")["study"]
    assert (study["start"], study["line"]) == (board.position(), [])
    found = ask(served, "read", text=f"{OPENING}\n{OPENING}\nBase;nonsense\n")
    assert (found["others"], len(found["skipped"])) == (1, 1)


@pytest.mark.parametrize(
    "text", ["", "hello", "Base White[3] - 0,0:wS1 5,5:bG1", "Base;InProgress;White[2];wQ;wQ"]
)
def test_unreadable_text_is_explained(served: Served, text: str) -> None:
    problem = ask(served, "read", 422, text=text)
    assert problem["code"] in ("unreadable", "invalid-position")
    assert problem["text"]


def test_a_study_is_kept_shared_and_changed_only_by_its_guest(tmp_path: Path) -> None:
    with serving(tmp_path) as served, served.guest() as other:
        stranger = other.http
        record = dumps(loads(TREE), "json")
        kept = served.http.post("/api/studies", json={"record": record, "title": "A slip"}).json()
        shown = served.http.get(f"/api/studies/{kept['id']}").json()
        assert shown["study"]["title"] == "A slip"
        assert shown["study"]["line"] == ask(served, "read", text=TREE)["study"]["line"]
        changed = {"record": record.replace("the start", "begun"), "title": "Better"}
        changed["seen"] = shown["updated"]
        address = f"/api/studies/{kept['id']}"
        assert shown["is_yours"]
        assert not stranger.get(address).json()["is_yours"]
        assert stranger.put(address, json=changed).status_code == 403
        assert stranger.delete(address).status_code == 403
        assert served.http.put(address, json=changed).status_code == 200
        cookies = served.http.cookies
    # The study is still there after a restart.
    with serving(tmp_path) as served:
        served.http.cookies = cookies
        study = served.http.get(address).json()["study"]
        assert (study["title"], study["line"][0]["comment"]) == ("Better", "begun")
        later = served.http.post("/api/studies", json={"record": record}).json()["id"]
        listed = served.http.get("/api/studies").json()
        assert [(one["id"], one["title"]) for one in listed] == [
            (later, ""),
            (kept["id"], "Better"),
        ]
        assert served.http.delete(address).status_code == 204
        assert served.http.get(address).status_code == 404
        assert [one["id"] for one in served.http.get("/api/studies").json()] == [later]
        assert served.http.get("/api/studies/nothing").status_code == 404
        assert served.http.get("/api/studies/..%2fgames").status_code == 404
        assert served.http.post("/api/studies", json={"record": "{}"}).status_code == 422


def test_a_change_of_an_older_version_replaces_nothing(served: Served) -> None:
    record = dumps(loads(TREE), "json")
    kept = served.http.post("/api/studies", json={"record": record, "title": "First"}).json()
    address = f"/api/studies/{kept['id']}"
    change = {"record": record, "title": "Second", "seen": kept["updated"]}
    saved = served.http.put(address, json=change)
    assert saved.status_code == 200
    # Another tab has opened the first version, and a program has none.
    late = served.http.put(address, json={**change, "title": "Third"})
    assert (late.status_code, late.json()["code"]) == (409, "study-changed")
    assert served.http.put(address, json={"record": record}).status_code == 422
    shown = served.http.get(address).json()
    assert (shown["study"]["title"], shown["updated"]) == ("Second", saved.json()["updated"])
    again = {**change, "title": "Third", "seen": shown["updated"]}
    assert served.http.put(address, json=again).status_code == 200


def test_of_two_changes_at_once_only_one_is_stored(tmp_path: Path) -> None:
    with serving(tmp_path) as served, ThreadPoolExecutor() as pool:
        record = dumps(loads(TREE), "json")
        kept = served.http.post("/api/studies", json={"record": record}).json()
        address = f"/api/studies/{kept['id']}"

        def change(title: str) -> int:
            body = {"record": record, "title": title, "seen": kept["updated"]}
            return served.http.put(address, json=body).status_code

        assert sorted(pool.map(change, "ABCD")) == [200, 409, 409, 409]


@pytest.mark.parametrize("format", ["pgn", "json", "uhp"])
def test_a_study_is_written_with_its_variations(served: Served, format: str) -> None:
    record = dumps(loads(TREE), "json")
    answer = served.http.post(f"/api/analysis/write?format={format}", json={"record": record})
    assert answer.status_code == 200
    back = loads(answer.text, format)
    if format == "uhp":
        assert back.moves == loads(record, "json").moves
    else:
        assert back == loads(record, "json")


# The engine


class Analyst:
    """An analysis board's connection to the engine."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def think(self, number: int, lines: int = 1, *, threat: bool = False, **position: Any) -> None:
        said = {"id": number, "position": position, "lines": lines, "threat": threat}
        self.socket.send(json.dumps({"type": "think", **said}))

    def hear(self, is_it: Callable[[dict[str, Any]], bool] = bool) -> dict[str, Any]:
        """Return the first message that satisfies a condition."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(TIMEOUT_S))
            if is_it(message):
                return message


@contextlib.contextmanager
def analyst(
    served: Served, *, is_stranger: bool = False, source: str = "127.0.0.1"
) -> Iterator[Analyst]:
    address = f"ws://127.0.0.1:{served.port}/api/analysis/socket"
    headers = {} if is_stranger else served.cookie()
    from_there = create_connection(("127.0.0.1", served.port), source_address=(source, 0))
    options: dict[str, Any] = {"additional_headers": headers, "max_size": None}
    with connect(address, sock=from_there, ping_interval=None, **options) as socket:
        yield Analyst(socket)


@needs_core
def test_lines_grow_deeper_while_the_engine_thinks(served: Served) -> None:
    with analyst(served) as page:
        page.think(1, 5, ruleset="Base", moves=MOVES)
        first = page.hear(lambda said: said["type"] == "thought")
        deep = page.hear(lambda said: said["depth"] >= first["depth"] + 2)
        assert (deep["id"], deep["color"], len(deep["lines"])) == (1, "w", 5)
        assert deep["nodes"] > first["nodes"] > 0
        assert deep["nodes_per_s"] > 0
        scores = [line["score"] for line in deep["lines"]]
        assert scores == sorted(scores, reverse=True)
        board = Board.from_game_string(OPENING)
        for line in deep["lines"]:
            after = board.copy()
            for move in line["moves"]:
                played = after.parse_uhp(move["text"])
                assert (str(played.piece), list(played.to)) == (move["piece"], move["to"])  # type: ignore[union-attr]  # no pass here
                after.push(played)


@needs_core
def test_scores_are_from_whites_point_of_view(served: Served) -> None:
    moves = MISSED_WIN.split(";")[3:][: MISSED_PLY - 1]
    with analyst(served) as page:
        page.think(1, ruleset="Base", moves=moves)
        won = page.hear(lambda said: said["type"] == "thought" and said["lines"][0]["win_in"])
        assert (won["color"], won["lines"][0]["win_in"], won["lines"][0]["chance"]) == ("b", -1, 0)


@needs_core
def test_the_threat_is_the_opponents_best_move(served: Served) -> None:
    # One move earlier it is White's turn, and Black threatens to win.
    moves = MISSED_WIN.split(";")[3:][: MISSED_PLY - 2]
    with analyst(served) as page:
        page.think(7, threat=True, ruleset="Base", moves=moves)
        threat = page.hear(lambda said: said["type"] == "thought")
        assert (threat["id"], threat["color"], threat["is_threat"]) == (7, "b", True)
        page.think(8, threat=True, ruleset="Base", moves=["wS1"])
        assert page.hear(lambda said: said.get("id") == 8)["reason"] == "no-threat"


@needs_core
def test_a_new_request_cancels_the_previous_one_and_stop_cancels_all(served: Served) -> None:
    with analyst(served) as page:
        page.think(1, ruleset="Base", moves=MOVES)
        page.hear(lambda said: said["type"] == "thought")
        page.think(2, ruleset="Base", moves=MOVES[:2])
        page.hear(lambda said: said["id"] == 2)
        page.socket.send('{"type": "stop"}')
        page.think(3, ruleset="Base", moves=MOVES[:3])
        later = [page.hear()["id"] for _ in range(3)]
        assert later[-1] == 3
        assert 1 not in later


def test_a_finished_game_is_not_analysed(served: Served) -> None:
    moves = MISSED_WIN.split(";")[3:][: MISSED_PLY - 1]
    board = Board("Base")
    for text in moves:
        board.push_uhp(text)
    for move in board.legal_moves:
        text = board.uhp(move)
        board.push(move)
        if board.outcome() is not None:
            break
        board.pop()
    with analyst(served) as page:
        page.think(1, ruleset="Base", moves=[*moves, text])
        assert page.hear()["reason"] == "game-over"


@needs_core
def test_a_running_game_with_a_friend_is_not_analysed_by_its_players(served: Served) -> None:
    moves = ANT_WALKS.split(";")[3:10]
    with friends(served, ruleset="Base") as pair, served.guest() as other:
        with pair.pages() as (white, black):
            play_both(white, black, moves)
        answer = pair.black.http.get(f"/api/games/{pair.id}/study")
        assert (answer.status_code, answer.json()["code"]) == (403, "game-goes-on")

        def answered(by: Served, texts: list[str]) -> str:
            with analyst(by) as page:
                page.think(1, ruleset="Base", moves=texts)
                said = page.hear()
                return str(said.get("reason", said["type"]))

        def is_own(by: Served, texts: list[str]) -> tuple[bool, bool]:
            said = {"ruleset": "Base", "moves": texts}
            found = by.http.post("/api/fair-play", json=said).raise_for_status().json()
            return found["has_games"], found["is_own_game"]

        # Players can't analyse the next moves either, but other guests may analyse any position.
        # Pages that analyse themselves get the same answers.
        board = Board.from_game_string(";".join(["Base", "InProgress", "Black[4]", *moves]))
        ahead = board.uhp(next(iter(board.legal_moves)))
        assert answered(pair.white, moves) == "own-game"
        assert answered(pair.black, [*moves, ahead]) == "own-game"
        assert answered(pair.white, moves[:5]) == "thought"
        assert answered(other, moves) == "thought"
        assert is_own(pair.white, moves) == is_own(pair.black, [*moves, ahead]) == (True, True)
        assert is_own(pair.white, moves[:5]) == (True, False)
        assert is_own(other, moves) == (False, False)
        resigned = {"type": "resign", "ply": len(moves)}
        pair.white.http.post(f"/api/games/{pair.id}/say", json=resigned).raise_for_status()
        assert pair.black.http.get(f"/api/games/{pair.id}/study").status_code == 200
        assert answered(pair.white, moves) == "thought"
        assert is_own(pair.white, moves) == (False, False)


def test_invalid_messages_are_reported(served: Served) -> None:
    with analyst(served) as page:
        page.socket.send("nonsense")
        assert page.hear()["problem"]["code"] == "invalid"
        page.think(1, 6, ruleset="Base")
        assert page.hear()["problem"]["code"] == "invalid"
        page.think(1, ruleset="Base", moves=["wQ"])
        assert page.hear()["problem"]["code"] == "queen-too-early"
        page.think(2, ruleset="Base")
        assert page.hear(lambda said: said.get("id") == 2)["type"] == "thought"


@needs_core
def test_one_guest_cannot_take_all_analyses(tmp_path: Path) -> None:
    with serving(tmp_path, analyses_per_client=2) as served, contextlib.ExitStack() as stack:
        served.http.get("/api/games")  # from here on, the client has a cookie
        pages = [stack.enter_context(analyst(served)) for _ in range(3)]
        other = stack.enter_context(analyst(served, is_stranger=True))
        for page in (*pages[:2], other):
            page.think(1, ruleset="Base", moves=MOVES)
            page.hear(lambda said: said["type"] == "thought")
        pages[2].think(1, ruleset="Base", moves=MOVES)
        assert pages[2].hear()["reason"] == "full"


@needs_core
def test_an_address_without_an_analysis_gets_the_place_of_one_with_several(tmp_path: Path) -> None:
    """Before, two addresses with two analyses each kept everybody else out for ten minutes."""
    sources = ["127.0.0.2", "127.0.0.2", "127.0.0.3", "127.0.0.3", "127.0.0.4", "127.0.0.5"]
    limited = serving(
        tmp_path, most_analyses=4, limits=Limits()
    )  # otherwise, addresses don't count
    with limited as served, contextlib.ExitStack() as stack:
        pages = [
            stack.enter_context(analyst(served, is_stranger=True, source=source))
            for source in (*sources, "127.0.0.6")
        ]
        for page in pages[:6]:
            page.think(1, ruleset="Base", moves=MOVES)
            page.hear(lambda said: said["type"] == "thought")
        # The oldest of each address that had two.
        for page in (pages[0], pages[2]):
            ended = page.hear(lambda said: said["type"] != "thought")
            assert (ended["type"], ended["reason"]) == ("ended", "full")
        for page in (pages[1], pages[3], pages[4], pages[5]):
            page.hear(lambda said: said["type"] == "thought" and said["depth"] > 3)
        # Everybody has one now.
        pages[6].think(1, ruleset="Base", moves=MOVES)
        assert pages[6].hear()["reason"] == "full"


@needs_core
def test_the_number_of_analyses_is_limited(tmp_path: Path) -> None:
    with serving(tmp_path, most_analyses=2) as served, contextlib.ExitStack() as stack:
        pages = [stack.enter_context(analyst(served)) for _ in range(3)]
        for page in pages[:2]:
            page.think(1, ruleset="Base", moves=MOVES)
            page.hear(lambda said: said["type"] == "thought")
        pages[2].think(1, ruleset="Base", moves=MOVES)
        assert pages[2].hear()["reason"] == "full"
        pages[0].socket.close()
        # A closed connection frees its slot, possibly after a moment.
        for number in range(2, 200):
            time.sleep(0.02)
            pages[2].think(number, ruleset="Base", moves=MOVES)
            if pages[2].hear(lambda said: said["id"] == number)["type"] == "thought":  # noqa: B023  # called at once
                break
        else:
            pytest.fail("the slot was not freed")
