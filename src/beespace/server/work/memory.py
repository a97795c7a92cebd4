"""Frees memory that is no longer needed, and gives it back to the system.

The C library keeps what a program frees, in case it is needed again. After large requests, that is
a lot of memory which no other program can use.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import sys
from pathlib import Path

# How much memory a process takes on before its garbage is collected.
_MOST_GROWTH_MB = 25
_MOST_GROWTH = 1.25


# Options of glibc's `mallopt`, with our values: memory of this size is given back as soon as it is
# freed, and threads share this many heaps, instead of having one each.
_M_MMAP_THRESHOLD, _LARGE_BYTES = -3, 131_072
_M_ARENA_MAX, _HEAPS = -8, 2


def keep_little_memory() -> None:
    """Let the C library keep less of what is freed. A no-op where it has no function for it."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library than glibc
            library = ctypes.CDLL(None)
            library.mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)
            library.mallopt(_M_ARENA_MAX, _HEAPS)


def give_back_memory() -> None:
    """Give back what can be given back. A no-op where the C library has no function for it."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)


class Garbage:
    """Collects garbage when a process has grown.

    A full collection takes a tenth of a second in a server with hundreds of games. Without any, the
    remains of connections that were cut off would stay: each is a ring of objects, perhaps with a
    long body.
    """

    def __init__(self) -> None:
        self._after_mb = _resident_mb()

    def collect_if_grown(self) -> bool:
        """Return whether the process had grown, and its garbage was collected."""
        now_mb = _resident_mb()
        if now_mb < max(self._after_mb + _MOST_GROWTH_MB, self._after_mb * _MOST_GROWTH):
            self._after_mb = min(self._after_mb, now_mb)
            return False
        gc.collect()
        give_back_memory()
        self._after_mb = _resident_mb()
        return True


def _resident_mb() -> float:
    """Return the memory of this process, or 0 if the system doesn't tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
