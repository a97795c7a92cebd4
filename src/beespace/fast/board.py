"""The C++ board: implements the primitives of `BaseBoard` with `_native`.

The core generates and checks moves itself, and native/explain has texts, paths and reasons. What it
can't answer is left to the inherited methods: they raise the errors, with sentences for people.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self, overload

from beespace.fast import _native
from beespace.rules import (
    EXPANSIONS,
    PIECES,
    BaseBoard,
    Color,
    EndReason,
    Hex,
    LegalMoves,
    Move,
    Outcome,
    Pass,
    Piece,
    Place,
    Reason,
    ReasonCode,
    Relocate,
    Result,
    Ruleset,
    Way,
)
from beespace.rules.board.hive import Hive
from beespace.rules.board.position import Position
from beespace.rules.moves import check_move
from beespace.rules.notation.uhp import GameText


def _slots() -> list[Piece | None]:
    """Return the core's numbers of the pieces: White's from 0, Black's from `SIDE_SLOTS`."""
    slots: list[Piece | None] = []
    for color in Color:
        own = [piece for piece in PIECES if piece.color is color]
        slots += [*own, *[None] * (_native.SIDE_SLOTS - len(own))]
    return slots


_SLOTS = _slots()
_SLOT_OF = {piece: slot for slot, piece in enumerate(_SLOTS) if piece is not None}
_native.set_up_values(Place, Relocate, Pass, Hex, _SLOTS)
_native.set_up_explanations(Way, Reason, [ReasonCode(code) for code in _native.REASON_CODES])

_OUTCOMES = [  # in the order of the core's endings
    None,
    Outcome(Result.WHITE_WINS, EndReason.SURROUND),
    Outcome(Result.BLACK_WINS, EndReason.SURROUND),
    Outcome(Result.DRAW, EndReason.SURROUND),
    Outcome(Result.DRAW, EndReason.REPETITION),
]


class Board(BaseBoard):
    """A game of Hive on the C++ core: a fast drop-in replacement for `beespace.rules.Board`.

    >>> board = Board("Base")
    >>> len(board.legal_moves)
    4
    """

    # False: the core uses the widest SIMD instructions the processor has.
    _portable = False

    def __init__(self, ruleset: Ruleset | str = "Base+MLP") -> None:
        rules = Ruleset.of(ruleset)
        bits = sum(1 << i for i, letter in enumerate(EXPANSIONS) if letter in rules.expansions)
        # The options come after the expansions, as in native/core/box/bugs.h.
        bits |= (rules.queen_first + 2 * rules.stack_gates) << len(EXPANSIONS)
        self._ruleset = rules
        self._adopt(_native.Board(bits, rules.repetition == "threefold", self._portable))

    def _adopt(self, native: _native.Board) -> None:
        self._native = native
        self._legal_moves = _LegalMoves(native)

    @classmethod
    def _from(cls, position: Position) -> Self:
        board = cls(position.ruleset)
        pieces = [
            (_SLOT_OF[piece], hex.q, hex.r, level, piece is not stack[-1])
            for hex, stack in position.hive.stacks.items()
            for level, piece in enumerate(stack)
        ]
        stunned = _SLOT_OF[position.stunned] if position.stunned else _native.NO_PIECE
        board._native.set_up(pieces, position.ply, stunned)
        return board

    def _snapshot(self) -> Position:
        hive = Hive()
        for piece, hex in self._native.pieces():
            hive.put(piece, hex)
        return Position(self._ruleset, hive, self.ply, self.stunned)

    @property
    def ruleset(self) -> Ruleset:
        return self._ruleset

    @property
    def ply(self) -> int:
        return self._native.ply()

    @property
    def stunned(self) -> Piece | None:
        return self._native.stunned()

    @property
    def moves(self) -> tuple[Move, ...]:
        return self._native.moves()

    @property
    def legal_moves(self) -> LegalMoves:
        return self._legal_moves

    def location(self, piece: Piece) -> Hex | None:
        return self._native.location(piece)

    def stack(self, hex: Hex) -> tuple[Piece, ...]:
        return tuple(piece for piece, at in self._native.pieces() if at == hex)

    def stacks(self) -> dict[Hex, tuple[Piece, ...]]:
        found: dict[Hex, tuple[Piece, ...]] = {}
        for piece, hex in self._native.pieces():
            found[hex] = (*found.get(hex, ()), piece)
        return dict(sorted(found.items()))

    def push(self, move: Move) -> None:
        if not self._native.push(move):
            super().push(move)  # raises an error with the reason

    def push_unchecked(self, move: Move) -> None:
        self._native.push_unchecked(move)

    def pop(self) -> Move:
        return self._native.pop()

    def copy(self) -> Self:
        board = type(self).__new__(type(self))
        board._ruleset = self._ruleset
        board._adopt(self._native.copy())
        return board

    def outcome(self) -> Outcome | None:
        return _OUTCOMES[self._native.ending()]

    def search_key(self) -> int:
        return self._native.search_key()

    def repetition_key(self) -> int:
        return self._native.repetition_key()

    def symmetry_key(self) -> int:
        return self._native.symmetry_key()

    def repetition_count(self) -> int:
        return self._native.repetition_count()

    # Texts

    def uhp(self, move: Move) -> str:
        text = _native.uhp(self._native, move)
        return super().uhp(move) if text is None else text

    def parse_uhp(self, text: str, *, tolerant: bool = False) -> Move:
        move = _native.parse_uhp(self._native, text, tolerant)
        if not isinstance(move, (Reason, tuple)) and self._native.contains(move):
            return move
        return super().parse_uhp(text, tolerant=tolerant)

    def game_string(self) -> str:
        text = _native.game_string(self._native)
        return super().game_string() if text is None else text

    def _replay(self, fields: GameText, text: str, tolerant: bool) -> None:
        if _native.replay(self._native, fields.moves, tolerant) is not None:
            super()._replay(fields, text, tolerant)

    def position(self) -> str:
        return _native.position(self._native)

    @classmethod
    def from_position(cls, text: str) -> Self:
        native = _native.from_position(text, cls._portable)
        if native is None:
            return super().from_position(text)
        board = cls.__new__(cls)
        board._ruleset = Ruleset.parse(text.partition(" ")[0])
        board._adopt(native)
        return board

    # Reasons and paths

    def why_illegal(self, move: Move | str) -> Reason | None:
        if isinstance(move, str):
            read = _native.parse_uhp(self._native, move, False)
            if isinstance(read, (Reason, tuple)):
                return super().why_illegal(move)
            move = read
        check_move(move)
        reason = _native.why_illegal(self._native, move)
        return super().why_illegal(move) if reason is NotImplemented else reason

    def why_immobile(self, piece: Piece) -> Reason | None:
        reason = _native.why_immobile(self._native, piece)
        return super().why_immobile(piece) if reason is NotImplemented else reason

    def ways(self, *pieces: Piece) -> list[Way]:
        return _native.ways(self._native, *pieces)

    def _ways_of(self, move: Move) -> list[Way]:
        ways = _native.ways_of(self._native, move)
        return super()._ways_of(move) if ways is None else ways

    def immobile(self) -> dict[Piece, Reason]:
        return _native.immobile(self._native)

    def turn_json(self, *, with_moves: bool) -> str:
        """Return what the server tells the page of a turn; see `server/boards/messages.py`."""
        return _native.turn_json(self._native, with_moves)


class PortableBoard(Board):
    """The same board without SIMD instructions, as on other processors; for tests."""

    _portable = True


class _LegalMoves(LegalMoves):
    """A view of the core's list of moves, which creates Python objects on access."""

    __slots__ = ("_native",)

    def __init__(self, native: _native.Board) -> None:
        self._native = native

    def __len__(self) -> int:
        return self._native.count()

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        count = self._native.count()
        if isinstance(index, slice):
            return [self._native.at(i) for i in range(*index.indices(count))]
        if not -count <= index < count:
            raise IndexError(f"there are {count} legal moves")
        return self._native.at(index % count)

    def __contains__(self, move: object) -> bool:
        return self._native.contains(move)

    def of(self, piece: Piece) -> Sequence[Move]:
        return self._native.of(piece)
