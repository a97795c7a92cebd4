"""A conversation with the engine under test, with a transcript."""

from __future__ import annotations

import time
from collections.abc import Sequence

from beespace.backend import Board
from beespace.errors import BeespaceError, EngineStoppedError
from beespace.rules import BaseBoard, Move, Ruleset
from beespace.uhp.program import UhpEngine, clip, is_error

# How long a command that needs no search may take. After two timeouts the shorter limit applies,
# since otherwise the whole suite would wait for minutes.
ANSWER_TIMEOUT_S = 10.0
_SHORT_TIMEOUT_S = 2.0
_SILENCES = 2
_LONGEST_SHOWN = 200


class FailureError(BeespaceError):
    """A check failed."""


class FaultError(FailureError):
    """A failure that counts even in optional checks, such as a crash."""


class SkipError(BeespaceError):
    """A check doesn't apply to this engine; the text says why."""


class Conversation:
    """The engine under test; it starts on first use and restarts after it exits.

    Every answer may take `extra_s` seconds longer than usual, for slow and busy machines.
    """

    def __init__(self, command: Sequence[str], extra_s: float = 0.0) -> None:
        self.extra_s = extra_s
        self._command = command
        self._engine: UhpEngine | None = None
        self._silences = 0
        self.transcript: list[str] = []

    @property
    def engine(self) -> UhpEngine:
        """The running program.

        Raises:
            EngineStoppedError: the program can't be started, or prints no `info` answer at startup.
        """
        if self._engine is None:
            self._engine = UhpEngine(self._command)
            self._note("<", [*self._engine.info, "ok"])
        return self._engine

    def restart(self) -> None:
        """Start a new process with an empty transcript."""
        self.close()
        self.transcript.clear()
        _ = self.engine

    def close(self) -> None:
        """Stop the program."""
        if self._engine is not None:
            self._engine.close()
        self._engine = None

    @property
    def patience_s(self) -> float:
        """The timeout for an answer that needs no search."""
        usual_s = ANSWER_TIMEOUT_S if self._silences < _SILENCES else _SHORT_TIMEOUT_S
        return usual_s + self.extra_s

    def ask(self, command: str, timeout_s: float | None = None) -> list[str]:
        """Send a command and return its answer without `ok`.

        Raises:
            FailureError: the engine exited or didn't answer in time.
        """
        self.send(command.encode() + b"\n")
        return self.answer(timeout_s, command)

    def send(self, data: bytes) -> None:
        """Send raw bytes."""
        engine = self.engine  # puts the startup output first in the transcript
        self._note(
            ">", [line.decode("utf-8", "replace") for line in data.rstrip(b"\n").split(b"\n")]
        )
        engine.send(data)

    def answer(self, timeout_s: float | None = None, to: str = "") -> list[str]:
        """Return the next answer without its `ok`.

        Raises:
            FailureError: the engine exited or didn't answer in time.
        """
        timeout_s = self.patience_s if timeout_s is None else timeout_s + self.extra_s
        begun = time.monotonic()
        try:
            lines = self.engine.answer(timeout_s)
        except EngineStoppedError as error:
            # A partial answer shows the engine's author what is missing.
            self._note("<", list(error.lines))
            is_silent = time.monotonic() - begun >= timeout_s
            self._silences += is_silent
            self.close()
            what = f"no ok within {timeout_s:g} s" if is_silent else str(error)
            if to:
                what += f" after {_clip(to)!r}"
            if error.lines:
                what += f", only {_shown(list(error.lines))}"
            raise (FailureError if is_silent else FaultError)(what) from None
        self._note("<", [*lines, "ok"])
        return lines

    def try_ask(self, command: str, timeout_s: float) -> list[str] | None:
        """Like `ask`, but return None if there is no answer; the program then restarts.

        Raises:
            FaultError: the engine exited on its own.
        """
        try:
            return self.ask(command, timeout_s)
        except FaultError:
            raise
        except FailureError:
            return None

    def _note(self, sign: str, lines: list[str]) -> None:
        self.transcript += [f"{sign} {_clip(line)}" for line in lines]

    # Expectations shared by many checks

    def start(self, text: str) -> BaseBoard:
        """Start a game on our board and in the engine from a game type or string, and compare."""
        board = read_game(text)
        try:
            self.expect_game(self.ask(f"newgame {text}"), board)
        except FailureError as failure:
            raise FaultError(str(failure)) from None
        return board

    def play(self, board: BaseBoard, move: Move, text: str | None = None) -> None:
        """Play a legal move on our board and in the engine, and compare the games."""
        command = f"play {text or board.uhp(move)}"
        board.push_unchecked(move)
        self.expect_game(self.ask(command), board)

    def expect_game(self, answer: list[str], board: BaseBoard) -> None:
        """Expect an answer to be a board's game string; moves are compared by their hexes."""
        if not answer or is_error(answer):
            raise FailureError(f"expected a game string, not {_shown(answer)}")
        expected = board.game_string().split(";")[:3]
        found = answer[-1].split(";")
        if found[:3] != expected:
            raise FailureError(
                f"expected a game string that starts with {';'.join(expected)!r}, "
                f"not {';'.join(found[:3])!r}"
            )
        replay = Board(board.ruleset)
        try:
            for move in found[3:]:
                replay.push_uhp(move)
        except BeespaceError as error:
            raise FailureError(
                f"the game string contains a move that cannot be read: {error}"
            ) from None
        if replay.moves != board.moves:
            raise FailureError("the moves in the game string are not the ones that were played")

    def expect_error(self, command: str, *kinds: str) -> None:
        """Expect the engine to reject a command with one of these words, by default `err`."""
        answer = self.ask(command)
        allowed = kinds or ("err",)
        if not answer or answer[0].split(" ")[0] not in allowed:
            raise FailureError(f"expected {' or '.join(allowed)}, not {_shown(answer)}")

    def valid_moves(self, board: BaseBoard) -> dict[Move, str]:
        """Return the engine's legal moves, parsed on our board, with their texts."""
        answer = self.ask("validmoves")
        if len(answer) != 1 or is_error(answer):
            raise FailureError(f"expected one line of moves, not {_shown(answer)}")
        found: dict[Move, str] = {}
        for text in answer[0].split(";"):
            move = read_answer(board, text)
            if move in found:
                raise FailureError(f"{text!r} and {found[move]!r} are the same move")
            found[move] = text
        return found

    def expect_valid_moves(self, board: BaseBoard) -> None:
        """Expect the engine's legal moves to be those of our board."""
        found = self.valid_moves(board)
        missing = [board.uhp(move) for move in board.legal_moves if move not in found]
        if missing:
            raise FailureError(f"legal moves are missing: {'; '.join(missing)}")


def read_game(text: str) -> BaseBoard:
    """Return the board of a game type or a game string."""
    return Board.from_game_string(text) if ";" in text else Board(Ruleset(text[5:]))


def read_answer(board: BaseBoard, text: str) -> Move:
    """Return the legal move that an engine's text names.

    Raises:
        FailureError: the text isn't a legal move.
    """
    try:
        return board.parse_uhp(text)
    except BeespaceError as error:
        raise FailureError(f"{_clip(text)!r} is not legal here: {error}") from None


def _shown(answer: list[str]) -> str:
    return repr(_clip(" / ".join(answer))) if answer else "nothing"


def _clip(text: str) -> str:
    return clip(text, _LONGEST_SHOWN)
