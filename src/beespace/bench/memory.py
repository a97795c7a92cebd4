"""Measures the engine's peak memory for several table sizes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from beespace.backend import Board
from beespace.bench import bench_positions
from beespace.engine.native import NativePlayer
from beespace.engine.player import Limit
from beespace.errors import BeespaceError

HASH_SIZES_MB = (16, 64, 256)


def peak_memory_mb(hash_mb: int, depth: int, threads: int = 1) -> float:
    """Return the peak memory of a separate process that searches every bench position.

    Raises:
        BeespaceError: the system does not report it, or the process failed.
    """
    program = (
        "from beespace.bench import memory; "
        f"print(memory.search_and_measure({hash_mb}, {depth}, {threads}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BeespaceError(f"could not measure the memory: {done.stderr.strip()[-200:]}")
    return float(done.stdout)


def search_and_measure(hash_mb: int, depth: int, threads: int) -> float:
    """Search every bench position and return this process's peak memory in MB."""
    player = NativePlayer(threads=threads, hash_mb=hash_mb)
    for text in bench_positions():
        player.new_game()
        player.choose(Board.from_position(text), Limit(depth=depth))
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise BeespaceError("this system does not report the peak memory of a process")
