"""`beespace play`: serves the page for playing in the browser."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import click

from beespace.commands import CannotDoError
from beespace.errors import BeespaceError


@click.command("play")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="The port to listen on; 0 picks any free port.  [default: 8765, or the next free port]",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder for games and other data. Setting BEESPACE_DATA does the same.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="A host name that clients use for this server, for example behind a proxy. Repeatable.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="The address or network of a trusted proxy that forwards client addresses. Repeatable.",
)
@click.option("--no-browser", is_flag=True, help="Don't open a browser.")
@click.option("--verbose", is_flag=True, help="Log every request.")
@click.option("--json-log", is_flag=True, help="Log as JSON, one object per line.")
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
    """Play in your browser.

    You can play against the computer, with a friend online, or two on one device.
    """
    from beespace.server.errors import NewerDatabaseError, StorageError

    # SIGTERM is a normal way to stop the server, even during startup.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        from beespace.server.launch.start import DATABASE_URL, launch

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
    except NewerDatabaseError as error:
        raise CannotDoError(str(error)) from None
    except StorageError as error:
        # Games in PostgreSQL are not in the folder.
        advice = "" if os.environ.get(DATABASE_URL) else ". Choose another folder with --data."
        raise CannotDoError(f"{error}{advice}") from None
    except BeespaceError as error:
        raise CannotDoError(str(error)) from None
    except ModuleNotFoundError as error:
        raise CannotDoError(f"the server needs a missing package: {error.name}") from None
    except KeyboardInterrupt:
        raise SystemExit(0) from None
