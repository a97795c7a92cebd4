"""`beespace match`: two players measured against each other."""

from __future__ import annotations

from pathlib import Path

import click

from beespace.commands import CannotDoError
from beespace.errors import BeespaceError
from beespace.uhp.match.command import SideOptions, limit_of, match, new_plan, read_types
from beespace.uhp.match.settings import MatchSettings


@click.command("match")
@click.argument("a")
@click.argument("b")
@click.option("--games", default=200, show_default=True, help="How many games at most.")
@click.option("--time", "time_s", type=float, help="Seconds for each move.")
@click.option("--depth", type=int, help="Plies to look ahead.")
@click.option("--nodes", type=int, help="Nodes for each move (players of ours only).")
@click.option("--time-a", type=float, help="Instead of --time, for A.")
@click.option("--time-b", type=float, help="Instead of --time, for B.")
@click.option("--depth-a", type=int, help="Instead of the common limit, for A.")
@click.option("--depth-b", type=int, help="Instead of the common limit, for B.")
@click.option("--options-a", default="", metavar="NAME=VALUE,...", help="UHP options for A.")
@click.option("--options-b", default="", metavar="NAME=VALUE,...", help="UHP options for B.")
@click.option("--types", metavar="TYPE,...", help="Game types.  [default: all eight]")
@click.option("--concurrency", default=1, show_default=True, help="Games at the same time.")
@click.option("--sprt", metavar="ELO0,ELO1", help="Stop when one of the two is shown.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Append the games to a file, and go on from there if it exists.",
)
@click.option("--max-plies", default=300, show_default=True, help="Longer games are draws.")
def command(
    a: str,
    b: str,
    games: int,
    time_s: float | None,
    depth: int | None,
    nodes: int | None,
    time_a: float | None,
    time_b: float | None,
    depth_a: int | None,
    depth_b: int | None,
    options_a: str,
    options_b: str,
    types: str | None,
    concurrency: int,
    sprt: str | None,
    save: Path | None,
    max_plies: int,
) -> None:
    """Let A and B play against each other, and measure who is stronger.

    A player is level:N, beespace, beespace:depth=4,threads=2,hash=32, or a UHP engine:
    "cmd:engine --option", or just its path. docs/matches.md tells more.
    """
    try:
        settings = MatchSettings(
            SideOptions(a, time_a, depth_a, None, options_a).spec(),
            SideOptions(b, time_b, depth_b, None, options_b).spec(),
            limit_of(time_s, depth, nodes),
            read_types(types),
            max_plies,
        )
        plan = new_plan(games, concurrency, sprt, save)
        code = match(settings, plan)
    except BeespaceError as error:
        raise CannotDoError(str(error)) from None
    raise SystemExit(code)
