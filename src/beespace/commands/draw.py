"""`beespace draw`: draws a position or a whole game."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import Any

import click

from beespace import svg
from beespace.backend import Board
from beespace.commands import CannotDoError, errors_of_writing, standard_output
from beespace.errors import BeespaceError
from beespace.formats import read_games, uhp
from beespace.formats.text import ASCII, UNICODE, draw_board
from beespace.rules import BaseBoard
from beespace.terminal.console import screen_for_terminal
from beespace.terminal.screen import Screen


@click.command("draw")
@click.argument("source")
@click.argument("output", metavar="[OUT]", default="-")
@click.option(
    "--game", type=click.IntRange(1), default=1, show_default=True, help="Which game in the file."
)
@click.option("--move", type=int, help="Draw the position after this many moves.  [default: all]")
@click.option("--animate", is_flag=True, help="Draw the whole game as an animated SVG.")
@click.option(
    "--seconds", type=click.FloatRange(0.02, 3600), default=1.0, show_default=True,
    help="Seconds for each move in animations.",
)  # fmt: skip
@click.option("--theme", type=click.Choice(list(svg.THEMES)), default="light", show_default=True)
@click.option(
    "--set", "pieces", type=click.Choice(svg.SETS), default="stencil", show_default=True,
    help="The piece set.",
)  # fmt: skip
@click.option("--size", type=click.IntRange(16, 8192), help="The longer side in pixels.")
@click.option("--no-last-move", is_flag=True, help="Don't mark the last move.")
@click.option("--no-numbers", is_flag=True, help="Don't show the numbers of the pieces.")
@click.option("--coordinates", is_flag=True, help="Show coordinates around the board.")
@click.option("--caption", default="", help="A line of text under the board.")
@click.option(
    "--ascii", "ascii_only", is_flag=True, help="Use only ASCII characters in text drawings."
)
@click.option("--no-color", is_flag=True, help="Don't use colours. Setting NO_COLOR does the same.")
def command(
    source: str,
    output: str,
    game: int,
    move: int | None,
    animate: bool,
    seconds: float,
    theme: str,
    pieces: str,
    size: int | None,
    no_last_move: bool,
    no_numbers: bool,
    coordinates: bool,
    caption: str,
    ascii_only: bool,
    no_color: bool,
) -> None:
    """Draw a position or a game.

    SOURCE is a game file in any supported format, a UHP game string, or a position such as
    "Base White[2] - 0,0:wS1 1,0:bG1". OUT is a file name that ends in .svg, .png, .gif (the whole
    game) or .txt; without it, the command prints the board as text. PNG and GIF need the extra
    "pictures".

    Exits with 0 if the picture was drawn, otherwise with 2.
    """
    suffix = Path(output).suffix.lower()
    options: dict[str, Any] = {
        "theme": theme,
        "pieces": pieces,
        "numbers": not no_numbers,
        "coordinates": coordinates,
        "caption": caption,
    }
    try:
        board = _board(source, game, move)
        if output == "-" or suffix == ".txt":
            screen = Screen(charset=ASCII if ascii_only else UNICODE)
            if output == "-":
                screen = screen_for_terminal(
                    ascii_only=ascii_only, use_color=not no_color, coordinates=coordinates
                )
            drawn = _text(board, screen, last_move=not no_last_move, coordinates=coordinates)
        elif suffix == ".gif" or (animate and suffix == ".svg"):
            drawn = _moving(board, suffix, size, {**options, "seconds": seconds})
        elif suffix in (".svg", ".png"):
            drawing = svg.board(board, size=size, last_move=not no_last_move, **options)
            drawn = svg.png(drawing) if suffix == ".png" else drawing.encode()
        else:
            raise CannotDoError(f"{output} must end in .svg, .png, .gif or .txt")
        _write(output, drawn)
    except BeespaceError as error:
        raise CannotDoError(str(error)) from None


def _text(board: BaseBoard, screen: Screen, *, last_move: bool, coordinates: bool) -> bytes:
    drawn = draw_board(
        board,
        charset=screen.charset,
        palette=screen.palette,
        width=screen.width() - 1,
        last_move=last_move,
        coordinates=coordinates,
    )
    return f"{drawn}\n\n{screen.hands(board)}\n".encode()


def _moving(board: BaseBoard, suffix: str, size: int | None, options: dict[str, Any]) -> bytes:
    """Draw the whole game; a GIF shows a progress bar if standard error is a terminal."""
    if suffix == ".svg":
        return svg.game(board, size=size, **options).encode()
    if not sys.stderr.isatty():
        return svg.gif(board, size=size or 640, **options)
    count = len(board.moves) + 1
    with click.progressbar(length=count, label="drawing", file=sys.stderr) as bar:
        return svg.gif(board, size=size or 640, on_position=lambda: bar.update(1), **options)


def _board(source: str, game: int, move: int | None) -> BaseBoard:
    if uhp.looks_like_it(source):
        board: BaseBoard = Board.from_game_string(uhp.with_usual_letters(source), tolerant=True)
    elif not Path(source).is_file() and " " in source.strip():
        board = Board.from_position(source.strip())
    else:
        board = _board_of_file(source, game)
    if move is None:
        return board
    if not 0 <= move <= len(board.moves):
        raise CannotDoError(f"the game has {len(board.moves)} moves, so --move cannot be {move}")
    while len(board.moves) > move:
        board.pop()
    return board


def _board_of_file(source: str, game: int) -> BaseBoard:
    with read_games(source) as reader:
        record = next(islice(reader, game - 1, None), None)
        if record is None:
            why = f": {reader.skipped[0]}" if reader.skipped else ""
            raise CannotDoError(f"{source} has no game {game}{why}")
        return record.board()


def _write(output: str, drawn: bytes) -> None:
    with errors_of_writing(output):
        if output != "-":
            Path(output).write_bytes(drawn)
            return
        with standard_output(sys.stdout.encoding) as stream:
            click.echo(drawn.decode(), nl=False, file=stream)
