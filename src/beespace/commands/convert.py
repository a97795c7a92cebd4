"""`beespace convert`: converts games between file formats."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from beespace.commands import CannotDoError, errors_of_writing, standard_output, tell_skipped
from beespace.errors import BeespaceError, RecordError
from beespace.formats import FORMATS, GameReader, GameWriter, read_games, uhp

_WRITTEN = [name for name, format in FORMATS.items() if format.write]


@click.command("convert")
@click.argument("inputs", metavar="IN...", nargs=-1, required=True)
@click.argument("output", metavar="OUT")
@click.option("--from", "source", type=click.Choice(list(FORMATS)), help="The format of the input.")
@click.option("--to", "target", type=click.Choice(_WRITTEN), help="The format of the output.")
@click.option("--quiet", is_flag=True, help="Print only errors.")
def command(
    inputs: tuple[str, ...], output: str, source: str | None, target: str | None, quiet: bool
) -> None:
    """Read games from files and write them to one file.

    Reads PGN, JSON, UHP game strings and BoardSpace SGF, and detects the format from the content.
    Writes PGN, JSON or UHP, depending on the extension of OUT (.pgn, .json, .jsonl, .uhp, .txt) or
    on --to. "-" stands for standard input and output.

    Games that can't be read are skipped and reported with file, line, column and reason. Exits
    with 0 if all games were converted, 1 if some were skipped, and 2 if none were converted.
    """
    skipped: list[str] = []
    lossy = 0
    with (
        errors_of_writing(output),
        _writer(output, target) as writer,
        _progress(inputs, quiet) as advance,
    ):
        for name in inputs:
            with _opened(name, source) as reader:
                for record in reader:
                    try:
                        writer.write(record)
                    except RecordError as error:
                        skipped.append(f"{reader.file}, game {reader.count}: {error.reason}")
                    else:
                        lossy += writer.format.name == "uhp" and not uhp.is_lossless(record)
                    advance(reader.bytes_read)
                skipped += map(str, reader.skipped)
        if writer.count == 0:  # don't replace an existing file with an empty one
            tell_skipped(skipped)
            raise CannotDoError("no game could be converted")
    tell_skipped(skipped)
    if not quiet and output != "-":
        click.echo(f"Wrote {writer.count} game{'s' * (writer.count != 1)} to {output}.", err=True)
    if lossy and not quiet:
        click.echo(f"{lossy} of them contain details that a game string cannot store.", err=True)
    if skipped:
        sys.exit(1)


@contextlib.contextmanager
def _writer(output: str, format: str | None) -> Iterator[GameWriter]:
    with contextlib.ExitStack() as stack:
        stream = stack.enter_context(standard_output()) if output == "-" else None
        try:
            writer = GameWriter(stream or output, format)
        except BeespaceError as error:
            raise CannotDoError(str(error)) from None
        yield stack.enter_context(writer)


def _opened(name: str, format: str | None) -> GameReader:
    try:
        if name == "-":
            return read_games(sys.stdin.buffer, format, name="<stdin>")
        return read_games(name, format)
    except BeespaceError as error:
        raise CannotDoError(str(error)) from None


@contextlib.contextmanager
def _progress(inputs: tuple[str, ...], quiet: bool) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on standard error if it is a terminal."""
    sizes = [Path(name).stat().st_size if Path(name).is_file() else 0 for name in inputs]
    if quiet or not sys.stderr.isatty():
        yield lambda _position: None
        return
    done = before = 0
    with click.progressbar(length=sum(sizes), label="converting", file=sys.stderr) as bar:

        def advance(position: int) -> None:
            nonlocal done, before
            if position < before:  # a new file has started
                before = 0
            if position > before:
                bar.update(min(position - before, sum(sizes) - done))
                done += position - before
                before = position

        yield advance
