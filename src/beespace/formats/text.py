r"""Draws boards as text, for terminals and other plain-text output.

    >>> from beespace.rules import Board
    >>> board = Board.from_game_string(r"Base;InProgress;White[3];wS1;bG1 wS1-;wQ \wS1;bQ bG1/")
    >>> print(draw_board(board, charset=ASCII))
       / \     / \
      |wQ |   [bQ ]
       \ / \ / \ /
        |wS1|bG1|
         \ / \ /

Hexes have a corner at the top, as in the Universal Hive Protocol: neighbours in the same row are
four columns to the left and right, those in the next rows are shifted by two columns. A hex has
room for five characters:

     2        top: the height of the stack, if more than one
    wB1       middle: the top piece, or the number of a target
     3        bottom: the number of an occupied target, a cross on a piece out of reach, or a dot
              where the last move started

Brackets surround the piece that moved last, arrows the selected piece, and exclamation marks the
marked pieces. The contents of stacks are listed below the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from beespace.formats.colors import NO_COLORS, Ink, Palette, paint
from beespace.rules import BaseBoard, Color, Hex, Piece

# The width of a hex including its borders, and the distance between two hexes, in characters.
_HEX_WIDTH = 5
_PITCH = 4
_MARGIN = 2

STACK_WORDS = "Stack of {count}"


@dataclass(frozen=True)
class Charset:
    """The characters of a drawing."""

    side: str
    rising: str
    falling: str
    last_move: str
    selected: str
    marked: str
    origin: str
    cross: str
    times: str
    arrow: str
    dash: str
    digits: str


UNICODE = Charset(
    side="│",
    rising="╱",
    falling="╲",
    last_move="[]",
    selected="»«",
    marked="!!",
    origin="·",
    cross="×",
    times="×",
    arrow="→",
    dash="─",
    digits="⁰¹²³⁴⁵⁶⁷⁸⁹",
)
ASCII = Charset(
    side="|",
    rising="/",
    falling="\\",
    last_move="[]",
    selected="><",
    marked="!!",
    origin=".",
    cross="x",
    times="x",
    arrow="->",
    dash="-",
    digits="0123456789",
)


def draw_board(
    board: BaseBoard,
    *,
    charset: Charset = UNICODE,
    palette: Palette = NO_COLORS,
    width: int = 80,
    last_move: bool = True,
    selected: Hex | None = None,
    targets: Sequence[Hex] = (),
    marked: Collection[Hex] = (),
    crossed: Collection[Hex] = (),
    coordinates: bool = False,
    stack_words: str = STACK_WORDS,
) -> str:
    """Return the board as lines of text, without a trailing line break.

    `targets` are numbered from 1 in order; put occupied ones among the first nine, since they have
    room for one digit. `marked` hexes are highlighted, and `crossed` hexes are shown as out of
    reach. A hive wider than `width` columns is drawn in parts that overlap by one hex.
    `stack_words` is the label before the contents of a stack.
    """
    numbers = {hex: number for number, hex in enumerate(targets, 1)}
    origin, destination = board.last_move_hexes() if last_move else (None, None)
    occupied = set(board.hexes())
    shown = occupied | set(numbers) | set(crossed) | ({origin} if origin else set())
    if not shown:
        return " " * _MARGIN + paint("The board is empty.", palette.code(Ink.FAINT))
    drawing = _Drawing(board, charset, numbers, origin, set(crossed))
    drawing.brackets = [
        (hexes, sides, ink)
        for hexes, sides, ink in (
            ({destination}, charset.last_move, Ink.LAST_MOVE),
            ({selected}, charset.selected, Ink.SELECTED),
            (set(marked) & occupied, charset.marked, Ink.MARKED),
        )
    ]
    labels = _Labels(shown) if coordinates else None
    label_width = labels.width if labels else 0
    parts = _split(shown, width - _MARGIN - label_width)
    lines: list[str] = []
    for i, part in enumerate(parts, 1):
        if len(parts) > 1:
            ways = ["west"] * (i > 1) + ["east"] * (i < len(parts))
            caption = f"part {i} of {len(parts)}, continued to the {' and the '.join(ways)}"
            lines.append(paint(f"{charset.dash * 2} {caption}", palette.code(Ink.FAINT)))
        canvas = drawing.of(part)
        if labels:
            labels.write(canvas, part)
        lines += canvas.lines(palette, _MARGIN)
    if labels and labels.base != Hex(0, 0):
        lines.append(f"  coordinates relative to q={labels.base.q}, r={labels.base.r}")
    stacks = list_stacks(board, charset=charset, palette=palette, words=stack_words)
    return "\n".join(lines + stacks)


def list_stacks(
    board: BaseBoard,
    *,
    charset: Charset = UNICODE,
    palette: Palette = NO_COLORS,
    words: str = STACK_WORDS,
) -> list[str]:
    """Return one line per stack with its pieces, bottom to top."""
    stacks = [stack for hex in reading_order(board.hexes()) if len(stack := board.stack(hex)) > 1]
    return [
        f"  {words.format(count=len(stack))}  "
        + f" {charset.arrow} ".join(paint(str(p), palette.piece_code(p)) for p in stack)
        for stack in stacks
    ]


def draw_hands(
    board: BaseBoard, *, charset: Charset = UNICODE, palette: Palette = NO_COLORS
) -> str:
    """Return one line per player: the next piece of each bug in hand, and how many there are.

    >>> from beespace.rules import Board
    >>> board = Board("Base")
    >>> _ = board.push_uhp("wS1")
    >>> print(draw_hands(board))
      White  wQ  wB1×2  wG1×3  wS2  wA1×3
      Black  bQ  bB1×2  bG1×3  bS1×2  bA1×3
    """
    lines = []
    for color in Color:
        kinds = []
        for _, group in groupby(board.hand(color), key=lambda piece: piece.bug.value):
            pieces = list(group)
            count = f"{charset.times}{len(pieces)}" if len(pieces) > 1 else ""
            kinds.append(paint(str(pieces[0]), palette.piece_code(pieces[0])) + count)
        hand = "  ".join(kinds) or paint("nothing in hand", palette.code(Ink.FAINT))
        lines.append(f"  {color}  {hand}")
    return "\n".join(lines)


def reading_order(hexes: Iterable[Hex]) -> list[Hex]:
    """Return hexes row by row from the top, each row from left to right."""
    return sorted(hexes, key=lambda hex: (hex.r, hex.q))


def _column(hex: Hex) -> int:
    """Return the column of a hex's left side."""
    return _PITCH * hex.q + _PITCH // 2 * hex.r


def _line(hex: Hex) -> int:
    """Return the line of a hex's upper edges."""
    return 2 * hex.r


def _split(hexes: set[Hex], width: int) -> list[set[Hex]]:
    """Split hexes into parts that are at most `width` columns wide, from west to east."""
    width = max(width, _HEX_WIDTH + _PITCH)
    parts: list[set[Hex]] = []
    left, right = min(map(_column, hexes)), max(map(_column, hexes))
    while True:
        parts.append({hex for hex in hexes if left <= _column(hex) <= left + width - _HEX_WIDTH})
        if left + width - _HEX_WIDTH >= right:
            return parts
        hidden = min(c for c in map(_column, hexes) if c > left + width - _HEX_WIDTH)
        left = hidden - _PITCH


class _Canvas:
    """Characters with their inks, by line and column."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, Ink | Piece]] = {}

    def put(self, line: int, column: int, text: str, ink: Ink | Piece) -> None:
        for i, character in enumerate(text):
            self._cells[line, column + i] = character, ink

    def lines(self, palette: Palette, margin: int) -> list[str]:
        left = min(column for _, column in self._cells) - margin
        by_line: dict[int, dict[int, tuple[str, Ink | Piece]]] = {}
        for (line, column), cell in self._cells.items():
            by_line.setdefault(line, {})[column] = cell
        return [self._row(by_line.get(line, {}), left, palette) for line in _span(by_line)]

    @staticmethod
    def _row(cells: dict[int, tuple[str, Ink | Piece]], left: int, palette: Palette) -> str:
        blank: tuple[str, Ink | Piece] = (" ", Ink.PLAIN)
        row = [cells.get(column, blank) for column in range(left, max(cells, default=left) + 1)]
        runs = []
        for ink, group in groupby(row, key=lambda cell: cell[1]):
            text = "".join(character for character, _ in group)
            code = palette.code(ink) if isinstance(ink, Ink) else palette.piece_code(ink)
            runs.append(paint(text, code))
        return "".join(runs).rstrip(" ")


def _span(lines: Collection[int]) -> range:
    return range(min(lines), max(lines) + 1)


class _Drawing:
    """Draws any part of one board."""

    def __init__(
        self,
        board: BaseBoard,
        charset: Charset,
        numbers: dict[Hex, int],
        origin: Hex | None,
        crossed: set[Hex],
    ) -> None:
        self.board = board
        self.charset = charset
        self.numbers = numbers
        self.origin = origin
        self.crossed = crossed
        # Which hexes get which sides; later entries win if two hexes share a side.
        self.brackets: list[tuple[set[Hex | None] | set[Hex], str, Ink]] = []

    def of(self, hexes: set[Hex]) -> _Canvas:
        """Return a canvas with these hexes drawn on it."""
        canvas = _Canvas()
        for hex in hexes:
            self._outline(canvas, hex)
        for hex in hexes:
            self._fill(canvas, hex)
        for bracketed, sides, ink in self.brackets:
            for hex in hexes & bracketed:
                canvas.put(_line(hex) + 1, _column(hex), sides[0], ink)
                canvas.put(_line(hex) + 1, _column(hex) + _PITCH, sides[1], ink)
        return canvas

    def _outline(self, canvas: _Canvas, hex: Hex) -> None:
        line, column, charset = _line(hex), _column(hex), self.charset
        canvas.put(line, column + 1, charset.rising, Ink.EDGE)
        canvas.put(line, column + 3, charset.falling, Ink.EDGE)
        canvas.put(line + 1, column, charset.side, Ink.EDGE)
        canvas.put(line + 1, column + _PITCH, charset.side, Ink.EDGE)
        canvas.put(line + 2, column + 1, charset.falling, Ink.EDGE)
        canvas.put(line + 2, column + 3, charset.rising, Ink.EDGE)

    def _fill(self, canvas: _Canvas, hex: Hex) -> None:
        line, column = _line(hex), _column(hex)
        stack, number = self.board.stack(hex), self.numbers.get(hex)
        if stack:
            canvas.put(line + 1, column + 1, str(stack[-1]).ljust(3), stack[-1])
            if len(stack) > 1:
                canvas.put(line, column + 2, self.charset.digits[len(stack)], Ink.HEIGHT)
            if number is not None:
                # Two digits don't fit, so higher numbers appear only in the list.
                text = str(number) if number < 10 else "+"
                canvas.put(line + 2, column + 2, text, Ink.TARGET)
            elif hex in self.crossed:
                canvas.put(line + 2, column + 2, self.charset.cross, Ink.MARKED)
            elif hex == self.origin:
                canvas.put(line + 2, column + 2, self.charset.origin, Ink.LAST_MOVE)
        elif number is not None:
            canvas.put(line + 1, column + 1, str(number).center(3), Ink.TARGET)
        elif hex in self.crossed:
            canvas.put(line + 1, column + 2, self.charset.cross, Ink.MARKED)
        elif hex == self.origin:
            canvas.put(line + 1, column + 2, self.charset.origin, Ink.LAST_MOVE)


class _Labels:
    """Coordinate labels: r to the left of each row, q at the top of each slanted column."""

    def __init__(self, hexes: set[Hex]) -> None:
        # Labels have room for three characters, so a hive that drifted far away is numbered from
        # its own corner.
        far = any(not -99 <= value <= 99 for hex in hexes for value in hex)
        self.base = Hex(min(h.q for h in hexes), min(h.r for h in hexes)) if far else Hex(0, 0)
        self.width = 6

    def write(self, canvas: _Canvas, hexes: set[Hex]) -> None:
        """Write the labels around these hexes."""
        top: dict[int, int] = {}
        for hex in hexes:
            top[hex.q] = min(hex.r, top.get(hex.q, hex.r))
        for q, r in top.items():
            above = Hex(q, r - 1)
            canvas.put(_line(above) + 1, _column(above) + 1, f"{q - self.base.q:^3}", Ink.FAINT)
        left = min(map(_column, hexes)) - self.width
        for r in {hex.r for hex in hexes}:
            canvas.put(2 * r + 1, left, f"{r - self.base.r:>3}", Ink.FAINT)
