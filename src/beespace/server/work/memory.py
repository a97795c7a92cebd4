"""Gives freed memory back to the system.

The C library keeps what a program frees, in case it is needed again. After large requests, that is
a lot of memory which no other program can use.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys

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
    """Return freed memory to the system. A no-op where the C library has no function for it."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
