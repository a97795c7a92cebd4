r"""Reads what players type for a piece or a move.

Moves can be UHP texts such as `wA1 \bQ`, shorter forms of them such as `a1 \q`, or words such as
`ant left of black queen`. Case doesn't matter. The mover's colour and the numbers can be left out
as long as only one legal move, or one piece that can move, fits.
"""

from __future__ import annotations

import re

from beespace import (
    PIECES,
    BaseBoard,
    Bug,
    Direction,
    IllegalMoveError,
    InvalidNotationError,
    Move,
    Piece,
    Place,
    Relocate,
    Ruleset,
)
from beespace.rules import EXPANSIONS, TOURNAMENT
from beespace.rules.box.pieces import BUG_LETTERS
from beespace.rules.box.words import join_words

_SHORT_PIECE = re.compile(
    rf"(?P<color>[wb])?(?P<bug>[{BUG_LETTERS}])(?P<number>[1-3])?", re.IGNORECASE
)
_SHORT_MOVE = re.compile(
    r"(?P<mover>[a-z1-3]{1,3})"
    r"(?: +(?P<before>[-/\\])?(?P<reference>[a-z1-3]{1,3})(?P<after>[-/\\])?)?",
    re.IGNORECASE,
)
_KINDS = {str(bug).lower(): bug.value for bug in Bug}
_COLORS = {"white": "w", "black": "b"}
# A piece in words, with its short name where it needs one: "white ant", "the ant 2", "ant wA2".
_WORDS_PIECE = re.compile(
    rf"(?:the )?(?:(?P<color>white|black) )?(?P<bug>{'|'.join(_KINDS)})"
    rf"(?: ?(?P<number>[1-3])| (?P<short>[wb]?[{BUG_LETTERS.lower()}][1-3]?))?"
)
_WORDS_MOVE = re.compile(
    r"(?P<mover>.+?),? (?:thrown )?(?P<place>(?:to the|upper|lower|left|right|on).*)"
)
_WORDS_PLACE = re.compile(
    r"(?:to the )?(?:(?P<side>(?:(?:upper|lower) )?(?:left|right)) of|on top of|onto|on) (?P<of>.+)"
)
_SIDES = {
    "right": Direction.EAST,
    "lower right": Direction.SOUTH_EAST,
    "lower left": Direction.SOUTH_WEST,
    "left": Direction.WEST,
    "upper left": Direction.NORTH_WEST,
    "upper right": Direction.NORTH_EAST,
}


class AmbiguousError(Exception):
    """A text that fits several pieces or moves; `meanings` are texts that fit only one."""

    def __init__(self, meanings: list[str]) -> None:
        super().__init__(f"which one do you mean: {join_words(meanings, 'or')}")
        self.meanings = meanings


class NotOnBoardError(Exception):
    """A move in words that refers to a piece that isn't on the board."""


def read_piece(text: str, board: BaseBoard) -> Piece | None:
    """Return the piece that a text names, or None if it doesn't name one.

    Raises:
        AmbiguousError: several pieces that can move have this name.
    """
    own = _named_for_turn(text, board)
    if len(own) < 2:
        return own[0] if own else None
    movable = [piece for piece in own if board.legal_moves.of(piece)]
    if len(movable) > 1:
        in_hand = {piece for piece in movable if board.location(piece) is None}
        raise AmbiguousError([f"{p} in your hand" if p in in_hand else str(p) for p in movable])
    # If none can move, explain it for one that is on the board.
    placed = [piece for piece in own if board.location(piece) is not None]
    return (movable or placed or own)[0]


def names_piece(text: str, board: BaseBoard) -> bool:
    """Return whether a text names one or several pieces."""
    return bool(_named_for_turn(text, board))


def read_move(text: str, board: BaseBoard) -> Move:
    """Return the legal move that a text names.

    Raises:
        InvalidNotationError: it is not a move in any form.
        IllegalMoveError: the rules forbid the move.
        AmbiguousError: several legal moves fit.
        NotOnBoardError: it refers to a piece that isn't on the board.
    """
    try:
        return board.parse_uhp(text)
    except InvalidNotationError:
        if in_words := _move_in_words(text, board):
            return in_words
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
        raise AmbiguousError(list(legal.values()))
    if not legal:
        # A reason about a real move says more than one about a text that names none.
        raise next((error for error in refused if error.move is not None), refused[0])
    return next(iter(legal))


def read_ruleset(text: str) -> Ruleset:
    """Read a game type or a ruleset's name in upper or lower case.

    Players who ask for `tournament` mean its draw by repetition too, which a board has only if
    its ruleset says so.

    Raises:
        InvalidNotationError: it is neither.
    """
    if text.lower() == "tournament":
        return TOURNAMENT
    try:
        return Ruleset.parse(text)
    except InvalidNotationError:
        if match := re.fullmatch(rf"(?i)base(?:\+([{EXPANSIONS}]+))?(,[^+]+)?", text):
            game_type = Ruleset((match[1] or "").upper()).game_type
            if game_type + (match[2] or "").lower() != text:
                return Ruleset.parse(game_type + (match[2] or "").lower())
        if text.lower() != text:
            return read_ruleset(text.lower())
        raise


def _named(text: str) -> list[Piece]:
    """Return every piece that a full or short name fits."""
    match = _SHORT_PIECE.fullmatch(_shorten(text))
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


def _shorten(text: str) -> str:
    """Return a piece's name in words as a short name, and any other text as it is."""
    match = _WORDS_PIECE.fullmatch(text.lower())
    if match is None:
        return text
    short = _COLORS.get(match["color"], "") + _KINDS[match["bug"]]
    if match["short"] is None:
        return short + (match["number"] or "")
    # "white ant wA2": both have to fit.
    agrees = {*_named(match["short"])} <= {*_named(short)}
    return match["short"] if agrees else text


def _named_for_turn(text: str, board: BaseBoard) -> list[Piece]:
    """Return every piece a name fits; without a colour, those of the player to move."""
    match = _SHORT_PIECE.fullmatch(_shorten(text))
    if match is None:
        return []
    return [piece for piece in _named(text) if match["color"] or piece.color is board.turn]


def _full_texts(text: str, board: BaseBoard) -> list[str]:
    """Return every UHP move that a short text fits."""
    match = _SHORT_MOVE.fullmatch(_shorten(text))
    if match is None:
        return []
    movers = _named_for_turn(match["mover"], board)
    if match["reference"] is None:
        return [str(mover) for mover in movers]
    before, after = match["before"] or "", match["after"] or ""
    if before and after:
        return []
    return [
        f"{mover} {before}{reference}{after}"
        for mover in movers
        for reference in _on_board_first(_named(match["reference"]), board)
    ]


def _on_board_first(pieces: list[Piece], board: BaseBoard) -> list[Piece]:
    """Return the pieces that are on the board, or all of them if none is."""
    return [piece for piece in pieces if board.location(piece) is not None] or pieces


def _move_in_words(text: str, board: BaseBoard) -> Move | None:
    """Return the legal move that words such as `ant left of black queen` name, or None.

    Raises:
        IllegalMoveError: the rules forbid the move.
        AmbiguousError: several legal moves fit.
        NotOnBoardError: it refers to a piece that isn't on the board.
    """
    match = _WORDS_MOVE.fullmatch(text.lower())
    place = _WORDS_PLACE.fullmatch(match["place"]) if match else None
    if match is None or place is None:
        return None
    movers, references = _named_for_turn(match["mover"], board), _named(place["of"])
    if not movers or not references:
        return None
    moves: dict[Place | Relocate, str] = {}
    for mover in movers:
        for reference in _visible(references, mover, board):
            location = board.location(reference)
            assert location is not None, "visible pieces are on the board"
            if place["side"] is None:
                moves[board.move_to(mover, location)] = f"{mover} onto {reference}"
            else:
                to = location + _SIDES[place["side"]].value
                moves[board.move_to(mover, to)] = f"{mover} {place['side']} of {reference}"
    if not moves:
        raise NotOnBoardError(f"there is no {place['of'].removeprefix('the ')} on the board")
    legal = {move: meaning for move, meaning in moves.items() if move in board.legal_moves}
    if place["side"] is not None:
        # A side is first of all an empty hex there; a climb onto another piece is "onto".
        empty = {m: meaning for m, meaning in legal.items() if not board.stack(m.to)}
        legal = empty or legal
    if len(legal) > 1:
        raise AmbiguousError(list(legal.values()))
    if not legal:
        board.copy().push(next(iter(moves)))  # raises an error with the reason
    return next(iter(legal))


def _visible(pieces: list[Piece], lifted: Piece, board: BaseBoard) -> list[Piece]:
    """Return the pieces that players see once the mover is lifted, or all that are on the board."""
    placed = {piece: hex for piece in pieces if (hex := board.location(piece)) is not None}
    placed.pop(lifted, None)
    tops = [
        piece
        for piece, hex in placed.items()
        if [other for other in board.stack(hex) if other is not lifted][-1] is piece
    ]
    return tops or list(placed)
