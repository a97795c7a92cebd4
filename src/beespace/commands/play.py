"""`beespace play`: the page people play on, served on this machine."""

from __future__ import annotations

import signal
from pathlib import Path

import click

from beespace.commands import CannotDoError
from beespace.errors import BeespaceError


@click.command("play")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="The port to listen on; 0 is any free one.  [default: 8765, or the next free one]",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder to keep the games in; so does the variable BEESPACE_DATA.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="A name under which others ask for this server, as behind a proxy. May be repeated.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="The address or network of a proxy that says for whom it asks. May be repeated.",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--verbose", is_flag=True, help="Log every request.")
@click.option("--json-log", is_flag=True, help="Log as JSON, one object on a line.")
def command(
    port: int | None,
    host: str,
    data: Path | None,
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    no_browser: bool,
    verbose: bool,
    json_log: bool,
) -> None:
    """Play in the browser: against the engine, two at one board, or with a friend by a link."""
    from beespace.server.errors import StorageError

    # Being asked to end is no error, however early it comes.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        from beespace.server.launch import launch

        launch(
            data,
            host=host,
            port=port,
            names=names,
            proxies=proxies,
            open_browser=not no_browser,
            verbose=verbose,
            json_log=json_log,
            say=click.echo,
        )
    except StorageError as error:
        raise CannotDoError(f"{error}; choose another folder with --data") from None
    except BeespaceError as error:
        raise CannotDoError(str(error)) from None
    except ModuleNotFoundError as error:
        raise CannotDoError(f"the server needs a package that is missing: {error.name}") from None
    except KeyboardInterrupt:
        raise SystemExit(0) from None
