"""Games that are read from the database: each once, and none waits for another."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from beespace.server.play.opening import Opening
from beespace.server.storage import Database, WholeGame
from support.server.serving import TIMEOUT_S, serving, wait_until


def test_a_slow_game_does_not_keep_others_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as served:
        slow, other = served.new_game()["id"], served.new_game()["id"]
    reads: Counter[str] = Counter()
    may_end, read = threading.Event(), Database.game

    async def counted(self: Database, game_id: str) -> WholeGame | None:
        reads[game_id] += 1
        if game_id == slow:
            await asyncio.to_thread(may_end.wait, TIMEOUT_S)
        return await read(self, game_id)

    monkeypatch.setattr(Database, "game", counted)
    with serving(tmp_path) as served, ThreadPoolExecutor() as pool:
        try:
            asked = [pool.submit(served.game, slow) for _ in range(3)]
            wait_until(lambda: reads[slow] > 0)
            assert served.game(other)["id"] == other
            assert not any(answer.done() for answer in asked)
        finally:
            may_end.set()
        assert {answer.result(TIMEOUT_S)["id"] for answer in asked} == {slow}
    assert reads == {slow: 1, other: 1}


def test_locks_are_removed_when_nobody_waits() -> None:
    async def work() -> None:
        opening, order = Opening(), []
        may_end = asyncio.Event()

        async def open_game(name: str, game_id: str) -> None:
            async with opening.of(game_id):
                order.append(name)
                await may_end.wait()

        tasks = [
            asyncio.create_task(open_game(*one)) for one in (("a", "1"), ("b", "1"), ("c", "2"))
        ]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert order == ["a", "c"]
        assert len(opening) == 2
        given_up = asyncio.create_task(open_game("d", "1"))
        await asyncio.sleep(0)
        given_up.cancel()
        may_end.set()
        await asyncio.gather(*tasks)
        assert order == ["a", "c", "b"]
        assert len(opening) == 0

    asyncio.run(work())


def test_nothing_is_opened_while_all_times_change() -> None:
    async def work() -> None:
        opening, order = Opening(), []

        async def open_game(name: str) -> None:
            async with opening.of(name):
                await asyncio.sleep(0)
                order.append(name)

        async def change_times() -> None:
            async with opening.of_none():
                assert len(opening) == 0
                order.append("changing")
                await asyncio.sleep(0)
                order.append("changed")

        before = asyncio.create_task(open_game("before"))
        await asyncio.sleep(0)
        changing = asyncio.create_task(change_times())
        await asyncio.sleep(0)
        await asyncio.gather(before, changing, open_game("after"))
        assert order == ["before", "changing", "changed", "after"]

    asyncio.run(work())
