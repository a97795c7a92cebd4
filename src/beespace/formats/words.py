"""Pieces, moves and rules in everyday English, for people who did not ask for notation."""

from __future__ import annotations

from collections import Counter

from beespace.rules import (
    BaseBoard,
    Bug,
    Difference,
    Direction,
    Move,
    Pass,
    Piece,
    Ruleset,
    differences,
    edition_of,
)

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


def piece_words(piece: Piece) -> str:
    """Return what a piece is called, without its number.

    >>> piece_words(Piece.parse("bA2"))
    'black ant'
    """
    return f"{piece.color} {piece.bug}".lower()


def place_words(board: BaseBoard, move: Move) -> str:
    """Return where a move ends, by a neighbour that is easy to find, on the board before it.

    >>> from beespace import Board
    >>> board = Board.from_game_string("Base;InProgress;Black[1];wS1")
    >>> place_words(board, board.parse_uhp("bA1 -wS1"))
    'left of the white spider'
    """
    if isinstance(move, Pass):
        return ""
    others = [piece for piece in board.stack(move.to) if piece != move.piece]
    if others:
        return f"onto the {piece_words(others[-1])}"
    neighbors = []
    for direction in Direction:
        below = [p for p in board.stack(move.to - direction.value) if p != move.piece]
        if below:
            neighbors.append((below[-1], _SIDES[direction]))
    if not neighbors:
        return "in the middle"
    tops = Counter((p.color, p.bug) for p in _visible(board))
    # People look for queens first, then for a piece that has no double.
    piece, side = min(
        neighbors,
        key=lambda near: (near[0].bug is not Bug.QUEEN, tops[near[0].color, near[0].bug]),
    )
    return f"{side} the {piece_words(piece)}"


def move_words(board: BaseBoard, move: Move) -> str:
    """Return a move in a few words, on the board before it.

    >>> from beespace import Board
    >>> move_words(Board("Base"), Board("Base").parse_uhp("wG1"))
    'White grasshopper, in the middle'
    """
    if isinstance(move, Pass):
        return f"{board.turn} passes"
    thrown = "thrown " if board.throwers(move) and move.piece.color is not board.turn else ""
    return f"{piece_words(move.piece).capitalize()}, {thrown}{place_words(board, move)}"


def ruleset_words(ruleset: Ruleset) -> str:
    """Return the edition, and what differs from its box.

    >>> ruleset_words(Ruleset.parse("pocket2012"))
    'Pocket'
    >>> ruleset_words(Ruleset.parse("Base+P,queen-first"))
    'Base with Pillbug: you can place your queen first'
    """
    edition = edition_of(ruleset)
    if edition is not None:
        box = edition.name
    else:
        added = [str(bug) for bug in ruleset.bugs if bug.value in ruleset.expansions]
        box = f"Base with {' and '.join(added)}"
    changed = ", ".join(_DIFFERENCES[difference] for difference in differences(ruleset))
    return f"{box}: {changed}" if changed else box


def _visible(board: BaseBoard) -> list[Piece]:
    return [stack[-1] for stack in board.stacks().values()]
