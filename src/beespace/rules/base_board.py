"""What every board can do, written once over a few primitives.

`rules.Board` supplies the primitives in Python, to be read; `fast.Board` in C++, to be fast.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, Self

from beespace.errors import BeespaceError, IllegalMoveError, InvalidNotationError
from beespace.rules import explain, keys
from beespace.rules.hexgrid import Hex
from beespace.rules.movement import Path
from beespace.rules.moves import Move, Pass, Place, Relocate, check_move
from beespace.rules.notation.position import read_position, write_position
from beespace.rules.notation.uhp import (
    Names,
    read_move,
    split_game_string,
    write_move,
    write_turn,
)
from beespace.rules.one_hive import pinned_hexes
from beespace.rules.pieces import Color, Piece
from beespace.rules.placement import placement_hexes
from beespace.rules.position import Position, placeable, throwers, ways
from beespace.rules.reasons import Reason, ReasonCode
from beespace.rules.ruleset import Ruleset


class Ending(StrEnum):
    """How the board ended a game."""

    SURROUNDED = "surrounded"
    BOTH_SURROUNDED = "both-surrounded"
    THREEFOLD = "threefold"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and why; `winner` is None in a draw.

    Resignation, agreement and time belong to the record of a game, not to the board.
    """

    winner: Color | None
    ending: Ending

    @property
    def state(self) -> str:
        """The UHP game state: `WhiteWins`, `BlackWins` or `Draw`."""
        return f"{self.winner}Wins" if self.winner else "Draw"


class LegalMoves(Sequence[Move], ABC):
    """A view of the legal moves of a board: it follows the board when that changes.

    `move in board.legal_moves` makes no other move for it; the reference board looks at one piece
    only.
    """

    @abstractmethod
    def of(self, piece: Piece) -> Sequence[Move]:
        """The legal moves of one piece, in hand or on the board."""

    def __repr__(self) -> str:
        return f"<LegalMoves: {len(self)}>"


class BaseBoard(ABC):
    """A game of Hive: the position, how it came about, and what may be done next."""

    # How notebooks show a board. The package fills it in: drawing is a layer above the rules.
    _repr_svg_: ClassVar[Callable[[BaseBoard], str]]

    # The primitives

    @abstractmethod
    def __init__(self, ruleset: Ruleset | str = "Base+MLP") -> None:
        """A new game under a ruleset, a game type or a ruleset's name."""

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
        """The piece that the turn before moved or threw, and which must rest for this one."""

    @property
    @abstractmethod
    def moves(self) -> tuple[Move, ...]:
        """The moves played since the start of the game, or since `from_position`."""

    @property
    @abstractmethod
    def legal_moves(self) -> LegalMoves:
        """The legal moves: a forced pass is the only one, and after the end there are none."""

    @abstractmethod
    def location(self, piece: Piece) -> Hex | None:
        """Where a piece stands; None while it is in hand."""

    @abstractmethod
    def stack(self, hex: Hex) -> tuple[Piece, ...]:
        """The pieces on a hex from the bottom to the top."""

    @abstractmethod
    def push_unchecked(self, move: Move) -> None:
        """Play a move that is known to be legal; anything else breaks the board."""

    @abstractmethod
    def pop(self) -> Move:
        """Take the last move back and return it.

        Raises:
            IndexError: no move has been played.
        """

    @abstractmethod
    def copy(self) -> Self:
        """An independent board with the same game."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on (rule 30, decision 3)."""

    @abstractmethod
    def repetition_count(self) -> int:
        """How often this position has stood on the board in this game, now included."""

    @abstractmethod
    def search_key(self) -> int:
        """A 64-bit number, equal for positions in which exactly the same can be done."""

    @abstractmethod
    def repetition_key(self) -> int:
        """A 64-bit number, equal for positions that the draw rule calls the same."""

    @classmethod
    @abstractmethod
    def _from(cls, position: Position) -> Self:
        """A board that begins at a position, which becomes its own."""

    @abstractmethod
    def _snapshot(self) -> Position:
        """The position, to be looked at and not changed."""

    # Everything else.

    @property
    def turn(self) -> Color:
        """Whose turn it is."""
        return Color.BLACK if self.ply % 2 else Color.WHITE

    @property
    def turn_number(self) -> int:
        """Which of that player's turns it is, from 1."""
        return self.ply // 2 + 1

    def hand(self, color: Color) -> tuple[Piece, ...]:
        """The pieces a player has not placed yet, in the order of the box."""
        return tuple(p for p in self.ruleset.pieces(color) if self.location(p) is None)

    def hexes(self) -> list[Hex]:
        """The occupied hexes, in order."""
        pieces = (piece for color in Color for piece in self.ruleset.pieces(color))
        return sorted({hex for piece in pieces if (hex := self.location(piece)) is not None})

    def stacks(self) -> dict[Hex, tuple[Piece, ...]]:
        """The pieces on every occupied hex from the bottom to the top; the hexes are in order."""
        return {hex: self.stack(hex) for hex in self.hexes()}

    def is_deadlocked(self) -> bool:
        """Return whether neither player can ever move again.

        The first of two passes may be due to a stun, which ends with it. If the next player
        can't move either, and then the first one still can't, nothing will ever change.
        """
        return self.moves[-2:] == (Pass(), Pass()) and list(self.legal_moves) == [Pass()]

    def symmetry_key(self) -> int:
        """As `repetition_key`, but equal for all twelve rotations and reflections."""
        return keys.symmetry_key(self._snapshot())

    # Playing

    def push(self, move: Move) -> None:
        """Play a move.

        Raises:
            IllegalMoveError: the rules forbid it; the board is unchanged.
        """
        reason = self.why_illegal(move)
        if reason is not None:
            raise self._illegal(f"{self._text_of(move)}: {reason}", reason, move)
        self.push_unchecked(move)

    def parse_uhp(self, text: str, *, tolerant: bool = False) -> Move:
        r"""The legal move that a text such as `wA1 \bQ` or `pass` names.

        Read tolerantly, a marker at an occupied hex is a climb and a new piece's number does
        not matter.

        Raises:
            InvalidNotationError: the text does not follow the grammar.
            IllegalMoveError: it names no move, or one that the rules forbid.
        """
        return self._parse(text, Names() if tolerant else None)

    def push_uhp(self, text: str, *, tolerant: bool = False) -> Move:
        """Read a move, play it and return it; raises as `parse_uhp` does."""
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
        """The canonical text of a move.

        >>> from beespace.rules import Board
        >>> board = Board()
        >>> board.uhp(board.legal_moves[0])
        'wB1'

        Raises:
            InvalidNotationError: the destination touches nothing, so no text can name it.
        """
        return write_move(move, self._snapshot().hive)

    def _text_of(self, move: Move) -> str:
        try:
            return self.uhp(move)
        except InvalidNotationError:
            return repr(move)

    def game_string(self) -> str:
        """The game as a UHP game string; the ruleset's options are not part of it.

        Raises:
            BeespaceError: the board began at a position, so its first moves are not known.
        """
        if self._begins_at_position():
            raise BeespaceError("a board set up by from_position has no game string")
        replay = type(self)(self.ruleset)
        texts = []
        for move in self.moves:
            texts.append(replay.uhp(move))
            replay.push_unchecked(move)
        return ";".join([self.ruleset.game_type, self.state, write_turn(self.ply), *texts])

    @property
    def state(self) -> str:
        """The UHP game state: `NotStarted`, `InProgress`, `WhiteWins`, `BlackWins`, `Draw`."""
        outcome = self.outcome()
        if outcome is not None:
            return outcome.state
        return "InProgress" if self.ply else "NotStarted"

    @classmethod
    def from_game_string(
        cls, text: str, ruleset: Ruleset | str | None = None, *, tolerant: bool = False
    ) -> Self:
        """Replay a UHP game string; its state and turn are read for syntax only.

        Without a ruleset it is tournament rules, with the queen first if the moves show it.

        Raises:
            InvalidNotationError: a field does not follow the grammar, or the game type is not
                that of the ruleset.
            IllegalMoveError: a move is illegal; the message says which one.
        """
        fields = split_game_string(text, tolerant)
        rules = fields.ruleset()
        if ruleset is not None:
            given = Ruleset.of(ruleset)
            if ruleset == "tournament":  # which leaves open what is in the box
                given = replace(given, expansions=rules.expansions)
            if given.expansions != rules.expansions:
                raise InvalidNotationError(
                    f"the game is {rules.game_type}, but the ruleset {given.game_type}", text
                )
            rules = given
        board = cls(rules)
        names = Names() if tolerant else None
        for number, move_text in enumerate(fields.moves, 1):
            try:
                board.push_unchecked(board._parse(move_text, names))
            except InvalidNotationError as error:
                before = ";".join([*fields.head, *fields.moves[: number - 1], ""])
                raise InvalidNotationError(
                    f"move {number}: {error}", text, len(before) + error.column
                ) from None
            except IllegalMoveError as error:
                raise board._illegal(f"move {number}: {error}", error.reason, error.move) from None
        return board

    def position(self) -> str:
        """The position as one line of text, see `beespace.rules.notation.position`."""
        return write_position(self._snapshot())

    @classmethod
    def from_position(cls, text: str) -> Self:
        """A board that begins at a position.

        Raises:
            InvalidNotationError: the text does not follow the grammar.
            InvalidPositionError: no game can reach the position; it lists every reason.
        """
        return cls._from(read_position(text))

    def _begins_at_position(self) -> bool:
        return self.ply != len(self.moves)

    # Reasons and ways

    def why_illegal(self, move: Move | str) -> Reason | None:
        """Why a move, or the text of one, is illegal; None if it is legal.

        Raises:
            InvalidNotationError: a text does not follow the grammar.
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
        """Why a piece has no legal move this turn; None if it has one."""
        if self.legal_moves.of(piece):
            return None
        return self._game_over() or explain.why_immobile(
            self._snapshot(), piece, *self._how_stunned()
        )

    def _game_over(self) -> Reason | None:
        outcome = self.outcome()
        if outcome is None:
            return None
        sentence = {
            Ending.SURROUNDED: f"{outcome.winner} has won",
            Ending.BOTH_SURROUNDED: "both queens are surrounded",
            Ending.THREEFOLD: "this position has stood for the third time, which is a draw",
        }[outcome.ending]
        return Reason(ReasonCode.GAME_OVER, f"the game is over: {sentence}")

    def _how_stunned(self) -> tuple[tuple[Piece, ...], Path]:
        """Who may have thrown the stunned piece, and from where, as far as the game tells."""
        if self.stunned is None or not self.moves:
            return (), ()
        before = self.copy()
        move = before.pop()
        origin = before.location(self.stunned)
        assert origin is not None, "a stunned piece was on the board the turn before"
        return before.throwers(move), (origin,)

    def path(self, move: Move, thrower: Piece | None = None) -> Path:
        """One real way of a legal move, hex by hex, its start and destination included.

        A throw leads over the thrower's hex; a placement is its hex alone, a pass nothing. Of
        several ways it is the piece's own move, unless a thrower is named.

        Raises:
            IllegalMoveError: the move is illegal, or this piece cannot throw it there.
        """
        reason = self.why_illegal(move)
        if reason is not None:
            raise self._illegal(str(reason), reason, move)
        if thrower is None and isinstance(move, Pass):
            return ()
        if thrower is None and isinstance(move, Place):
            return (move.to,)
        for by, path in self._ways(move):
            if thrower in (None, by):
                return path
        assert thrower is not None, "a legal move has a way"
        refusal = Reason(ReasonCode.CANNOT_THROW, f"{thrower.name} cannot do this", (thrower,))
        raise self._illegal(str(refusal), refusal, move)

    def throwers(self, move: Move) -> tuple[Piece, ...]:
        """The pieces that can do a move by throwing: pillbugs and mosquitoes beside one."""
        return tuple(by for by, _ in self._ways(move) if by is not None)

    def ways(self, *pieces: Piece) -> dict[Piece, list[tuple[Piece | None, Mapping[Hex, Path]]]]:
        """Everything that can be done this turn with all or some pieces, and along which paths.

        For every piece that can move, be thrown or be placed, who does it (None: the piece itself)
        and one real way to each hex. It is `legal_moves`, `path` and `throwers` in one, for those
        who show all of it; a forced pass is nothing.

        >>> from beespace.rules import Board
        >>> board = Board("Base")
        >>> list(board.ways()) == [move.piece for move in board.legal_moves]
        True
        """
        if self.outcome() is not None:
            return {}
        position = self._snapshot()
        hive = position.hive
        found: dict[Piece, list[tuple[Piece | None, Mapping[Hex, Path]]]] = {}
        if not pieces or any(piece not in hive.locations for piece in pieces):
            landings = {hex: (hex,) for hex in placement_hexes(hive, position.turn)}
            placed = [p for p in placeable(position) if not pieces or p in pieces]
            found = {piece: [(None, landings)] for piece in placed if landings}
        able, pinned = throwers(position), pinned_hexes(hive)
        for color in (self.turn, self.turn.opponent) if able else (self.turn,):
            for piece in self.ruleset.pieces(color):
                if piece in hive.locations and (not pieces or piece in pieces):
                    entries = ways(position, piece, pinned, able)
                    if any(paths for _, paths in entries):
                        found[piece] = [(by, paths) for by, paths in entries if paths]
        return found

    def immobile(self) -> dict[Piece, Reason]:
        """The pieces with which the player to move can do nothing this turn, and why.

        Those on the board, and of those in hand the next of each kind. Empty when the game is over.

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
        # Seldom: of their own pieces only one that the opponent has thrown is stunned.
        how_stunned = self._how_stunned() if self.stunned in unable else ((), ())
        return {piece: explain.why_immobile(position, piece, *how_stunned) for piece in unable}

    def _ways(self, move: Move) -> list[tuple[Piece | None, Path]]:
        """Who can do a move (None: the piece itself), and along which path."""
        if not isinstance(move, Relocate) or self.location(move.piece) is None:
            return []
        position = self._snapshot()
        found = ways(position, move.piece, pinned_hexes(position.hive), throwers(position))
        return [(by, paths[move.to]) for by, paths in found if move.to in paths]

    # Values

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BaseBoard):
            return NotImplemented
        return self.position() == other.position()

    __hash__ = None  # type: ignore[assignment]  # boards change

    def __repr__(self) -> str:
        return f"Board.from_position({self.position()!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        first = self.copy()
        while first.moves:
            first.pop()
        return _rebuild, (type(self), first.position(), self.moves)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()


def _rebuild(cls: type[BaseBoard], start: str, moves: tuple[Move, ...]) -> BaseBoard:
    board = cls.from_position(start)
    for move in moves:
        board.push_unchecked(move)
    return board
