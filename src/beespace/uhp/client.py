"""Any UHP engine as a player: a program of its own, watched over and started again if it fails."""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from typing import IO

from beespace.engine import Analysis, Limit, Line, Score
from beespace.engine.player import best_move
from beespace.errors import BeespaceError, EngineStoppedError, ProtocolError
from beespace.rules import BaseBoard, Move

_START_TIMEOUT_S = 20.0
_ANSWER_TIMEOUT_S = 20.0
# How much longer than it was given an engine may take before it counts as hung.
_GRACE_S = 10.0
# How long an engine may take to end when it is told to.
_GOODBYE_S = 1.0


class UhpEngine:
    """A running UHP program: commands in, answers out.

    Raises:
        EngineStoppedError: it cannot be started, ended, or did not answer in time.
    """

    def __init__(self, command: str | Sequence[str]) -> None:
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except (OSError, ValueError) as error:
            raise EngineStoppedError(f"cannot start {self.command[0]!r}: {error}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input: IO[bytes] = self._process.stdin
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(
            target=self._read, args=(self._process.stdout,), daemon=True
        )
        self._reader.start()
        try:
            self.info = self.answer(_START_TIMEOUT_S)
        except EngineStoppedError:
            self.close()
            raise

    @property
    def name(self) -> str:
        """What the engine calls itself."""
        for line in self.info:
            if line.startswith("id "):
                return line[3:].strip()
        return self.command[0]

    @property
    def process_id(self) -> int:
        """The number the system knows the program by."""
        return self._process.pid

    def ask(self, command: str, timeout_s: float = _ANSWER_TIMEOUT_S) -> list[str]:
        """Send a command and return its answer without the final `ok`."""
        self.send(command.encode() + b"\n")
        return self.answer(timeout_s)

    def send(self, data: bytes) -> None:
        """Send bytes as they are and wait for nothing."""
        try:
            self._input.write(data)
            self._input.flush()
        except (OSError, ValueError):
            raise EngineStoppedError(f"{self.command[0]} has ended") from None

    def close(self) -> None:
        """End the program, politely at first."""
        with contextlib.suppress(OSError, ValueError):
            self._input.write(b"exit\n")
        with contextlib.suppress(OSError):
            self._input.close()
        try:
            self._process.wait(_GOODBYE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        # Its last words are read; only a child of its own could still hold the other end.
        self._reader.join(_GOODBYE_S)

    def _read(self, output: IO[bytes]) -> None:
        with output, contextlib.suppress(ValueError, OSError):
            for line in output:
                self._lines.put(line.decode("utf-8", "replace").rstrip("\r\n"))
        self._lines.put(None)

    def answer(self, timeout_s: float = _ANSWER_TIMEOUT_S) -> list[str]:
        """The lines up to the next `ok`, without it."""
        deadline = time.monotonic() + timeout_s
        lines: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=max(deadline - time.monotonic(), 0.001))
            except queue.Empty:
                raise EngineStoppedError(
                    f"{self.command[0]} did not answer within {timeout_s:g} s"
                ) from None
            if line is None:
                self._lines.put(None)  # whoever asks next is told as well
                raise EngineStoppedError(f"{self.command[0]} has ended")
            if line == "ok":
                return lines
            lines.append(line)


class UhpPlayer:
    """A UHP engine as a player. It is started when first needed, and again after a failure.

    `attempts` is how often a move is asked for before a failure counts.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        options: dict[str, str] | None = None,
        *,
        attempts: int = 2,
    ) -> None:
        self._command = command
        self._options = options or {}
        self._attempts = attempts
        self._engine: UhpEngine | None = None
        # What the engine has on its board: the start of the game and the moves since.
        self._known: tuple[str, tuple[Move, ...]] | None = None

    @property
    def name(self) -> str:
        """What the engine calls itself."""
        return self._running().name

    def choose(self, board: BaseBoard, limit: Limit) -> Move:
        """The engine's move; one that fails is started again and asked once more.

        Raises:
            EngineStoppedError: it failed at every attempt.
            ProtocolError: its answer is not a legal move.
        """
        return best_move(self.analyse(board, limit))

    def analyse(
        self,
        board: BaseBoard,
        limit: Limit,
        lines: int = 1,  # noqa: ARG002 - the protocol of players has it
    ) -> Iterator[Analysis]:
        """The engine's move as the only line: UHP tells no more."""
        if not board.legal_moves:
            return
        begun = time.monotonic()
        for attempt in range(1, self._attempts + 1):
            try:
                move = self._ask_for_move(board, limit)
                break
            except EngineStoppedError:
                self.close()
                if attempt == self._attempts:
                    raise
        yield Analysis(0, 0, time.monotonic() - begun, (Line(Score(0), (move,)),))

    def stop(self) -> None:
        """UHP cannot stop an engine; the limit it was given ends its thinking."""

    def new_game(self) -> None:
        """The next position is sent as a new game."""
        self._known = None

    def close(self) -> None:
        """End the engine's program."""
        if self._engine is not None:
            self._engine.close()
        self._engine = None
        self._known = None

    def _running(self) -> UhpEngine:
        if self._engine is None:
            self._engine = UhpEngine(self._command)
            self._known = None
            for name, value in self._options.items():
                answer = self._engine.ask(f"options set {name} {value}")
                if any(line.startswith("err") for line in answer):
                    raise ProtocolError(f"{self._engine.name} refuses {name} {value}: {answer[0]}")
        return self._engine

    def _ask_for_move(self, board: BaseBoard, limit: Limit) -> Move:
        engine = self._running()
        self._send_position(engine, board)
        command, timeout_s = _bestmove(limit)
        answer = engine.ask(command, timeout_s)
        if not answer or answer[-1].startswith(("err", "invalidmove")):
            raise ProtocolError(f"{engine.name} answered {command!r} with {answer!r}")
        try:
            return board.parse_uhp(answer[-1].strip())
        except BeespaceError as error:
            raise ProtocolError(f"{engine.name} plays an illegal move: {error}") from None

    def _send_position(self, engine: UhpEngine, board: BaseBoard) -> None:
        """Bring the engine's board to ours: by the missing moves if it can be, else anew."""
        moves, key = board.moves, str(board.ruleset)
        known = self._known
        self._known = None
        if known is not None and known[0] == key and moves[: len(known[1])] == known[1]:
            game = board.copy()
            while len(game.moves) > len(known[1]):
                game.pop()
            for move in moves[len(known[1]) :]:
                self._expect_accepted(engine, f"play {game.uhp(move)}")
                game.push_unchecked(move)
        else:
            self._expect_accepted(engine, f"newgame {board.game_string()}")
        self._known = (key, moves)

    @staticmethod
    def _expect_accepted(engine: UhpEngine, command: str) -> None:
        answer = engine.ask(command)
        if not answer or answer[0].startswith(("err", "invalidmove")):
            raise ProtocolError(f"{engine.name} refuses {command!r}: {answer!r}")


def _bestmove(limit: Limit) -> tuple[str, float]:
    """The command for a limit, and how long to wait for its answer."""
    if limit.time_s is not None:
        return f"bestmove time {_clock(limit.time_s)}", limit.time_s + _GRACE_S
    if limit.depth is not None:
        return f"bestmove depth {limit.depth}", 600.0
    raise ProtocolError("a UHP engine needs a time or a depth")


def _clock(seconds: float) -> str:
    """A time as UHP writes it: whole seconds without a fraction, which every engine reads.

    >>> _clock(5), _clock(0.0204), _clock(3599.9999)
    ('00:00:05', '00:00:00.020', '01:00:00')
    """
    milliseconds = max(round(seconds * 1000), 1)
    whole, fraction = divmod(milliseconds, 1000)
    text = f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{fraction:03}" if fraction else text
