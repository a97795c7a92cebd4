"""The search of an analysis board, in the process that does all of them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TypeVar

from beespace.backend import BACKEND
from beespace.engine import Analysis, Limit, PlainPlayer, Player
from beespace.rules import BaseBoard
from beespace.server.search.tables import TablePool
from beespace.server.work.child import Job

_Result = TypeVar("_Result")

_tables: TablePool | None = None


def analyse(
    job: Job,
    board: BaseBoard,
    describe: Callable[[BaseBoard, Analysis], _Result],
    name: str,
    lines: int,
    time_s: float,
    tables: tuple[int, int],
) -> Iterator[_Result]:
    """Yield descriptions of analyses as they improve.

    `tables` is the size of a hash table in megabytes, and how many there are.
    """
    with contextlib.ExitStack() as stack:
        player: Player = PlainPlayer()
        if BACKEND == "native":
            from beespace.engine.native import NativePlayer

            player = NativePlayer(table=stack.enter_context(_pool(*tables).lent(name)))
        job.when_stopped(player.stop)
        for analysis in player.analyse(board, Limit(time_s=time_s), lines):
            yield describe(board, analysis)
            if job.is_stopped:
                return


def _pool(hash_mb: int, most: int) -> TablePool:
    global _tables  # one pool for the whole process
    if _tables is None:
        _tables = TablePool(hash_mb, most)
    return _tables
