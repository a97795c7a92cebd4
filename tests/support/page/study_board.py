"""Plays moves on the puzzle and openings boards with a real mouse or finger."""

from __future__ import annotations

from beespace.rules import BaseBoard, Move, Pass
from support.page.pointers import Fingers
from support.page.screen import Screen


def play(screen: Screen, board: BaseBoard, move: Move, *, with_finger: bool = False) -> None:
    """Play a move by tapping or clicking the piece and its destination."""
    if isinstance(move, Pass):
        screen.tested("pass").click()
        return
    tap = Fingers(screen).tap if with_finger else screen.click
    origin = board.location(move.piece)

    def choose() -> None:
        if origin is not None:
            screen.bring_into_view(origin)
            tap(screen.where(origin, len(board.stack(origin)) - 1))
        else:
            tap(screen.at(str(move.piece)))

    screen.until_offered(choose, screen.target(move.to))
    screen.bring_into_view(move.to)
    tap(screen.origin(screen.target(move.to)))
