"""Runs any UHP engine as a player, in its own process, and restarts it if it fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence

from beespace.engine import Analysis, Limit, Line, Score
from beespace.engine.player import best_move
from beespace.errors import BeespaceError, EngineStoppedError, ProtocolError
from beespace.rules import BaseBoard, Move
from beespace.uhp.program import UhpEngine, clip, command_words, is_error

# How far an engine may exceed its time limit before it counts as hung.
_GRACE_S = 10.0


class UhpPlayer:
    """A UHP engine as a player; it starts on first use and restarts after a failure.

    `attempts` is how many times to request a move before giving up.

    Raises:
        EngineStoppedError: the command doesn't name a program.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        options: dict[str, str] | None = None,
        *,
        attempts: int = 2,
    ) -> None:
        self._command = command_words(command)
        self._options = options or {}
        self._attempts = attempts
        self._engine: UhpEngine | None = None
        # The game on the engine's board: its ruleset and moves.
        self._known: tuple[str, tuple[Move, ...]] | None = None
        # State shared with `stop`, which may run in another thread; guarded by the lock.
        self._lock = threading.Lock()
        self._is_choosing = False
        self._is_stopped = False
        self._thinking: UhpEngine | None = None
        self._has_sent_stop = False

    @property
    def name(self) -> str:
        """The engine's name."""
        return self._running().name

    def choose(self, board: BaseBoard, limit: Limit) -> Move:
        """Return the engine's move, restarting and retrying if the engine fails.

        Raises:
            EngineStoppedError: every attempt failed, or the engine was stopped before it had a
                move.
            ProtocolError: the engine's answer is not a legal move.
        """
        return best_move(self.analyse(board, limit))

    def analyse(
        self,
        board: BaseBoard,
        limit: Limit,
        lines: int = 1,  # noqa: ARG002 - part of the `Player` protocol
    ) -> Iterator[Analysis]:
        """Yield the engine's move as the only line; UHP gives no more."""
        if not board.legal_moves:
            return
        command, timeout_s = _bestmove(limit)
        begun = time.monotonic()
        with self._lock:
            self._is_choosing, self._is_stopped = True, False
        try:
            move = self._ask_repeatedly(board, command, timeout_s)
        except BaseException:
            # An answer may still be pending; without a restart, the next command would receive it.
            self._end_engine()
            raise
        finally:
            with self._lock:
                self._is_choosing = False
        yield Analysis(0, 0, time.monotonic() - begun, (Line(Score(0), (move,)),))

    def stop(self) -> None:
        """Stop the current search; safe to call from any thread.

        A Beespace engine answers with the best move so far. Other engines don't have a stop command
        and are killed: if they haven't named a move yet, `choose` raises EngineStoppedError. They
        start again when the next move is requested.
        """
        with self._lock:
            if not self._is_choosing or self._is_stopped:
                return
            self._is_stopped = True
            if self._thinking is not None:
                self._stop_thinking(self._thinking)

    def new_game(self) -> None:
        """Send the next position as a new game."""
        self._known = None

    def close(self) -> None:
        """Stop the engine's process; a pending `choose` raises EngineStoppedError."""
        with self._lock:
            self._is_stopped = True
        self._end_engine()

    def _end_engine(self) -> None:
        engine, self._engine, self._known = self._engine, None, None
        if engine is not None:
            engine.close()

    def _running(self) -> UhpEngine:
        if self._engine is None:
            engine = UhpEngine(self._command)
            try:
                self._configure(engine)
            except BaseException:
                engine.close()
                raise
            self._engine, self._known = engine, None
        return self._engine

    def _configure(self, engine: UhpEngine) -> None:
        for name, value in self._options.items():
            answer = engine.ask(f"options set {name} {value}")
            if is_error(answer):
                raise ProtocolError(
                    f"{engine.name} rejected the option {name}={value}: {clip(answer[0])}"
                )

    def _ask_repeatedly(self, board: BaseBoard, command: str, timeout_s: float) -> Move:
        for attempt in range(1, self._attempts + 1):
            try:
                return self._ask(board, command, timeout_s)
            except EngineStoppedError as error:
                if self._is_stopped:
                    return self._interim_move(board, error)
                if attempt == self._attempts:
                    raise
                self._end_engine()
        raise AssertionError("an attempt returns or raises")

    def _ask(self, board: BaseBoard, command: str, timeout_s: float) -> Move:
        engine = self._running()
        self._send_position(engine, board)
        with self._lock:
            engine.send(command.encode() + b"\n")
            self._thinking, self._has_sent_stop = engine, False
            if self._is_stopped:  # while the engine was starting or receiving the position
                self._stop_thinking(engine)
        try:
            answer = engine.answer(timeout_s)
        finally:
            with self._lock:
                self._thinking = None
        if self._has_sent_stop:
            engine.answer()  # `stop` has its own `ok`
        if not answer or is_error(answer[-1:]):
            raise ProtocolError(f"{engine.name} answered {command!r} with {answer!r}")
        try:
            return board.parse_uhp(_move_text(answer))
        except BeespaceError as error:
            raise ProtocolError(f"{engine.name} played an illegal move: {error}") from None

    def _stop_thinking(self, engine: UhpEngine) -> None:
        """Stop an engine's search; the caller must hold the lock."""
        if engine.knows_stop:
            self._has_sent_stop = True
            engine.send(b"stop\n")
        else:
            engine.kill()

    def _interim_move(self, board: BaseBoard, error: EngineStoppedError) -> Move:
        """Return the last move that a killed engine named during its search."""
        name = self._engine.name if self._engine is not None else " ".join(self._command)
        self._end_engine()
        try:
            return board.parse_uhp(_move_text(error.lines))
        except BeespaceError:
            raise EngineStoppedError(f"{clip(name)} was stopped before it had a move") from None

    def _send_position(self, engine: UhpEngine, board: BaseBoard) -> None:
        """Update the engine's board with the missing moves if possible, or else resend the game."""
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
        if not answer or is_error(answer):
            raise ProtocolError(f"{engine.name} rejected {clip(command)!r}: {answer!r}")


def _move_text(answer: Sequence[str]) -> str:
    """Return the move of an answer, which is the first field of its last line.

    >>> _move_text(["wA1 bQ-;3;12", "wS1;4;20"])
    'wS1'
    """
    return answer[-1].split(";")[0].strip() if answer else ""


def _bestmove(limit: Limit) -> tuple[str, float]:
    """Return the command for a limit, and how long to wait for the answer."""
    if limit.time_s is not None:
        return f"bestmove time {_clock(limit.time_s)}", limit.time_s + _GRACE_S
    if limit.depth is not None:
        return f"bestmove depth {limit.depth}", 600.0
    raise ProtocolError("a UHP engine needs a time or depth limit")


def _clock(seconds: float) -> str:
    """Return a time in UHP's form; whole seconds have no fraction, so that every engine reads them.

    >>> _clock(5), _clock(0.0204), _clock(3599.9999)
    ('00:00:05', '00:00:00.020', '01:00:00')
    """
    milliseconds = max(round(seconds * 1000), 1)
    whole, fraction = divmod(milliseconds, 1000)
    text = f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{fraction:03}" if fraction else text
