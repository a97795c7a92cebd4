"""Draws a whole game as an animated SVG.

Each position is a group that is visible for a while, in which the moved piece glides to its place.
Viewers without animation show the last position.
"""

from __future__ import annotations

from beespace.errors import BeespaceError
from beespace.rules import BaseBoard, Hex, Pass, Piece
from beespace.svg.drawing import (
    Scene,
    Style,
    describe,
    document,
    draw_piece,
    draw_scene,
    frame_around,
    pieces_of,
)
from beespace.svg.layout import Frame, point
from beespace.svg.markup import element, number

# GIF delays are in hundredths of a second, and many viewers ignore a delay of 1.
MIN_S = 0.02
MAX_S = 3600
_GLIDE_S = 0.35
# The part of a move's time that gliding may take, so that pieces pause between moves.
_MAX_GLIDE = 0.6
_PAUSE_AT_END_S = 3.0


def check_seconds(seconds: float) -> None:
    """Check the time for a move.

    Raises:
        BeespaceError: it is out of range.
    """
    if not MIN_S <= seconds <= MAX_S:
        raise BeespaceError(f"time for a move must be {MIN_S} to {MAX_S} seconds, not {seconds}")


def frame_of_game(style: Style, board: BaseBoard) -> Frame:
    """Return a frame that fits every position of a game."""
    frame: Frame | None = None
    for position in board.history():
        own = frame_around(style, Scene(position, *position.last_move_hexes()))
        frame = own if frame is None else frame.around(own)
    assert frame is not None
    return frame


def animate(
    style: Style, board: BaseBoard, *, seconds: float, size: int | None, caption: str
) -> str:
    """Return the game of a board as an animated SVG document.

    Raises:
        BeespaceError: the time for a move is too short or too long.
    """
    check_seconds(seconds)
    count = len(board.moves) + 1
    total_s = count * seconds + _PAUSE_AT_END_S
    glide_s = min(_GLIDE_S, _MAX_GLIDE * seconds)
    groups = []
    for i, position in enumerate(board.history()):
        start, end = i * seconds / total_s, (i + 1) * seconds / total_s
        is_last = i == count - 1
        groups.append(
            _position(style, position, start, 1.0 if is_last else end, total_s, glide_s, is_last)
        )
    title, description = describe(board)
    frame = frame_of_game(style, board)
    return document(
        style,
        "".join(groups),
        frame,
        pieces_of(board),
        title=f"A game of {count - 1} moves. Final position: {title}",
        description=description,
        caption=caption,
        size=size,
    )


def _position(
    style: Style,
    board: BaseBoard,
    start: float,
    end: float,
    total_s: float,
    glide_s: float,
    is_last: bool,
) -> str:
    """Draw one position, visible from `start` to `end`, as fractions of the whole."""
    origin, destination = board.last_move_hexes()
    is_pass = bool(board.moves) and isinstance(board.moves[-1], Pass)
    moved, glide = None, ""
    if destination is not None and origin is not None and not is_pass:
        moved = board.stack(destination)[-1]
        when = start, start + glide_s / total_s
        glide = _gliding(style, board, moved, origin, destination, when, total_s)
    scene = Scene(board, origin, destination)
    drawn = draw_scene(style, scene, moving=moved, drawn=glide)
    times = [(0.0, "visible" if start == 0 else "hidden")]
    if start > 0:
        times.append((start, "visible"))
    if end < 1:
        times.append((end, "hidden"))
    toggle = _animation("animate", times, total_s, attributeName="visibility", calcMode="discrete")
    return element("g", toggle + drawn, visibility="visible" if is_last else "hidden")


def _gliding(
    style: Style,
    board: BaseBoard,
    piece: Piece,
    origin: Hex,
    destination: Hex,
    when: tuple[float, float],
    total_s: float,
) -> str:
    """Draw the moved piece, gliding from its origin."""
    level = len(board.stack(destination)) - 1
    from_x, from_y = point(origin, len(board.stack(origin)))
    to_x, to_y = point(destination, level)
    away = f"{number(from_x - to_x)} {number(from_y - to_y)}"
    start, arrives = when
    times = [(0.0, away), (start, away), (arrives, "0 0"), (1.0, "0 0")]
    glide = _animation(
        "animateTransform", times, total_s, attributeName="transform", type="translate"
    )
    return element("g", glide + draw_piece(style, piece, destination, level))


def _animation(tag: str, times: list[tuple[float, str]], total_s: float, **attributes: str) -> str:
    return element(
        tag,
        **attributes,
        values=";".join(value for _, value in times),
        keyTimes=";".join(f"{time:.5f}".rstrip("0").rstrip(".") or "0" for time, _ in times),
        dur=f"{number(total_s)}s",
        repeatCount="indefinite",
    )
