"""The drawings in the docs, and others that tests compare.

`python tools/pictures drawings` writes those in `SHOWN` to docs/pictures, and the checksums of the
others to tests/svg/drawings.sha256.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from beespace import PIECES, Board, Pass, Piece, svg
from beespace.rules import BaseBoard

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures"
CHECKSUMS = ROOT / "tests" / "svg" / "drawings.sha256"

MIDDLE_GAME = (
    r"Base+MLP;InProgress;White[14];wP;bB1 wP-;wL -wP;bB2 bB1-;wG1 \wP;bL bB1\;wQ -wL;bQ bL\;"
    r"wM wG1/;bG1 bB2-;wB1 -wM;bG1 -wQ;wG2 wM/;bP -bG1;wG3 -wG2;bA1 \bB2;wM wG1;bA1 /wB1;"
    r"wL bP\;bB2 bB1;wM wP;bA2 bB2-;wM bB2;bA2 wQ\;wA1 /wL;bG2 /bA2"
)
SHORT_GAME = (
    r"Base;WhiteWins;Black[13];wG1;bB1 wG1/;wA1 /wG1;bA1 \bB1;wA2 -wG1;bA2 \bA1;wQ \wA2;bQ \bA2;"
    r"wA1 -bQ;bA3 bB1-;wA3 -wA1;bA3 \wQ;wA3 bQ/;bG1 bA2-;wB1 wA3-;bG1 wQ-;wA2 -wA3;bB1 bA1;"
    r"wB1 bQ-;bB1 bA3-;wQ /bA3;bA1 wQ\;wG2 -wA2;bG2 /bA1;wG2 -bA2"
)
STACKS = (
    "Base+MLP White[20] bB2 0,0:wP 1,0:bP.wM.bB2 2,0:wQ 0,1:bQ 1,-1:wA1 1,1:wS1.bB1 -1,1:bA1 2,1:bM"
)
TOWER = (
    "Base+MLP Black[30] - 0,0:bQ.wB1.bB1.wB2.bB2.wM 1,0:wQ.bM 0,1:wA1 -1,1:bA1 1,-1:bS1 2,-1:wS1"
)
# All 28 pieces, in a block of four rows.
ALL_PIECES = "Base+MLP White[40] - " + " ".join(
    f"{i % 7 - (i // 7) // 2},{i // 7}:{piece}" for i, piece in enumerate(PIECES)
)
LINE = "Base+MLP White[40] - " + " ".join(f"{i},0:{piece}" for i, piece in enumerate(PIECES))


def position(text: str) -> BaseBoard:
    """Return the board of a position."""
    return Board.from_position(text)


def game(text: str) -> BaseBoard:
    """Return the board at the end of a game."""
    return Board.from_game_string(text)


def throw() -> str:
    """Return a drawing in which a pillbug throws a spider: arrows and highlights."""
    board = position(
        "Base+MLP White[10] - 0,0:wP 1,0:bS1 1,-1:bQ 0,-1:bG1 -1,0:wQ -1,1:wA1 2,-1:bA1"
    )
    spider = Piece.parse("bS1")
    targets = [m.to for m in board.legal_moves.of(spider) if not isinstance(m, Pass)]
    return svg.board(
        board,
        arrows=[(spider, targets[0])],
        highlights={spider: "coral", **dict.fromkeys(targets, "blue")},
        coordinates=True,
        caption="The spider can be thrown",
        size=560,
    )


PICTURES: dict[str, Callable[[], str]] = {
    "middle-game": lambda: svg.board(game(MIDDLE_GAME), size=720),
    "middle-game-dark-inlay": lambda: svg.board(
        game(MIDDLE_GAME), size=720, theme="dark", pieces="inlay", caption="Black played bG2 /bA2"
    ),
    "stacks": lambda: svg.board(position(STACKS), size=560, coordinates=True),
    "tower-dark": lambda: svg.board(position(TOWER), size=480, theme="dark"),
    "tower-inlay": lambda: svg.board(position(TOWER), size=480, pieces="inlay"),
    "all-pieces": lambda: svg.board(position(ALL_PIECES), size=640),
    "all-pieces-inlay": lambda: svg.board(position(ALL_PIECES), size=640, pieces="inlay"),
    "all-pieces-dark": lambda: svg.board(position(ALL_PIECES), size=640, theme="dark"),
    "all-pieces-dark-inlay": lambda: svg.board(
        position(ALL_PIECES), size=640, theme="dark", pieces="inlay"
    ),
    "wide": lambda: svg.board(position(LINE), size=1400, theme="dark"),
    "throw": throw,
    "empty": lambda: svg.board(Board("Base"), caption="Nothing yet", size=240),
    "game": lambda: svg.game(game(SHORT_GAME), size=480, seconds=0.8),
}
# Those that a page of the docs shows.
SHOWN = ("middle-game", "tower-inlay", "all-pieces", "all-pieces-dark-inlay", "throw", "game")


def checksums() -> str:
    """Return a line with a checksum and a name for each drawing that isn't shown."""
    return "".join(
        f"{hashlib.sha256(draw().encode()).hexdigest()}  {name}\n"
        for name, draw in PICTURES.items()
        if name not in SHOWN
    )


def write_all() -> None:
    """Write the drawings that are shown, and the checksums of the others."""
    FOLDER.mkdir(exist_ok=True)
    for name in SHOWN:
        (FOLDER / f"{name}.svg").write_text(PICTURES[name]() + "\n", encoding="utf-8")
    CHECKSUMS.write_text(checksums(), encoding="utf-8")
