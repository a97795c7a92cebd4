"""The `beespace` command. Each subcommand imports what it needs, which keeps `--help` fast."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import ClassVar

import click

import beespace


class _Group(click.Group):
    """A group that also finds the commands in `beespace.commands` and imports them on use."""

    # The module of each command.
    _elsewhere: ClassVar[dict[str, str]] = {
        "backup": "database.backup",
        "conform": "conform",
        "convert": "convert",
        "db": "database.db",
        "draw": "draw",
        "match": "match",
        "play": "play",
        "puzzles": "puzzles",
        "restore": "database.restore",
        "review": "review",
        "rules": "rules",
        "show": "show",
        "terminal": "terminal",
    }

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *self._elsewhere])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self._elsewhere:
            module = import_module(f"beespace.commands.{self._elsewhere[cmd_name]}")
            command: click.Command = module.command
            return command
        return super().get_command(ctx, cmd_name)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(beespace.__version__, prog_name="beespace")
def main() -> None:
    """Play, study and analyse the board game Hive."""


@main.command()
def uhp() -> None:
    """Run the engine over the Universal Hive Protocol (UHP).

    Viewers and match runners can start it with this command.
    """
    from beespace.uhp.server import serve

    serve()


@main.group()
def bench() -> None:
    """Measure the speed of the boards and the search."""


@bench.command("perft")
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    default=4,
    show_default=True,
    help="Plies to count; the Python board counts two fewer.",
)
@click.option(
    "--positions",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with one position per line, instead of the built-in mid-game positions.",
)
def bench_perft(depth: int, file: Path | None) -> None:
    """Measure perft speed in leaves per second of CPU time.

    The positions are the start of a game and some from the middle of games.
    """
    from beespace.bench import bench_positions
    from beespace.bench.perft import COUNTERS, leaves_per_second, start_positions

    middle = bench_positions() if file is None else file.read_text().splitlines()
    for title, positions in (("start", start_positions()), ("mid-game", middle)):
        for name, count, less in COUNTERS:
            leaves, speed = leaves_per_second(count, positions, max(depth - less, 1))
            million = f"{speed / 1e6:.2f} million leaves per second"
            click.echo(f"{title:9} {name:26} {million:>34}   ({leaves:,} leaves)")


@bench.command("search")
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    default=8,
    show_default=True,
    help="How deep to search each position.",
)
@click.option("--threads", type=click.IntRange(1, 64), default=1, show_default=True)
@click.option(
    "--hash",
    "hash_mb",
    type=click.IntRange(1, 16384),
    default=16,
    show_default=True,
    help="Size of the transposition table in megabytes.",
)
@click.option("--memory", is_flag=True, help="Measure peak memory at three table sizes instead.")
def bench_search(depth: int, threads: int, hash_mb: int, memory: bool) -> None:
    """Search fixed positions and print the node count.

    The count changes only if the search does.
    """
    if beespace.BACKEND != "native":
        raise click.ClickException("the search needs the C++ core, which is not installed")
    from beespace.bench.memory import HASH_SIZES_MB, peak_memory_mb
    from beespace.bench.search import Searched, median_branching, search_all

    if memory:
        try:
            for size in HASH_SIZES_MB:
                peak = peak_memory_mb(size, depth, threads)
                click.echo(f"Hash {size:4} MB: {peak:.0f} MB peak memory")
        except beespace.BeespaceError as error:
            raise click.ClickException(str(error)) from None
        return
    searched: list[Searched] = []
    with click.progressbar(
        search_all(depth, threads, hash_mb), length=16, label="searching"
    ) as bar:
        searched.extend(bar)
    nodes = sum(s.nodes[-1] for s in searched)
    seconds = sum(s.time_s for s in searched)
    click.echo(f"{nodes / seconds / 1e6:.2f} million nodes per second")
    branching = median_branching(searched)
    click.echo(f"effective branching factor {'–' if branching is None else f'{branching:.2f}'}")
    click.echo(f"Bench: {nodes}")
