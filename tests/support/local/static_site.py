"""Serves the folder of `make site` as any static host would, and says what was asked for."""

from __future__ import annotations

import shutil
import socket
import weakref
from collections.abc import Mapping
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from support.missing import missing
from support.repository import REPOSITORY

BUILT = REPOSITORY / "dist" / "site"


class StaticSite:
    """A copy of the site behind a plain file server, in a folder of it such as `hive/`."""

    def __init__(
        self, root: Path, folder: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        """Start serving, by default without any headers that a plain host wouldn't send."""
        if not (BUILT / "index.html").exists():
            missing("the site is not built; run `make site`")
        self.files = root / folder
        shutil.copytree(BUILT, self.files, dirs_exist_ok=True)
        self.asked: list[str] = []
        asked = self.asked

        class Handler(SimpleHTTPRequestHandler):
            def __init__(self, *args: object) -> None:
                super().__init__(*args, directory=str(root))  # type: ignore[arg-type]

            def do_GET(self) -> None:
                asked.append(self.path)
                super().do_GET()

            def end_headers(self) -> None:
                for name, value in (headers or {}).items():
                    self.send_header(name, value)
                super().end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/{folder}"

    def stop(self) -> None:
        """Stop answering. The port stays taken, so that nothing else answers there."""
        self._server.shutdown()
        self._server.server_close()
        held = socket.socket()
        weakref.finalize(self, held.close)
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(self._server.server_address)
