"""The engine's searches: limited in number, cancelled when unneeded, and safe when they fail."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import sys
import threading
import time
from contextlib import aclosing
from pathlib import Path

import httpx
import pytest

from beespace import Board
from beespace.engine import level
from beespace.server.problems import ProblemError
from beespace.server.refusals import LimitName, Refusals
from beespace.server.search.service import FullError, Search
from beespace.server.settings import Settings
from beespace.server.work.queue import Priority
from support.server.raw import refused
from support.server.serving import TIMEOUT_S, Message, serving, wait_until

needs_core = pytest.mark.usefixtures("core")


def running_searches() -> int:
    """Return how many threads of the server's pool are running a search."""
    frames = sys._current_frames()
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    count = 0
    for ident, frame in frames.items():
        inside = frame
        while names.get(ident, "").startswith(("playing", "helping")) and inside is not None:
            if inside.f_code.co_qualname == "_Search.run":
                count += 1
                break
            inside = inside.f_back  # type: ignore[assignment]
    return count


def test_the_engine_stops_when_all_pages_leave_and_resumes_when_one_returns(
    tmp_path: Path,
) -> None:
    with serving(tmp_path, think_time_s=3600) as served:
        game = served.new_game(opponent="engine", level=15, color="w")
        with served.page(game["id"]) as page, served.page(game["id"]) as other:
            page.play("wS1")
            other.hear("moved")
            wait_until(lambda: running_searches() == 1)
            page.socket.close()
            time.sleep(0.2)
            assert running_searches() == 1, "the other page is still waiting"
        wait_until(lambda: running_searches() == 0)
        assert served.game(game["id"])["plies"] == 1
        with served.page(game["id"]) as page:
            wait_until(lambda: running_searches() == 1)
            page.say("resign", ply=1)
            page.hear("game")
            wait_until(lambda: running_searches() == 0)


def test_a_hint_is_cancelled_when_its_page_leaves(tmp_path: Path) -> None:
    with serving(tmp_path, hint_time_s=3600) as served:
        with served.page(served.new_game()["id"]) as page:
            page.say("hint", ply=0)
            wait_until(lambda: running_searches() == 1)
        wait_until(lambda: running_searches() == 0)


def test_searches_are_limited_and_stop_with_the_server(tmp_path: Path) -> None:
    with serving(tmp_path, think_time_s=3600, thinkers=2, most_waiting=3) as served:
        games = [served.new_game(opponent="engine", level=15, color="b") for _ in range(9)]
        wait_until(lambda: running_searches() == 2)
        # The server must respond while its engine thinks, and end without waiting for it.
        assert served.game(games[8]["id"])["plies"] == 0


@pytest.mark.parametrize("number", [1, 11, 12])
def test_levels_move_in_time(tmp_path: Path, number: int) -> None:
    async def work() -> None:
        async with aclosing(Search(Settings(tmp_path, think_time_s=0.4), Refusals())) as search:
            async with asyncio.timeout(TIMEOUT_S):
                move = await search.choose(board, level(number), game="g", client=("c",))
            assert move in board.legal_moves

    board = Board("Base+MLP")
    for text in ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"]:
        board.push_uhp(text)
    asyncio.run(work())


@needs_core
def test_an_engine_failure_is_reported_and_can_be_retried(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    # A hash table can't have this size.
    with serving(tmp_path, hash_mb=-1) as served, caplog.at_level(logging.ERROR):
        game = served.new_game(opponent="engine", level=15, color="w")
        with served.page(game["id"]) as page:
            page.play("wS1")
            assert page.hear("problem")["problem"]["code"] == "engine-failed"
            page.say("undo", ply=1)
            assert page.hear("game")["game"]["plies"] == 0
            page.play("wA1")
            page.hear("problem")
    assert "the engine failed" in caplog.text
    with serving(tmp_path) as served, served.page(game["id"]) as page:
        assert page.hear("moved")["turn"]["ply"] == 2


@needs_core
def test_opponents_do_not_play_the_same_game_twice(tmp_path: Path) -> None:
    """They answer a position alike in one game, also after a takeback, but not in all games."""

    async def work(games: list[str]) -> set[object]:
        async with aclosing(Search(Settings(tmp_path), Refusals())) as search:
            return {await search.choose(board, level(1), game=g, client=("c",)) for g in games}

    board = Board("Base+MLP")
    board.push_uhp("wS1")
    assert len(asyncio.run(work([str(number) for number in range(20)]))) > 1
    assert len(asyncio.run(work(["g"] * 20))) == 1


def test_refused_searches_are_counted(tmp_path: Path) -> None:
    refusals = Refusals()
    settings = Settings(tmp_path, searches_per_client=1, most_analyses=0)
    is_over = threading.Event()

    async def work() -> None:
        async with aclosing(Search(settings, refusals)) as search:
            first = asyncio.create_task(search.run(Priority.HELP, ("ann",), is_over.wait))
            await asyncio.sleep(0)
            with pytest.raises(ProblemError, match="too many requests at once"):
                await search.run(Priority.HELP, ("ann",), is_over.wait)
            found = search.analyses(Board(), 1, lambda *_: None, name="b", client=("ann",))
            with pytest.raises(FullError):
                await anext(aiter(found))
            is_over.set()
            await first

    asyncio.run(work())
    assert refusals.counts[LimitName.SEARCHES] == 2


def test_hints_by_requests_delay_nobody(tmp_path: Path) -> None:
    """Before, 61 of them at once delayed another's engine by 20 s."""
    settings = {"hint_time_s": 3600, "think_time_s": 0.1, "host": "0.0.0.0", "helpers": 2}
    with (
        concurrent.futures.ThreadPoolExecutor(12) as threads,
        serving(tmp_path, searches_per_client=3, **settings) as served,
    ):
        games = [served.new_game() for _ in range(12)]

        def ask(game: Message) -> httpx.Response:
            path = f"/api/games/{game['id']}/say"
            return served.http.post(path, json={"type": "hint", "ply": 0})

        asked = [threads.submit(ask, game) for game in games]
        # Of this address, two are searching, one waits, and the others are refused at once.
        wait_until(lambda: sum(one.done() for one in asked) == 9)
        answers = [one.result() for one in asked if one.done()]
        assert {one.status_code for one in answers} == {429}
        assert all("retry-after" in one.headers for one in answers)
        assert refused(served, LimitName.SEARCHES) == 9
        wait_until(lambda: running_searches() == 2)
        # The engine still moves in a game.
        game = served.new_game(opponent="engine", level=12, color="w")
        with served.page(game["id"]) as page:
            page.play("wS1")
            assert page.hear("moved")["turn"]["ply"] == 2
        assert running_searches() == 2


@needs_core
def test_hints_in_many_games_keep_no_tables(tmp_path: Path) -> None:
    """Before, each of eight games kept one: 128 MB for nobody's benefit."""

    async def work() -> None:
        settings = Settings(tmp_path, think_time_s=0.1, hint_time_s=0.1)
        async with aclosing(Search(settings, Refusals())) as search:
            await search.hint(board, game="without a table", client=("c",))
            assert len(search._tables) == 0
            await search.choose(board, level(15), game="against the engine", client=("c",))
            await search.hint(board, game="against the engine", client=("c",))
            assert len(search._tables) == 1

    board = Board("Base")
    asyncio.run(work())
