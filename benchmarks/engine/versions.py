"""Plays two versions of the engine against each other at equal nodes, with a sequential test.

    python benchmarks/engine/versions.py HEAD HEAD~1 --sprt 0,10 --nodes 6000
    python benchmarks/engine/versions.py . HEAD --sprt=-5,5 --types Base+MLP

A version is a commit, or a folder with its own `native/`. `beespace match` can't do this, since UHP
has no limit on nodes. Both versions are compiled into one program (the folder `versions`), without
Python, so that 6,000 nodes per move take about 0.3 s per game. Choose the bounds of the test before
you start it; docs/engine-log.md has the results so far.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from beespace.rules import EXPANSIONS
from beespace.uhp.match.statistics import Pairs, Sprt

ROOT = Path(__file__).parents[2]
SOURCES = Path(__file__).parent / "versions"
COMPILE = ("-std=c++20", "-O3", "-DNDEBUG", "-w", "-pthread")
AVX2 = ("-mavx2", "-mbmi", "-mbmi2", "-mlzcnt", "-mpopcnt")


def rules_of(game_type: str) -> int:
    """Return a game type as the core's number: the expansions, and stack gates."""
    expansions = game_type.partition("+")[2]
    return 16 | sum(1 << bit for bit, bug in enumerate(EXPANSIONS) if bug in expansions)


def native_of(version: str, folder: Path) -> Path:
    """Return the native/ of a version, extracting it if it is a commit."""
    if (given := Path(version) / "native").is_dir():
        return given.resolve()
    folder.mkdir()
    archive = subprocess.run(
        ["git", "-C", ROOT, "archive", version, "native"], stdout=subprocess.PIPE, check=True
    )
    subprocess.run(["tar", "x", "-C", folder], input=archive.stdout, check=True)
    return folder / "native"


def build(a: str, b: str, folder: Path) -> Path:
    """Compile the program for two versions and return its path."""
    compiler = os.environ.get("CXX", "c++")
    has_avx2 = "avx2" in Path("/proc/cpuinfo").read_text(encoding="utf-8")
    options = (*COMPILE, *(AVX2 if has_avx2 else ()))
    jobs, objects = [], [folder / "a.o", folder / "b.o"]
    for version, letter, out in ((a, "a", objects[0]), (b, "b", objects[1])):
        native = native_of(version, folder / letter)
        names = (f"-DNEW_SIDE=new_side_{letter}", f"-Dbeespace=beespace_{letter}")
        source = SOURCES / "side.cpp"
        command = [compiler, *options, *names, f"-I{native}", "-c", source, "-o", out]
        jobs.append(subprocess.Popen(command))
    if any(job.wait() for job in jobs):
        sys.exit("one of the versions doesn't compile")
    program = folder / "match"
    command = [compiler, *options, SOURCES / "match.cpp", *objects, "-o", program]
    subprocess.run(command, check=True)
    return program


def in_order(lines: Iterator[str]) -> Iterator[tuple[int, ...]]:
    """Return the pairs by number: in the order in which they end, short games come first."""
    waiting: dict[int, tuple[int, ...]] = {}
    expected = 0
    for line in lines:
        number, *rest = map(int, line.split())
        waiting[number] = tuple(rest)
        while expected in waiting:
            yield waiting.pop(expected)
            expected += 1


def main() -> None:
    """Play until the test is decided or a limit is reached, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--sprt", help="the two bounds in Elo, such as 0,10")
    parser.add_argument("--nodes", type=int, default=6000)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--types", default="Base,Base+MLP")
    parser.add_argument("--threads", type=int, default=1, help="games at a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-plies", type=int, default=300)
    options = parser.parse_args()
    sprt = Sprt(*map(float, options.sprt.split(","))) if options.sprt else None
    numbers = [options.nodes, options.games // 2, options.threads, options.seed, options.max_plies]
    points: list[float] = []
    plies = unfinished = 0
    with tempfile.TemporaryDirectory() as folder:
        program = build(options.a, options.b, Path(folder))
        command = [str(program), *map(str, numbers)]
        command += [str(rules_of(game_type)) for game_type in options.types.split(",")]
        begun = time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as match:
            assert match.stdout
            for white, black, both_plies, capped in in_order(iter(match.stdout.readline, "")):
                points.append((white + black) / 2)
                plies += both_plies
                unfinished += capped
                decided = sprt and sprt.verdict(Pairs.of(points)) != "continue"
                if decided or time.monotonic() - begun > options.seconds:
                    match.terminate()
                    break
    pairs = Pairs.of(points)
    if not pairs.total:
        sys.exit("no pair of games was finished")
    print(
        f"{options.a} against {options.b}: {options.nodes:,} nodes, {options.types}, "
        f"seed {options.seed}, {time.monotonic() - begun:.0f} s\n"
        f"games    {2 * pairs.total}, {plies / 2 / pairs.total:.0f} plies on average, "
        f"{unfinished} unfinished\n"
        f"pairs    {pairs.total}: 0, ½, 1, 1½, 2 points in {', '.join(map(str, pairs.counts))}\n"
        f"Elo      {pairs.elo:+.1f} ± {pairs.elo_error:.1f}"
    )
    if sprt:
        print(f"SPRT     {options.sprt}: LLR {sprt.llr(pairs):.2f}, {sprt.verdict(pairs)}")


if __name__ == "__main__":
    main()
