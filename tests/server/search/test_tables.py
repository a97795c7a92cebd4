"""Hash tables are kept from move to move of a game, for one search at a time."""

from __future__ import annotations

import asyncio
import gc
import weakref
from contextlib import aclosing
from pathlib import Path

import pytest

from beespace import BACKEND, Board
from beespace.engine import Limit, level
from beespace.engine.table import HashTable
from beespace.server.people.client import Client
from beespace.server.people.quota import StorageQuota
from beespace.server.play.messages.games import NewGame
from beespace.server.play.messages.socket import SayResign
from beespace.server.play.service import Games
from beespace.server.refusals import Refusals
from beespace.server.search.service import Search
from beespace.server.search.tables import KeptTables
from beespace.server.settings import Settings
from beespace.server.storage import Database

pytestmark = pytest.mark.skipif(BACKEND != "native", reason="the C++ core is not built")


def test_a_table_is_lent_to_one_search_at_a_time() -> None:
    tables = KeptTables(1, 2)
    with tables.lent("game") as first, tables.lent("game") as second:
        assert first is not second
    with tables.lent("game") as third:
        assert third in (first, second)
    with tables.lent(None):
        pass
    assert len(tables) == 1


def test_only_the_latest_tables_are_kept_and_the_others_freed() -> None:
    tables = KeptTables(1, 2)
    seen: list[weakref.ref[HashTable]] = []
    for name in ("a", "b", "a", "c"):
        with tables.lent(name) as table:
            seen.append(weakref.ref(table))
        del table
    gc.collect()
    assert len(tables) == 2
    assert seen[1]() is None, "b was unused the longest"
    assert seen[0]() is seen[2]() is not None
    tables.forget("a")
    gc.collect()
    assert seen[0]() is None


@pytest.mark.parametrize(("number", "is_kept"), [(15, True), (12, False)])
def test_the_engine_starts_from_what_it_knows_of_the_game(
    tmp_path: Path, number: int, is_kept: bool
) -> None:
    """The table of a game knows the position after the game's last search; others don't."""
    from beespace.engine.native import NativePlayer

    async def work() -> tuple[int, int]:
        async with aclosing(Search(Settings(tmp_path, think_time_s=60), Refusals())) as search:
            await search.choose(board, level(number), game="g", client=("c",))
            return nodes_to_depth(search, "g"), nodes_to_depth(search, "other game")

    def nodes_to_depth(search: Search, name: str) -> int:
        table = search._tables.take(name)
        *_, last = NativePlayer(table=table).analyse(board, Limit(depth=5))
        return last.nodes

    board = Board("Base+MLP")
    for text in ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"]:
        board.push_uhp(text)
    known, unknown = asyncio.run(work())
    assert (known < unknown) if is_kept else (known == unknown)


def test_the_table_of_a_finished_game_is_freed(tmp_path: Path) -> None:
    settings, client = Settings(tmp_path, think_time_s=0.1), Client("guest")
    database = Database(tmp_path)

    async def work() -> None:
        async with aclosing(Search(settings, Refusals())) as search:
            quota = StorageQuota(settings, database, Refusals())
            games = Games(settings, database, search, quota)
            made = await games.create(NewGame(opponent="engine", level=15, color="b"), client)
            async with games.opened(made.id) as game, asyncio.timeout(60):
                while game.ply == 0:
                    await asyncio.sleep(0.01)
                assert len(search._tables) == 1
                await games.say(game, client, SayResign(type="resign", ply=1))
            assert len(search._tables) == 0
            await games.close()

    try:
        asyncio.run(work())
    finally:
        database.close()
