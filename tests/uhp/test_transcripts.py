"""Conversations with the real program, stored as data.

In `transcripts/*.txt`, the test sends lines that start with `> ` and expects lines that start with
`< `; `...` in these stands for any text. `~ ` waits for that many seconds. At `<end>` the program
must exit.
"""

from __future__ import annotations

import contextlib
import queue
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO

import pytest

from beespace.uhp.engine import Engine

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))
ENGINE = [sys.executable, "-m", "beespace", "uhp"]
TIMEOUT_S = 120


def _matches(expected: str, line: str | None) -> bool:
    if line is None:
        return False
    pattern = ".*".join(re.escape(part) for part in expected.split("..."))
    return re.fullmatch(pattern, line) is not None


def _read_into(lines: queue.Queue[str | None], output: IO[str]) -> None:
    with contextlib.suppress(ValueError):
        for line in output:
            lines.put(line.removesuffix("\n"))
    lines.put(None)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_engine_follows_the_transcript(path: Path) -> None:
    with subprocess.Popen(
        ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        lines: queue.Queue[str | None] = queue.Queue()
        reader = threading.Thread(target=_read_into, args=(lines, engine.stdout), daemon=True)
        reader.start()
        try:
            for number, row in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if row.startswith(">"):
                    engine.stdin.write(row[2:] + "\n")
                    engine.stdin.flush()
                elif row.startswith("~ "):
                    time.sleep(float(row[2:]))
                elif row == "<end>":
                    assert engine.wait(TIMEOUT_S) == 0
                elif row.startswith("< "):
                    line = lines.get(timeout=TIMEOUT_S)
                    assert _matches(row[2:], line), f"{path.name}:{number}: {line!r}"
            engine.stdin.close()
            assert engine.wait(TIMEOUT_S) == 0
            reader.join(TIMEOUT_S)
            assert lines.get(timeout=TIMEOUT_S) is None, "the engine sent more than expected"
        finally:
            engine.kill()


def test_every_command_has_a_transcript() -> None:
    assert {path.stem for path in TRANSCRIPTS} >= set(Engine()._commands)


@pytest.mark.parametrize("end", ["exit\n", ""])
def test_piped_script_gets_all_its_responses(end: str, tmp_path: Path) -> None:
    script = f"newgame Base;InProgress;White[2];wS1;bG1 wS1-\nbestmove seconds 1\n{end}"
    file = tmp_path / "script"  # not a pipe, whose end might arrive late on a busy machine
    file.write_text(script)
    begun = time.monotonic()
    with file.open() as source:
        done = subprocess.run(
            ENGINE, stdin=source, capture_output=True, text=True, timeout=TIMEOUT_S, check=True
        )
    assert time.monotonic() - begun > 0.9, "the end of the script should not cut off the search"
    assert done.stdout.endswith("\nok\n")
    assert done.stdout.count("\nok\n") == 3
