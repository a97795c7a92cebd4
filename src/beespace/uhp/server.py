"""`beespace uhp`: serves the engine over standard input and output.

A separate thread reads the lines, so that `stop` can interrupt a search.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from typing import BinaryIO

from beespace.uhp.engine import Engine, one_blank

# Longer lines are rejected without being stored.
_LONGEST_LINE = 1 << 20
# An `exit` that arrives right after another line is the end of a script: earlier commands are
# answered first. An `exit` that arrives later interrupts the search.
_SAME_BREATH_S = 0.5


def serve(source: BinaryIO | None = None, sink: BinaryIO | None = None) -> None:
    """Answer commands until `exit` or the end of the input."""
    source = source or sys.stdin.buffer
    sink = sink or sys.stdout.buffer
    # Lines are numbered, so that a stop only affects searches requested before it.
    # None stands for a line that was too long.
    lines: queue.Queue[str | None] = queue.Queue(maxsize=10_000)
    answered = 0
    stopped = 0
    engine = Engine(is_stopped=lambda: stopped > answered)

    def read() -> None:
        nonlocal stopped
        number = 0
        text: str | None = ""
        while text != "exit":
            begun = time.monotonic()
            raw = source.readline(_LONGEST_LINE)
            text = one_blank(raw.decode("utf-8", "replace")) if raw else "exit"
            if len(raw) == _LONGEST_LINE and not raw.endswith(b"\n"):
                # Each line gets one answer, so the rest of this line is skipped.
                while raw and not raw.endswith(b"\n"):
                    raw = source.readline(_LONGEST_LINE)
                text = None
            number += 1
            has_waited = time.monotonic() - begun > _SAME_BREATH_S
            if text == "stop" or (text == "exit" and has_waited):
                stopped = number
                engine.player.stop()
            lines.put(text)

    def write(answer: list[str]) -> None:
        sink.write("".join(line + "\n" for line in answer).encode("utf-8", "replace"))
        sink.flush()

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        write(engine.answer("info"))
        while (line := lines.get()) != "exit":
            answered += 1
            if line is None:
                write([f"err the line is longer than {_LONGEST_LINE} characters", "ok"])
            elif line:
                write(_answer(engine, line))
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    finally:
        engine.player.close()
        # The reader may be blocked waiting for input; it must not delay the exit.
        if reader.is_alive():
            os._exit(0)


def _answer(engine: Engine, line: str) -> list[str]:
    """Return the answer to a line; an internal error must not end the game."""
    try:
        return engine.answer(line)
    except Exception as error:
        return [f"err internal error: {type(error).__name__}", "ok"]
