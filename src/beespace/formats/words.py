"""Pieces, moves and rules in everyday English, for people who did not ask for notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from beespace.rules import (
    BaseBoard,
    Bug,
    Difference,
    Direction,
    Hex,
    Move,
    Pass,
    Piece,
    Place,
    Relocate,
    Ruleset,
    differences,
    edition_of,
)
from beespace.rules.words import join_words, piece_words

_SIDES = {
    Direction.EAST: "right of",
    Direction.SOUTH_EAST: "lower right of",
    Direction.SOUTH_WEST: "lower left of",
    Direction.WEST: "left of",
    Direction.NORTH_WEST: "upper left of",
    Direction.NORTH_EAST: "upper right of",
}

_DIFFERENCES = {
    Difference.TOURNAMENT: "tournament rules",
    Difference.QUEEN_FIRST: "you can place your queen first",
    Difference.QUEEN_NOT_FIRST: "you can't place your queen first",
    Difference.NO_STACK_GATES: "climbers can pass between tall stacks",
    Difference.THREEFOLD: "draw when a position comes up a third time",
}


def place_words(board: BaseBoard, move: Move) -> str:
    """Return where a move ends, by a neighbour that is easy to find, on the board before it.

    >>> from beespace import Board
    >>> board = Board.from_game_string("Base;InProgress;Black[1];wS1")
    >>> place_words(board, board.parse_uhp("bA1 -wS1"))
    'left of the white spider'
    """
    if isinstance(move, Pass):
        return ""
    return _places(board, move)[0][0]


def places_words(board: BaseBoard, moves: Sequence[Move]) -> list[str]:
    """Return where each of a piece's moves ends, so that no two of them read the same.

    Where no neighbour is clear from its kind alone, its short name on the board is added.

    >>> from beespace import Board
    >>> board = Board.from_game_string("Base;InProgress;White[2];wA1;bA1 wA1-")
    >>> places_words(board, board.legal_moves.of(Piece.parse("wQ")))
    ['left of the white ant', 'lower left of the white ant', 'upper left of the white ant']
    """
    places = [_places(board, move) for move in moves if not isinstance(move, Pass)]
    # How many of the moves each description fits.
    fits = Counter(words for near in places for words, _ in near)
    found = []
    for near in places:
        clear = [words for words, _ in near if fits[words] == 1]
        words, reference = near[0]
        found.append(clear[0] if clear else f"{words} {reference}")
    return found


def _places(board: BaseBoard, move: Place | Relocate) -> list[tuple[str, Piece | None]]:
    """Return each description of where a move ends and the piece it names, the best first."""
    top = _top(board, move.to, move.piece)
    if top is not None:
        return [(f"onto the {piece_words(top)}", top)]
    neighbors = []
    for direction in Direction:
        neighbor = _top(board, move.to - direction.value, move.piece)
        if neighbor is not None:
            neighbors.append((neighbor, _SIDES[direction]))
    if not neighbors:
        return [("in the middle", None)]
    visible = (_top(board, hex, move.piece) for hex in board.hexes())
    tops = Counter((p.color, p.bug) for p in visible if p is not None)
    # People look for queens first, then for a piece that has no double.
    neighbors.sort(
        key=lambda near: (near[0].bug is not Bug.QUEEN, tops[near[0].color, near[0].bug]),
    )
    return [(f"{side} the {piece_words(piece)}", piece) for piece, side in neighbors]


def _top(board: BaseBoard, hex: Hex, lifted: Piece) -> Piece | None:
    """Return the piece on top of a hex once the mover is lifted, or None if it is empty."""
    stack = [piece for piece in board.stack(hex) if piece is not lifted]
    return stack[-1] if stack else None


def move_words(board: BaseBoard, move: Move) -> str:
    """Return a move in a few words, on the board before it.

    >>> from beespace import Board
    >>> move_words(Board("Base"), Board("Base").parse_uhp("wG1"))
    'White grasshopper, in the middle'
    """
    if isinstance(move, Pass):
        return f"{board.turn} passes"
    thrown = "thrown " if is_throw(board, move) else ""
    return f"{piece_words(move.piece).capitalize()}, {thrown}{place_words(board, move)}"


def is_throw(board: BaseBoard, move: Move) -> bool:
    """Return whether a legal move is possible only because another piece throws the mover."""
    if not isinstance(move, Relocate):
        return False
    ways = board.ways(move.piece).get(move.piece, [])
    return bool(ways) and not any(by is None and move.to in paths for by, paths in ways)


def ruleset_words(ruleset: Ruleset) -> str:
    """Return the edition, and what differs from its box.

    >>> ruleset_words(Ruleset.parse("pocket2012"))
    'Pocket'
    >>> ruleset_words(Ruleset.parse("Base+P,queen-first"))
    'Base with Pillbug: you can place your queen first'
    """
    found = differences(ruleset)
    if not found:
        return box_words(ruleset)
    return f"{box_words(ruleset)}: {join_words(_DIFFERENCES[each] for each in found)}"


def box_words(ruleset: Ruleset) -> str:
    """Return the name of the edition with these pieces, or which pieces a mix adds to Base.

    >>> box_words(Ruleset("MP"))
    'Base with Mosquito and Pillbug'
    """
    edition = edition_of(ruleset)
    if edition is not None:
        return edition.name
    added = [str(bug) for bug in ruleset.bugs if bug.value in ruleset.expansions]
    return f"Base with {join_words(added)}"
