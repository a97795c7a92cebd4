"""The reference board: the rules in plain Python, with history, undo and repetition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self, overload

from beespace.rules.board import keys
from beespace.rules.board.base import BaseBoard
from beespace.rules.board.legal_moves import LegalMoves
from beespace.rules.board.position import Position, legal_moves, moves_of, placeable
from beespace.rules.box.pieces import Color, Piece
from beespace.rules.box.ruleset import Ruleset
from beespace.rules.hexgrid import Hex
from beespace.rules.moves import Move, Pass, Place, Relocate, check_move
from beespace.rules.placement import placement_hexes
from beespace.rules.results import EndReason, Outcome, Result


class _Played(NamedTuple):
    """A move, and the state it overwrote."""

    move: Move
    origin: Hex | None
    stunned: Piece | None
    arrangement: int


@dataclass(slots=True)
class _KnownKeys:
    """The cached keys for finding repetitions of a position; None until computed."""

    shape: int | None = None
    repetition: int | None = None


class Board(BaseBoard):
    """A game of Hive with any ruleset, by default with all three expansions.

    >>> board = Board("Base+MLP")
    >>> len(board.legal_moves)
    7
    >>> board.push_uhp("wS1")
    Place(piece=Piece.parse('wS1'), to=Hex(q=0, r=0))
    >>> board.game_string()
    'Base+MLP;InProgress;Black[1];wS1'

    Raises:
        InvalidNotationError: the text is neither a game type nor a ruleset's name.
    """

    def __init__(self, ruleset: Ruleset | str = "Base+MLP") -> None:
        self._begin(Position(Ruleset.of(ruleset)))

    def _begin(self, position: Position) -> None:
        self._position = position
        self._played: list[_Played] = []
        self._arrangement = keys.arrangement_key(position.hive)
        # One entry for each position since the start.
        self._known_keys = [_KnownKeys()]
        # A cache, filled on first use.
        self._legal: list[Move] | None = None

    @classmethod
    def _from(cls, position: Position) -> Self:
        board = cls(position.ruleset)
        board._begin(position)
        return board

    def _snapshot(self) -> Position:
        return self._position

    @property
    def ruleset(self) -> Ruleset:
        return self._position.ruleset

    @property
    def ply(self) -> int:
        return self._position.ply

    @property
    def stunned(self) -> Piece | None:
        return self._position.stunned

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(played.move for played in self._played)

    @property
    def legal_moves(self) -> LegalMoves:
        return _LegalMoves(self)

    def location(self, piece: Piece) -> Hex | None:
        return self._position.hive.locations.get(piece)

    def stack(self, hex: Hex) -> tuple[Piece, ...]:
        return tuple(self._position.hive.stacks.get(hex, ()))

    def copy(self) -> Self:
        position = self._position
        board = type(self)(position.ruleset)
        board._position = Position(
            position.ruleset, position.hive.copy(), position.ply, position.stunned
        )
        board._played = list(self._played)
        board._arrangement = self._arrangement
        board._known_keys = [replace(known) for known in self._known_keys]
        return board

    def push_unchecked(self, move: Move) -> None:
        position = self._position
        hive = position.hive
        origin = None if isinstance(move, Pass) else hive.locations.get(move.piece)
        self._played.append(_Played(move, origin, position.stunned, self._arrangement))
        if not isinstance(move, Pass):
            if origin is not None:
                self._arrangement ^= keys.piece_key(move.piece, hive.height(origin) - 1, origin)
                hive.lift(move.piece)
            self._arrangement ^= keys.piece_key(move.piece, hive.height(move.to), move.to)
            hive.put(move.piece, move.to)
        # Rule 28: a moved piece rests for one turn; placing and passing clear it.
        position.stunned = move.piece if isinstance(move, Relocate) else None
        position.ply += 1
        self._known_keys.append(_KnownKeys())
        self._legal = None

    def pop(self) -> Move:
        played = self._played.pop()
        move, position = played.move, self._position
        if not isinstance(move, Pass):
            position.hive.lift(move.piece)
            if played.origin is not None:
                position.hive.put(move.piece, played.origin)
        position.stunned = played.stunned
        position.ply -= 1
        self._arrangement = played.arrangement
        self._known_keys.pop()
        self._legal = None
        return move

    def outcome(self) -> Outcome | None:
        surrounded = [color for color in Color if self._position.is_surrounded(color)]
        if len(surrounded) == 2:
            return Outcome(Result.DRAW, EndReason.SURROUND)
        if surrounded:
            return Outcome(Result.won_by(surrounded[0].opponent), EndReason.SURROUND)
        if self.ruleset.repetition == "threefold" and self.repetition_count() >= 3:
            return Outcome(Result.DRAW, EndReason.REPETITION)
        return None

    def search_key(self) -> int:
        return keys.search_key(self._position, self._arrangement)

    def repetition_key(self) -> int:
        known = self._known_keys[-1]
        if known.repetition is None:
            known.repetition = keys.repetition_key(self._position)
        return known.repetition

    def _shape_key(self) -> int:
        known = self._known_keys[-1]
        if known.shape is None:
            known.shape = keys.shape_key(self._position)
        return known.shape

    def repetition_count(self) -> int:
        """Return how often this position has come up in this game, including now.

        Positions before the last placement cannot come up again, so the loop stops there. Checking
        whether a stun matters is slow, so it is only done where the hives are the same.
        """
        count, past = 1, self
        for back, played in enumerate(reversed(self._played), 1):
            if isinstance(played.move, Place):
                break
            known = self._known_keys[-1 - back]
            if known.shape is None or known.repetition is None:
                past = self.copy() if past is self else past
                while len(past._played) > len(self._played) - back:
                    past.pop()
            if known.shape is None:
                known.shape = past._shape_key()
            if known.shape == self._shape_key():
                if known.repetition is None:
                    known.repetition = past.repetition_key()
                count += known.repetition == self.repetition_key()
        return count


class _LegalMoves(LegalMoves):
    def __init__(self, board: Board) -> None:
        self._board = board

    def _all(self) -> list[Move]:
        board = self._board
        if board._legal is None:
            board._legal = [] if board.outcome() else legal_moves(board._position)
        return board._legal

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        return self._all()[index]

    def __contains__(self, move: object) -> bool:
        try:
            check_move(move)
        except TypeError:
            return False
        if self._board._legal is not None:
            return move in self._board._legal
        match move:
            case Place(piece, to):
                position = self._board._position
                return (
                    self._board.outcome() is None
                    and piece in placeable(position)
                    and to in placement_hexes(position.hive, position.turn)
                )
            case Relocate(piece, _):
                return move in self.of(piece)
            case Pass():
                return move in self._all()
        return False

    def of(self, piece: Piece) -> Sequence[Move]:
        if self._board.outcome() is not None:
            return []
        return moves_of(self._board._position, piece)
