"""The interface and shared code of all boards, built on a few primitives.

`rules.Board` implements the primitives in readable Python, `fast.Board` in fast C++.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, ClassVar, Self

from beespace.errors import BeespaceError, IllegalMoveError, InvalidNotationError
from beespace.rules import explain
from beespace.rules.board import keys
from beespace.rules.board.legal_moves import LegalMoves
from beespace.rules.board.position import Position
from beespace.rules.board.ways import Way, ways_of_move, ways_of_turn
from beespace.rules.box.pieces import Color, Piece
from beespace.rules.box.ruleset import Ruleset
from beespace.rules.box.words import the_piece
from beespace.rules.hexgrid import Hex
from beespace.rules.movement import Path
from beespace.rules.moves import Move, Pass, Place, Relocate, check_move
from beespace.rules.notation.position import read_position, write_position
from beespace.rules.notation.uhp import (
    GameText,
    Names,
    read_move,
    split_game_string,
    write_move,
    write_turn,
)
from beespace.rules.reasons import Reason, ReasonCode
from beespace.rules.results import EndReason, Outcome


class BaseBoard(ABC):
    """A game of Hive: the position, the moves that led to it, and the legal moves."""

    # How notebooks show a board. `beespace/__init__.py` sets it, as rules must not import drawing.
    _repr_svg_: ClassVar[Callable[[BaseBoard], str]]

    # The primitives

    @abstractmethod
    def __init__(self, ruleset: Ruleset | str = "Base+MLP") -> None:
        """Start a new game; the ruleset may also be a game type or a ruleset's name."""

    @property
    @abstractmethod
    def ruleset(self) -> Ruleset:
        """The rules of this game."""

    @property
    @abstractmethod
    def ply(self) -> int:
        """How many turns both players have taken."""

    @property
    @abstractmethod
    def stunned(self) -> Piece | None:
        """The piece that was moved or thrown last turn and has to rest this turn."""

    @property
    @abstractmethod
    def moves(self) -> tuple[Move, ...]:
        """The moves played since the start of the game, or since `from_position`."""

    @property
    @abstractmethod
    def legal_moves(self) -> LegalMoves:
        """The legal moves, which are just `Pass()` if the player must pass, and none at the end."""

    @abstractmethod
    def location(self, piece: Piece) -> Hex | None:
        """Return the hex a piece is on, or None while it is in hand."""

    @abstractmethod
    def stack(self, hex: Hex) -> tuple[Piece, ...]:
        """Return the pieces on a hex, bottom to top."""

    @abstractmethod
    def push_unchecked(self, move: Move) -> None:
        """Play a move without checking it; an illegal move corrupts the board."""

    @abstractmethod
    def pop(self) -> Move:
        """Undo the last move and return it.

        Raises:
            IndexError: there is no move to undo.
        """

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent copy of the board and its game."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None if it has not (rules 30 and 31)."""

    @abstractmethod
    def repetition_count(self) -> int:
        """Return how often this position has come up in this game, including now."""

    @abstractmethod
    def search_key(self) -> int:
        """Return a 64-bit key that is equal for positions with exactly the same options."""

    @abstractmethod
    def repetition_key(self) -> int:
        """Return a 64-bit key that is equal for positions the draw rule considers the same."""

    @classmethod
    @abstractmethod
    def _from(cls, position: Position) -> Self:
        """Return a board that starts from a position, and takes ownership of it."""

    @abstractmethod
    def _snapshot(self) -> Position:
        """Return the position, which callers must not modify."""

    # Everything else

    @property
    def turn(self) -> Color:
        """Whose turn it is."""
        return Color.BLACK if self.ply % 2 else Color.WHITE

    @property
    def turn_number(self) -> int:
        """Which of that player's turns it is, from 1."""
        return self.ply // 2 + 1

    def hand(self, color: Color) -> tuple[Piece, ...]:
        """Return the pieces a player has not placed yet, in `PIECES` order."""
        return tuple(p for p in self.ruleset.pieces(color) if self.location(p) is None)

    def hexes(self) -> list[Hex]:
        """Return the occupied hexes, sorted."""
        pieces = (piece for color in Color for piece in self.ruleset.pieces(color))
        return sorted({hex for piece in pieces if (hex := self.location(piece)) is not None})

    def stacks(self) -> dict[Hex, tuple[Piece, ...]]:
        """Return the pieces on each occupied hex, bottom to top; the hexes are sorted."""
        return {hex: self.stack(hex) for hex in self.hexes()}

    def is_deadlocked(self) -> bool:
        """Return whether neither player can ever move again.

        The first of two passes may be due to a stun, which ends with it. If the next player
        can't move either, and then the first one still can't, nothing will ever change.
        """
        return self.moves[-2:] == (Pass(), Pass()) and list(self.legal_moves) == [Pass()]

    def history(self) -> Iterator[Self]:
        """Yield the board before its first move and after each of them.

        It is the same copy each time; copy it again to keep a position.
        """
        replay = self.copy()
        for _ in self.moves:
            replay.pop()
        yield replay
        for move in self.moves:
            replay.push_unchecked(move)
            yield replay

    def last_move_hexes(self) -> tuple[Hex | None, Hex | None]:
        """Return where the last move, other than a pass, came from and went to.

        The first is None for a placement, and both are None if there is no such move.
        """
        before = self.copy()
        while before.moves:
            move = before.pop()
            if not isinstance(move, Pass):
                return before.location(move.piece), move.to
        return None, None

    def symmetry_key(self) -> int:
        """Return a key like `repetition_key`, but equal for all 12 rotations and reflections."""
        return keys.symmetry_key(self._snapshot())

    # Playing

    def move_to(self, piece: Piece, hex: Hex) -> Place | Relocate:
        """Return the move that brings a piece to a hex, legal or not.

        It is a `Place` while the piece is in hand, and a `Relocate` once it is on the board.
        """
        return Place(piece, hex) if self.location(piece) is None else Relocate(piece, hex)

    def push(self, move: Move) -> None:
        """Play a move.

        Raises:
            IllegalMoveError: the rules forbid it; the board stays unchanged.
        """
        reason = self.why_illegal(move)
        if reason is not None:
            raise self._illegal(f"{self._text_of(move)}: {reason}", reason, move)
        self.push_unchecked(move)

    def parse_uhp(self, text: str, *, tolerant: bool = False) -> Move:
        r"""Parse a legal move such as `wA1 \bQ` or `pass`.

        With `tolerant=True`, a marker that points at an occupied hex means a climb, and the number
        of a new piece is ignored.

        Raises:
            InvalidNotationError: the text does not follow the grammar.
            IllegalMoveError: the text names no move, or an illegal one.
        """
        return self._parse(text, Names() if tolerant else None)

    def push_uhp(self, text: str, *, tolerant: bool = False) -> Move:
        """Parse a move, play it and return it; raises the same errors as `parse_uhp`."""
        move = self.parse_uhp(text, tolerant=tolerant)
        self.push_unchecked(move)
        return move

    def _parse(self, text: str, names: Names | None) -> Move:
        move = read_move(text, self._snapshot().hive, names)
        if isinstance(move, Reason):
            reason: Reason | None = self._game_over() or move
            named = None
        else:
            reason, named = self.why_illegal(move), move
            if reason is None:
                return move
        assert reason is not None
        raise self._illegal(f"{text}: {reason}", reason, named)

    def _illegal(self, message: str, reason: Reason, move: Move | None) -> IllegalMoveError:
        game = self.position() if self._begins_at_position() else self.game_string()
        return IllegalMoveError(message, reason, move, game)

    # Texts

    def uhp(self, move: Move) -> str:
        """Return the canonical UHP text of a move.

        >>> from beespace.rules import Board
        >>> board = Board()
        >>> board.uhp(board.legal_moves[0])
        'wB1'

        Raises:
            InvalidNotationError: no text can name the destination, as no piece is next to it.
        """
        return write_move(move, self._snapshot().hive)

    def _text_of(self, move: Move) -> str:
        try:
            return self.uhp(move)
        except InvalidNotationError:
            return repr(move)

    def game_string(self) -> str:
        """Return the game as a UHP game string, which does not include the ruleset's options.

        Raises:
            BeespaceError: the board was set up from a position, so its first moves are unknown.
        """
        if self._begins_at_position():
            raise BeespaceError("a board set up by from_position has no game string")
        texts = [board.uhp(move) for board, move in zip(self.history(), self.moves, strict=False)]
        return ";".join([self.ruleset.game_type, self.state, write_turn(self.ply), *texts])

    @property
    def state(self) -> str:
        """The UHP game state, `NotStarted`, `InProgress`, `WhiteWins`, `BlackWins` or `Draw`."""
        outcome = self.outcome()
        if outcome is not None:
            return outcome.result.value
        return "InProgress" if self.ply else "NotStarted"

    @classmethod
    def from_game_string(
        cls, text: str, ruleset: Ruleset | str | None = None, *, tolerant: bool = False
    ) -> Self:
        """Replay a UHP game string; the syntax of its state and turn is checked, their values not.

        The default ruleset is tournament rules; if a first move places the queen, `queen_first` is
        set.

        Raises:
            InvalidNotationError: a field does not follow the grammar, or the game type differs
                from the ruleset's.
            IllegalMoveError: a move is illegal; the message says which one.
        """
        fields = split_game_string(text, tolerant)
        rules = fields.ruleset()
        if ruleset is not None:
            given = Ruleset.of(ruleset)
            if ruleset == "tournament":  # these rules apply to every set of expansions
                given = replace(given, expansions=rules.expansions)
            if given.expansions != rules.expansions:
                raise InvalidNotationError(
                    f"the game is {rules.game_type}, but the ruleset is {given.game_type}",
                    text,
                )
            rules = given
        board = cls(rules)
        board._replay(fields, text, tolerant)
        return board

    def _replay(self, fields: GameText, text: str, tolerant: bool) -> None:
        """Play the moves of a game string; raises the errors of `from_game_string`."""
        names = Names() if tolerant else None
        for number, move_text in enumerate(fields.moves, 1):
            try:
                self.push_unchecked(self._parse(move_text, names))
            except InvalidNotationError as error:
                before = ";".join([*fields.head, *fields.moves[: number - 1], ""])
                raise InvalidNotationError(
                    f"move {number}: {error}", text, len(before) + error.column
                ) from None
            except IllegalMoveError as error:
                raise self._illegal(f"move {number}: {error}", error.reason, error.move) from None

    def position(self) -> str:
        """Return the position as one line of text; see `beespace.rules.notation.position`."""
        return write_position(self._snapshot())

    @classmethod
    def from_position(cls, text: str) -> Self:
        """Return a board that starts from a position, such as `position()` writes.

        Raises:
            InvalidNotationError: the text does not follow the grammar.
            InvalidPositionError: no game can reach the position; `problems` lists every reason.
        """
        return cls._from(read_position(text))

    def _begins_at_position(self) -> bool:
        return self.ply != len(self.moves)

    # Reasons and paths

    def why_illegal(self, move: Move | str) -> Reason | None:
        """Return why a move (or its UHP text) is illegal, or None if it is legal.

        Raises:
            InvalidNotationError: the text does not follow the grammar.
        """
        if isinstance(move, str):
            read = read_move(move, self._snapshot().hive)
            if isinstance(read, Reason):
                return self._game_over() or read
            move = read
        check_move(move)
        if move in self.legal_moves:
            return None
        return self._game_over() or explain.why_illegal(
            self._snapshot(), move, *self._how_stunned()
        )

    def why_immobile(self, piece: Piece) -> Reason | None:
        """Return why a piece has no legal move this turn, or None if it has one."""
        if self.legal_moves.of(piece):
            return None
        return self._game_over() or explain.why_immobile(
            self._snapshot(), piece, *self._how_stunned()
        )

    def _game_over(self) -> Reason | None:
        outcome = self.outcome()
        if outcome is None:
            return None
        if outcome.winner is not None:
            sentence = f"{outcome.winner} has won"
        elif outcome.reason is EndReason.SURROUND:
            sentence = "both queens are surrounded"
        else:
            sentence = "this position has come up for the third time, which is a draw"
        return Reason(ReasonCode.GAME_OVER, f"the game is over: {sentence}")

    def _how_stunned(self) -> tuple[tuple[Piece, ...], Path]:
        """Return who may have thrown the stunned piece, and where it came from, if known."""
        if self.stunned is None or not self.moves:
            return (), ()
        before = self.copy()
        move = before.pop()
        origin = before.location(self.stunned)
        assert origin is not None, "a stunned piece was on the board the turn before"
        return before.throwers(move), (origin,)

    def way(self, move: Move, thrower: Piece | None = None) -> Way:
        """Return the way of a legal move: its path, and who throws the piece, if it is thrown.

        If the piece could either move or be thrown there, the way is its own move unless `thrower`
        is given.

        Raises:
            IllegalMoveError: the move is illegal, or `thrower` cannot throw the piece there.
            TypeError: the move is a pass, which has no way.
        """
        reason = self.why_illegal(move)
        if reason is not None:
            raise self._illegal(str(reason), reason, move)
        for way in self._ways_of(move):
            if thrower in (None, way.thrower):
                return way
        if thrower is None:
            raise TypeError("a pass has no way")
        refusal = Reason(
            ReasonCode.CANNOT_THROW, f"{the_piece(thrower)} can't throw it there", (thrower,)
        )
        raise self._illegal(str(refusal), refusal, move)

    def path(self, move: Move, thrower: Piece | None = None) -> Path:
        """Return the path of a legal move, hex by hex, with its start and destination.

        A throw passes over the thrower's hex. The path of a placement is its hex alone, that of a
        pass is empty. Raises the same errors as `way`, except for a pass.
        """
        if thrower is None and move == Pass() and move in self.legal_moves:
            return ()
        return self.way(move, thrower).path

    def throwers(self, move: Move) -> tuple[Piece, ...]:
        """Return the pieces that can make a move by throwing: pillbugs, mosquitoes next to one."""
        return tuple(way.thrower for way in self._ways_of(move) if way.thrower is not None)

    def _ways_of(self, move: Move) -> list[Way]:
        return ways_of_move(self._snapshot(), move)

    def ways(self, *pieces: Piece) -> list[Way]:
        """Return every way of the player to move, or only those of the given pieces.

        There is one way for each hex that a piece can be placed on or move to, and one more for
        each piece that can throw it there. The ways of a piece are in a row, its own before throws.
        Empty if the player must pass.

        >>> from beespace.rules import Board
        >>> board = Board("Base")
        >>> [board.move_to(way.piece, way.to) for way in board.ways()] == list(board.legal_moves)
        True
        """
        return ways_of_turn(self._snapshot(), pieces) if self.outcome() is None else []

    def immobile(self) -> dict[Piece, Reason]:
        """Return the pieces of the player to move that have no legal move, and why.

        Covers the pieces on the board and the next piece of each bug in hand. Empty when the game
        is over.

        >>> from beespace.rules import Board
        >>> board = Board("Base")
        >>> {str(piece): reason.code.value for piece, reason in board.immobile().items()}
        {'wQ': 'queen-too-early'}
        """
        if self.outcome() is not None:
            return {}
        position = self._snapshot()
        candidates = [p for p in self.ruleset.pieces(self.turn) if p in position.hive.locations]
        candidates += {piece.bug: piece for piece in reversed(position.hand(self.turn))}.values()
        unable = [piece for piece in candidates if not self.legal_moves.of(piece)]
        # Rarely needed: a player's own piece is stunned only if the opponent has just thrown it.
        how_stunned = self._how_stunned() if self.stunned in unable else ((), ())
        return {piece: explain.why_immobile(position, piece, *how_stunned) for piece in unable}

    # Values

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BaseBoard):
            return NotImplemented
        return self.position() == other.position()

    __hash__ = None  # type: ignore[assignment]  # boards are mutable

    def __repr__(self) -> str:
        return f"Board.from_position({self.position()!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), next(self.history()).position(), self.moves)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()


def _rebuild(cls: type[BaseBoard], start: str, moves: tuple[Move, ...]) -> BaseBoard:
    board = cls.from_position(start)
    for move in moves:
        board.push_unchecked(move)
    return board
