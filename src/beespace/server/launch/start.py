"""Starts the server for `beespace play`: finds a port, prints the address, opens a browser."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

from beespace.backend import BACKEND
from beespace.server.errors import InUseError, LaunchError
from beespace.server.launch.data_folder import DataFolder, choose_folder
from beespace.server.launch.logs import set_up_logs
from beespace.server.settings import DEFAULT_PORT, Settings, is_loopback

DATABASE_URL = "BEESPACE_DATABASE_URL"
_METRICS_TOKEN = "BEESPACE_METRICS_TOKEN"
_LIMITS = "BEESPACE_LIMITS"
_EVERYWHERE = ("", "0.0.0.0", "::")
# How many ports to try, from the default one on, before taking any free port.
_PORTS_TRIED = 20

Say = Callable[[str], None]


def launch(
    data: Path | None,
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    names: tuple[str, ...] = (),
    proxies: tuple[str, ...] = (),
    open_browser: bool = True,
    verbose: bool = False,
    json_log: bool = False,
    say: Say,
) -> None:
    """Run a server until it is interrupted, by default on the default port or the next free one.

    If a server is already using the data folder, only open a browser.

    Raises:
        BeespaceError: the port, the data folder or the database cannot be used, or a server is
            already using the folder and no browser was opened.
    """
    set_up_logs(verbose, as_json=json_log)
    try:
        folder = DataFolder(choose_folder(data))
    except InUseError as error:
        if error.url and open_browser:
            say(f"{error}.")
            _tell_address(error.url, say)
            if _open(error.url, say):
                return
        address = f" at {error.url}" if error.url else ""
        raise LaunchError(f"{error}{address}. No second server was started.") from None
    try:
        with _bind(host, port) as bound:
            settings = _settings(folder, host, names, proxies, bound.getsockname()[1])
            _serve(folder, settings, bound, port, open_browser, verbose, say)
    finally:
        folder.release()


def _serve(
    folder: DataFolder,
    settings: Settings,
    bound: socket.socket,
    wished_port: int | None,
    open_browser: bool,
    verbose: bool,
    say: Say,
) -> None:
    # These imports take half a second. Importing them here reports earlier errors at once.
    from beespace.server.app.build import create_app
    from beespace.server.launch.running import run

    app = create_app(settings)
    actual_port = bound.getsockname()[1]
    url = f"http://{_name_for_browsers(settings.host)}:{actual_port}/"
    folder.announce(url)
    _tell_address(url, say)
    for address in settings.addresses:
        say(f"On your network, open {address}")
    if wished_port is None and actual_port != DEFAULT_PORT:
        say(f"(Port {DEFAULT_PORT} is in use, so the server is using port {actual_port}.)")
    if BACKEND != "native":
        say("The C++ core is not in use, so the engine is slower and weaker.")
    say("Press Ctrl-C to stop.")

    def show_page() -> None:
        _open(url, say)

    when_started = show_page if open_browser else None
    run(app, bound, proxies=settings.proxies, verbose=verbose, when_started=when_started)


def _settings(
    folder: DataFolder, host: str, names: tuple[str, ...], proxies: tuple[str, ...], port: int
) -> Settings:
    """Build the settings from the command line and the environment."""
    is_everywhere = host in _EVERYWHERE
    addresses = [f"http://{name}:{port}/" for name in _own_addresses()] if is_everywhere else []
    if not is_everywhere and not is_loopback(host):
        addresses = [f"http://{_name_for_browsers(host)}:{port}/"]
    settings = Settings(
        folder.path,
        host,
        allowed_hosts=names,
        addresses=tuple(addresses),
        database_url=os.environ.get(DATABASE_URL) or None,
        metrics_token=os.environ.get(_METRICS_TOKEN) or None,
        proxies=tuple(_checked_proxy(proxy) for proxy in proxies),
    )
    said = os.environ.get(_LIMITS, "")
    return settings.with_factor(_factor(said)) if said else settings


def _factor(said: str) -> float:
    """Return the factor for the limits."""
    try:
        factor = float(said)
    except ValueError:
        factor = 0
    if not 0.1 <= factor <= 1e6:
        raise LaunchError(
            f"{_LIMITS} must be a number from 0.1 to 1000000, a multiple of the default limits"
        )
    return factor


def _checked_proxy(said: str) -> str:
    try:
        ipaddress.ip_network(said)
    except ValueError as error:
        raise LaunchError(f"--proxy: {error}") from None
    return said


def _own_addresses() -> list[str]:
    """Return this machine's network addresses, the one with the default route first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        # This sends nothing; it only makes the system choose the address it would use.
        probe.connect(("192.0.2.1", 9))
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
        found += [str(entry[4][0]) for entry in known]
    return [name for name in dict.fromkeys(found) if not is_loopback(name)]


def _bind(host: str, port: int | None) -> socket.socket:
    """Open a socket on the port or, if none is given, on the first free one from the default on."""
    if port is not None:
        return _listen(host, port)
    for candidate in (*range(DEFAULT_PORT, DEFAULT_PORT + _PORTS_TRIED), 0):
        try:
            return _listen(host, candidate)
        except _PortTakenError:
            continue
    raise LaunchError("no free port found; choose one with --port")


class _PortTakenError(LaunchError):
    """Another program is using the port."""


def _listen(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
    except (OSError, UnicodeError) as error:
        raise LaunchError(f"cannot resolve the address {host}: {error}") from None
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            # Old connections of a server that just stopped must not block its port.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        # Two processes can bind a port on which neither listens; listening at once claims it.
        listening.listen(128)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise _PortTakenError(f"port {port} is in use; choose another with --port") from None
        raise LaunchError(f"cannot listen on {host}, port {port}: {error.strerror}") from None
    return listening


def _name_for_browsers(host: str) -> str:
    if host in _EVERYWHERE:  # which includes this machine
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _tell_address(url: str, say: Say) -> None:
    say(f"Beespace is running at {url}")


def _open(url: str, say: Say) -> bool:
    """Open a browser or ask the user to open the address. Return whether a browser opened."""
    is_open = _has_screen() and _open_browser(url)
    if not is_open:
        say(f"Could not open a browser. Open this address yourself: {url}")
    return is_open


def _has_screen() -> bool:
    """Return whether there is a screen for a browser, so that it does not use the terminal."""
    if sys.platform in ("win32", "darwin") or os.environ.get("BROWSER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_browser(url: str) -> bool:
    try:
        return webbrowser.open(url)
    except (webbrowser.Error, OSError):
        return False
