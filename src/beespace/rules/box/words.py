"""Names of bugs and pieces inside English sentences, without the numbers of the notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from beespace.rules.box.pieces import Bug, Piece

_NUMBERS = {2: "two", 3: "three"}


def bug_words(bug: Bug) -> str:
    """Return the name of a bug.

    >>> bug_words(Bug.ANT)
    'ant'
    """
    return str(bug).lower()


def piece_words(piece: Piece) -> str:
    """Return the name of a piece.

    >>> piece_words(Piece.parse("bS2"))
    'black spider'
    """
    return f"{str(piece.color).lower()} {bug_words(piece.bug)}"


def the_piece(piece: Piece) -> str:
    """Return the name of a piece with its article.

    >>> the_piece(Piece.parse("bS2"))
    'the black spider'
    """
    return f"the {piece_words(piece)}"


def the_pieces(pieces: Iterable[Piece], word: str = "and") -> str:
    """Return a list of pieces; pieces with the same name are counted.

    >>> the_pieces([Piece.parse("wQ"), Piece.parse("bA1"), Piece.parse("bA2")])
    'the white queen and two black ants'
    """
    counts = Counter(piece_words(piece) for piece in pieces)
    return join_words(
        (
            f"the {name}" if count == 1 else f"{_NUMBERS[count]} {name}s"
            for name, count in counts.items()
        ),
        word,
    )


def join_words(words: Iterable[str], word: str = "and") -> str:
    """Join words with commas, and the last two with a conjunction.

    >>> join_words(["the queen", "the ant", "the beetle"], "or")
    'the queen, the ant or the beetle'
    """
    listed = list(words)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {word} {listed[-1]}"
