"""A server of any checkout as a black box, and what all findings need."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from attacks.target import game_text, long_line
from websockets.sync.client import ClientConnection, connect

from beespace import Board

TIMEOUT_S = 60.0
ATTACK_S = 6.0
HERE = Path(__file__).parent.parent
Message = dict[str, Any]


@dataclass(frozen=True)
class Finding:
    """A finding: what is measured, what is allowed, and how to measure it.

    Without a limit, the figure is a text, and `wanted` is the one that it has to be.
    """

    name: str
    what: str
    unit: str
    limit: float | None
    measure: Callable[[Checkout], float | str]
    wanted: str = ""

    def is_kept(self, figure: float | str) -> bool:
        """Return whether a figure is within the limit."""
        if isinstance(figure, str):
            return figure == self.wanted
        return self.limit is not None and figure <= self.limit


class Checkout:
    """A version of Beespace in a folder, with its own .venv."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()

    def command(self, *arguments: object) -> list[str]:
        """Return a command line of this version."""
        return [str(self.path / ".venv/bin/beespace"), *map(str, arguments)]

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run a command of this version."""
        return subprocess.run(
            self.command(*arguments), capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )

    @contextlib.contextmanager
    def server(
        self, *options: str, data: Path | None = None, files: int | None = None, url: str = ""
    ) -> Iterator[Server]:
        """Run a server, with at most so many open files, on SQLite or on a database's URL."""
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            arguments = "play", "--no-browser", "--port", "0", "--data", data or f"{folder}/data"
            command = self.command(*arguments, *options)
            if files is not None:
                command = ["prlimit", f"--nofile={files}:{files}", *command]
            given = {"PATH": "/usr/bin:/bin", "HOME": folder}
            environment = {**given, "BEESPACE_DATABASE_URL": url} if url else given
            with log.open("wb") as stream:
                process = subprocess.Popen(
                    command, stdout=subprocess.PIPE, stderr=stream, text=True, env=environment
                )
            try:
                yield Server(process, log, Path(data or f"{folder}/data"))
            finally:
                process.terminate()
                try:
                    process.wait(15)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


class Server:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str], log: Path, data: Path) -> None:
        self.process, self.log, self.data = process, log, data
        assert process.stdout is not None
        found = re.search(r"http://[\w.]+:(\d+)/", process.stdout.readline())
        assert found, f"the server did not start: {log.read_text()[-2000:]}"
        self.port = int(found[1])

    def guest(self, address: str = "", **options: Any) -> httpx.Client:
        """Return a client with its own cookies; a proxy would forward its address."""
        base = f"http://127.0.0.1:{self.port}"
        headers = {"origin": base, **({"x-forwarded-for": address} if address else {})}
        headers |= options.pop("headers", {})
        return httpx.Client(base_url=base, timeout=TIMEOUT_S, headers=headers, **options)

    def socket(
        self, path: str, guest: httpx.Client | None = None, **headers: str
    ) -> ClientConnection:
        """Open a socket."""
        headers = {"origin": f"http://127.0.0.1:{self.port}", **headers}
        if guest is not None:
            cookies = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
            headers = {"cookie": cookies, **headers}
            if "x-forwarded-for" in guest.headers:
                headers["x-forwarded-for"] = guest.headers["x-forwarded-for"]
        return connect(
            f"ws://127.0.0.1:{self.port}{path}", max_size=None, additional_headers=headers
        )

    def memory_mb(self) -> float:
        """Return the memory of the server and its processes."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        total = 0.0
        for one in (str(pid), *children):
            with contextlib.suppress(OSError):
                status = Path(f"/proc/{one}/status").read_text()
                found = re.search(r"VmRSS:\s+(\d+)", status)
                total += int(found[1]) / 1024 if found else 0
        return total

    def cpu_s(self) -> float:
        """Return the processor time that the server's own process has used."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / 100

    def log_mb(self) -> float:
        """Return the size of the log."""
        return self.log.stat().st_size / 1e6


def hear(socket: ClientConnection, *types: str, timeout_s: float = TIMEOUT_S) -> Message:
    """Return the next message of one of these types."""
    ends_s = time.monotonic() + timeout_s
    while True:
        message: Message = json.loads(socket.recv(max(ends_s - time.monotonic(), 0.01)))
        if message["type"] in types:
            return message


def say(socket: ClientConnection, kind: str, **fields: object) -> None:
    """Send a message."""
    socket.send(json.dumps({"type": kind, **fields}))


class Probe(threading.Thread):
    """Somebody who plays ten moves a second, and notes how long each took to arrive."""

    def __init__(self, server: Server) -> None:
        super().__init__(daemon=True)
        self._server = server
        self._is_over = threading.Event()
        self.delays_s: list[float] = []
        with server.guest("198.51.100.1") as guest:
            game = guest.post("/api/games", json={"opponent": "local"}).json()["id"]
            self._socket = server.socket(f"/api/games/{game}/socket", guest)
        hear(self._socket, "game")

    def run(self) -> None:
        """Play two ants that walk back and forth."""
        moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-"]
        steps = [r"wA1 \wQ", "bA1 bQ/", "wA1 -wQ", "bA1 bQ-"]
        ply = 0
        while not self._is_over.wait(0.1):
            text = moves[ply] if ply < len(moves) else steps[(ply - len(moves)) % 4]
            began_s = time.monotonic()
            say(self._socket, "move_text", ply=ply, text=text)
            with contextlib.suppress(TimeoutError):
                hear(self._socket, "moved", timeout_s=30)
            self.delays_s.append(time.monotonic() - began_s)
            ply += 1

    def end(self) -> float:
        """Stop, and return the longest delay in milliseconds."""
        self._is_over.set()
        self.join()
        self._socket.close()
        return max(self.delays_s, default=30) * 1e3


@contextlib.contextmanager
def attacked(server: Server, name: str, game: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """Attack a server from one address, in another process, for a few seconds."""
    target = {
        "port": server.port,
        "addresses": ["192.0.2.1"],
        "game": game,
        "live": [game],
        "is_direct": False,
    }
    given = name, str(ATTACK_S), json.dumps(target)
    program = ["nice", "-n", "19", sys.executable, "-m", "attacks", *given]
    process = subprocess.Popen(program, cwd=HERE, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def long_game(server: Server) -> str:
    """Import a long finished game and return its id."""
    text = game_text(long_line(), "WhiteWins")
    with server.guest("198.51.100.2") as guest:
        return str(guest.post("/api/imports", json={"text": text}).json()["games"][0]["id"])


def a_few_moves(count: int) -> list[str]:
    """Return the first legal moves of a game."""
    board = Board("Base")
    texts: list[str] = []
    while len(texts) < count:
        move = board.legal_moves[0]
        texts.append(board.uhp(move))
        board.push(move)
    return texts
