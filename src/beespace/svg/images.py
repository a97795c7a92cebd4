"""Drawings as pixels: PNG, and GIF for whole games. Needs the extra `pictures`."""

from __future__ import annotations

import io

from beespace.errors import BeespaceError, MissingExtraError
from beespace.rules import BaseBoard
from beespace.svg.animation import frame_of_game, positions
from beespace.svg.drawing import Scene, describe, document, draw_scene, pieces_of, style_of
from beespace.svg.layout import last_move_of

EXTRA = "pictures"
_PAUSE_AT_END_MS = 3000


def png(drawing: str, *, scale: float = 1.0) -> bytes:
    """A drawing as PNG, so many times as large as it says.

    Raises:
        MissingExtraError: the extra `pictures` is not installed.
        BeespaceError: the drawing cannot be rendered.
    """
    try:
        import resvg_py
    except ImportError:
        raise MissingExtraError("drawing PNG", EXTRA) from None
    try:
        return resvg_py.svg_to_bytes(svg_string=drawing, zoom=scale)
    except ValueError as error:
        raise BeespaceError(f"the drawing cannot be rendered: {error}") from None


def gif(
    board: BaseBoard,
    *,
    size: int | None = 640,
    theme: str = "light",
    pieces: str = "stencil",
    seconds: float = 1.0,
    numbers: bool = True,
    coordinates: bool = False,
    caption: str = "",
) -> bytes:
    """The game of a board as an animated GIF.

    Raises:
        MissingExtraError: the extra `pictures` is not installed.
        BeespaceError: an option has no meaning.
    """
    try:
        from PIL import Image
    except ImportError:
        raise MissingExtraError("drawing GIF", EXTRA) from None
    style = style_of(theme, pieces, numbers=numbers, coordinates=coordinates)
    frame = frame_of_game(style, board)
    images = []
    for position in positions(board):
        scene = Scene(position, *last_move_of(position))
        title, description = describe(position)
        drawing = document(
            style,
            draw_scene(style, scene),
            frame,
            pieces_of(position),
            title=title,
            description=description,
            caption=caption,
            size=size,
        )
        image = Image.open(io.BytesIO(png(drawing))).convert("RGB")
        images.append(image.quantize(128, dither=Image.Dither.NONE))
    durations = [round(seconds * 1000)] * len(images)
    durations[-1] += _PAUSE_AT_END_MS
    written = io.BytesIO()
    images[0].save(
        written, "GIF", save_all=True, append_images=images[1:], duration=durations, loop=0
    )
    return written.getvalue()
