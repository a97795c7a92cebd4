"""Runs the application under uvicorn."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import signal
import socket
import sys
import threading
from collections.abc import Callable, Generator

import uvicorn
from fastapi import FastAPI

from beespace.server.http.connections import Connections
from beespace.server.http.services import Services
from beespace.server.launch.descriptors import raise_descriptor_limit
from beespace.server.launch.protocols import LimitedHttp, LimitedSocket
from beespace.server.work.memory import give_back_memory, keep_little_memory

_SHUTDOWN_S = 2
# The thresholds of the garbage collector. They bound how many new objects it scans at once:
# 25,000 take about ten milliseconds, and block everything else.
_COLLECT_AFTER = (5000, 5, 5000)
# How long a thread may keep the interpreter while the event loop waits for it. Python's default of
# 5 ms is long for a move, which needs the interpreter about ten times.
_SWITCH_S = 0.0005
# A player whose connection is dead is shown as away after at most twice this time.
_SOCKET_PING_S = 10
# Longer than proxies and browsers keep idle connections: if the server closed one first, a request
# already on its way would be lost.
_KEEP_ALIVE_S = 75
# Larger messages close the connection. Smaller ones that are still too large get an error reply.
_MOST_SOCKET_MESSAGE_BYTES = 65536
# asyncio accepts this many connections at a time, before any can be refused.
_BACKLOG = 128
# How many file descriptors to keep for the database and other files.
_OTHER_DESCRIPTORS = 100
# uvicorn ticks ten times a second.
_TICKS_BETWEEN_SWEEPS = 50


def run(
    app: FastAPI,
    bound: socket.socket,
    *,
    proxies: tuple[str, ...] = (),
    verbose: bool = False,
    when_started: Callable[[], None] | None = None,
) -> None:
    """Serve on a socket until the process is asked to stop. Call it in the main thread."""
    connections = _connections(app)
    connections.most = min(connections.most, _most_connections())
    config = uvicorn_config(app, proxies=proxies, verbose=verbose)
    server = _Server(config, connections, when_started)
    # uvicorn installs its handlers only once it runs. A signal before that, even during garbage
    # collection, must stop the server just as quietly.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.handle_exit)
    # Everything loaded so far stays alive, so the garbage collector doesn't have to scan it.
    gc.collect()
    gc.freeze()
    # Games live long: a full collection over thousands of them blocks all requests for half a
    # second and frees almost nothing.
    gc.set_threshold(*_COLLECT_AFTER)
    sys.setswitchinterval(_SWITCH_S)
    keep_little_memory()
    server.run([bound])


def uvicorn_config(
    app: FastAPI, *, proxies: tuple[str, ...] = (), verbose: bool = False
) -> uvicorn.Config:
    """Return uvicorn's configuration for the application."""
    connections = _connections(app)
    return uvicorn.Config(
        app,
        # uvicorn only calls these, so functions do as well as classes.
        http=functools.partial(LimitedHttp, connections=connections),  # type: ignore[arg-type]
        ws=functools.partial(LimitedSocket, connections=connections),  # type: ignore[arg-type]
        backlog=_BACKLOG,
        log_config=None,
        access_log=verbose,
        server_header=False,
        # Trust headers about the client's address only from our own proxies.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_keep_alive=_KEEP_ALIVE_S,
        timeout_graceful_shutdown=_SHUTDOWN_S,
        ws_max_size=_MOST_SOCKET_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=_SOCKET_PING_S,
        ws_ping_timeout=_SOCKET_PING_S,
    )


def _most_connections() -> int:
    return max(raise_descriptor_limit() - _BACKLOG - _OTHER_DESCRIPTORS, _BACKLOG)


def _connections(app: FastAPI) -> Connections:
    services: Services = app.state.services
    return services[Connections]


class _Server(uvicorn.Server):
    """A uvicorn server that runs a callback once it is ready, and stops quietly on signals."""

    def __init__(
        self,
        config: uvicorn.Config,
        connections: Connections,
        when_started: Callable[[], None] | None,
    ) -> None:
        super().__init__(config)
        self._connections = connections
        self._when_started = when_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then run the callback in a thread, because opening a browser may block."""
        await super().startup(sockets)
        if self._when_started is not None:
            threading.Thread(target=self._when_started, daemon=True).start()

    async def on_tick(self, counter: int) -> bool:
        """Return whether the server should stop. Tidy up every few seconds."""
        if counter % _TICKS_BETWEEN_SWEEPS == 0:
            self._connections.abort_lingering()
            asyncio.get_running_loop().run_in_executor(None, give_back_memory)
        return await super().on_tick(counter)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Handle the signals that stop the server without raising them again afterwards."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()
