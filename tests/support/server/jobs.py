"""Jobs for worker processes, good and bad."""

from __future__ import annotations

import os
import signal
import time

from beespace.server.problems import ProblemError


def sleep_for_ever() -> None:
    time.sleep(3600)


def kill_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def eat_memory() -> int:
    return len(bytearray(4 << 30))


def fail() -> None:
    raise ProblemError("some-code", "some text")


def double(number: int) -> int:
    return 2 * number


def use_memory() -> int:
    return len(bytearray(b"x") * (100 << 20))
