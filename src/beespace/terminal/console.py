"""The loops of the hot-seat game and of the viewer: lines in from the keyboard, answers out.

The only module of the terminal game that reads, prints or asks the terminal anything.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
from pathlib import Path

import click

from beespace import BeespaceError, Ruleset
from beespace.formats.colors import NO_COLORS, can_draw_unicode, palette_for
from beespace.formats.text import ASCII, UNICODE
from beespace.terminal.hot_seat import HotSeat
from beespace.terminal.screen import Screen
from beespace.terminal.viewer import Viewer


def play(
    ruleset: Ruleset | None = None,
    *,
    load: Path | None = None,
    ascii_only: bool = False,
    use_color: bool = True,
    coordinates: bool = False,
) -> None:
    """Play until the players quit, the input ends or Ctrl-C is pressed.

    Raises:
        BeespaceError: the file to load cannot be read, or holds no game.
    """
    screen = screen_for_terminal(
        ascii_only=ascii_only, use_color=use_color, coordinates=coordinates
    )
    hot_seat = HotSeat(screen, ruleset or Ruleset.parse("Base"))
    if load is not None:
        try:
            hot_seat.load(load, ruleset)
        except OSError as error:
            raise BeespaceError(f"cannot read {load}: {error.strerror}") from None
    _accept_any_bytes()
    is_keyboard = sys.stdin.isatty()
    if is_keyboard:
        _complete_with(hot_seat)
    click.echo(hot_seat.greet())
    try:
        while not hot_seat.has_quit:
            line = input(hot_seat.prompt)
            if not is_keyboard:
                click.echo(line)  # a keyboard's echo, so that what was piped in can be followed
            click.echo(hot_seat.answer(line))
    except (EOFError, KeyboardInterrupt):
        click.echo()
    click.echo(hot_seat.farewell())


def screen_for_terminal(*, ascii_only: bool, use_color: bool, coordinates: bool) -> Screen:
    """A screen with what this terminal has to offer."""
    unicode = not ascii_only and can_draw_unicode(sys.stdout, os.environ)
    return Screen(
        charset=UNICODE if unicode else ASCII,
        palette=palette_for(sys.stdout, os.environ) if use_color else NO_COLORS,
        width=lambda: shutil.get_terminal_size().columns,
        coordinates=coordinates,
    )


def view(viewer: Viewer) -> None:
    """Step through games until it is enough, the input ends or Ctrl-C is pressed."""
    _accept_any_bytes()
    is_keyboard = sys.stdin.isatty()
    click.echo(viewer.title())
    click.echo(viewer.show())
    try:
        while not viewer.has_quit:
            line = input(viewer.prompt)
            if not is_keyboard:
                click.echo(line)
            click.echo(viewer.answer(line))
    except (EOFError, KeyboardInterrupt):
        click.echo()


def _accept_any_bytes() -> None:
    """What is no text in the terminal's encoding is junk to be answered, not a crash."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _complete_with(hot_seat: HotSeat) -> None:
    """Let Tab complete commands, pieces and moves."""
    # Only now: in some versions the import alone writes to the terminal.
    try:
        import readline
    except ImportError:  # not on every system
        return

    def complete(_text: str, state: int) -> str | None:
        options = hot_seat.completions(readline.get_line_buffer())
        return options[state] if state < len(options) else None

    readline.set_completer(complete)
    # The whole line is completed: a move has two words, and the second depends on the first.
    readline.set_completer_delims("")
    with contextlib.suppress(AttributeError):  # absent from some builds
        readline.set_auto_history(True)
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
