"""The goals of a step: read on, tap hexes or pieces, or play moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from beespace.lessons.conditions import Condition, is_pinned
from beespace.rules import BaseBoard, Hex, Move, Pass, Piece, Reason

Kind = Literal["look", "reach", "around", "pick", "play"]
PickKind = Literal["pinned", "movable", "stuck", "throwable"]
PICK_KINDS: tuple[str, ...] = get_args(PickKind)


@dataclass(frozen=True)
class Look:
    """Look at the board and continue when ready."""

    kind: Kind = "look"


@dataclass(frozen=True)
class Reach:
    """Tap every hex a piece can move to, or be placed on."""

    piece: Piece
    kind: Kind = "reach"

    def wanted(self, board: BaseBoard) -> frozenset[Hex]:
        """Return the hexes to tap."""
        return frozenset(
            move.to for move in board.legal_moves.of(self.piece) if not isinstance(move, Pass)
        )

    def why_not(self, board: BaseBoard, hex: Hex) -> Reason | None:
        """Return why a hex isn't one of them."""
        return board.why_illegal(board.move_to(self.piece, hex))


@dataclass(frozen=True)
class Around:
    """Tap every empty hex beside a piece."""

    piece: Piece
    kind: Kind = "around"

    def wanted(self, board: BaseBoard) -> frozenset[Hex]:
        """Return the hexes to tap."""
        home = board.location(self.piece)
        assert home is not None, "the piece stands on the board"
        return frozenset(hex for hex in home.neighbors() if not board.stack(hex))

    def why_not(self, _board: BaseBoard, _hex: Hex) -> Reason | None:
        """Return None: no rule is involved."""
        return None


@dataclass(frozen=True)
class Pick:
    """Tap every piece of a kind.

    `pinned`: pieces of either colour. `movable` and `stuck`: pieces on the board of the player to
    move. `throwable`: pieces of either colour that the player to move can throw.
    """

    what: PickKind
    kind: Kind = "pick"

    def wanted(self, board: BaseBoard) -> frozenset[Hex]:
        """Return the hexes of the pieces to tap."""
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
                return any(way.thrower is not None for way in board.ways(piece))

    def why_not(self, board: BaseBoard, hex: Hex) -> Reason | None:
        """Return the rule that keeps a piece from being one of them, if there is one."""
        stack = board.stack(hex)
        if not stack:
            return None
        if self.what == "pinned" and stack[-1].color is not board.turn:
            board = board.copy()
            board.push_unchecked(Pass())
        return board.why_immobile(stack[-1])


@dataclass(frozen=True)
class Play:
    """Play moves that meet conditions; the opponent answers with the first legal reply."""

    turns: tuple[PlayTurn, ...]
    kind: Kind = "play"


@dataclass(frozen=True)
class PlayTurn:
    """One move by the learner, and the opponent's possible replies."""

    conditions: tuple[Condition, ...]
    replies: tuple[str, ...] = ()

    def is_met(self, before: BaseBoard, move: Move) -> bool:
        """Return whether a legal move meets the conditions."""
        after = before.copy()
        after.push_unchecked(move)
        return all(condition(before, move, after) for condition in self.conditions)

    def solutions(self, board: BaseBoard) -> list[Move]:
        """Return all legal moves that meet the conditions."""
        return [move for move in board.legal_moves if self.is_met(board, move)]

    def reply_to(self, board: BaseBoard) -> Move | None:
        """Return the first reply that is legal, or None if the step has no replies.

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
