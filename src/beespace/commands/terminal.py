"""`beespace terminal`: a game for two people who share a keyboard."""

from __future__ import annotations

from pathlib import Path

import click

from beespace.errors import BeespaceError
from beespace.terminal import console
from beespace.terminal.reading import read_ruleset


@click.command("terminal")
@click.option(
    "--rules",
    "--game-type",
    "rules",
    metavar="RULES",
    help="A game type such as Base+MLP, or the name of a ruleset.  [default: Base]",
)
@click.option(
    "--load",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Go on with the game in a file (a UHP game string).",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with plain ASCII characters.")
@click.option("--no-color", is_flag=True, help="Use no colours; so does the variable NO_COLOR.")
@click.option("--coordinates", is_flag=True, help="Show coordinates around the board.")
def command(
    rules: str | None, load: Path | None, ascii_only: bool, no_color: bool, coordinates: bool
) -> None:
    """Play a game for two in this terminal."""
    try:
        ruleset = read_ruleset(rules) if rules is not None else None
    except BeespaceError as error:
        raise click.BadParameter(str(error), param_hint="--rules") from None
    try:
        console.play(
            ruleset,
            load=load,
            ascii_only=ascii_only,
            use_color=not no_color,
            coordinates=coordinates,
        )
    except BeespaceError as error:
        raise click.ClickException(str(error)) from None
