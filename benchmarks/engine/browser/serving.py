"""Serves the package for JavaScript with the headers that allow threads, for benchmarks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tests"))

from support.wasm.node import package


class _Isolated(SimpleHTTPRequestHandler):
    """Serves the package's files, and one script more."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}  # noqa: RUF012

    def __init__(self, *args: Any, script: Path, **options: Any) -> None:
        self._script = script
        super().__init__(*args, **options)

    def end_headers(self) -> None:
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def translate_path(self, path: str) -> str:
        is_script = path == f"/{self._script.name}"
        return str(self._script) if is_script else super().translate_path(path)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served(script: Path) -> Iterator[str]:
    """Serve the package and a script on a port of this machine."""
    handler = partial(_Isolated, directory=str(package()), script=script)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
