"""`beespace uhp`: the engine on standard input and output, line by line.

Lines are read by a thread of their own, so that a `stop` line can end thinking.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from typing import BinaryIO

from beespace.uhp.engine import Engine, one_blank

# A line longer than this is no command: it is refused without being kept.
_LONGEST_LINE = 1 << 20
# An exit that comes with the line before it is a script's last line: what was asked for is
# answered first. One that comes later is somebody who does not want to wait.
_SAME_BREATH_S = 0.1


def serve(source: BinaryIO | None = None, sink: BinaryIO | None = None) -> None:
    """Answer commands until `exit` or the end of the input."""
    source = source or sys.stdin.buffer
    sink = sink or sys.stdout.buffer
    # Lines are numbered: a stop ends only the thinking that was asked for before it.
    # None is a line that was too long.
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
                # One line, however long, has one answer: what is left of it is passed over.
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
                write([f"err a line of more than {_LONGEST_LINE} characters", "ok"])
            elif line:
                write(_answer(engine, line))
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    finally:
        engine.player.close()
        # The reader may be waiting for a line that never comes; it must not hold up the exit.
        if reader.is_alive():
            os._exit(0)


def _answer(engine: Engine, line: str) -> list[str]:
    """The answer to a line; a fault of ours must not end somebody's game either."""
    try:
        return engine.answer(line)
    except Exception as error:
        return [f"err internal error: {type(error).__name__}", "ok"]
