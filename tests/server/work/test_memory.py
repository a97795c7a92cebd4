"""Memory that is no longer needed is given back."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from beespace.server.work.memory import give_back_memory, keep_little_memory


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc can be told")
def test_large_parts_of_memory_are_given_back_at_once() -> None:
    """Before, the C library kept whatever long requests had needed."""

    def resident_mb() -> float:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    keep_little_memory()
    before = resident_mb()
    parts = [bytearray(b"x" * 1_000_000) for _ in range(100)]
    # What is between them stays, so that the heap couldn't shrink.
    between = [bytearray(b"x" * 1000) for _ in parts]
    assert resident_mb() - before > 90
    parts.clear()
    give_back_memory()
    assert resident_mb() - before < 20
    assert len(between) == 100
