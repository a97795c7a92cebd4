"""The input loops of the hot-seat game and the viewer.

This is the only module here that reads input, prints, or queries the terminal.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from beespace import EDITIONS, BeespaceError, Ruleset
from beespace.formats.colors import NO_COLORS, can_draw_unicode, palette_for
from beespace.formats.text import ASCII, UNICODE
from beespace.terminal.choice import Options
from beespace.terminal.hot_seat import HotSeat
from beespace.terminal.screen import Notation, Screen
from beespace.terminal.viewer import Viewer


def play(
    ruleset: Ruleset | None = None,
    *,
    options: Options | None = None,
    load: Path | None = None,
    ascii_only: bool = False,
    use_color: bool = True,
    coordinates: bool = False,
    notation: Notation = "words",
) -> None:
    """Play until the players quit, the input ends or somebody presses Ctrl-C.

    Without a ruleset it is the Base box, or the box with the pieces of a loaded game; `options`
    change what that box says.

    Raises:
        BeespaceError: the file to load cannot be read, or holds no game.
    """
    screen = screen_for_terminal(
        ascii_only=ascii_only, use_color=use_color, coordinates=coordinates, notation=notation
    )
    options = options or Options()
    hot_seat = HotSeat(screen, ruleset or options.apply(EDITIONS["base"].ruleset))
    if load is not None:
        try:
            hot_seat.load(load, ruleset, options)
        except OSError as error:
            raise BeespaceError(f"can't read {load}: {error.strerror}") from None
    _accept_any_bytes()
    is_keyboard = sys.stdin.isatty()
    if is_keyboard:
        _complete_with(hot_seat)
    click.echo(hot_seat.greet())
    try:
        while not hot_seat.has_quit:
            line = input(hot_seat.prompt)
            if not is_keyboard:
                click.echo(line)  # piped input isn't echoed, so do it here
            click.echo(hot_seat.answer(line))
    except EOFError:
        click.echo()
    except KeyboardInterrupt:
        with _without_ctrl_c():  # whoever presses it twice still gets to see the game
            click.echo(f"\n{hot_seat.farewell()}")
        return
    click.echo(hot_seat.farewell())


def screen_for_terminal(
    *, ascii_only: bool, use_color: bool, coordinates: bool, notation: Notation = "words"
) -> Screen:
    """Return a screen with the characters, colours and width that this terminal has."""
    unicode = not ascii_only and can_draw_unicode(sys.stdout, os.environ)
    return Screen(
        charset=UNICODE if unicode else ASCII,
        palette=palette_for(sys.stdout, os.environ) if use_color else NO_COLORS,
        width=lambda: shutil.get_terminal_size().columns,
        coordinates=coordinates,
        notation=notation,
    )


def view(viewer: Viewer) -> None:
    """Step through games until the user quits, the input ends or Ctrl-C is pressed."""
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


@contextlib.contextmanager
def _without_ctrl_c() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _accept_any_bytes() -> None:
    """Replace bytes that aren't valid in the terminal's encoding instead of failing on them."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _complete_with(hot_seat: HotSeat) -> None:
    """Let Tab complete commands, pieces and moves."""
    # Imported late, because some versions write to the terminal when imported.
    try:
        import readline
    except ImportError:  # not available on every system
        return

    def complete(_text: str, state: int) -> str | None:
        options = hot_seat.completions(readline.get_line_buffer())
        return options[state] if state < len(options) else None

    readline.set_completer(complete)
    # Complete the whole line: a move has several words that depend on each other.
    readline.set_completer_delims("")
    with contextlib.suppress(AttributeError):  # missing in some builds
        readline.set_auto_history(True)
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
