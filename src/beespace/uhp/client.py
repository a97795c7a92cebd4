"""Any UHP engine as a player: a program of its own, watched over and started again if it fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence

from beespace.engine import Analysis, Limit, Line, Score
from beespace.engine.player import best_move
from beespace.errors import BeespaceError, EngineStoppedError, ProtocolError
from beespace.rules import BaseBoard, Move
from beespace.uhp.program import UhpEngine, clip, command_words, is_error

# How much longer than it was given an engine may take before it counts as hung.
_GRACE_S = 10.0


class UhpPlayer:
    """A UHP engine as a player. It is started when first needed, and again after a failure.

    `attempts` is how often a move is asked for before a failure counts.

    Raises:
        EngineStoppedError: the command names no program.
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
        # What the engine has on its board: the start of the game and the moves since.
        self._known: tuple[str, tuple[Move, ...]] | None = None
        # What a stop from another thread has to know and to tell.
        self._lock = threading.Lock()
        self._is_choosing = False
        self._is_stopped = False
        self._thinking: UhpEngine | None = None
        self._has_sent_stop = False

    @property
    def name(self) -> str:
        """What the engine calls itself."""
        return self._running().name

    def choose(self, board: BaseBoard, limit: Limit) -> Move:
        """The engine's move; one that fails is started again and asked once more.

        Raises:
            EngineStoppedError: it failed at every attempt, or was stopped before it had a move.
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
        command, timeout_s = _bestmove(limit)
        begun = time.monotonic()
        with self._lock:
            self._is_choosing, self._is_stopped = True, False
        try:
            move = self._ask_repeatedly(board, command, timeout_s)
        except BaseException:
            # Whatever came between, an answer may be outstanding: the next question would get it.
            self._end_engine()
            raise
        finally:
            with self._lock:
                self._is_choosing = False
        yield Analysis(0, 0, time.monotonic() - begun, (Line(Score(0), (move,)),))

    def stop(self) -> None:
        """End the present thinking, from any thread.

        An engine of ours answers with what it has. Others know no word for it and are killed: if
        they named no move by then, `choose` raises EngineStoppedError. The next question starts
        them again.
        """
        with self._lock:
            if not self._is_choosing or self._is_stopped:
                return
            self._is_stopped = True
            if self._thinking is not None:
                self._stop_thinking(self._thinking)

    def new_game(self) -> None:
        """The next position is sent as a new game."""
        self._known = None

    def close(self) -> None:
        """End the engine's program; who is waiting for its move gets an EngineStoppedError."""
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
                    f"{engine.name} refuses the option {name}={value}: {clip(answer[0])}"
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
            if self._is_stopped:  # while it was started or told the position
                self._stop_thinking(engine)
        try:
            answer = engine.answer(timeout_s)
        finally:
            with self._lock:
                self._thinking = None
        if self._has_sent_stop:
            engine.answer()  # a stop has an ok of its own
        if not answer or is_error(answer[-1:]):
            raise ProtocolError(f"{engine.name} answered {command!r} with {answer!r}")
        try:
            return board.parse_uhp(_move_text(answer))
        except BeespaceError as error:
            raise ProtocolError(f"{engine.name} plays an illegal move: {error}") from None

    def _stop_thinking(self, engine: UhpEngine) -> None:
        """To be called with the lock held."""
        if engine.knows_stop:
            self._has_sent_stop = True
            engine.send(b"stop\n")
        else:
            engine.kill()

    def _interim_move(self, board: BaseBoard, error: EngineStoppedError) -> Move:
        """The last move that a killed engine named while it thought."""
        name = self._engine.name if self._engine is not None else " ".join(self._command)
        self._end_engine()
        try:
            return board.parse_uhp(_move_text(error.lines))
        except BeespaceError:
            raise EngineStoppedError(f"{clip(name)} was stopped before it had a move") from None

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
        if not answer or is_error(answer):
            raise ProtocolError(f"{engine.name} refuses {clip(command)!r}: {answer!r}")


def _move_text(answer: Sequence[str]) -> str:
    """The move of an answer: its last line counts, and interim lines say more after the move.

    >>> _move_text(["wA1 bQ-;3;12", "wS1;4;20"])
    'wS1'
    """
    return answer[-1].split(";")[0].strip() if answer else ""


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
