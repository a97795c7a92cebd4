"""Our UHP engine without input and output: it takes one command and returns the answer.

`server.py` connects it to standard input and output.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import beespace
from beespace.backend import BACKEND, Board
from beespace.engine import Limit, best_player, level
from beespace.errors import BeespaceError, IllegalMoveError, InvalidNotationError, ProtocolError
from beespace.rules import EXPANSIONS, GAME_TYPES, RULESETS, Bug, Ruleset
from beespace.rules.box.ruleset import Repetition
from beespace.rules.notation.uhp import write_turn
from beespace.uhp.options import OPTIONS, Value

# Other engines have additional states. The turn is checked so that a move isn't mistaken for one.
_STATE = re.compile(r"[A-Za-z]*")
_TURN = re.compile(r"(?:White|Black)\[[0-9]+\]")
_TIME = re.compile(r"([0-9]+):([0-5]?[0-9]):([0-5]?[0-9](?:\.[0-9]+)?)")
_SECONDS = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_WHOLE = re.compile(r"[0-9]+")
# UHP allows a zero time limit; the search doesn't.
_SHORTEST_S = 0.001
# Larger numbers are clamped to this, which no game or search reaches.
_MOST = 10**9


class InvalidMoveError(ProtocolError):
    """A move that is answered with `invalidmove` instead of `err`."""


class Engine:
    """The state behind the protocol: the game, the options and the player."""

    def __init__(self, is_stopped: Callable[[], bool] = lambda: False) -> None:
        # Whether a stop has been requested since the current command.
        self.is_stopped = is_stopped
        self.options: dict[str, Value] = {name: option.default for name, option in OPTIONS.items()}
        self.player = best_player()
        self._board: Board | None = None
        # The text of each move played, kept so that game strings of long games are fast.
        self._texts: list[str] = []
        self._commands: dict[str, Callable[[str], list[str]]] = {
            "info": self._info,
            "newgame": self._newgame,
            "play": self._play,
            "pass": self._pass,
            "validmoves": self._validmoves,
            "bestmove": self._bestmove,
            "undo": self._undo,
            "options": self._options,
            "stop": self._nothing,  # a no-op when nothing is running
            "exit": self._nothing,  # the server's loop exits
        }

    def answer(self, line: str) -> list[str]:
        """Return the lines that answer a command, including the final `ok`."""
        command, _, rest = one_blank(line).partition(" ")
        try:
            if command not in self._commands:
                raise ProtocolError(self._unknown(command))
            lines = self._commands[command](rest)
        except InvalidMoveError as error:
            lines = [f"invalidmove {_one_line(error)}"]
        except BeespaceError as error:
            lines = [f"err {_one_line(error)}"]
        return [*lines, "ok"]

    def _unknown(self, command: str) -> str:
        if command.lower() in self._commands:
            return f"commands must be in lower case: {command.lower()}"
        return f"unknown command {command[:40]!r}"

    # The commands, in the order of the protocol

    def _info(self, rest: str) -> list[str]:
        _expect_nothing(rest)
        return [
            f"id Beespace v{beespace.__version__}",
            ";".join(map(str, map(Bug, EXPANSIONS))),
        ]

    def _newgame(self, rest: str) -> list[str]:
        fields = [field.strip() for field in rest.split(";")]
        while fields and not fields[-1]:  # extra semicolons at the end are harmless
            fields.pop()
        game_type = fields[0] if fields else rest or "Base"
        if game_type not in GAME_TYPES:
            raise ProtocolError(
                f"{game_type[:80]!r} is not a game type: expected Base, or Base+ followed by "
                "any of M, L and P in this order"
            )
        board = self._replayed(fields) if len(fields) > 1 else Board(self._ruleset(game_type[5:]))
        texts = list(_texts(board))
        if not self._goes_on_with(board, texts):
            self.player.new_game()
        self._board, self._texts = board, texts
        return [self._game_string()]

    def _goes_on_with(self, board: Board, texts: list[str]) -> bool:
        """Return whether this is the current game, some moves later.

        Some programs send the whole game before every move; they keep the search's results.
        """
        if self._board is None or self._board.ruleset != board.ruleset:
            return False
        known = len(self._texts)
        return 0 < known < len(texts) and texts[:known] == self._texts

    def _replayed(self, fields: list[str]) -> Board:
        """Return the board of a game string; the values of its state and turn are ignored."""
        game_type, state, turn, *moves = [*fields, ""] if len(fields) == 2 else fields
        if not _STATE.fullmatch(state):
            raise ProtocolError(f"expected a state such as InProgress, not {state[:80]!r}")
        if not _TURN.fullmatch(turn):
            raise ProtocolError(
                f"expected a turn such as White[1] after the state, not {turn[:80]!r}"
            )
        ruleset = self._ruleset(game_type[5:])
        if any(move[1:2] == "Q" for move in moves[:2]):
            ruleset = replace(ruleset, queen_first=True)
        return Board.from_game_string(
            ";".join([game_type, "InProgress", "White[1]", *moves]), ruleset
        )

    def _ruleset(self, expansions: str) -> Ruleset:
        named = RULESETS[str(self.options["Ruleset"])]
        repetition: Repetition = (
            "threefold" if self.options["Repetition"] == "threefold" else "none"
        )
        return replace(named, expansions=expansions, repetition=repetition)

    def _play(self, rest: str) -> list[str]:
        board = self._running_game()
        try:
            move = board.parse_uhp(rest)
        except (InvalidNotationError, IllegalMoveError) as error:
            raise InvalidMoveError(str(error)) from None
        self._texts.append(board.uhp(move))
        board.push_unchecked(move)
        return [self._game_string()]

    def _pass(self, rest: str) -> list[str]:
        _expect_nothing(rest)
        return self._play("pass")

    def _validmoves(self, rest: str) -> list[str]:
        _expect_nothing(rest)
        board = self._running_game()
        return [";".join(board.uhp(move) for move in board.legal_moves)]

    def _bestmove(self, rest: str) -> list[str]:
        board, limit = self._running_game(), read_limit(rest)
        best = None
        for analysis in self.player.analyse(board, limit):
            best = analysis
            if self.is_stopped():
                break
        assert best is not None, "a running game has a legal move"
        return [board.uhp(best.best.moves[0])]

    def _undo(self, rest: str) -> list[str]:
        board = self._game()
        if rest and not _WHOLE.fullmatch(rest):
            raise ProtocolError("undo expects a whole number")
        count = _number(rest or "1")
        if not 1 <= count <= len(self._texts):
            raise ProtocolError(f"cannot undo {(rest or '1')[:40]} of {len(self._texts)} moves")
        for _ in range(count):
            board.pop()
        del self._texts[-count:]
        return [self._game_string()]

    def _options(self, rest: str) -> list[str]:
        words = rest.split()
        match words:
            case []:
                return [option.line(self.options[name]) for name, option in OPTIONS.items()]
            case ["get", name] if name in OPTIONS:
                pass
            case ["set", name, value] if name in OPTIONS:
                self._set(name, OPTIONS[name].read(value))
            case ["get" | "set", name, *_] if name not in OPTIONS:
                raise ProtocolError(
                    f"unknown option {name[:40]!r}: the options are {', '.join(OPTIONS)}"
                )
            case _:
                raise ProtocolError("expected: options [get NAME | set NAME VALUE]")
        return [OPTIONS[name].line(self.options[name])]

    def _nothing(self, rest: str) -> list[str]:
        _expect_nothing(rest)
        return []

    # Helpers

    def _set(self, name: str, value: Value) -> None:
        before = self.options[name]
        self.options[name] = value
        try:
            self._apply(name)
        except MemoryError:
            self.options[name] = before
            self._apply(name)
            raise ProtocolError(f"not enough memory to set {name} to {value}") from None

    def _apply(self, name: str) -> None:
        """Apply a changed option; rule options take effect with the next game."""
        if BACKEND != "native":
            return
        from beespace.engine.native import NativePlayer

        assert isinstance(self.player, NativePlayer)
        value = self.options[name]
        if name == "Threads":
            self.player.threads = int(value)
        elif name == "Hash":
            self.player.resize_table(int(value))
        elif name == "Level":
            self.player.level = level(int(value))

    def _game(self) -> Board:
        if self._board is None:
            raise ProtocolError("no game in progress: start one with newgame")
        return self._board

    def _running_game(self) -> Board:
        board = self._game()
        if board.outcome() is not None:
            raise ProtocolError("the game is over")
        return board

    def _game_string(self) -> str:
        board = self._game()
        turn = write_turn(board.ply)
        return ";".join([board.ruleset.game_type, board.state, turn, *self._texts])


def read_limit(text: str) -> Limit:
    """Return the limit of a `bestmove` command: `time hh:mm:ss[.fff]`, `seconds x` or `depth n`.

    Raises:
        ProtocolError: the limit has none of these forms.
    """
    kind, _, value = text.partition(" ")
    if kind == "time" and (match := _TIME.fullmatch(value)):
        seconds = 3600 * _number(match[1]) + 60 * int(match[2]) + float(match[3])
        return Limit(time_s=_clamped(seconds))
    if kind == "seconds" and _SECONDS.fullmatch(value):
        return Limit(time_s=_clamped(float(value)))
    if kind == "depth" and _WHOLE.fullmatch(value):
        if not _number(value):
            raise ProtocolError("the depth must be at least 1")
        return Limit(depth=_number(value))
    raise ProtocolError("expected: bestmove time hh:mm:ss, bestmove seconds S or bestmove depth N")


def one_blank(line: str) -> str:
    r"""Return a line with all whitespace between words replaced by single spaces.

    >>> one_blank("  play\twS1   bQ- ")
    'play wS1 bQ-'
    """
    return " ".join(line.split())


def _number(digits: str) -> int:
    digits = digits.lstrip("0") or "0"
    return min(int(digits), _MOST) if len(digits) <= 10 else _MOST


def _clamped(seconds: float) -> float:
    return min(max(seconds, _SHORTEST_S), float(_MOST))


def _texts(board: Board) -> Iterator[str]:
    replay = Board(board.ruleset)
    for move in board.moves:
        yield replay.uhp(move)
        replay.push_unchecked(move)


def _expect_nothing(rest: str) -> None:
    if rest:
        raise ProtocolError(f"unexpected {rest[:40]!r}")


def _one_line(error: Exception) -> str:
    """Return an error's text as one line of printable characters."""
    text = " ".join(str(error).split())
    return "".join(c if c.isprintable() else "?" for c in text)[:300]
