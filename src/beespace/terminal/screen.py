"""What the players see: the table with the board and both hands, lists of moves, sentences."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from textwrap import fill

from beespace import (
    BaseBoard,
    Bug,
    Color,
    Ending,
    Hex,
    Move,
    Outcome,
    Pass,
    Piece,
    Place,
    Reason,
    Ruleset,
)
from beespace.formats import text
from beespace.formats.colors import NO_COLORS, Ink, Palette, paint

_LAST_TURN_FOR_QUEEN = 4
# Sentences longer than this are tiring to read, however wide the terminal is.
_MAX_TEXT_WIDTH = 100


@dataclass
class Screen:
    """How to draw on one terminal; its width is asked anew each time, as windows change."""

    charset: text.Charset = text.UNICODE
    palette: Palette = NO_COLORS
    width: Callable[[], int] = lambda: 80
    coordinates: bool = False

    def table(
        self,
        board: BaseBoard,
        *,
        selected: Piece | None = None,
        targets: Sequence[Hex] = (),
        marked: Collection[Hex] = (),
        crossed: Collection[Hex] = (),
    ) -> str:
        """The board and the hands."""
        drawing = text.draw_board(
            board,
            charset=self.charset,
            palette=self.palette,
            # Some terminals begin a new line once the last column is written.
            width=self.width() - 1,
            selected=board.location(selected) if selected else None,
            targets=targets,
            marked=marked,
            crossed=crossed,
            coordinates=self.coordinates,
        )
        return f"\n{drawing}\n\n{self.hands(board)}\n"

    def hands(self, board: BaseBoard) -> str:
        """A line for each player's hand."""
        return text.draw_hands(board, charset=self.charset, palette=self.palette)

    def say(self, sentence: str, ink: Ink = Ink.PLAIN) -> str:
        """A sentence, wrapped; what cannot be printed, as in a file's name, is replaced."""
        printable = "".join(c if c.isprintable() else "?" for c in sentence)
        wrapped = self._wrap(printable, "  ")
        return "\n".join(paint(line, self.palette.code(ink)) for line in wrapped.splitlines())

    def moves(self, board: BaseBoard) -> str:
        """Every legal move, by piece."""
        moves = list(board.legal_moves)
        placed = dict.fromkeys(move.piece for move in moves if isinstance(move, Place))
        lines = []
        if placed:
            names = ", ".join(map(str, placed))
            lines.append(self.say(f"Place {names}, each at"))
            lines.append(self._references(board, board.legal_moves.of(next(iter(placed))), "   "))
        for piece in dict.fromkeys(move.piece for move in moves if not isinstance(move, Pass)):
            if piece in placed:
                continue
            verb = "Move " if piece.color is board.turn else "Throw"
            own = board.legal_moves.of(piece)
            lines.append(self._references(board, own, f"  {verb} {piece!s:3}", " " * 13))
        count = len(moves)
        lines.append(self.say(f"{count} legal move{'s' if count != 1 else ''}.", Ink.FAINT))
        return "\n".join(lines)

    def targets(self, board: BaseBoard, piece: Piece, moves: Sequence[Move]) -> str:
        """The numbered moves of one piece."""
        if board.location(piece) is None:
            verb = "can be placed at"
        elif piece.color is board.turn:
            verb = "can go to"
        else:
            verb = "can be thrown to"
        heading = f"  {piece} {verb}"
        return self._references(board, moves, heading, numbered=True)

    def _references(
        self,
        board: BaseBoard,
        moves: Sequence[Move],
        heading: str,
        indent: str = "    ",
        numbered: bool = False,
    ) -> str:
        """Where moves go, without the mover's name, after a heading."""
        shown = []
        for number, move in enumerate(moves, 1):
            reference = board.uhp(move).partition(" ")[2] or "the middle"
            # No line is broken between a number and what it stands for.
            shown.append(f"{number}:\N{NO-BREAK SPACE}{reference}" if numbered else reference)
        line = heading + "  " + "  ".join(shown)
        return self._wrap(line, "", indent).replace("\N{NO-BREAK SPACE}", " ")

    def _wrap(self, line: str, first: str, rest: str | None = None) -> str:
        width = max(20, min(self.width() - 1, _MAX_TEXT_WIDTH))
        return fill(
            line,
            width,
            initial_indent=first,
            subsequent_indent=first if rest is None else rest,
            break_long_words=False,
            # A reference such as -wQ is one word.
            break_on_hyphens=False,
        )


def describe_ruleset(ruleset: Ruleset) -> str:
    """A ruleset in words."""
    kinds = [str(bug) for bug in ruleset.bugs if bug.value in ruleset.expansions]
    words = [ruleset.game_type + (f" (with {', '.join(kinds)})" if kinds else "")]
    words.append(
        "the Queen may come first" if ruleset.queen_first else "no Queen on the first turn"
    )
    if not ruleset.stack_gates:
        words.append("gates of stacks do not bind climbers")
    if ruleset.repetition == "threefold":
        words.append("a position's third occurrence is a draw")
    return "; ".join(words)


def describe_turn(board: BaseBoard) -> str:
    """Whose turn it is, and what presses."""
    turn, number = board.turn, board.turn_number
    sentence = f"{turn} to move, turn {number}."
    if not board.ply:
        return f"{sentence} Name a piece to place it, such as {turn.value}S1."
    if board.ply == 1:
        return f"{sentence} Name a piece to see where it can go."
    if board.location(Piece(turn, Bug.QUEEN)) is None and number > 1:
        left = _LAST_TURN_FOR_QUEEN - number + 1
        when = "now" if left <= 1 else f"within {left} turns"
        sentence += f" {turn} must place the Queen {when}."
    return sentence


def describe_outcome(outcome: Outcome) -> str:
    """Who won and why."""
    match outcome.ending, outcome.winner:
        case Ending.SURROUNDED, Color() as winner:
            return f"{winner} wins: {winner.opponent}'s Queen is surrounded."
        case Ending.BOTH_SURROUNDED, _:
            return "A draw: both Queens are surrounded."
        case _:
            return "A draw: this position has stood on the board for the third time."


def hexes_of(board: BaseBoard, reason: Reason) -> set[Hex]:
    """The hexes of the pieces that cause something.

    Of the parts of a hive that would fall apart, the largest one stays unmarked: the others
    are what would be cut off.
    """
    pieces = list(reason.pieces)
    largest = max(reason.parts, key=len, default=())
    for part in reason.parts:
        if part is not largest:
            pieces += part
    return {hex for piece in pieces if (hex := board.location(piece)) is not None}
