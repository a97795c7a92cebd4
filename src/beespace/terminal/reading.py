r"""What a player may type for a piece or a move: the protocol's texts, and shorter forms of them.

`wA1 \bQ` always means itself. Letters may be of any case, the colour of the mover may be left
out, and so may numbers, as long as only one legal move, or one piece that can move, is meant.
"""

from __future__ import annotations

import re

from beespace import PIECES, BaseBoard, IllegalMoveError, InvalidNotationError, Move, Piece, Ruleset

_SHORT_PIECE = re.compile(r"(?P<color>[wb])?(?P<bug>[qbgsalmp])(?P<number>[1-3])?", re.IGNORECASE)
_SHORT_MOVE = re.compile(
    r"(?P<mover>[a-z1-3]{1,3})"
    r"(?: +(?P<before>[-/\\])?(?P<reference>[a-z1-3]{1,3})(?P<after>[-/\\])?)?",
    re.IGNORECASE,
)


class AmbiguousError(Exception):
    """A short form that can mean several things; `meanings` are their full texts."""

    def __init__(self, text: str, meanings: list[str]) -> None:
        super().__init__(f"{text} can mean {', '.join(meanings[:-1])} or {meanings[-1]}")
        self.meanings = meanings


def read_piece(text: str, board: BaseBoard) -> Piece | None:
    """The piece that a text names, or None if it is not the name of one.

    Raises:
        AmbiguousError: several pieces that can move have this name.
    """
    named = _named(text)
    own = [piece for piece in named if _has_color(text, piece) or piece.color is board.turn]
    if len(own) < 2:
        return own[0] if own else None
    movable = [piece for piece in own if board.legal_moves.of(piece)]
    if len(movable) > 1:
        raise AmbiguousError(text, [str(piece) for piece in movable])
    # If none can move, the explanation is about one that is on the board.
    placed = [piece for piece in own if board.location(piece) is not None]
    return (movable or placed or own)[0]


def read_move(text: str, board: BaseBoard) -> Move:
    """The legal move that a text names.

    Raises:
        InvalidNotationError: it is not the text of a move, not even a short one.
        IllegalMoveError: the rules forbid the move.
        AmbiguousError: it can mean several legal moves.
    """
    try:
        return board.parse_uhp(text)
    except InvalidNotationError:
        full_texts = _full_texts(text, board)
        if not full_texts:
            raise
    legal: dict[Move, str] = {}
    refused: list[IllegalMoveError] = []
    for full_text in full_texts:
        try:
            legal.setdefault(board.parse_uhp(full_text), full_text)
        except IllegalMoveError as error:
            refused.append(error)
    if len(legal) > 1:
        raise AmbiguousError(text, list(legal.values()))
    if not legal:
        # One with a move behind it says more than one that names no move at all.
        raise next((error for error in refused if error.move is not None), refused[0])
    return next(iter(legal))


def read_ruleset(text: str) -> Ruleset:
    """A game type or a ruleset's name, whatever the case of its letters.

    Raises:
        InvalidNotationError: it is neither.
    """
    try:
        return Ruleset.parse(text)
    except InvalidNotationError:
        if match := re.fullmatch(r"(?i)base(?:\+([mlp]+))?", text):
            return Ruleset((match[1] or "").upper())
        if text.lower() != text:
            return read_ruleset(text.lower())
        raise


def _named(text: str) -> list[Piece]:
    """Every piece that a name, full or short, can mean."""
    match = _SHORT_PIECE.fullmatch(text)
    if match is None:
        return []
    color, bug, number = match["color"], match["bug"].upper(), match["number"]
    return [
        piece
        for piece in PIECES
        if piece.bug.value == bug
        and (color is None or piece.color.value == color.lower())
        and (number is None or piece.number == int(number))
    ]


def _has_color(text: str, piece: Piece) -> bool:
    match = _SHORT_PIECE.fullmatch(text)
    return match is not None and (match["color"] or "").lower() == piece.color.value


def _full_texts(text: str, board: BaseBoard) -> list[str]:
    """Every move of the protocol that a short text can mean."""
    match = _SHORT_MOVE.fullmatch(text)
    if match is None:
        return []
    movers = [
        piece
        for piece in _named(match["mover"])
        if _has_color(match["mover"], piece) or piece.color is board.turn
    ]
    if match["reference"] is None:
        return [str(mover) for mover in movers]
    before, after = match["before"] or "", match["after"] or ""
    if before and after:
        return []
    references = _named(match["reference"])
    placed = [piece for piece in references if board.location(piece) is not None]
    return [
        f"{mover} {before}{reference}{after}"
        for mover in movers
        for reference in placed or references
    ]
