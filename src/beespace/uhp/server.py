"""`beespace uhp`: the engine on standard input and output, line by line.

Lines are read by a thread of their own, so that a `stop` line can end thinking.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from typing import BinaryIO

from beespace.uhp.engine import Engine

# A line longer than this is no command: it is refused without being kept.
_LONGEST_LINE = 1 << 20


def serve(source: BinaryIO | None = None, sink: BinaryIO | None = None) -> None:
    """Answer commands until `exit` or the end of the input."""
    source = source or sys.stdin.buffer
    sink = sink or sys.stdout.buffer
    # Lines are numbered: a stop ends only the thinking that was asked for before it.
    lines: queue.Queue[str] = queue.Queue(maxsize=10_000)
    answered = 0
    stopped = 0
    engine = Engine(is_stopped=lambda: stopped > answered)

    def read() -> None:
        nonlocal stopped
        number = 0
        text = ""
        while text != "exit":
            raw = source.readline(_LONGEST_LINE)
            text = raw.decode("utf-8", "replace").strip() if raw else "exit"
            number += 1
            if text in ("stop", "exit"):
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
            if line:
                write(engine.answer(line))
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    finally:
        engine.player.close()
        # The reader may be waiting for a line that never comes; it must not hold up the exit.
        if reader.is_alive():
            os._exit(0)
