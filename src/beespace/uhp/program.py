"""Runs a UHP program: starts it, exchanges lines with it, and ends it and its child processes.

`client.py` turns it into a player, and the conformance suite talks to it directly. This module
handles lines and answers; it knows nothing about games.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from typing import IO

from beespace.errors import EngineStoppedError

# Generous, because a busy machine may take long to start a program.
_START_TIMEOUT_S = 60.0
_ANSWER_TIMEOUT_S = 60.0
# How long an engine may take to exit when told to.
_GOODBYE_S = 1.0
# How long to wait for the exit code and the last error output of a program that closed its output.
_LAST_WORDS_S = 0.5
_LAST_WORDS_BYTES = 2000
_LONGEST_SHOWN = 300


class UhpEngine:
    """A running UHP program that takes commands and returns answers.

    Raises:
        EngineStoppedError: the program can't be started, exited, or didn't answer in time.
    """

    def __init__(self, command: str | Sequence[str]) -> None:
        self.command = command_words(command)
        # The `info` answer that the program printed at startup.
        self.info: list[str] = []
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # Ctrl-C in a terminal is for us to handle. With its own session, the program can
                # also be killed together with its child processes.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise EngineStoppedError(f"cannot start {self.command[0]!r}: {error}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._is_closed = False
        # A thread does the writing, so that a program that doesn't read can't block the sender.
        self._to_send: queue.Queue[bytes | None] = queue.Queue()
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._last_words = b""
        self._threads = (
            threading.Thread(target=self._write, args=(self._process.stdin,), daemon=True),
            threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._listen, args=(self._process.stderr,), daemon=True),
        )
        for thread in self._threads:
            thread.start()
        try:
            self.info = self.answer(_START_TIMEOUT_S)
        except BaseException:
            self.close()
            raise

    @property
    def name(self) -> str:
        """The engine's name, or its command if the engine hasn't given one yet."""
        for line in self.info:
            if line.startswith("id ") and line[3:].strip():
                return line[3:].strip()
        return clip(shlex.join(self.command))

    @property
    def knows_stop(self) -> bool:
        """Whether the engine supports `stop`, which is a Beespace extension."""
        return self.name.startswith("Beespace ")

    @property
    def process_id(self) -> int:
        """The process id."""
        return self._process.pid

    def ask(self, command: str, timeout_s: float = _ANSWER_TIMEOUT_S) -> list[str]:
        """Send a command and return its answer without the final `ok`."""
        self.send(command.encode() + b"\n")
        return self.answer(timeout_s)

    def send(self, data: bytes) -> None:
        """Send raw bytes without waiting; a no-op if the program has exited."""
        self._to_send.put(data)

    def answer(self, timeout_s: float = _ANSWER_TIMEOUT_S) -> list[str]:
        """Return the lines up to the next `ok`, without it.

        Raises:
            EngineStoppedError: the program exited or took too long; the error has the lines.
        """
        deadline = time.monotonic() + timeout_s
        lines: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=max(deadline - time.monotonic(), 0.001))
            except queue.Empty:
                said = f"; it sent {clip(' / '.join(lines))!r}, but no ok" if lines else ""
                raise EngineStoppedError(
                    f"{self.name} did not answer within {timeout_s:g} s{said}", tuple(lines)
                ) from None
            if line is None:
                self._lines.put(None)  # so that the next call fails too
                raise EngineStoppedError(f"{self.name} exited{self._how()}", tuple(lines))
            if line == "ok":
                return lines
            lines.append(line)

    def close(self) -> None:
        """Send `exit`, and kill the program if it doesn't exit in time."""
        if self._is_closed:
            return
        self._to_send.put(b"exit\n")
        self._to_send.put(None)
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_GOODBYE_S)
        finally:
            self.kill()
            self._process.wait()
            self._is_closed = True
        # The threads end now, unless a detached child process still holds the pipes open.
        for thread in self._threads:
            thread.join(_GOODBYE_S)

    def kill(self) -> None:
        """Kill the program and its child processes; call `close` afterwards."""
        if self._is_closed:
            return
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)

    def _how(self) -> str:
        """Return how the program exited and the end of its error output."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LAST_WORDS_S)
        self._threads[-1].join(_LAST_WORDS_S)
        code = self._process.returncode
        text = ""
        if code is not None and code < 0:
            text = f" by signal {-code}"
        elif code is not None:
            text = f" with code {code}"
        words = " / ".join(self._last_words.decode("utf-8", "replace").split("\n")).strip(" /\r")
        if words:
            text += f"; its last error output: {words[-_LONGEST_SHOWN:]}"
        return text

    # Each of these runs in its own thread

    def _write(self, sink: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while (data := self._to_send.get()) is not None:
                sink.write(data)
                sink.flush()
        with contextlib.suppress(OSError):
            sink.close()

    def _read(self, output: IO[bytes]) -> None:
        with output, contextlib.suppress(ValueError, OSError):
            for line in output:
                self._lines.put(line.decode("utf-8", "replace").rstrip("\r\n"))
        self._lines.put(None)

    def _listen(self, errors: IO[bytes]) -> None:
        with errors, contextlib.suppress(ValueError, OSError):
            for line in errors:
                self._last_words = (self._last_words + line)[-_LAST_WORDS_BYTES:]


def command_words(command: str | Sequence[str]) -> list[str]:
    """Split a command into words.

    >>> command_words("engine --uhp 'a b'")
    ['engine', '--uhp', 'a b']

    Raises:
        EngineStoppedError: the command doesn't name a program.
    """
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise EngineStoppedError(f"cannot start {command!r}: {error}") from None
    if not words or not words[0]:
        raise EngineStoppedError(f"cannot start {command!r}: no program given")
    return words


def is_error(answer: Sequence[str]) -> bool:
    """Return whether an answer is an error.

    >>> is_error(["err no game"]), is_error(["invalidmove"]), is_error(["errors;bool;True;True"])
    (True, True, False)
    """
    return bool(answer) and answer[0].split(" ")[0] in ("err", "invalidmove")


def clip(text: str, longest: int = _LONGEST_SHOWN) -> str:
    """Shorten a text for display."""
    return text if len(text) <= longest else f"{text[:longest]}… ({len(text)} characters)"
