"""A PostgreSQL instance for the tests: on loopback, in a temporary folder, never as root."""

from __future__ import annotations

import contextlib
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from support.missing import missing

_PLACES = "/usr/lib/postgresql"
_TIMEOUT_S = 180


class Postgres:
    """A PostgreSQL server that gives each test its own database, and that tests can stop."""

    def __init__(self, port: int, password: str, command: list[str], options: Any) -> None:
        self.port = port
        self.password = password
        self._command = command
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, database: str) -> str:
        return f"postgresql://bee:{self.password}@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """Create an empty database and return its URL."""
        name = f"games_{secrets.token_hex(4)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        log = Path(self._options["cwd"]) / "log"
        with log.open("ab") as errors:
            self._process = subprocess.Popen(self._command, stderr=errors, **self._options)
        _wait_for(self, self._process, log)

    def stop(self) -> None:
        """Stop the server at once. Its connections break."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        self._process.wait(_TIMEOUT_S)

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Freeze all of its processes: connections stay open, but nothing answers."""
        assert self._process is not None
        pids = [self._process.pid, *_children(self._process.pid)]
        try:
            for pid in pids:
                os.kill(pid, signal.SIGSTOP)
            yield
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)


def _children(parent: int) -> list[int]:
    """Return the processes that a process started, as Linux lists them."""
    return [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def require() -> Path:
    """Return the folder of PostgreSQL's programs; skip the test, or fail in CI, if missing."""
    found = shutil.which("postgres")
    places = [Path(found).parent] if found else []
    if Path(_PLACES).is_dir():
        places += sorted(Path(_PLACES).glob("*/bin"), reverse=True)
    found_at = next((place for place in places if (place / "initdb").exists()), None)
    if found_at is None:
        missing("PostgreSQL is not installed; tools/get_postgres.sh can install it on some systems")
    return found_at


def _unprivileged_user() -> dict[str, Any]:
    """Return `Popen` options to run as `nobody` if we are root, which PostgreSQL refuses."""
    if os.getuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


@contextlib.contextmanager
def running() -> Iterator[Postgres]:
    """Run a PostgreSQL server and delete it afterwards."""
    programs, runner = require(), _unprivileged_user()
    # Not in pytest's folder, which only its owner can enter.
    folder = Path(tempfile.mkdtemp(prefix="beespace-postgres-"))
    password = secrets.token_hex(8)
    try:
        (folder / "password").write_text(password)
        if runner:
            for path in (folder, folder / "password"):
                os.chown(path, runner["user"], runner["group"])
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "cwd": folder, **runner}
        make = f"{programs}/initdb -U bee -A scram-sha-256 -E UTF8 --locale C --no-sync".split()
        places = ["-D", f"{folder}/data", "--pwfile", f"{folder}/password"]
        subprocess.run([*make, *places], check=True, **quiet)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": port,
            "unix_socket_directories": "",
            "shared_buffers": "16MB",
            "max_connections": 20,
        }
        chosen = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = [f"{programs}/postgres", "-D", f"{folder}/data", *chosen]
        postgres = Postgres(port, password, command, quiet)
        try:
            postgres.start()
            yield postgres
        finally:
            postgres.stop()
    finally:
        shutil.rmtree(folder)


def _wait_for(postgres: Postgres, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + _TIMEOUT_S
    while True:
        try:
            psycopg.connect(postgres.url("postgres"), connect_timeout=60).close()
            return
        except psycopg.OperationalError:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
