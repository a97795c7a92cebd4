"""What a machine does meanwhile: the memory of a server, and how long its disk takes."""

from __future__ import annotations

import os
import re
import statistics
import threading
import time
from pathlib import Path


def tree_mb(pid: int) -> float:
    """Return the memory of a process and its children."""
    total = 0.0
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    for one in (str(pid), *children):
        try:
            found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{one}/status").read_text())
        except OSError:
            continue  # it has just ended
        total += int(found[1]) / 1024 if found else 0
    return total


class Disk:
    """Writes a little to a disk five times a second, and notes how long it takes.

    Every move waits for the disk, so nothing can be faster than this.
    """

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / "disk", os.O_CREAT | os.O_WRONLY, 0o600)
        self._took_s: list[float] = []
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def read(self) -> str:
        """Return the median and the longest time since the last call."""
        took_ms = [took_s * 1e3 for took_s in self._took_s] or [0.0]
        self._took_s.clear()
        return f"disk {statistics.median(took_ms):.0f} to {max(took_ms):.0f} ms"

    def close(self) -> None:
        """Stop."""
        self._is_over.set()
        self._thread.join()
        os.close(self._file)

    def _run(self) -> None:
        while not self._is_over.wait(0.2):
            began_s = time.monotonic()
            os.pwrite(self._file, os.urandom(4096), 0)
            os.fsync(self._file)
            self._took_s.append(time.monotonic() - began_s)
