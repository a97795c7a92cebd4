"""Runs `beespace play` as a separate process."""

from __future__ import annotations

import contextlib
import os
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

COMMAND = [sys.executable, "-m", "beespace", "play"]
# Much longer than needed, because the machine may be busy.
TIMEOUT_S = 180


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a machine without a screen, plus the given variables."""
    hidden = (
        *("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"),
        *(
            "BEESPACE_DATA",
            "BEESPACE_DATABASE_URL",
            "BEESPACE_PURE_PYTHON",
            "BEESPACE_REQUIRE_NATIVE",
        ),
    )
    plain = {name: value for name, value in os.environ.items() if name not in hidden}
    return plain | more


class Process:
    """A server started from the command line."""

    def __init__(self, *arguments: str | Path, **variables: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, arguments)],
            env=environment(**variables),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()
        self.said: list[str] = []

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def hear(self, pattern: str) -> str:
        """Wait for a line of output that matches, and return it."""
        while True:
            try:
                line = self._lines.get(timeout=TIMEOUT_S)
            except queue.Empty:
                self.process.kill()
                code, errors = self.wait()
                raise AssertionError(f"no {pattern!r} in {self.said}: {code}, {errors}") from None
            self.said.append(line)
            if re.search(pattern, line):
                return line

    def url(self) -> str:
        """Return the address that the server prints, without the trailing slash."""
        return (
            self.hear("Beespace is running at").removeprefix("Beespace is running at ").rstrip("/")
        )

    def port(self) -> int:
        return int(self.url().rpartition(":")[2])

    def end(self, sent: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal; return the exit code and the contents of stderr."""
        self.process.send_signal(sent)
        return self.wait()

    def wait(self) -> tuple[int, str]:
        code = self.process.wait(TIMEOUT_S)
        self._reading.join(TIMEOUT_S)
        while not self._lines.empty():
            self.said.append(self._lines.get())
        assert self.process.stderr is not None
        return code, self.process.stderr.read()


@contextlib.contextmanager
def started(*arguments: str | Path, **variables: str) -> Iterator[Process]:
    """Start a server process and make sure it is gone afterwards."""
    server = Process(*arguments, **variables)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
        server.process.wait(TIMEOUT_S)
        for stream in (server.process.stdout, server.process.stderr):
            server._reading.join(TIMEOUT_S)
            if stream is not None:
                stream.close()
