"""Starts a server for the people at this machine: finds a port, says where it is, opens a browser.

What `beespace play` does once its options are read.
"""

from __future__ import annotations

import errno
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

from beespace.backend import BACKEND
from beespace.server.data_folder import DataFolder, choose_folder
from beespace.server.errors import InUseError, LaunchError
from beespace.server.logs import set_up_logs
from beespace.server.settings import DEFAULT_PORT, Settings

# How many ports after the usual one are tried before any free one is taken.
_PORTS_TRIED = 20

Say = Callable[[str], None]


def launch(
    data: Path | None,
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    open_browser: bool = True,
    verbose: bool = False,
    say: Say,
) -> None:
    """Run a server until it is interrupted; without a port, the usual one or the next free one.

    If there is one already for the same games, only a browser is opened.

    Raises:
        BeespaceError: the port, the data folder or the database cannot be used.
    """
    set_up_logs(verbose)
    try:
        folder = DataFolder(choose_folder(data))
    except InUseError as error:
        say(f"{error}.")
        if error.url:
            _tell_address(error.url, say)
            if open_browser:
                _open(error.url, say)
        return
    try:
        with _bind(host, port) as bound:
            _serve(folder, host, bound, port, open_browser, verbose, say)
    finally:
        folder.release()


def _serve(
    folder: DataFolder,
    host: str,
    bound: socket.socket,
    wished_port: int | None,
    open_browser: bool,
    verbose: bool,
    say: Say,
) -> None:
    # Half a second of imports that only a server needs: what went wrong so far was said at once.
    from beespace.server.running import run
    from beespace.server.web.app import create_app

    app = create_app(Settings(folder.path, host))
    actual_port = bound.getsockname()[1]
    url = f"http://{_name_for_browsers(host)}:{actual_port}/"
    folder.announce(url)
    _tell_address(url, say)
    if wished_port is None and actual_port != DEFAULT_PORT:
        say(f"(Port {DEFAULT_PORT} is taken, so it is {actual_port} this time.)")
    if BACKEND != "native":
        say("The C++ core is not in use: the engine is slower and weaker than it could be.")
    say("Press Ctrl-C to stop.")
    when_started = (lambda: _open(url, say)) if open_browser else None
    run(app, bound, verbose=verbose, when_started=when_started)


def _bind(host: str, port: int | None) -> socket.socket:
    """A socket on the port, or without one on the first free port from the usual one on."""
    if port is not None:
        return _listen(host, port)
    for candidate in (*range(DEFAULT_PORT, DEFAULT_PORT + _PORTS_TRIED), 0):
        try:
            return _listen(host, candidate)
        except _PortTakenError:
            continue
    raise LaunchError("there is no free port")


class _PortTakenError(LaunchError):
    """Somebody else listens there."""


def _listen(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
    except (OSError, UnicodeError) as error:
        raise LaunchError(f"{host} is no address of this machine: {error}") from None
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            # Connections of a server that has just ended do not keep its port.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        # Two can bind a port that nobody listens on; listening at once settles whose it is.
        listening.listen(128)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise _PortTakenError(
                f"port {port} is taken by another program; choose another with --port"
            ) from None
        raise LaunchError(f"cannot listen on {host}, port {port}: {error.strerror}") from None
    return listening


def _name_for_browsers(host: str) -> str:
    if host in ("", "0.0.0.0", "::"):  # everywhere, and so also here
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _tell_address(url: str, say: Say) -> None:
    say(f"Beespace is at {url}")


def _open(url: str, say: Say) -> None:
    """Open a browser, or say that the address has to be opened by hand."""
    if not (_has_screen() and _open_browser(url)):
        say(f"No browser could be opened here. Open this address in one: {url}")


def _has_screen() -> bool:
    """Whether a browser would have somewhere to appear, and not take over the terminal."""
    if sys.platform in ("win32", "darwin") or os.environ.get("BROWSER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_browser(url: str) -> bool:
    try:
        return webbrowser.open(url)
    except (webbrowser.Error, OSError):
        return False
