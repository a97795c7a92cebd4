"""Starts a server for the people at this machine: finds a port, says where it is, opens a browser.

What `beespace play` does once its options are read.
"""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Generator
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from beespace.backend import BACKEND
from beespace.errors import BeespaceError
from beespace.server.data_folder import DataFolder, InUseError, choose_folder
from beespace.server.logs import set_up_logs
from beespace.server.settings import DEFAULT_PORT, Settings
from beespace.server.web.app import create_app

# How many ports after the usual one are tried before any free one is taken.
_PORTS_TRIED = 20
_SHUTDOWN_S = 2
# Larger messages end a connection; smaller ones that are still too large are answered.
_MOST_SOCKET_MESSAGE_BYTES = 65536

Say = Callable[[str], None]


class LaunchError(BeespaceError):
    """The server cannot be started."""


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
    config = uvicorn_config(app, verbose=verbose)
    _Server(config, (lambda: _open(url, say)) if open_browser else None).run([bound])


def uvicorn_config(app: FastAPI, *, verbose: bool = False) -> uvicorn.Config:
    """How the application is served."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=verbose,
        server_header=False,
        timeout_graceful_shutdown=_SHUTDOWN_S,
        ws="websockets-sansio",
        ws_max_size=_MOST_SOCKET_MESSAGE_BYTES,
        ws_per_message_deflate=False,
    )


class _Server(uvicorn.Server):
    """Does something once it answers, and ends quietly when it is told to."""

    def __init__(self, config: uvicorn.Config, when_started: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._when_started = when_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and go on with what waits for it; a browser may keep its caller waiting."""
        await super().startup(sockets)
        if self._when_started is not None:
            threading.Thread(target=self._when_started, daemon=True).start()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Take the signals that end the server as a wish, not as an error to pass on."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()


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
