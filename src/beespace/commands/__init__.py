"""The larger subcommands of `beespace`, one per module, each named `command`.

They exit with 0 on success, 1 if they skipped some games, and 2 if they could not do anything, for
example because of wrong usage, a file that cannot be read or written, or a missing extra.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Iterator
from typing import IO

import click


class CannotDoError(click.ClickException):
    """The command failed; exits with 2."""

    exit_code = 2


_SCREEN_OPTIONS = (
    click.option(
        "--notation",
        type=click.Choice(["words", "uhp"]),
        default="words",
        show_default=True,
        help="How to show moves: in words, or in UHP notation such as wA1 bQ-.",
    ),
    click.option("--ascii", "ascii_only", is_flag=True, help="Draw with plain ASCII characters."),
    click.option(
        "--no-color", is_flag=True, help="Don't use colours. Setting NO_COLOR does the same."
    ),
    click.option("--coordinates", is_flag=True, help="Show coordinates around the board."),
)


def screen_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of commands that show boards in the terminal."""
    for option in reversed(_SCREEN_OPTIONS):
        command = option(command)
    return command


@contextlib.contextmanager
def standard_output(encoding: str = "utf-8") -> Iterator[IO[str]]:
    """Provide standard output in the given encoding, flushed at the end."""
    stream = io.TextIOWrapper(sys.stdout.buffer, encoding, "replace", newline="\n")
    try:
        yield stream
    finally:
        try:
            stream.detach()
        except OSError:
            # Otherwise Python would try to flush again at exit, and print another error.
            with contextlib.suppress(OSError):
                stream.close()
            raise


@contextlib.contextmanager
def errors_of_writing(output: str) -> Iterator[None]:
    """Convert I/O errors into error messages; "-" is standard output.

    Raises:
        CannotDoError: the output could not be written.
    """
    try:
        yield
    except BrokenPipeError:
        raise  # the reader has closed the pipe; click exits without a message
    except OSError as error:
        name = "standard output" if output == "-" else output
        raise CannotDoError(f"cannot write {name}: {error.strerror}") from None


# A large file can have thousands of errors.
_SHOWN = 20


def tell_skipped(skipped: list[str]) -> None:
    """Print to standard error what was skipped, and why."""
    for reason in skipped[:_SHOWN]:
        click.echo(f"skipped {reason}", err=True)
    if len(skipped) > _SHOWN:
        click.echo(f"skipped {len(skipped) - _SHOWN} more", err=True)
