"""`beespace terminal`: a game for two people who share a keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from beespace.commands import screen_options
from beespace.errors import BeespaceError
from beespace.rules import EDITIONS, Ruleset
from beespace.terminal import console
from beespace.terminal.choice import Options, read_mix
from beespace.terminal.reading import read_ruleset


@click.command("terminal")
@click.option(
    "--edition",
    type=click.Choice(list(EDITIONS), case_sensitive=False),
    help="The box to play: its pieces, and the rules in its booklet.  [default: base]",
)
@click.option(
    "--with",
    "mix",
    metavar="PIECES",
    help="Your own mix: what to add to the Base box, any of mosquito, ladybug and pillbug, "
    "separated by commas.",
)
@click.option(
    "--queen-first/--no-queen-first",
    default=None,
    help="Whether you can place your queen first.  [default: as in the box]",
)
@click.option(
    "--stack-gates/--no-stack-gates",
    default=None,
    help="Whether two tall stacks keep climbers from passing between them.  [default: they do]",
)
@click.option(
    "--threefold",
    is_flag=True,
    help="End the game as a draw when a position comes up a third time.",
)
@click.option(
    "--rules",
    "--game-type",
    "rules",
    metavar="RULES",
    help="A game type such as Base+MLP, with tournament options; add ,threefold for the automatic "
    "draw. Or a ruleset: tournament (automatic draw included), base2016, pocket2012 or "
    "ultimate2024. It replaces all the options above.",
)
@click.option(
    "--load",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Continue a saved game (a UHP game string).",
)
@screen_options
def command(
    edition: str | None,
    mix: str | None,
    queen_first: bool | None,
    stack_gates: bool | None,
    threefold: bool,
    rules: str | None,
    load: Path | None,
    notation: Literal["words", "uhp"],
    ascii_only: bool,
    no_color: bool,
    coordinates: bool,
) -> None:
    """Play Hive with a friend at one keyboard.

    The game is the Base box unless you choose another. For your own mix of pieces and rules,
    combine --with with the three options after it; they also change the rules of a box.
    """
    options = Options(queen_first, stack_gates, threefold or None)
    ruleset = _chosen(edition, mix, rules, options)
    try:
        console.play(
            ruleset,
            options=options,
            load=load,
            ascii_only=ascii_only,
            use_color=not no_color,
            coordinates=coordinates,
            notation=notation,
        )
    except BeespaceError as error:
        raise click.ClickException(str(error)) from None


def _chosen(
    edition: str | None, mix: str | None, rules: str | None, options: Options
) -> Ruleset | None:
    """Return the ruleset that the options name, or None if they don't name any pieces."""
    if rules is not None:
        if edition is not None or mix is not None or options:
            raise click.UsageError(
                "--rules already sets the pieces and the rules. Use it alone, or leave it out "
                "and choose with --edition, --with and the options for rules."
            )
        try:
            return read_ruleset(rules)
        except BeespaceError as error:
            raise click.BadParameter(str(error), param_hint="--rules") from None
    if edition is not None and mix is not None:
        raise click.UsageError(
            "--edition already sets the pieces. Use --with alone to add pieces to the Base box."
        )
    if edition is not None:
        return options.apply(EDITIONS[edition].ruleset)
    if mix is None:
        return None
    try:
        return options.apply(read_mix(mix))
    except BeespaceError as error:
        raise click.BadParameter(str(error), param_hint="--with") from None
