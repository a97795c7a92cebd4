"""`beespace conform`: tests whether a UHP engine follows the protocol."""

from __future__ import annotations

import click

from beespace.commands import CannotDoError
from beespace.errors import BeespaceError
from beespace.uhp.conform.command import conform, list_checks
from beespace.uhp.match.command import read_types


@click.command(
    "conform", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False}
)
@click.option("--list", "list_only", is_flag=True, help="List the checks and exit.")
@click.option(
    "--only",
    multiple=True,
    metavar="NAME",
    help="Run only this check or group of checks. Repeatable.",
)
@click.option(
    "--types", metavar="TYPE,...", help="Game types.  [default: all that the engine supports]"
)
@click.option("--seed", default=1, show_default=True, help="Random seed for the random games.")
@click.option("--quick", is_flag=True, help="Use fewer games and positions.")
@click.option(
    "--games",
    type=click.IntRange(min=0),
    default=0,
    help="Number of random games of each type for the check rules.random.",
)
@click.option(
    "--patience",
    type=click.FloatRange(min=0),
    default=0.0,
    metavar="SECONDS",
    help="How much longer every answer may take, for a slow or busy machine.",
)
@click.argument("engine", nargs=-1, type=click.UNPROCESSED, metavar="COMMAND [ARGUMENTS]...")
def command(
    list_only: bool,
    only: tuple[str, ...],
    types: str | None,
    seed: int,
    quick: bool,
    games: int,
    patience: float,
    engine: tuple[str, ...],
) -> None:
    """Check that a UHP engine follows the protocol.

    COMMAND and its ARGUMENTS start the engine.
    """
    if list_only:
        list_checks()
    elif not engine:
        raise click.UsageError("give the command that starts the engine, or use --list")
    else:
        try:
            game_types = read_types(types)
        except BeespaceError as error:
            raise CannotDoError(str(error)) from None
        raise SystemExit(
            conform(
                engine,
                only,
                game_types=game_types,
                seed=seed,
                quick=quick,
                random_games=games,
                extra_s=patience,
            )
        )
