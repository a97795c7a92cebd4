"""Assembles a drawing: the background, the tiles row by row, the marks, and the caption."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from beespace.errors import BeespaceError
from beespace.rules import PIECES, BaseBoard, Hex, Move, Pass, Piece
from beespace.svg import marks
from beespace.svg.layout import LABEL_SPACE, Frame, frame_of, point
from beespace.svg.marks import Arrow
from beespace.svg.markup import element, escaped, hexagon, number
from beespace.svg.themes import THEMES, Theme
from beespace.svg.tiles import SETS, TILE_RADIUS, TileSet

# The default scale in pixels per unit, which makes tiles 60 pixels wide.
_DEFAULT_SCALE = 0.6
_FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
_CAPTION_HEIGHT = 46.0
_CAPTION_SIZE = 24.0
# The average width of a letter in that font, relative to the font size.
_LETTER_WIDTH = 0.56

Place = Hex | Piece


@dataclass(frozen=True)
class Style:
    """The look of a drawing, regardless of its content."""

    theme: Theme
    pieces: str
    numbers: bool = True
    coordinates: bool = False
    tiles: TileSet = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", TileSet(self.pieces, self.theme))


def style_of(theme: str, pieces: str, *, numbers: bool, coordinates: bool) -> Style:
    """Return the style for the names of a theme and a piece set.

    Raises:
        BeespaceError: there is no such theme or set.
    """
    if theme not in THEMES:
        raise BeespaceError(f"{theme!r} is not a theme; choose from {', '.join(THEMES)}")
    if pieces not in SETS:
        raise BeespaceError(f"{pieces!r} is not a piece set; choose from {', '.join(SETS)}")
    return Style(THEMES[theme], pieces, numbers, coordinates)


@dataclass
class Scene:
    """A board and the marks on it."""

    board: BaseBoard
    origin: Hex | None = None
    destination: Hex | None = None
    # From, to, and colour.
    arrows: list[tuple[Hex, Hex, str]] = field(default_factory=list)
    highlights: dict[Hex, str] = field(default_factory=dict)

    def marked_hexes(self) -> set[Hex]:
        """Return the hexes besides the occupied ones that the drawing needs room for."""
        ends = [hex for tail, head, _ in self.arrows for hex in (tail, head)]
        return {*ends, *self.highlights, *({self.origin} if self.origin else ())}


def scene_of(
    board: BaseBoard,
    last_move: Move | bool | None,
    arrows: Iterable[Arrow | tuple[Place, Place] | Move],
    highlights: Mapping[Place, str] | Iterable[Place],
) -> Scene:
    """Return the scene for the caller's options, with pieces replaced by their hexes.

    Raises:
        BeespaceError: a piece is not on the board.
    """
    scene = Scene(board)
    own = board.last_move_hexes()
    if last_move is True or (last_move and last_move in board.moves[-1:]):
        scene.origin, scene.destination = own
    elif last_move and not isinstance(last_move, Pass):
        scene.destination = last_move.to
    for arrow in arrows:
        scene.arrows.extend(_arrow(board, arrow))
    colors = highlights if isinstance(highlights, Mapping) else dict.fromkeys(highlights, "blue")
    scene.highlights = {_hex(board, place): color for place, color in colors.items()}
    return scene


def _hex(board: BaseBoard, place: Place) -> Hex:
    if isinstance(place, Hex):
        return place
    hex = board.location(place)
    if hex is None:
        raise BeespaceError(f"{place.name} is not on the board")
    return hex


def _arrow(
    board: BaseBoard, arrow: Arrow | tuple[Place, Place] | Move
) -> list[tuple[Hex, Hex, str]]:
    if isinstance(arrow, Pass):
        return []
    if isinstance(arrow, tuple):
        arrow = Arrow(*arrow)
    elif not isinstance(arrow, Arrow):
        start = board.location(arrow.piece)
        if start is None:  # a placement has no origin
            return []
        arrow = Arrow(start, arrow.to)
    return [(_hex(board, arrow.tail), _hex(board, arrow.head), arrow.color)]


def draw_scene(style: Style, scene: Scene, *, moving: Piece | None = None, drawn: str = "") -> str:
    """Draw everything on the board, without a frame.

    The `moving` piece is left out; animations pass it as `drawn`, which goes over the tiles and
    under the marks.
    """
    theme, board = style.theme, scene.board
    occupied = board.hexes()
    under, over = [], []
    if not occupied:
        under.append(_empty_hex(theme))
    stacks = {hex: board.stack(hex) for hex in occupied}
    for hex, color in scene.highlights.items():
        height = len(stacks.get(hex, ()))
        if height:
            over.append(_ring(style, hex, stacks[hex], color))
        else:
            under.append(marks.target(theme, hex, color))
    if scene.origin is not None and scene.origin != scene.destination:
        height = len(stacks.get(scene.origin, ()))
        mark = marks.origin(theme, scene.origin, max(height - 1, 0))
        (over if height else under).append(mark)
    if scene.destination in stacks:
        over.append(_ring(style, scene.destination, stacks[scene.destination], "honey"))
    tiles = []
    for hex in sorted(occupied, key=lambda hex: (hex.r, hex.q)):
        for level, piece in enumerate(stacks[hex]):
            if piece is not moving:
                is_top = piece is stacks[hex][-1]
                tiles.append(draw_piece(style, piece, hex, level, is_top=is_top))
        if len(stacks[hex]) > 1:
            over.append(marks.badge(theme, hex, len(stacks[hex])))
    for *ends, color in scene.arrows:
        tail, head = (point(hex, max(len(stacks.get(hex, ())) - 1, 0)) for hex in ends)
        over.append(marks.arrow(theme, tail, head, color))
    if style.coordinates:
        over.append(marks.labels(theme, occupied))
    return "".join([*under, *tiles, drawn, *over])


def _ring(style: Style, hex: Hex, stack: tuple[Piece, ...], color: str) -> str:
    """Draw a ring around the top of a stack, and the piece's number again on top of it."""
    level = len(stack) - 1
    return marks.ring(style.theme, hex, level, color) + _number(style, stack[-1], hex, level)


def _number(style: Style, piece: Piece, hex: Hex, level: int) -> str:
    if not style.numbers or piece.bug.count == 1:
        return ""
    return style.tiles.number_mark(piece.color, piece.number, *point(hex, level))


def draw_piece(style: Style, piece: Piece, hex: Hex, level: int, *, is_top: bool = True) -> str:
    """Draw one piece on its hex; only the top piece of a stack shows its number."""
    x, y = point(hex, level)
    drawn = ""
    if level:
        drawn = element(
            "path",
            d=hexagon(TILE_RADIUS, 9),
            transform=f"translate({number(x + 2)} {number(y + 9)})",
            fill=style.theme.shadow,
            opacity=style.theme.shadow_opacity,
        )
    name = style.tiles.name(piece.color, piece.bug)
    drawn += f'<use href="#{name}" x="{number(x)}" y="{number(y)}"/>'
    return drawn + (_number(style, piece, hex, level) if is_top else "")


def _empty_hex(theme: Theme) -> str:
    return element(
        "path",
        d=hexagon(TILE_RADIUS - 4, 8),
        fill="none",
        stroke=theme.faint,
        stroke_width=3,
        stroke_dasharray="11 8",
    )


def frame_around(style: Style, scene: Scene) -> Frame:
    """Return the frame of a scene, with room for coordinates if they are shown."""
    frame = frame_of(scene.board, scene.marked_hexes())
    if not style.coordinates:
        return frame
    return Frame(frame.left - LABEL_SPACE, frame.top - LABEL_SPACE / 2, frame.right, frame.bottom)


def document(
    style: Style,
    body: str,
    frame: Frame,
    pieces: Iterable[Piece],
    *,
    title: str,
    description: str,
    caption: str = "",
    size: int | None = None,
) -> str:
    """Return a complete SVG document.

    Raises:
        BeespaceError: the size is not positive.
    """
    height = frame.height + (_CAPTION_HEIGHT if caption else 0)
    scale = _DEFAULT_SCALE if size is None else size / max(frame.width, height)
    if not 0 < scale < math.inf:  # also false for NaN
        raise BeespaceError(f"the size of a drawing must be positive, not {size}")
    box = (frame.left, frame.top, frame.width, height)
    table = element(
        "rect", x=frame.left, y=frame.top, width=frame.width, height=height, fill=style.theme.table
    )
    if caption:
        body += _caption(style, caption, frame)
    return element(
        "svg",
        f"<title>{escaped(title)}</title><desc>{escaped(description)}</desc>"
        + element("defs", _definitions(style.tiles, pieces))
        + table
        + body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, box)),
        width=max(1, round(frame.width * scale)),
        height=max(1, round(height * scale)),
        role="img",
    )


def _definitions(tiles: TileSet, pieces: Iterable[Piece]) -> str:
    kinds = {(piece.color, piece.bug) for piece in pieces}
    ordered = dict.fromkeys((p.color, p.bug) for p in PIECES if (p.color, p.bug) in kinds)
    drawn = [tiles.definition(color, bug) for color, bug in ordered]
    return tiles.shared({color for color, _ in kinds}) + "".join(drawn)


def _caption(style: Style, caption: str, frame: Frame) -> str:
    """Draw a line of text under the board, in a smaller font if it would not fit."""
    caption = " ".join(caption.split())
    room = frame.width - 24
    size = min(_CAPTION_SIZE, room / (_LETTER_WIDTH * max(len(caption), 1)))
    return element(
        "text",
        escaped(caption),
        x=frame.left + frame.width / 2,
        y=frame.bottom + 12,
        font_family=_FONT,
        font_size=size,
        font_weight="600",
        fill=style.theme.ink,
        text_anchor="middle",
    )


def describe(board: BaseBoard) -> tuple[str, str]:
    """Return a title and a description, for people who can't see the drawing."""
    count = sum(len(board.stack(hex)) for hex in board.hexes())
    outcome = board.outcome()
    if outcome is None:
        turn = f"{board.turn} to move"
    else:
        turn = f"{outcome.winner} has won" if outcome.winner else "the game is a draw"
    title = f"Board with {count} piece{'s' if count != 1 else ''}, {turn}"
    stacks = []
    for hex in sorted(board.hexes(), key=lambda hex: (hex.r, hex.q)):
        names = " under ".join(piece.name for piece in board.stack(hex))
        stacks.append(f"{hex.q},{hex.r}: {names}")
    return title, "; ".join(stacks) or "The board is empty."


def pieces_of(board: BaseBoard) -> list[Piece]:
    """Return the pieces on a board."""
    return [piece for hex in board.hexes() for piece in board.stack(hex)]
