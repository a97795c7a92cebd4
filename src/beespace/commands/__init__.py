"""Commands of `beespace` that are more than a few lines; each module has one, as `command`.

All of them exit with 0 if everything was done, 1 if some games had to be skipped, and 2 if nothing
could be done: wrong usage, a file that cannot be read or written, a missing extra.
"""

from __future__ import annotations

import click


class CannotDoError(click.ClickException):
    """Nothing could be done."""

    exit_code = 2


# Not everything that is wrong with a large file is of interest.
_SHOWN = 20


def tell_skipped(skipped: list[str]) -> None:
    """Say on the error output what was left out, and why."""
    for reason in skipped[:_SHOWN]:
        click.echo(f"skipped {reason}", err=True)
    if len(skipped) > _SHOWN:
        click.echo(f"skipped {len(skipped) - _SHOWN} more", err=True)
