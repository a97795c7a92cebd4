"""Renders drawings as PNG, and games as GIF. Needs the extra `pictures`."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable

from beespace.errors import BeespaceError, MissingExtraError
from beespace.rules import BaseBoard
from beespace.svg.animation import check_seconds, frame_of_game
from beespace.svg.drawing import Scene, describe, document, draw_scene, pieces_of, style_of

EXTRA = "pictures"
_PAUSE_AT_END_MS = 3000
# Larger images need too much memory, and hardly any program can show them.
_MAX_SIDE = 8192
# The total of all frames, which stay in memory until the end, at one byte per pixel.
_MAX_GIF_PIXELS = 1 << 29


def png(drawing: str, *, scale: float = 1.0) -> bytes:
    """Render a drawing as PNG, enlarged by `scale`.

    Raises:
        MissingExtraError: the extra `pictures` is not installed.
        BeespaceError: the drawing cannot be rendered, or is larger than 8192 by 8192 pixels.
    """
    width, height = (side * scale for side in _sides(drawing))
    if not (0 < scale < math.inf and max(width, height) <= _MAX_SIDE):
        raise BeespaceError(
            f"images are limited to {_MAX_SIDE} by {_MAX_SIDE} pixels, not {width:g} by {height:g}"
        )
    try:
        import resvg_py
    except ImportError:
        raise MissingExtraError("drawing PNG", EXTRA) from None
    try:
        return resvg_py.svg_to_bytes(svg_string=drawing, zoom=scale)
    except ValueError as error:
        raise BeespaceError(f"cannot render the drawing: {error}") from None


def _sides(drawing: str) -> tuple[float, float]:
    """Return the width and height in the SVG tag of a drawing; 0 if missing."""
    tag = drawing[: drawing.find(">")]
    width, height = (re.search(rf' {name}="([\d.]+)"', tag) for name in ("width", "height"))
    return float(width[1]) if width else 0.0, float(height[1]) if height else 0.0


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
    on_position: Callable[[], object] | None = None,
) -> bytes:
    """Render the game of a board as an animated GIF.

    This takes a while; `on_position` is called after each position.

    Raises:
        MissingExtraError: the extra `pictures` is not installed.
        BeespaceError: an option is invalid, or the image would be too large.
    """
    try:
        from PIL import Image
    except ImportError:
        raise MissingExtraError("drawing GIF", EXTRA) from None
    check_seconds(seconds)
    style = style_of(theme, pieces, numbers=numbers, coordinates=coordinates)
    frame = frame_of_game(style, board)
    images: list[Image.Image] = []
    for position in board.history():
        scene = Scene(position, *position.last_move_hexes())
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
        width, height = _sides(drawing)
        if width * height * (len(board.moves) + 1) > _MAX_GIF_PIXELS:
            raise BeespaceError(f"size {size} is too large for a GIF of {len(board.moves)} moves")
        image = Image.open(io.BytesIO(png(drawing))).convert("RGB")
        images.append(image.quantize(128, dither=Image.Dither.NONE))
        if on_position is not None:
            on_position()
    durations = [round(seconds * 1000)] * len(images)
    durations[-1] += _PAUSE_AT_END_MS
    written = io.BytesIO()
    images[0].save(
        written, "GIF", save_all=True, append_images=images[1:], duration=durations, loop=0
    )
    return written.getvalue()
