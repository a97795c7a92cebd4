"""Commands of `beespace` that are more than a few lines; each module has one, as `command`.

All of them exit with 0 if everything was done, 1 if some games had to be skipped, and 2 if nothing
could be done: wrong usage, a file that cannot be read or written, a missing extra.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator
from typing import IO

import click


class CannotDoError(click.ClickException):
    """Nothing could be done."""

    exit_code = 2


@contextlib.contextmanager
def standard_output(encoding: str = "utf-8") -> Iterator[IO[str]]:
    """The standard output in an encoding of our choice; at the end all of it has been written."""
    stream = io.TextIOWrapper(sys.stdout.buffer, encoding, "replace", newline="\n")
    try:
        yield stream
    finally:
        try:
            stream.detach()
        except OSError:
            # What could not be written would be tried, and complained about, again at exit.
            with contextlib.suppress(OSError):
                stream.close()
            raise


@contextlib.contextmanager
def errors_of_writing(output: str) -> Iterator[None]:
    """Turn errors into words; "-" is the standard output.

    Raises:
        CannotDoError: it could not be written.
    """
    try:
        yield
    except BrokenPipeError:
        raise  # nobody wants to read on, which is no error; click keeps quiet about it
    except OSError as error:
        name = "the standard output" if output == "-" else output
        raise CannotDoError(f"cannot write {name}: {error.strerror}") from None


# Not everything that is wrong with a large file is of interest.
_SHOWN = 20


def tell_skipped(skipped: list[str]) -> None:
    """Say on the error output what was left out, and why."""
    for reason in skipped[:_SHOWN]:
        click.echo(f"skipped {reason}", err=True)
    if len(skipped) > _SHOWN:
        click.echo(f"skipped {len(skipped) - _SHOWN} more", err=True)
