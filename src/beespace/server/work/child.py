"""The child process that does work for the server. The server starts it with `WorkerProcess`.

It reads jobs from its standard input and writes results to its standard output, each as a pickle
after its length. It ends when its input ends, so it never outlives the server.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import struct
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, BinaryIO

from beespace.server.work.memory import give_back_memory, keep_little_memory

LENGTH = struct.Struct("!I")

_Function = Callable[..., Any]
_Work = Callable[[int, "Job", _Function, Any], Any]


class Job:
    """A running job. Jobs that yield results get it as their first argument."""

    def __init__(self) -> None:
        self._stop: Callable[[], None] | None = None
        self._is_stopped = False
        self._lock = threading.Lock()

    @property
    def is_stopped(self) -> bool:
        """Whether no more results are needed."""
        return self._is_stopped

    def when_stopped(self, stop: Callable[[], None]) -> None:
        """Call `stop` when no more results are needed, perhaps at once."""
        with self._lock:
            self._stop = stop
            is_late = self._is_stopped
        if is_late:
            stop()

    def stop(self) -> None:
        """Ask the job to stop."""
        with self._lock:
            self._is_stopped = True
            stop = self._stop
        if stop is not None:
            stop()


class _Child:
    """Runs jobs in threads."""

    def __init__(self, jobs: BinaryIO, results: BinaryIO, threads: int, most_mb: int) -> None:
        self._in = jobs
        self._out = results
        self._threads = ThreadPoolExecutor(threads)
        self._most_mb = most_mb
        self._writing = threading.Lock()
        self._running: dict[int, Job] = {}

    def run(self) -> None:
        """Serve until the input ends."""
        while (message := _read(self._in)) is not None:
            number, function, is_stream, arguments = message
            if function is not None:
                job = self._running[number] = Job()
                work = self._stream if is_stream else self._call
                self._threads.submit(self._do, number, job, work, function, arguments)
            elif number in self._running:
                self._running[number].stop()
        for job in list(self._running.values()):
            job.stop()

    def _do(self, number: int, job: Job, work: _Work, function: _Function, values: Any) -> None:
        try:
            kind, value = "done", work(number, job, function, values)
        except BaseException as error:
            kind, value = "failed", error
        del self._running[number]
        give_back_memory()
        # After too much memory the server starts another process, with its memory free again.
        is_last = 0 < self._most_mb < _peak_mb()
        self._write(number, kind, value, is_last)
        if is_last:
            os._exit(0)

    def _call(self, _number: int, _job: Job, function: _Function, values: Any) -> Any:
        return function(*values)

    def _stream(self, number: int, job: Job, function: _Function, values: Any) -> None:
        for item in function(job, *values):
            self._write(number, "item", item)

    def _write(self, number: int, kind: str, value: Any, is_last: bool = False) -> None:
        try:
            data = pickle.dumps((number, kind, value, is_last))
        except Exception:
            data = pickle.dumps((number, "failed", RuntimeError(repr(value)[:1000]), is_last))
        with self._writing, contextlib.suppress(OSError):  # the server is gone
            self._out.write(LENGTH.pack(len(data)) + data)
            self._out.flush()


def _read(stream: BinaryIO) -> Any:
    """Return the next message, or None at the end."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return pickle.loads(stream.read(LENGTH.unpack(head)[0]))


def _peak_mb() -> float:
    """Return the most memory that this process has used, as far as the system tells."""
    # Not `resource.getrusage`, which includes the memory of the process that started this one.
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0
    kilobytes = (line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    return int(next(kilobytes, "0")) / 1024


def _limit_memory(most_bytes: int) -> None:
    if sys.platform == "linux":
        import resource

        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, (most_bytes, most_bytes))


def main() -> None:
    """Run the child process."""
    niceness, threads, most_mb = map(int, sys.argv[1:])
    # Ctrl-C reaches the whole group; the server ends its children itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    keep_little_memory()
    if most_mb:
        _limit_memory(16 * most_mb << 20)
    # What a job prints must not mix with the results.
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _Child(sys.stdin.buffer, results, threads, most_mb).run()
    os._exit(0)


if __name__ == "__main__":
    main()
