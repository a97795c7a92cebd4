"""A TCP proxy between a browser and a server that tests can cut or silently jam."""

from __future__ import annotations

import contextlib
import socket
import threading

_CHUNK = 65536


class Cable:
    """Forwards bytes between its own port and a server's until it is pulled."""

    def __init__(self, port: int) -> None:
        self._target = ("127.0.0.1", port)
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._is_plugged = True
        self._is_jammed = False
        self._dead: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def pull(self) -> None:
        """Close all connections and reject new ones."""
        with self._lock:
            self._is_plugged = False
            ends, self._open = self._open, set()
        for end in ends:
            _cut(end)

    def jam(self) -> None:
        """Drop all data but keep connections open, as when a train enters a tunnel."""
        with self._lock:
            self._is_jammed = True
            self._dead |= self._open

    def plug(self) -> None:
        """Accept new connections again."""
        with self._lock:
            self._is_plugged = True
            self._is_jammed = False

    def close(self) -> None:
        """Close all connections and stop listening."""
        self.pull()
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            with self._lock:
                if not self._is_plugged:
                    _cut(near)
                    continue
                far = socket.create_connection(self._target)
                self._open |= {near, far}
                if self._is_jammed:
                    self._dead |= {near, far}
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(_CHUNK):
                if source not in self._dead:
                    sink.sendall(data)
        for end in (source, sink):
            _cut(end)
        with self._lock:
            self._open -= {source, sink}


def _cut(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
