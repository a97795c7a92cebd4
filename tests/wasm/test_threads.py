"""Threads in WebAssembly share one memory, and stay apart in it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from support.wasm.node import package, run_script

# Early positions, where threads allocate most: they look for moves that lead to mirror images.
GAMES = [
    "Base+MLP;InProgress;White[2];wG1;bG1 wG1-",
    "Base+MLP;InProgress;Black[2];wS1;bG1 wS1-;wQ -wS1",
    "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-",
]
THREADS = 2


def check_short_searches(folder: Path, count: int, tally: Counter[str]) -> None:
    """Search again and again; memory that two threads own makes a search fail or never end.

    A script that doesn't end is ended by run_script, which then fails the test.
    """
    printed = run_script(
        f"""
        import {{ Board, Engine }} from {json.dumps((package() / "index.js").as_uri())};
        const engine = await Engine.create({{ threads: {THREADS} }});
        const boards = await Promise.all(
          {json.dumps(GAMES)}.map((game) => Board.fromGameString(game)));
        const legal = boards.map((board) => new Set(board.legalMoves()));
        let good = 0;
        for (let number = 0; number < {count}; number++) {{
          const which = number % boards.length;
          const lines = 1 + number % 2;
          const found = await engine.analyse(boards[which], {{ depth: 2, lines }});
          const moves = new Set(found.lines.map((line) => line.moves[0]));
          const areLegal = [...moves].every((move) => legal[which].has(move));
          if (found.depth === 2 && moves.size === lines && areLegal) good++;
        }}
        engine.close();
        console.log(engine.threads, good);
        """,
        folder,
    )
    assert printed.split() == [str(THREADS), str(count)]
    tally[f"{THREADS} threads: short searches"] += count


def test_many_short_searches_end(tmp_path: Path, tally: Counter[str]) -> None:
    check_short_searches(tmp_path, 6_000, tally)


@pytest.mark.slow
def test_very_many_short_searches_end(tmp_path: Path, tally: Counter[str]) -> None:
    for _ in range(20):  # with a new engine each time
        check_short_searches(tmp_path, 6_000, tally)


def test_a_worker_that_fails_costs_no_analysis(tmp_path: Path) -> None:
    printed = run_script(
        f"""
        import {{ Worker }} from "node:worker_threads";
        import {{ Board, Engine }} from {json.dumps((package() / "index.js").as_uri())};
        const started = [];
        const listen = Worker.prototype.on;
        Worker.prototype.on = function (event, does) {{
          if (event === "error") started.push(this);
          return listen.call(this, event, does);
        }};
        const engine = await Engine.create({{ threads: {THREADS} }});
        const board = await Board.fromGameString({json.dumps(GAMES[0])});
        let reports = 0;
        const found = await engine.analyse(board, {{ depth: 5 }}, () => {{
          if (++reports === 1) started[1].emit("error", new Error("null function"));
        }});
        console.log(started.length, found.depth);
        // A closed engine doesn't try again.
        const closed = engine.analyse(board, {{}}, () => engine.close());
        console.log(await closed.catch((error) => error.message), started.length);
        """,
        tmp_path,
    )
    # Two workers that failed, and two that replaced them.
    assert printed.splitlines() == ["4 5", "The engine was closed 4"]
