"""Runs the application under uvicorn."""

from __future__ import annotations

import contextlib
import gc
import signal
import socket
import threading
from collections.abc import Callable, Generator

import uvicorn
from fastapi import FastAPI

_SHUTDOWN_S = 2
# Young objects, and how many collections of one generation come before one of the next.
_COLLECT_AFTER = (10_000, 20, 500)
# Longer than proxies and browsers keep a connection that rests: whoever closes it first must be
# the one who asks, or a request is lost that was just under way.
# A player whose line is dead is shown as away after twice this time at the latest.
_SOCKET_PING_S = 10
_KEEP_ALIVE_S = 75
# Larger messages end a connection; smaller ones that are still too large are answered.
_MOST_SOCKET_MESSAGE_BYTES = 65536


def run(
    app: FastAPI,
    bound: socket.socket,
    *,
    proxies: tuple[str, ...] = (),
    verbose: bool = False,
    when_started: Callable[[], None] | None = None,
) -> None:
    """Serve on a socket until the process is asked to end; only for a process's main thread."""
    server = _Server(uvicorn_config(app, proxies=proxies, verbose=verbose), when_started)
    # uvicorn does so itself, but only once it runs: being asked earlier must be as quiet, and
    # must not get lost among the garbage.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.handle_exit)
    # What is there now stays: the garbage collector need not look through it again and again.
    gc.collect()
    gc.freeze()
    # Games live for long: a full collection over thousands of them takes half a second in which
    # nobody is answered, and finds next to nothing.
    gc.set_threshold(*_COLLECT_AFTER)
    server.run([bound])


def uvicorn_config(
    app: FastAPI, *, proxies: tuple[str, ...] = (), verbose: bool = False
) -> uvicorn.Config:
    """How the application is served."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=verbose,
        server_header=False,
        # Who asks is who is connected, whatever a header claims, unless it is a proxy of ours.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_keep_alive=_KEEP_ALIVE_S,
        timeout_graceful_shutdown=_SHUTDOWN_S,
        ws="websockets-sansio",
        ws_max_size=_MOST_SOCKET_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=_SOCKET_PING_S,
        ws_ping_timeout=_SOCKET_PING_S,
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
