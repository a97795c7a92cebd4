"""`beespace match`: plays a match between two engines and measures their strength."""

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
@click.option("--games", default=200, show_default=True, help="Maximum number of games.")
@click.option("--time", "time_s", type=float, help="Seconds per move.")
@click.option("--depth", type=int, help="Search depth in plies.")
@click.option("--nodes", type=int, help="Nodes per move (not for external engines).")
@click.option("--time-a", type=float, help="Seconds per move for A, instead of --time.")
@click.option("--time-b", type=float, help="Seconds per move for B, instead of --time.")
@click.option("--depth-a", type=int, help="Search depth for A, instead of the shared limit.")
@click.option("--depth-b", type=int, help="Search depth for B, instead of the shared limit.")
@click.option("--options-a", default="", metavar="NAME=VALUE,...", help="UHP options for A.")
@click.option("--options-b", default="", metavar="NAME=VALUE,...", help="UHP options for B.")
@click.option("--types", metavar="TYPE,...", help="Game types.  [default: all eight]")
@click.option(
    "--concurrency", default=1, show_default=True, help="Number of games to play at the same time."
)
@click.option(
    "--sprt",
    metavar="ELO0,ELO1",
    help="Run a sequential test and stop once it accepts ELO0 or ELO1.",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Append the games to a file; if it exists, continue that match.",
)
@click.option(
    "--max-plies", default=300, show_default=True, help="Games that reach this length are draws."
)
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
    """Play a match between A and B, and measure which is stronger.

    A player is level:N, beespace, beespace:depth=4,threads=2,hash=32, or a UHP engine:
    "cmd:engine --option", or just its path. See docs/matches.md for details.
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
