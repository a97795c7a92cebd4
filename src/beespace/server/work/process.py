"""A child process that does work, so that it doesn't share an interpreter with the games."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import pickle
import sys
from collections.abc import AsyncGenerator, Callable, Iterator
from typing import Any, TypeVar

from beespace.server.work.child import LENGTH

_Result = TypeVar("_Result")

_LARGEST_RESULT = 64 << 20
_CLOSE_S = 1


class WorkerDiedError(Exception):
    """The process ended before the job was done: it was killed, or ran out of memory."""


class WorkerProcess:
    """A child process, started when it is first needed and again if it dies.

    Functions, arguments and results must be picklable. Use it only in the event loop's thread.
    """

    def __init__(self, *, niceness: int = 0, threads: int = 1, most_mb: int = 0) -> None:
        """Create a process that does up to `threads` jobs at once.

        When it has used more than `most_mb` of memory, it is replaced after its job.
        """
        self._options = [str(niceness), str(threads), str(most_mb)]
        self._process: asyncio.subprocess.Process | None = None
        self._is_ending = False
        self._reading: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._numbers = itertools.count()
        # The results of each running job, as they come.
        self._results: dict[int, asyncio.Queue[tuple[str, Any]]] = {}

    async def call(
        self,
        function: Callable[..., _Result],
        *values: Any,
    ) -> _Result:
        """Run a function and return its result. Cancelling the caller kills the process.

        Raises:
            WorkerDiedError: the process died.
        """
        number = await self._send(function, False, values)
        try:
            kind, value = await self._results[number].get()
        except asyncio.CancelledError:
            self.kill()
            raise
        finally:
            del self._results[number]
        if kind == "failed":
            raise value
        result: _Result = value
        return result

    async def stream(
        self,
        function: Callable[..., Iterator[_Result]],
        *values: Any,
    ) -> AsyncGenerator[_Result, None]:
        """Run a generator function with a `Job` and yield its items. Closing this stops the job.

        Raises:
            WorkerDiedError: the process died.
        """
        number = await self._send(function, True, values)
        results = self._results[number]
        kind = "item"
        try:
            while True:
                kind, value = await results.get()
                if kind == "failed":
                    raise value
                if kind == "done":
                    return
                yield value
        finally:
            if kind == "item":
                await self._stop(number, results)
            del self._results[number]

    def kill(self) -> None:
        """Kill the process and whatever it is doing."""
        # Only once: for a process that has ended, `kill` would take its exit status from asyncio.
        if self._process is not None and not self._is_ending:
            self._is_ending = True
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def close(self) -> None:
        """End the process."""
        if self._process is None or self._reading is None:
            return
        assert self._process.stdin is not None
        self._process.stdin.close()  # which ends it, unless it is busy
        try:
            async with asyncio.timeout(_CLOSE_S):
                await asyncio.shield(self._reading)
        except TimeoutError:
            self.kill()
            await self._reading

    async def _stop(self, number: int, results: asyncio.Queue[tuple[str, Any]]) -> None:
        """Stop a job and wait until it has ended."""
        with contextlib.suppress(WorkerDiedError, OSError):
            await self._write(number, None, False, ())
            while (await results.get())[0] == "item":
                pass

    async def _send(self, function: Callable[..., Any], is_stream: bool, values: Any) -> int:
        async with self._starting:
            if self._is_ending and self._reading is not None:
                await self._reading
            if self._reading is None or self._reading.done():
                await self._start()
        number = next(self._numbers)
        self._results[number] = asyncio.Queue()
        try:
            await self._write(number, function, is_stream, values)
        except BaseException as error:
            del self._results[number]
            if isinstance(error, OSError):
                raise WorkerDiedError("the worker process died") from None
            raise
        return number

    async def _write(self, *message: Any) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        data = pickle.dumps(message)
        self._process.stdin.write(LENGTH.pack(len(data)) + data)
        await self._process.stdin.drain()

    async def _start(self) -> None:
        self._is_ending = False
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "beespace.server.work.child", *self._options),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self._reading = asyncio.create_task(self._read(self._process))

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        try:
            while True:
                size = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))[0]
                if size > _LARGEST_RESULT:
                    break
                message = pickle.loads(await process.stdout.readexactly(size))
                number, kind, value, is_last = message
                self._is_ending = self._is_ending or is_last
                if number in self._results:
                    self._results[number].put_nowait((kind, value))
            self.kill()
        except (asyncio.IncompleteReadError, OSError):
            pass  # the process has ended
        finally:
            await process.wait()
            for results in self._results.values():
                results.put_nowait(("failed", WorkerDiedError("the worker process died")))
