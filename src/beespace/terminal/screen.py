"""What the players see: the board with both hands, lists of moves, and sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import fill
from typing import Literal

from beespace import (
    BaseBoard,
    Bug,
    Color,
    EndReason,
    Hex,
    Move,
    Outcome,
    Piece,
    Place,
    Reason,
    Relocate,
)
from beespace.formats import text
from beespace.formats.colors import NO_COLORS, Ink, Palette, paint
from beespace.formats.words import move_words, places_words
from beespace.rules.board.position import LAST_TURN_FOR_QUEEN
from beespace.rules.box.pieces import PIECE_PATTERN
from beespace.rules.box.words import bug_words, join_words, piece_words, the_piece

Notation = Literal["words", "uhp"]

# Longer lines are tiring to read, however wide the terminal is.
_MAX_TEXT_WIDTH = 100


@dataclass
class Screen:
    """How to draw on one terminal; `width` is called each time, since windows change size."""

    charset: text.Charset = text.UNICODE
    palette: Palette = NO_COLORS
    width: Callable[[], int] = lambda: 80
    coordinates: bool = False
    notation: Notation = "words"

    def table(
        self,
        board: BaseBoard,
        *,
        selected: Piece | None = None,
        targets: Sequence[Hex] = (),
        marked: Collection[Hex] = (),
        crossed: Collection[Hex] = (),
    ) -> str:
        """Return the board and the hands."""
        drawing = text.draw_board(
            board,
            charset=self.charset,
            palette=self.palette,
            # Some terminals start a new line after writing the last column.
            width=self.width() - 1,
            selected=board.location(selected) if selected else None,
            targets=targets,
            marked=marked,
            crossed=crossed,
            coordinates=self.coordinates,
        )
        return f"\n{drawing}\n\n{self.hands(board)}\n"

    def hands(self, board: BaseBoard) -> str:
        """Return each player's hand: in words, or with the short names on the board."""
        if self.notation == "uhp":
            return text.draw_hands(board, charset=self.charset, palette=self.palette)
        return "\n".join(self._hand_in_words(board, color) for color in Color)

    def _hand_in_words(self, board: BaseBoard, color: Color) -> str:
        names: dict[str, Piece] = {}
        for bug, group in groupby(board.hand(color), key=lambda piece: piece.bug):
            pieces = list(group)
            name = bug_words(bug)
            # Keeps a number and its bug on the same line.
            many = f"{len(pieces)}\N{NO-BREAK SPACE}{name}s"
            names[name if len(pieces) == 1 else many] = pieces[0]
        label = f"  {color}  "
        if not names:
            return label + paint("nothing in hand", self.palette.code(Ink.FAINT))
        hand = self._wrap(", ".join(names), label, " " * len(label))
        for name, piece in names.items():
            shown = name.replace("\N{NO-BREAK SPACE}", " ")
            hand = hand.replace(name, paint(shown, self.palette.piece_code(piece)))
        return hand

    def say(self, sentence: str, ink: Ink = Ink.PLAIN) -> str:
        """Return a sentence, wrapped, with `?` for characters that can't be printed."""
        printable = "".join(c if c.isprintable() else "?" for c in sentence)
        wrapped = self._wrap(printable, "  ")
        return "\n".join(paint(line, self.palette.code(ink)) for line in wrapped.splitlines())

    def move(self, board: BaseBoard, move: Move) -> str:
        """Return a move of the board's next turn, in the notation the players chose."""
        return board.uhp(move) if self.notation == "uhp" else move_words(board, move)

    def piece(self, piece: Piece) -> str:
        """Return a piece's name, in the notation the players chose."""
        return str(piece) if self.notation == "uhp" else the_piece(piece)

    def moves(self, board: BaseBoard) -> str:
        """Return every legal move, by piece."""
        moves = list(board.legal_moves)
        placed = dict.fromkeys(move.piece for move in moves if isinstance(move, Place))
        moved = dict.fromkeys(move.piece for move in moves if isinstance(move, Relocate))
        write = self._moves_in_uhp if self.notation == "uhp" else self._moves_in_words
        lines = write(board, list(placed), list(moved))
        count = f"{len(moves)} legal move{'s' if len(moves) != 1 else ''}."
        lines.append(self.say(count, Ink.FAINT))
        return "\n".join(lines)

    def _moves_in_uhp(
        self, board: BaseBoard, placed: Sequence[Piece], moved: Sequence[Piece]
    ) -> list[str]:
        lines = []
        if placed:
            lines.append(self.say(f"Place {', '.join(map(str, placed))}, each at"))
            lines.append(self._references(board, board.legal_moves.of(placed[0]), "   "))
        for piece in moved:
            verb = "Move " if piece.color is board.turn else "Throw"
            own = board.legal_moves.of(piece)
            lines.append(self._references(board, own, f"  {verb} {piece!s:3}", " " * 13))
        return lines

    def _moves_in_words(
        self, board: BaseBoard, placed: Sequence[Piece], moved: Sequence[Piece]
    ) -> list[str]:
        lines = []
        if placed:
            kinds = [str(piece.bug).lower() for piece in placed]
            article = "an" if kinds[0] == "ant" else "a"
            lines.append(self.say(f"Place {article} {join_words(kinds, 'or')}:", Ink.STRONG))
            places = places_words(board, board.legal_moves.of(placed[0]))
            lines.append(self._wrap("; ".join(_by_reference(places, "{side}")), "    "))
        for piece in moved:
            verb = "Move" if piece.color is board.turn else "Throw"
            lines.append(self.say(f"{verb} the {piece_words(piece)} {piece}:", Ink.STRONG))
            places = places_words(board, board.legal_moves.of(piece))
            lines.append(self._wrap("; ".join(_by_reference(places, "{side}")), "    "))
        return lines

    def targets(self, board: BaseBoard, piece: Piece, moves: Sequence[Move]) -> str:
        """Return the numbered moves of one piece."""
        in_hand, own = board.location(piece) is None, piece.color is board.turn
        if self.notation == "uhp":
            verb = "be placed at" if in_hand else "go to" if own else "be thrown to"
            return self._references(board, moves, f"  {piece} can {verb}", numbered=True)
        verb = "place" if in_hand else "move" if own else "throw"
        # Keeps a number and its move on the same line.
        places = _by_reference(places_words(board, moves), "{number}:\N{NO-BREAK SPACE}{side}")
        lines = [self._wrap(line, "    ", "      ") for line in places]
        heading = self.say(f"You can {verb} the {piece_words(piece)}:")
        return "\n".join([heading, *lines]).replace("\N{NO-BREAK SPACE}", " ")

    def columns(self, items: Sequence[str]) -> str:
        """Return items in as many columns as fit, read line by line."""
        cell = max(map(len, items), default=0) + 3
        fitting = max(1, (self._text_width() - 1) // cell)
        rows = [items[i : i + fitting] for i in range(0, len(items), fitting)]
        lines = ("".join(f"  {item:{cell - 2}}" for item in row).rstrip() for row in rows)
        return "\n".join(lines)

    def _references(
        self,
        board: BaseBoard,
        moves: Sequence[Move],
        heading: str,
        indent: str = "    ",
        numbered: bool = False,
    ) -> str:
        """Return where moves go in UHP, without the mover's name, after a heading."""
        shown = []
        for number, move in enumerate(moves, 1):
            reference = board.uhp(move).partition(" ")[2] or "the middle"
            # Keeps a number and its move on the same line.
            shown.append(f"{number}:\N{NO-BREAK SPACE}{reference}" if numbered else reference)
        line = heading + "  " + "  ".join(shown)
        return self._wrap(line, "", indent).replace("\N{NO-BREAK SPACE}", " ")

    def _text_width(self) -> int:
        return max(20, min(self.width() - 1, _MAX_TEXT_WIDTH))

    def _wrap(self, line: str, first: str, rest: str | None = None) -> str:
        return fill(
            line,
            self._text_width(),
            initial_indent=first,
            subsequent_indent=first if rest is None else rest,
            break_long_words=False,
            # A reference such as -wQ is one word.
            break_on_hyphens=False,
        )


def _by_reference(places: Sequence[str], form: str) -> list[str]:
    """Group places such as `left of the white ant` by the piece they name.

    `form` has room for a place's number, from 1, and its side.
    """
    sides: dict[str, list[str]] = {}
    for number, place in enumerate(places, 1):
        side, of, reference = place.partition(" of ")
        # "onto the white ant" has no side.
        group = of + reference if of else place
        sides.setdefault(group, []).append(form.format(number=number, side=side))
    return [
        join_words(found, "or") + (group if group.startswith(" of ") else "")
        for group, found in sides.items()
    ]


def describe_turn(board: BaseBoard) -> str:
    """Return whose turn it is, and what is urgent."""
    turn, number = board.turn, board.turn_number
    sentence = f"{turn} to move, turn {number}."
    if not board.ply:
        return f"{sentence} Type a piece to place it, such as spider or {turn.value}S1."
    if board.ply == 1:
        return f"{sentence} Type a piece to see where it can go."
    if board.location(Piece(turn, Bug.QUEEN)) is None and number > 1:
        left = LAST_TURN_FOR_QUEEN - number + 1
        when = "now" if left <= 1 else f"within {left} turns"
        sentence += f" {turn} must place the queen {when}."
    return sentence


def describe_outcome(outcome: Outcome) -> str:
    """Return who won and why."""
    winner, reason = outcome.winner, outcome.reason
    if winner is None:
        why = {
            EndReason.SURROUND: ": both queens are surrounded",
            EndReason.REPETITION: ": this position has come up a third time",
            EndReason.AGREEMENT: " by agreement",
            EndReason.DEADLOCK: ": neither side could move again",
            EndReason.ADJUDICATION: " by adjudication",
            EndReason.LENGTH: ": the game hit the move limit",
        }
        return f"Draw{why.get(reason, '') if reason else ''}."
    loser = winner.opponent
    why = {
        EndReason.SURROUND: f": {loser}'s queen is surrounded",
        EndReason.RESIGN: f": {loser} resigned",
        EndReason.TIME: f": {loser} ran out of time",
        EndReason.ADJUDICATION: " by adjudication",
    }
    return f"{winner} wins{why.get(reason, '') if reason else ''}."


def hexes_of(board: BaseBoard, reason: Reason) -> set[Hex]:
    """Return the hexes of the pieces that cause something.

    If the hive would fall apart, these are the parts that would be cut off, so the largest
    part isn't among them.
    """
    pieces = list(reason.pieces)
    largest = max(reason.parts, key=len, default=())
    for part in reason.parts:
        if part is not largest:
            pieces += part
    return {hex for piece in pieces if (hex := board.location(piece)) is not None}


def capitalized(text: str) -> str:
    """Return a text with a capital letter, unless it begins with a short name such as wM."""
    return text if re.match(PIECE_PATTERN, text) else text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return a text such as an error's as a sentence."""
    return f"{capitalized(text).removesuffix('.')}."
