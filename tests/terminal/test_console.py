"""`beespace terminal` as a process: with a keyboard (a pseudo-terminal) and with piped lines."""

from __future__ import annotations

import os
import random
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.terminal.games import WHITE_WINS, moves_of
from support.terminal.process import ENVIRONMENT, PLAY, TIMEOUT_S, piped

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals on Windows", allow_module_level=True)

import fcntl
import struct
import termios

JUNK_WORDS = (
    "moves why undo redo hand board coordinates new game position pass help load ? draw resign "
    "accept decline yes no notation pocket ultimate with ant queen left of the "
    "wA1 bQ wS1 bG1 wQ wB1 q a b1 1 2 3 99 -bQ bQ- /wS1 \\wS1 wS1\\ wS1/ bG1- "
    "Base Base+MLP base2016 -1 0 1e9 \x00 \x1b[2J \t é 🐝 ; ' \" { %s"
)

# Makes the pseudo-terminal the controlling terminal, then runs the game in this process.
TAKE_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""


class Keyboard:
    """The other end of a pseudo-terminal in which the game runs."""

    def __init__(self, master: int, process: subprocess.Popen[bytes]) -> None:
        self._master = master
        self.process = process

    def read_until(self, text: str, pressing: str = "") -> str:
        """Return what the game prints, up to and including this text.

        `pressing` is typed once a second until then.
        """
        seen = b""
        end = time.monotonic() + TIMEOUT_S
        next_press = time.monotonic()
        while text.encode() not in seen:
            assert time.monotonic() < end, f"no {text!r} in {seen.decode(errors='replace')}"
            if pressing and time.monotonic() >= next_press:
                self.type(pressing)
                next_press = time.monotonic() + 1
            if select.select([self._master], [], [], 0.1)[0]:
                try:
                    seen += os.read(self._master, 65536)
                except OSError:  # the other end is closed
                    raise AssertionError(f"ended without {text!r}: {seen.decode()}") from None
        return seen.decode(errors="replace")

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def resize(self, columns: int) -> None:
        size = struct.pack("HHHH", 24, columns, 0, 0)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, size)


@contextmanager
def keyboard(*options: str, **environment: str) -> Iterator[Keyboard]:
    master, slave = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", TAKE_TERMINAL, *PLAY, *options],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=ENVIRONMENT | environment,
        # In its own process group, so that Ctrl-C reaches the game and not the tests.
        start_new_session=True,
    )
    os.close(slave)
    keys = Keyboard(master, process)
    keys.resize(80)
    try:
        yield keys
    finally:
        process.kill()
        process.wait()
        os.close(master)


def test_no_input_ends_politely() -> None:
    text = piped("")
    assert "Hive for two players" in text
    assert text.endswith("Goodbye.\n")
    assert "\x1b" not in text, "no colours without a terminal"


def test_a_whole_game_piped_in() -> None:
    text = piped("\n".join(moves_of(WHITE_WINS)))
    assert "White wins: Black's queen is surrounded." in text
    assert "Black 12> bG2 /bA1\n" in text, "piped lines are echoed"
    assert "\nBase;WhiteWins;Black[13];wG1;bB1 wG1/;" in text, "the game is not lost"


def test_hundreds_of_junk_lines_crash_nothing() -> None:
    chosen = random.Random(1)
    words = JUNK_WORDS.split(" ")
    lines = [b"wS1", b"bG1 wS1-", b"wQ -wS1", b"bQ bG1-"]
    for i in range(600):
        if i % 4:
            picked = " ".join(chosen.choices(words, k=chosen.randint(0, 3)))
            lines.append(picked.encode())
        else:
            length = chosen.choice([1, 5, 30, 3000])
            raw = bytes(chosen.randrange(256) for _ in range(length))
            # Keep it on one line, without an end-of-input character on any system.
            lines.append(raw.replace(b"\n", b" ").replace(b"\r", b" ").replace(b"\x1a", b" "))
    text = piped(b"\n".join(lines))
    assert text.count("I don't understand") > 100
    assert "Traceback" not in text
    assert text.endswith("Goodbye.\n")


def test_ascii_without_colors_in_any_locale() -> None:
    assert piped("wS1\nbG1 wS1-\nmoves\nwQ\n", "--ascii").isascii()
    poor = piped("wS1\nbG1 wS1-\n", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert poor.isascii()
    assert "|wS1[bG1]" in poor


def test_a_game_at_the_keyboard() -> None:
    with keyboard() as keys:
        keys.read_until("White 1> ")
        for i, move in enumerate(moves_of(WHITE_WINS)):
            keys.type(move + "\r")
            text = keys.read_until("> " if i < 24 else "Game over> ")
        assert "\x1b[1;38;5;" in text, "a terminal gets colours"
        assert "surrounded" in text
        keys.type("new Base+M\r")
        assert "WhiteWins" in keys.read_until("White 1> ")
        keys.type("quit\r")
        keys.read_until("Goodbye.")
        assert keys.process.wait(TIMEOUT_S) == 0


def test_ctrl_c_ends_politely_and_shows_the_game() -> None:
    with keyboard("--no-color") as keys:
        keys.read_until("White 1> ")
        keys.type("wS1\r")
        assert "\x1b[1" not in keys.read_until("Black 1> ")
        keys.type("half a li")
        keys.read_until("half a li")
        # Python can miss a signal that arrives just before it waits for a key.
        assert "Base;InProgress;Black[1];wS1" in keys.read_until("Goodbye.", pressing="\x03")
        assert keys.process.wait(TIMEOUT_S) == 0


def test_end_of_input_at_the_keyboard_ends_politely() -> None:
    with keyboard(NO_COLOR="1") as keys:
        assert "\x1b[1" not in keys.read_until("White 1> ")
        keys.type("\x04")
        keys.read_until("Goodbye.")
        assert keys.process.wait(TIMEOUT_S) == 0


def test_resizing_is_harmless_and_narrow_windows_are_used() -> None:
    with keyboard("--no-color") as keys:
        keys.read_until("White 1> ")
        keys.type("wS1\r")
        keys.read_until("Black 1> ")
        for columns in (30, 200, 1, 60):
            keys.resize(columns)
            keys.type("board\r")
            keys.read_until("1> ")
        assert keys.process.poll() is None
        keys.type("quit\r")
        keys.read_until("Goodbye.")


def test_tab_completes_and_the_arrow_recalls() -> None:
    pytest.importorskip("readline")
    with keyboard("--no-color") as keys:
        keys.read_until("White 1> ")
        keys.type("wS\t\r")
        keys.read_until("Black 1> ")
        keys.type("posi\t\r")
        assert "Black[1] - 0,0:wS1" in keys.read_until("Black 1> ")
        keys.type("\x1b[A\r")
        keys.read_until("Black[1] - 0,0:wS1")


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    assert "not saved" not in piped(f"wS1\nbG1 wS1-\nsave {file}\n")
    text = piped("", "--load", str(file))
    assert "│wS1[bG1]" in text
    assert "White to move, turn 2." in text
    text = piped("", "--load", str(file), "--rules", "Base")
    assert "you continue with Base: you can't place your queen first." in " ".join(text.split())
