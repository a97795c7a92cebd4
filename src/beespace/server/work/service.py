"""Runs the costly parts of requests in other processes, a few at a time.

Reading files, drawing and checking strange positions can take seconds. Games must not wait for
that, so it happens in worker processes. Clients take turns. One process is reserved for short
work, and for others if one address keeps the rest busy.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, TypeVar

from beespace.server import problems
from beespace.server.problems import ProblemError
from beespace.server.refusals import LimitName, Refusals
from beespace.server.settings import Settings
from beespace.server.work.process import WorkerDiedError, WorkerProcess
from beespace.server.work.queue import Priority
from beespace.server.work.slots import Slots

_LOG = logging.getLogger(__name__)

_Result = TypeVar("_Result")

# Replaying this many moves takes about a millisecond, hardly more than asking another process.
_FEW_MOVES = 100
# About what a move takes in a file, and how much text can be read in a tenth of a second.
CHARS_PER_MOVE = 40
_LONG_CHARS = 100_000
# A process that has used more memory is replaced. Without long texts it needs 60 MB.
_MOST_MB = 80


class Workers:
    """The worker processes of a server, started when they are first needed."""

    def __init__(self, settings: Settings, refusals: Refusals) -> None:
        self._wait_s = settings.computation_wait_s
        self._time_s = settings.computation_time_s
        self._refusals = refusals
        but_one = max(settings.workers - 1, 1)
        self._slots = Slots(
            settings.workers,
            settings.computations_per_client,
            most_per_address=but_one,
            most_waiting=settings.most_waiting_computations,
            when_refused=self._note,
        )
        # Where long work waits before it waits with the rest.
        self._long_slots = Slots(
            but_one,
            settings.computations_per_client,
            most_waiting=settings.most_waiting_computations,
            when_refused=self._note,
        )
        self._processes = [WorkerProcess(most_mb=_MOST_MB) for _ in range(settings.workers)]
        self._free = list(self._processes)

    @property
    def waiting(self) -> int:
        """How many computations wait for a process."""
        return self._slots.waiting + self._long_slots.waiting

    async def run(
        self,
        names: tuple[str, ...],
        function: Callable[..., _Result],
        *values: Any,
        chars: int = 0,
    ) -> _Result:
        """Run a function in another process, for a client with these names.

        Reading many `chars` can take seconds, so such work never gets the last process.

        Raises:
            ProblemError: the function raised it, it takes too long, or the server is busy.
        """
        async with contextlib.AsyncExitStack() as stack:
            try:
                async with asyncio.timeout(self._wait_s):
                    if chars > _LONG_CHARS:
                        await stack.enter_async_context(
                            self._long_slots.taken(Priority.HELP, names)
                        )
                    await stack.enter_async_context(self._slots.taken(Priority.HELP, names))
            except TimeoutError:
                raise self._busy() from None
            # The one that was used last: the others may not even be running.
            process = self._free.pop()
            try:
                async with asyncio.timeout(self._time_s):
                    return await process.call(function, *values)
            except (TimeoutError, WorkerDiedError, MemoryError) as error:
                self._refusals.note(LimitName.COMPUTATION_TIME)
                _LOG.warning("%s failed: %s", function.__name__, type(error).__name__)
                raise ProblemError("too-costly", "this takes too long to compute") from None
            finally:
                self._free.append(process)

    async def run_if_long(
        self,
        names: tuple[str, ...],
        moves: int,
        function: Callable[..., _Result],
        *values: Any,
    ) -> _Result:
        """Run a function that replays this many moves: in another process if they are many."""
        if moves <= _FEW_MOVES:
            return await asyncio.to_thread(function, *values)
        return await self.run(names, function, *values, chars=moves * CHARS_PER_MOVE)

    async def aclose(self) -> None:
        """End all processes."""
        await asyncio.gather(*(process.close() for process in self._processes))

    def _busy(self) -> ProblemError:
        self._note()
        return problems.busy()

    def _note(self) -> None:
        self._refusals.note(LimitName.COMPUTATIONS)
