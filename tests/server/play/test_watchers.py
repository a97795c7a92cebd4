"""Many people watch a game: what each gets, and that messages are encoded once for all of them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import struct
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel
from websockets.sync.client import connect

from beespace import Board
from beespace.rules import BaseBoard
from beespace.server.boards import turns
from beespace.server.people.client import Client
from beespace.server.play import live
from beespace.server.play.following.audience import Audience
from beespace.server.play.following.follower import DROPPED, Follower, Told
from support.server.friends import LIVE, OPENING, Pair, friends, play_both
from support.server.processes import started
from support.server.serving import Page, Served, serving, wait_until

LONG_OPENING = ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"]
BACK_AND_FORTH = [r"wQ \wS1", "bQ bG1/", "wQ -wS1", "bQ bG1-"]


@pytest.fixture
def encoded(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the server encodes each kind of message."""
    counts: Counter[str] = Counter()
    dump, moves = BaseModel.model_dump_json, turns.with_moves

    def counted_dump(self: BaseModel, **options: object) -> str:
        counts[type(self).__name__] += 1
        return dump(self, **options)  # type: ignore[arg-type]

    def counted_moves(position: str, board: BaseBoard) -> str:
        counts["legal moves"] += 1
        return moves(position, board)

    monkeypatch.setattr(BaseModel, "model_dump_json", counted_dump)
    monkeypatch.setattr(live, "with_moves", counted_moves)
    return counts


@contextlib.contextmanager
def watchers(served: Served, game_id: str, count: int) -> Iterator[list[Page]]:
    """Connect people without a seat."""
    address = f"ws://127.0.0.1:{served.port}/api/games/{game_id}/socket"
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(connect(address, max_size=None)) for _ in range(count)]
        yield [Page(socket) for socket in sockets]


def costs(pair: Pair, served: Served, count: int, encoded: Counter[str]) -> dict[str, Counter[str]]:
    """Return what a move and a takeback encode with a number of watchers."""
    found = {}
    with watchers(served, pair.id, count) as pages, pair.pages() as (white, black):
        encoded.clear()
        play_both(white, black, [OPENING[2]])
        for page in pages:
            page.hear("moved")
        found["move"] = Counter(encoded)
        white.say("offer", ply=3, kind="takeback")
        for page in (white, black, *pages):
            page.hear("offers")
        encoded.clear()
        black.say("answer", ply=3, kind="takeback", accept=True)
        for page in (white, black, *pages):
            page.hear("game")
        found["takeback"] = Counter(encoded)
    for kind in found.values():
        for other in ("TellPresence", "TellPing"):  # these depend on the time
            kind.pop(other, None)
    return found


def test_messages_are_encoded_once_however_many_watch(
    tmp_path: Path, encoded: Counter[str]
) -> None:
    with serving(tmp_path) as served, friends(served, clock=LIVE) as pair:
        with pair.pages() as (white, black):
            play_both(white, black, OPENING[:2])
        few = costs(pair, served, 2, encoded)
        many = costs(pair, served, 30, encoded)
        assert many == few
        # The game once for White, for Black and for the watchers; legal moves once.
        assert few["takeback"]["Game"] == 3
        assert few["takeback"]["legal moves"] == few["move"]["legal moves"] == 1


def test_joining_encodes_the_game_once(tmp_path: Path, encoded: Counter[str]) -> None:
    with (
        serving(tmp_path) as served,
        friends(served, clock=LIVE) as pair,
        pair.pages() as (white, black),
    ):
        play_both(white, black, OPENING)
        encoded.clear()
        with watchers(served, pair.id, 30) as pages:
            assert encoded["Game"] == 1
            assert encoded["legal moves"] == 0
            assert encoded["TellPresence"] < 15
            # Everyone eventually gets the count.
            while white.hear("presence")["presence"]["watchers"] != 30:
                pass
            assert all(page.game["yours"] == [] for page in pages)


def test_only_the_player_to_move_gets_the_legal_moves(tmp_path: Path) -> None:
    with serving(tmp_path) as served, friends(served) as pair:
        with pair.pages() as (white, black), watchers(served, pair.id, 1) as (watcher,):
            for page, has_moves in ((white, True), (black, False), (watcher, False)):
                assert bool(page.turn["movable"]) == has_moves
            play_both(white, black, OPENING[:3])
            for _ in range(3):
                watcher.hear("moved")
            assert watcher.turn["stacks"] == black.turn["stacks"]
            assert watcher.turn["movable"] == watcher.turn["immobile"] == []
            revision = watcher.game["revision"]
        # After a lost connection, too.
        for person, has_moves in ((pair.white, False), (pair.black, True), (served, False)):
            with person.page(pair.id, since=revision) as page:
                for _ in range(3):
                    last = page.hear("moved")
                assert bool(last["turn"]["movable"]) == has_moves
                assert bool(last["turn"]["immobile"]) == has_moves
        # A request gets them for whoever is to move.
        assert served.game(pair.id)["turn"]["movable"]


def test_watchers_whose_connections_break_leave_nothing_in_the_log(tmp_path: Path) -> None:
    with (
        started("--port", "0", "--no-browser", "--data", tmp_path) as server,
        Served(server.port()) as served,
        friends(served) as pair,
        pair.pages() as (white, black),
    ):
        with watchers(served, pair.id, 80) as pages:
            while white.hear("presence")["presence"]["watchers"] != 80:
                pass
            for page in pages:  # Closing resets the connection.
                linger = struct.pack("ii", 1, 0)
                page.socket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                page.socket.socket.close()
            play_both(white, black, OPENING)
            while white.hear("presence")["presence"]["watchers"]:
                pass
        _, errors = server.end()
    assert errors == ""


@pytest.mark.slow
def test_a_stream_that_is_not_read_leaves_the_game_at_once(tmp_path: Path) -> None:
    with serving(tmp_path) as served, socket.socket() as stream:
        game_id = long_game(served)

        def followers() -> int:
            found = re.search(
                r"^beespace_connections_open (\d+)", served.http.get("/api/metrics").text, re.M
            )
            assert found is not None
            return int(found[1])

        stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stream.connect(("127.0.0.1", served.port))
        request = f"GET /api/games/{game_id}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        stream.sendall(request.encode())
        wait_until(lambda: followers() == 1)
        # Each undo sends the whole game. When the buffers are full, the queue fills.
        ply, sent = served.game(game_id)["plies"], 0
        while sent % 20 or followers() == 1:
            assert sent < 500, "the follower wasn't dropped"
            move = {"type": "move_text", "ply": ply, "text": BACK_AND_FORTH[ply % 4]}
            for said in (move, {"type": "undo", "ply": ply + 1}):
                answer = served.http.post(f"/api/games/{game_id}/say", json=said)
                assert answer.status_code == 200, answer.text
            sent += 1
        assert followers() == 0


def long_game(served: Served) -> str:
    """Import a game that takes about 200 KB as a message."""
    board = Board("Base")
    for text in [*LONG_OPENING, *BACK_AND_FORTH * 300]:
        board.push_uhp(text)
    imported = served.http.post("/api/imports", json={"text": board.game_string()}).json()
    assert not imported["skipped"], imported
    return str(imported["games"][0]["id"])


def test_a_follower_with_a_full_queue_is_dropped_and_others_are_told() -> None:
    async def work() -> None:
        audience = Audience()
        audience.tells_presence = True
        crowd = [Follower(Client(f"guest {number}")) for number in range(1000)]
        for follower in crowd:
            audience.add(follower, ())
        reader = Follower(Client("reader"))
        audience.add(reader, ("w",))
        for number in range(100):
            audience.tell(Told(str(number)))
            reader.unsent.clear()
            await asyncio.sleep(0)
        while audience._untold:
            await asyncio.sleep(0)
        assert len(audience) == 1
        assert all(one.close_code == DROPPED for one in crowd)
        # Nobody misses a message before that, or gets them in another order.
        for one in crowd:
            assert [told.text for told in one.unsent] == [str(number) for number in range(64)]
        assert audience.presence().watchers == 0
        await asyncio.sleep(1.1)
        assert json.loads(reader.unsent[-1].text)["presence"]["watchers"] == 0

    asyncio.run(work())
