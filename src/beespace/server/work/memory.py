"""Gives freed memory back to the system.

The C library keeps what a program frees, in case it is needed again. After large requests, that is
a lot of memory which no other program can use.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys


def give_back_memory() -> None:
    """Give back what can be given back. A no-op where the C library has no function for it."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library than glibc
            ctypes.CDLL(None).malloc_trim(0)
