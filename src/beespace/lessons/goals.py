"""What a step asks for: to read on, to tap hexes or pieces, or to play a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from beespace.lessons.conditions import Condition, is_pinned
from beespace.rules import BaseBoard, Hex, Move, Pass, Piece, Place, Reason, Relocate

Kind = Literal["look", "reach", "around", "pick", "play"]
PickKind = Literal["pinned", "movable", "stuck", "throwable"]
PICK_KINDS: tuple[str, ...] = get_args(PickKind)


@dataclass(frozen=True)
class Look:
    """There is something to see; the learner goes on when ready."""

    kind: Kind = "look"


@dataclass(frozen=True)
class Reach:
    """Tap every hex to which a piece can go, or where it can be placed."""

    piece: Piece
    kind: Kind = "reach"

    def wanted(self, board: BaseBoard) -> frozenset[Hex]:
        """The hexes to be tapped."""
        return frozenset(
            move.to for move in board.legal_moves.of(self.piece) if not isinstance(move, Pass)
        )

    def why_not(self, board: BaseBoard, hex: Hex) -> Reason | None:
        """Why a hex is not one of them."""
        is_placed = board.location(self.piece) is not None
        move = Relocate(self.piece, hex) if is_placed else Place(self.piece, hex)
        return board.why_illegal(move)


@dataclass(frozen=True)
class Around:
    """Tap every empty hex beside a piece."""

    piece: Piece
    kind: Kind = "around"

    def wanted(self, board: BaseBoard) -> frozenset[Hex]:
        """The hexes to be tapped."""
        home = board.location(self.piece)
        assert home is not None, "the piece stands on the board"
        return frozenset(hex for hex in home.neighbors() if not board.stack(hex))

    def why_not(self, _board: BaseBoard, _hex: Hex) -> Reason | None:
        """No rule is involved."""
        return None


@dataclass(frozen=True)
class Pick:
    """Tap every piece of which something is true.

    `pinned`: of either colour. `movable` and `stuck`: of the player to move, on the board.
    `throwable`: of either colour, by a piece of the player to move.
    """

    what: PickKind
    kind: Kind = "pick"

    def wanted(self, board: BaseBoard) -> frozenset[Hex]:
        """The hexes of the pieces to be tapped."""
        return frozenset(hex for hex in board.hexes() if self._is_wanted(board, hex))

    def _is_wanted(self, board: BaseBoard, hex: Hex) -> bool:
        piece = board.stack(hex)[-1]
        match self.what:
            case "pinned":
                return is_pinned(board, piece)
            case "movable":
                return piece.color is board.turn and bool(board.legal_moves.of(piece))
            case "stuck":
                return piece.color is board.turn and not board.legal_moves.of(piece)
            case "throwable":
                return any(by is not None for by, _ in board.ways(piece).get(piece, []))

    def why_not(self, board: BaseBoard, hex: Hex) -> Reason | None:
        """Why a piece is not one of them, if that is a matter of rules."""
        stack = board.stack(hex)
        if not stack:
            return None
        if self.what == "pinned" and stack[-1].color is not board.turn:
            board = board.copy()
            board.push_unchecked(Pass())
        return board.why_immobile(stack[-1])


@dataclass(frozen=True)
class Play:
    """Play moves that fulfil conditions; the opponent answers with the first legal reply."""

    turns: tuple[PlayTurn, ...]
    kind: Kind = "play"


@dataclass(frozen=True)
class PlayTurn:
    """One move of the learner, and what the opponent may answer."""

    conditions: tuple[Condition, ...]
    replies: tuple[str, ...] = ()

    def is_met(self, before: BaseBoard, move: Move) -> bool:
        """Whether a legal move does what is asked."""
        after = before.copy()
        after.push_unchecked(move)
        return all(condition(before, move, after) for condition in self.conditions)

    def solutions(self, board: BaseBoard) -> list[Move]:
        """All legal moves that do what is asked."""
        return [move for move in board.legal_moves if self.is_met(board, move)]

    def reply_to(self, board: BaseBoard) -> Move | None:
        """The first of the replies that is legal; None if none is asked for.

        Raises:
            IllegalMoveError: none of them is legal.
        """
        *others, last = self.replies or ("",)
        for text in others:
            if board.why_illegal(text) is None:
                return board.parse_uhp(text)
        return board.parse_uhp(last) if last else None


Tapping = Reach | Around | Pick
Goal = Look | Tapping | Play
