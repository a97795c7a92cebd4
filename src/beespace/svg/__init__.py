"""Draws boards and games as SVG, and as PNG and GIF with the extra `pictures`.

>>> import beespace
>>> board = beespace.Board("Base")
>>> move = board.push_uhp("wS1")
>>> drawing = beespace.svg.board(board, theme="dark", caption="One spider")
>>> drawing[:38]
'<svg xmlns="http://www.w3.org/2000/svg'

Drawings are self-contained and deterministic: the same board always gives the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from beespace.rules import BaseBoard, Hex, Move, Piece
from beespace.svg.animation import animate
from beespace.svg.drawing import (
    describe,
    document,
    draw_scene,
    frame_around,
    pieces_of,
    scene_of,
    style_of,
)
from beespace.svg.images import gif, png
from beespace.svg.marks import Arrow
from beespace.svg.themes import THEMES
from beespace.svg.tiles import SETS

__all__ = ["SETS", "THEMES", "Arrow", "board", "game", "gif", "png"]


def board(
    board: BaseBoard,
    *,
    size: int | None = None,
    theme: str = "light",
    pieces: str = "stencil",
    last_move: Move | bool | None = True,
    arrows: Iterable[Arrow | tuple[Hex | Piece, Hex | Piece] | Move] = (),
    highlights: Mapping[Hex | Piece, str] | Iterable[Hex | Piece] = (),
    numbers: bool = True,
    coordinates: bool = False,
    caption: str = "",
) -> str:
    """Return a board as an SVG document.

    `size` is the longer side in pixels; by default tiles are 60 pixels wide. `theme` is `light` or
    `dark`; `pieces` is the piece set, `stencil`, `inlay` or `contrast`. By default the last move
    gets a ring, and an outline where it started; `last_move` can be another move, or None for no
    marks. An arrow goes from hex to hex, from piece to piece, or along a move. Highlights are hexes
    or pieces; in a mapping, the value is the colour: `blue`, `honey`, `coral`, or one like
    `#7A3FB0`.

    Raises:
        BeespaceError: an option is invalid, or a piece is not on the board.
    """
    style = style_of(theme, pieces, numbers=numbers, coordinates=coordinates)
    scene = scene_of(board, last_move, arrows, highlights)
    title, description = describe(board)
    return document(
        style,
        draw_scene(style, scene),
        frame_around(style, scene),
        pieces_of(board),
        title=title,
        description=description,
        caption=caption,
        size=size,
    )


def game(
    board: BaseBoard,
    *,
    size: int | None = None,
    theme: str = "light",
    pieces: str = "stencil",
    seconds: float = 1.0,
    numbers: bool = True,
    coordinates: bool = False,
    caption: str = "",
) -> str:
    """Return the whole game of a board as an animated SVG document.

    `seconds` is the time for each move.

    Raises:
        BeespaceError: an option is invalid.
    """
    style = style_of(theme, pieces, numbers=numbers, coordinates=coordinates)
    return animate(style, board, seconds=seconds, size=size, caption=caption)
