"""Asks the server and the page's local backend the same, and compares their answers."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Self

from beespace.server.problems import ProblemError
from support.local.services import Answering, Json
from support.missing import missing
from support.repository import REPOSITORY
from support.wasm.node import node, package

_SCRIPT = Path(__file__).with_name("answer_lines.mjs")
_CONTENT = REPOSITORY / "build" / "content"


class LocalPage:
    """The page's local backend in Node.js: see answer_lines.mjs."""

    def __init__(self, server: str = "") -> None:
        """Start it. `server` is the address to synchronize with."""
        package()
        if not _CONTENT.exists():
            missing("the page's content is not written: run `make page`")
        command = [node(), str(_SCRIPT), str(REPOSITORY / "web"), server]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.communicate()
        assert self._process.returncode == 0

    def tell(self, line: Json) -> None:
        """Send a line that has no answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(line) + "\n")

    def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        """Return `answer` or `failure`."""
        return self.ask_for(
            {"method": method, "path": path, **({} if body is None else {"body": body})}
        )

    def ask_for(self, line: Json) -> Json:
        """Return the answer to a line."""
        self.tell(line)
        assert self._process.stdout is not None
        said: Json = json.loads(self._process.stdout.readline())
        return said


class Asking:
    """Asks the server's services and the page, whose answers must be the same."""

    def __init__(self, server: Answering, page: LocalPage) -> None:
        self._server = server
        self._page = page
        self.count = 0

    def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        """Return the answer of both, or the problem with the request."""
        try:
            said = self._server(method, path, body or {})
            expected = {"answer": said}
        except ProblemError as error:
            said = {"code": error.problem.code, "text": error.problem.text}
            expected = {"failure": said}
        assert self._page.ask(method, path, body) == expected, (method, path, body)
        self.count += 1
        return said

    def post(self, path: str, **body: object) -> Json:
        """Send a request with a body."""
        return self.ask("POST", path, body)
