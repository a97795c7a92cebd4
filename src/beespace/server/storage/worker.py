"""A thread with its own database connection, which runs jobs in order.

Jobs that were queued while it was busy share one transaction: a commit waits for the disk, so
many simultaneous moves wait for it only once. Callers get their results after the commit.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from beespace.server.errors import DatabaseAwayError, StorageError

_MOST_AT_ONCE = 100
# How often to ask whether a job takes too long.
_ASK_AGAIN_S = 0.5
# What the database says about a statement. Every other error is about the database itself.
_ABOUT_STATEMENTS = (
    sa.exc.DataError,
    sa.exc.IntegrityError,
    sa.exc.NotSupportedError,
    sa.exc.ProgrammingError,
)

Work = Callable[[sa.Connection], Any]


@dataclass(slots=True)
class _Job:
    work: Work
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None

    def settle(self) -> None:
        if self.future.cancelled():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class Worker:
    """Runs jobs on one connection, batching those that are queued."""

    def __init__(self, engine: sa.Engine, name: str) -> None:
        self._engine = engine
        self.transactions = 0
        self.done = 0
        # Whether the last transaction could begin.
        self._is_connected = True
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def do(self, work: Work, is_too_long: Callable[[float], bool] | None = None) -> Any:
        """Run a job in a transaction. It may run twice, if another job of its batch fails.

        A job may raise a StorageError itself, but only before it has changed anything. Only a job
        that changes nothing may have a time limit, because it may run even after that. Twice a
        second, `is_too_long` gets the seconds so far and says whether to give up.

        Raises:
            StorageError: the job failed, and nothing was changed.
        """
        loop = asyncio.get_running_loop()
        job = _Job(work, loop, loop.create_future())
        self._jobs.put(job)
        if is_too_long is not None:
            await self._wait(job.future, is_too_long)
        # The job runs to the end even if its caller is cancelled.
        return await asyncio.shield(job.future)

    async def _wait(
        self, future: asyncio.Future[Any], is_too_long: Callable[[float], bool]
    ) -> None:
        began_s = time.monotonic()
        while not future.done():
            await asyncio.wait((future,), timeout=_ASK_AGAIN_S)
            waited_s = time.monotonic() - began_s
            if not future.done() and is_too_long(waited_s):
                future.cancel()
                raise DatabaseAwayError(f"the database hasn't answered for {waited_s:.0f} seconds")

    def finish(self) -> None:
        """Stop the thread after all queued jobs."""
        self._jobs.put(None)

    def close(self, until_s: float) -> None:
        """Wait until the thread has stopped, but not longer than `until_s`, and disconnect."""
        self._thread.join(max(until_s - time.monotonic(), 0))
        if not self._thread.is_alive():
            self._engine.dispose()

    def _run(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                return
            jobs, is_last = [job], False
            while len(jobs) < _MOST_AT_ONCE and not self._jobs.empty():
                more = self._jobs.get()
                if more is None:
                    is_last = True
                    break
                jobs.append(more)
            self._do_all(jobs)
            if is_last:
                return

    def _do_all(self, jobs: list[_Job]) -> None:
        jobs = [job for job in jobs if not job.future.cancelled()]
        error = self._transact(jobs)
        if error is not None and len(jobs) > 1:
            # One job broke the shared transaction, so run each in its own. Without a connection,
            # all of them fail at once: trying to connect can take long.
            for job in jobs:
                if self._is_connected:
                    error = self._transact([job])
                job.error = error
        elif error is not None:
            jobs[0].error = error
        for loop in {job.loop for job in jobs}:
            mine = [job for job in jobs if job.loop is loop]
            if not loop.is_closed():
                loop.call_soon_threadsafe(_settle, mine)

    def _transact(self, jobs: list[_Job]) -> BaseException | None:
        """Run jobs in one transaction. Return the error that made all of them fail, if any."""
        for job in jobs:
            job.result = job.error = None
        self._is_connected = False
        try:
            with self._engine.begin() as connection:
                self._is_connected = True
                for job in jobs:
                    try:
                        job.result = job.work(connection)
                    except StorageError as error:
                        job.error = error
        except _ABOUT_STATEMENTS as error:
            return StorageError(f"cannot read or write the database: {error.orig}")
        except sa.exc.DBAPIError as error:
            return DatabaseAwayError(f"cannot read or write the database: {error.orig}")
        except StorageError as error:  # about the connection; each job handles its own
            return DatabaseAwayError(str(error))
        except Exception as error:  # a bug, which the caller gets like any other error
            return error
        self.transactions += 1
        self.done += len(jobs)
        return jobs[0].error if len(jobs) == 1 else None


def _settle(jobs: list[_Job]) -> None:
    for job in jobs:
        job.settle()
