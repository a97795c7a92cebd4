"""Random lines, half of them valid commands, never crash the engine."""

from __future__ import annotations

import queue
import random
import string
import subprocess
import threading
from collections.abc import Iterator

import pytest

from beespace import Board
from beespace.rules import GAME_TYPES
from support.uhp.peer_commands import OURS

LINES = 20_000
MANY_LINES = 1_000_000
BATCH = 500
TIMEOUT_S = 120
WORDS = (
    *("info", "newgame", "play", "pass", "validmoves", "bestmove", "undo", "options", "stop"),
    *("time", "seconds", "depth", "get", "set", "Threads", "Hash", "Level", "Ruleset", "True"),
    *GAME_TYPES,
    *("wS1", "bQ", "-wA1", "wQ/", "\\bB2", "InProgress", "White[1]", ";", "0", "-1", "99999"),
)


class _Fuzzer:
    """A source of lines; it tracks the game so that half of them are valid."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._board = Board("Base")

    def lines(self, count: int) -> Iterator[tuple[bytes, bool]]:
        """Yield lines, each with whether it is valid."""
        yield b"options set Hash 1", True
        yield b"newgame Base", True
        for number in range(2, count):
            is_valid = number % 2 == 0
            yield (self._valid() if is_valid else self._junk()), is_valid

    def _valid(self) -> bytes:
        rng, board = self._random, self._board
        kind = rng.choices(
            ("play", "bestmove", "validmoves", "undo", "newgame", "string", "options", "info"),
            (50, 10, 10, 10, 4, 2, 4, 2),
        )[0]
        if board.outcome() is not None or board.ply > 80:
            kind = "newgame"
        if kind == "undo" and board.ply:
            count = rng.randrange(1, min(board.ply, 3) + 1)
            for _ in range(count):
                board.pop()
            return f"undo {count}".encode()
        if kind == "newgame":
            self._board = Board(rng.choice(GAME_TYPES) + ",threefold")
            return f"newgame {self._board.ruleset.game_type}".encode()
        if kind == "string":
            return f"newgame {board.game_string()}".encode()
        if kind == "bestmove":
            limits = ("depth 1", "seconds 0.001", "time 00:00:00.001", "seconds 0")
            return f"bestmove {rng.choice(limits)}".encode()
        if kind == "options":
            name, values = rng.choice(
                (("Threads", "12"), ("Hash", "12"), ("Level", "12345678"), ("Repetition", ""))
            )
            value = rng.choice(values) if values else "threefold"
            return f"options set {name} {value}".encode()
        if kind in ("validmoves", "info"):
            return kind.encode()
        move = rng.choice(list(board.legal_moves))
        text = board.uhp(move)
        board.push(move)
        return f"play {text}".encode()

    def _junk(self) -> bytes:
        """Return an invalid line; it must not change the game that the fuzzer tracks."""
        rng = self._random
        kind = rng.randrange(4)
        if kind == 0:
            data = rng.randbytes(rng.randrange(1, 60)).translate(None, b"\r\n")
        elif kind == 1:
            data = "".join(rng.choices(string.printable[:-6], k=rng.randrange(1, 60))).encode()
        elif kind == 2:
            data = " ".join(rng.choices(WORDS, k=rng.randrange(1, 6))).encode()
        else:
            valid = rng.choice((b"play wS1 bQ-", b"options set Hash 4", b"undo 1", b"newgame Base"))
            cut = rng.randrange(len(valid))
            data = valid[:cut] + rng.randbytes(1).translate(None, b"\r\n") + valid[cut + 1 :]
        # The prefix makes sure that it is not a command by chance.
        return b"~" + data


def _run(seed: int, count: int) -> None:
    with subprocess.Popen(OURS, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        answers: queue.Queue[list[str] | None] = queue.Queue()

        def read() -> None:
            assert engine.stdout is not None
            lines: list[str] = []
            for raw in engine.stdout:
                line = raw.decode("utf-8").rstrip("\n")
                lines.append(line)
                if line == "ok":
                    answers.put(lines)
                    lines = []
            answers.put(None)

        threading.Thread(target=read, daemon=True).start()
        try:
            assert answers.get(timeout=TIMEOUT_S) is not None
            batch: list[tuple[bytes, bool]] = []
            for item in _Fuzzer(seed).lines(count):
                batch.append(item)
                if len(batch) == BATCH:
                    _exchange(engine, answers, batch)
                    batch = []
            _exchange(engine, answers, batch)
            assert engine.poll() is None
            engine.stdin.write(b"exit\n")
            engine.stdin.flush()
            assert engine.wait(TIMEOUT_S) == 0
        finally:
            engine.kill()


def _exchange(
    engine: subprocess.Popen[bytes],
    answers: queue.Queue[list[str] | None],
    batch: list[tuple[bytes, bool]],
) -> None:
    """Assert that every line gets exactly one response, an error if and only if it is invalid."""
    assert engine.stdin is not None
    engine.stdin.write(b"".join(line + b"\n" for line, _ in batch))
    engine.stdin.flush()
    for line, is_valid in batch:
        answer = answers.get(timeout=TIMEOUT_S)
        assert answer is not None, f"the engine exited after {line!r}"
        is_refused = answer[0].startswith(("err", "invalidmove"))
        assert is_refused is not is_valid, f"{line!r}: {answer}"
        assert "internal error" not in answer[0], line


def test_fuzzed_lines_never_crash_the_engine() -> None:
    _run(seed=1, count=LINES)


@pytest.mark.slow
def test_a_million_fuzzed_lines_never_crash_the_engine() -> None:
    _run(seed=2, count=MANY_LINES)
