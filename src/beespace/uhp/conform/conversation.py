"""A conversation with the engine under test, written down as it goes."""

from __future__ import annotations

import time
from collections.abc import Sequence

from beespace.backend import Board
from beespace.errors import BeespaceError, EngineStoppedError
from beespace.rules import BaseBoard, Move, Ruleset
from beespace.uhp.program import UhpEngine, clip, is_error

# How long a command that needs no thinking may take; once an engine has kept silent twice it is
# taken at its word, since a suite of checks would wait for minutes.
ANSWER_TIMEOUT_S = 10.0
_SHORT_TIMEOUT_S = 2.0
_SILENCES = 2
_LONGEST_SHOWN = 200


class FailureError(BeespaceError):
    """What a check found to be wrong."""


class FaultError(FailureError):
    """Something that is wrong whatever the check is about: it counts in optional checks as well."""


class SkipError(BeespaceError):
    """Why a check does not apply to this engine."""


class Conversation:
    """The engine under test. It is started when first needed, and again after it has ended."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._engine: UhpEngine | None = None
        self._silences = 0
        self.transcript: list[str] = []

    @property
    def engine(self) -> UhpEngine:
        """The running program.

        Raises:
            EngineStoppedError: it cannot be started, or prints no `info` answer when it is.
        """
        if self._engine is None:
            self._engine = UhpEngine(self._command)
            self._note("<", [*self._engine.info, "ok"])
        return self._engine

    def restart(self) -> None:
        """Begin again with a new process."""
        self.close()
        self.transcript.clear()
        _ = self.engine

    def close(self) -> None:
        """End the program."""
        if self._engine is not None:
            self._engine.close()
        self._engine = None

    @property
    def patience_s(self) -> float:
        """How long to wait for an answer that needs no thinking."""
        return ANSWER_TIMEOUT_S if self._silences < _SILENCES else _SHORT_TIMEOUT_S

    def ask(self, command: str, timeout_s: float | None = None) -> list[str]:
        """Send a command and return its answer without `ok`.

        Raises:
            FailureError: the engine ended, or did not answer in time.
        """
        self.send(command.encode() + b"\n")
        return self.answer(timeout_s, command)

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        engine = self.engine  # what it says when it is started comes first in the transcript
        self._note(
            ">", [line.decode("utf-8", "replace") for line in data.rstrip(b"\n").split(b"\n")]
        )
        engine.send(data)

    def answer(self, timeout_s: float | None = None, to: str = "") -> list[str]:
        """The next answer without its `ok`.

        Raises:
            FailureError: the engine ended, or did not answer in time.
        """
        timeout_s = self.patience_s if timeout_s is None else timeout_s
        begun = time.monotonic()
        try:
            lines = self.engine.answer(timeout_s)
        except EngineStoppedError as error:
            # What there is of an answer shows its author what is missing.
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
        """As `ask`, but None if there is no answer: the program is then started anew.

        Raises:
            FaultError: the engine ended by itself.
        """
        try:
            return self.ask(command, timeout_s)
        except FaultError:
            raise
        except FailureError:
            return None

    def _note(self, sign: str, lines: list[str]) -> None:
        self.transcript += [f"{sign} {_clip(line)}" for line in lines]

    # What many checks expect

    def start(self, text: str) -> BaseBoard:
        """Begin a game from a game type or a game string, here and there, and compare."""
        board = read_game(text)
        try:
            self.expect_game(self.ask(f"newgame {text}"), board)
        except FailureError as failure:
            raise FaultError(str(failure)) from None
        return board

    def play(self, board: BaseBoard, move: Move, text: str | None = None) -> None:
        """Play a legal move here and there, and compare the games."""
        command = f"play {text or board.uhp(move)}"
        board.push_unchecked(move)
        self.expect_game(self.ask(command), board)

    def expect_game(self, answer: list[str], board: BaseBoard) -> None:
        """An answer must be the game string of a board; moves are compared as cells."""
        if not answer or is_error(answer):
            raise FailureError(f"expected a game string, not {_shown(answer)}")
        expected = board.game_string().split(";")[:3]
        found = answer[-1].split(";")
        if found[:3] != expected:
            raise FailureError(
                f"expected a game string that begins {';'.join(expected)!r}, "
                f"not {';'.join(found[:3])!r}"
            )
        replay = Board(board.ruleset)
        try:
            for move in found[3:]:
                replay.push_uhp(move)
        except BeespaceError as error:
            raise FailureError(
                f"the game string holds a move that cannot be read: {error}"
            ) from None
        if replay.moves != board.moves:
            raise FailureError("the game string does not hold the moves that were played")

    def expect_error(self, command: str, *kinds: str) -> None:
        """A command must be refused by one of these words, by default `err`."""
        answer = self.ask(command)
        allowed = kinds or ("err",)
        if not answer or answer[0].split(" ")[0] not in allowed:
            raise FailureError(f"expected {' or '.join(allowed)}, not {_shown(answer)}")

    def valid_moves(self, board: BaseBoard) -> dict[Move, str]:
        """What the engine says is legal, read on our board; a text for each move."""
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
        """The engine's legal moves must be those of our board."""
        found = self.valid_moves(board)
        missing = [board.uhp(move) for move in board.legal_moves if move not in found]
        if missing:
            raise FailureError(f"legal moves are missing: {'; '.join(missing)}")


def read_game(text: str) -> BaseBoard:
    """The board of a game type or a game string."""
    return Board.from_game_string(text) if ";" in text else Board(Ruleset(text[5:]))


def read_answer(board: BaseBoard, text: str) -> Move:
    """The legal move that an engine's text names.

    Raises:
        FailureError: it names none.
    """
    try:
        return board.parse_uhp(text)
    except BeespaceError as error:
        raise FailureError(f"{_clip(text)!r} is not legal here: {error}") from None


def _shown(answer: list[str]) -> str:
    return repr(_clip(" / ".join(answer))) if answer else "nothing"


def _clip(text: str) -> str:
    return clip(text, _LONGEST_SHOWN)
