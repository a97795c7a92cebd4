"""Memory that is no longer needed is given back."""

from __future__ import annotations

import subprocess
import sys

import pytest

# In a process of its own, because the heap of this one may have room for everything.
PROGRAM = """
import os
from pathlib import Path
from beespace.server.work.memory import give_back_memory, keep_little_memory

def resident_mb():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

keep_little_memory()
before = resident_mb()
parts = [bytearray(b"x" * 1_000_000) for _ in range(100)]
# What is between them stays, so that the heap couldn't shrink.
between = [bytearray(b"x" * 1000) for _ in parts]
needed = resident_mb() - before
parts.clear()
give_back_memory()
print(needed, resident_mb() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc can be told")
def test_large_parts_of_memory_are_given_back_at_once() -> None:
    """Before, the C library kept whatever long requests had needed."""
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    needed, left = map(float, result.stdout.split())
    assert needed > 90
    assert left < 20
