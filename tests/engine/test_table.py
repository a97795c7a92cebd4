"""The hash table: kept from search to search, cleared on request, freed with its last reference."""

from __future__ import annotations

import gc
import threading
from pathlib import Path

import pytest

from beespace.backend import BACKEND, Board
from beespace.engine import HashTable, Limit, best_player, level
from beespace.rules import BaseBoard
from support.missing import missing

if BACKEND != "native":
    missing("the C++ core is not built")

from beespace.engine.native import NativePlayer

GAME = (
    "Base+MLP;InProgress;White[6];wS1;bG1 wS1-;wQ -wS1;bQ bG1/;wA1 \\wQ;bA1 bQ-;wA2 /wQ;"
    "bP bQ/;wB1 -wA1;bM bP-"
)
DEPTH = Limit(depth=7)
LARGE_MB = 512


def _nodes(player: NativePlayer) -> int:
    *_, last = player.analyse(Board.from_game_string(GAME), DEPTH)
    return last.nodes


def _mapped_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * 4096 / 2**20


def test_table_is_kept_from_search_to_search() -> None:
    player = NativePlayer(hash_mb=4)
    first = _nodes(player)
    assert _nodes(player) < first / 2


def test_table_outlives_its_player() -> None:
    table = HashTable(hash_mb=4)
    first = _nodes(NativePlayer(table=table))
    assert _nodes(NativePlayer(table=table)) < first / 2
    player = best_player(table=table)
    assert isinstance(player, NativePlayer)
    assert player.table is table


@pytest.mark.parametrize("forget", [HashTable.clear, lambda table: table.resize(4)])
def test_cleared_table_is_like_a_new_one(forget: object) -> None:
    table = HashTable(hash_mb=4)
    first = _nodes(NativePlayer(table=table))
    assert callable(forget)
    forget(table)
    assert _nodes(NativePlayer(table=table)) == first


def test_players_of_other_levels_can_use_the_same_table() -> None:
    board, table = Board.from_game_string(GAME), HashTable(hash_mb=4)
    alone = NativePlayer(hash_mb=4).choose(board, Limit(nodes=20_000))
    NativePlayer(table=table, level=level(8), seed=1).choose(board, Limit(nodes=20_000))
    assert NativePlayer(table=table).choose(board, Limit(nodes=20_000)) == alone


def test_searches_with_one_table_take_turns() -> None:
    board, table = Board.from_game_string(GAME), HashTable(hash_mb=1)
    players = [NativePlayer(table=table) for _ in range(2)]
    first = players[0].analyse(board, Limit())
    next(first)
    moves: list[object] = []

    def choose(waiting: BaseBoard) -> None:
        moves.append(players[1].choose(waiting, Limit(depth=2)))

    second = threading.Thread(target=choose, args=(board.copy(),))
    second.start()
    second.join(0.2)
    assert second.is_alive(), "the second search should wait for the first one"
    players[0].stop()
    second.join(30)
    assert moves
    assert moves[0] in board.legal_moves
    list(first)


def test_waiting_search_can_be_stopped() -> None:
    board, table = Board.from_game_string(GAME), HashTable(hash_mb=1)
    first = NativePlayer(table=table).analyse(board, Limit())
    next(first)
    waiting = NativePlayer(table=table)
    threading.Timer(0.1, waiting.stop).start()
    assert waiting.choose(board, Limit()) in board.legal_moves
    first.close()  # type: ignore[attr-defined]  # a generator


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_memory_is_freed_with_the_last_reference() -> None:
    before = _mapped_mb()
    table = HashTable(LARGE_MB)
    player = NativePlayer(table=table)
    del table
    player.choose(Board("Base"), Limit(depth=2))
    assert _mapped_mb() - before > LARGE_MB * 0.9
    del player
    gc.collect()
    assert _mapped_mb() - before < LARGE_MB * 0.5


@pytest.mark.parametrize("hash_mb", [0, -1, 16385])
def test_impossible_sizes_are_rejected(hash_mb: int) -> None:
    with pytest.raises(ValueError, match="hash_mb must be between"):
        HashTable(hash_mb)
    with pytest.raises(ValueError, match="hash_mb must be between"):
        HashTable(1).resize(hash_mb)


def test_size_is_known() -> None:
    table = HashTable(hash_mb=2)
    assert table.hash_mb == 2
    table.resize(3)
    assert table.hash_mb == 3
