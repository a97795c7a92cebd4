"""The package for JavaScript, installed from its tarball, does what its README says."""

from __future__ import annotations

import json
import re
import subprocess
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from beespace import Board, fast, perft
from beespace.engine import LEVELS, Limit
from beespace.engine.native import NativePlayer
from beespace.errors import IllegalMoveError
from support import recorded
from support.missing import missing
from support.page import chromium
from support.repository import REPOSITORY
from support.wasm.node import node, package, run_script

README = (REPOSITORY / "packages" / "beespace-js" / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an empty project with the package installed from its tarball."""
    package()
    (tarball,) = (REPOSITORY / "dist" / "npm").glob("*.tgz")
    folder = tmp_path_factory.mktemp("project")
    (folder / "package.json").write_text('{"private": true}')
    npm = Path(node()).with_name("npm")
    command = [str(npm), "install", "--offline", "--no-audit", "--no-fund", str(tarball)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder


def test_it_has_types_and_no_dependencies(project: Path) -> None:
    installed = [path.name for path in (project / "node_modules").iterdir() if path.is_dir()]
    assert installed == ["beespace"]
    files = {path.name for path in (project / "node_modules" / "beespace").iterdir()}
    assert {"index.js", "index.d.ts", "README.md", "LICENSE"} <= files
    assert {f"beespace-{name}.wasm" for name in ("threads", "simd", "portable")} <= files


@pytest.mark.parametrize("code", [code for kind, code in BLOCKS if kind == "js"])
def test_the_code_in_the_readme_runs(project: Path, code: str) -> None:
    printed = run_script(code, project)
    for expected in re.findall(r"console\.log\(.*\); // (.*)", code):
        assert expected in printed.splitlines()


# Everything below uses one script, which prints JSON.
START = """
import { Board, BeespaceError, Engine } from "beespace";
const show = (value) => console.log(JSON.stringify(value));
"""


def run(project: Path, code: str) -> list[Any]:
    return [json.loads(line) for line in run_script(START + code, project).splitlines()]


def test_boards_agree_with_the_library(project: Path) -> None:
    games = recorded.games()[::12]
    expected: list[Any] = []
    for game in games:
        board = fast.Board(game["game_type"] + (",queen-first" if game["queen_first"] else ""))
        for move in game["moves"]:
            expected.append([board.uhp(legal) for legal in board.legal_moves])
            board.push_uhp(move)
        expected.append([board.game_string(), board.position(), board.state])
        expected.append(json.loads(board.turn_json(with_moves=True)))
    lines = run(
        project,
        f"""
        for (const game of {json.dumps(games)}) {{
          const board = await Board.create(
            game.game_type + (game.queen_first ? ",queen-first" : ""));
          for (const move of game.moves) {{
            show(board.legalMoves());
            board.play(move);
          }}
          show([board.gameString, board.position, board.state]);
          show(board.describeTurn());
        }}
        """,
    )
    assert lines == expected


def test_keys_are_those_of_the_library(project: Path) -> None:
    games = recorded.games()[::20]
    expected: list[Any] = []
    for game in games:
        board = fast.Board(game["game_type"] + (",queen-first" if game["queen_first"] else ""))
        keys = [f"{board.symmetry_key():016x}"]
        for move in game["moves"]:
            board.push_uhp(move)
            keys.append(f"{board.symmetry_key():016x}")
        expected += [keys, keys[:3], board.repetition_count()]
        board.pop()
        after = []
        for legal in board.legal_moves:
            board.push(legal)
            after.append(f"{board.symmetry_key():016x}")
            board.pop()
        expected += [after, keys[-2]]
    lines = run(
        project,
        f"""
        for (const game of {json.dumps(games)}) {{
          const rules = game.game_type + (game.queen_first ? ",queen-first" : "");
          show(await Board.keysOf(rules, game.moves));
          show(await Board.keysOf(rules, [...game.moves.slice(0, 2), "wX", ...game.moves]));
          const board = await Board.create(rules);
          for (const move of game.moves) board.play(move);
          show(board.repetitions);
          board.undo();
          show(board.keysAfter());
          show(board.key);
        }}
        """,
    )
    assert lines == expected


def test_a_game_can_start_from_a_position(project: Path) -> None:
    text = "Base+MLP White[2] - 0,0:wS1 1,0:bG1"
    move, path, leaves, position, flaws = run(
        project,
        f"""
        const board = await Board.fromPosition({json.dumps(text)});
        board.play("wQ -wS1");
        const copy = board.copy();
        board.play("bQ bG1-");
        const engine = await Engine.create();
        const {{ lines }} = await engine.analyse(board, {{ depth: 2 }});
        show(lines[0].moves[0]);
        show(copy.describeMove("bQ bG1-").path);
        show(await engine.perft(board, 2));
        show((await Board.setUp("Base", "w", "0,0:wS1 1,0:bG1")).position);
        show((await Board.setUp("Base", "w", "0,0:wS1 2,0:bG1")).flaws.map((flaw) => flaw.code));
        """,
    )
    board = Board.from_position(text)
    board.push_uhp("wQ -wS1")
    board.push_uhp("bQ bG1-")
    assert board.parse_uhp(move) in board.legal_moves
    assert path == [[2, 0]]
    assert leaves == perft(board, 2)
    assert position == "Base White[2] - 0,0:wS1 1,0:bG1"
    assert flaws == ["several-hives"]


def test_moves_are_read_leniently(project: Path) -> None:
    assert run(
        project,
        r"""
        const board = await Board.create("Base");
        board.play("wS1").play("bG1 wS1-").play("wQ -wS1").play("bQ bG1-");
        show([board.readMove("wA3 \\wQ"), board.readMove("wG2 -wQ"), board.ply]);
        try { board.readMove("wA1"); } catch (error) { show(error.code); }
        """,
    ) == [["wA1 \\wQ", "wG1 -wQ", 4], "missing-reference"]


def test_levels_choose_the_same_moves_as_in_the_library(project: Path) -> None:
    text = recorded.games()[3]
    rules = text["game_type"] + (",queen-first" if text["queen_first"] else "")
    board = Board(rules)
    for move in text["moves"][:16]:
        board.push_uhp(move)
    expected = [
        board.uhp(NativePlayer(level=level, seed=seed).choose(board, Limit()))
        for level in LEVELS[:-2]
        for seed in (1, 2, 3)
    ]
    (found,) = run(
        project,
        f"""
        const board = await Board.create({json.dumps(rules)});
        for (const move of {json.dumps(text["moves"][:16])}) board.play(move);
        const engine = await Engine.create();
        const found = [];
        for (let level = 1; level <= {len(LEVELS) - 2}; level++) {{
          for (const seed of [1, 2, 3]) found.push(await engine.choose(board, {{ level, seed }}));
        }}
        show(found);
        """,
    )
    assert found == expected
    assert len(set(found)) > 3, "levels differ"


def test_running_out_of_memory_is_an_error(project: Path) -> None:
    found = run(
        project,
        """
        const { compile, Core, newMemory } = await import("./node_modules/beespace/core.js");
        for (const build of ["threads", "simd", "portable"]) {
          const { call } = new Core((await compile(build)).module, newMemory(build, 8));
          call._initialize();
          try { call.searcher_new(64); } catch (error) { show(error.constructor.name); }
        }
        """,
    )
    assert found == ["RuntimeError"] * 3


def test_without_simd_the_portable_build_is_chosen(project: Path) -> None:
    found = run(
        project,
        """
        WebAssembly.validate = () => false;
        const engine = await Engine.create({ threads: 2 });
        show([engine.build, engine.threads]);
        """,
    )
    assert found == [["portable", 1]]


def test_errors_say_what_is_wrong(project: Path) -> None:
    lines = run(
        project,
        """
        const board = await Board.create("Base");
        const tell = async (act) => {
          try { await act(); } catch (error) {
            show([error instanceof BeespaceError, error.code, error.message]);
          }
        };
        await tell(() => board.play("wQ"));
        await tell(() => board.play("wS1 x"));
        await tell(() => board.play(""));
        await tell(() => Board.create("Bass"));
        await tell(() => Board.fromGameString("Base;InProgress;Black[1];wL"));
        show([board.whyIllegal("wQ").code, board.whyIllegal("wA1"), board.undo()]);
        try { await Engine.create({ memoryMb: 4 }); } catch (error) { show(error.name); }
        """,
    )
    with pytest.raises(IllegalMoveError) as refused:
        Board("Base").push_uhp("wQ")
    assert lines[0] == [True, "queen-too-early", str(refused.value)]
    assert [line[:2] for line in lines[1:5]] == [
        *([True, "move"], [True, "move"], [True, "ruleset"], [True, "not-in-box"]),
    ]
    assert lines[2][2].startswith("the text is empty: expected a move such as wA1 bQ/")
    assert lines[5:] == [["queen-too-early", None, False], "RangeError"]


@pytest.mark.parametrize("build", ["threads", "simd", "portable"])
def test_the_engine_stops_and_searches_again(project: Path, build: str) -> None:
    stopped, again, reports, leaves, threads = run(
        project,
        f"""
        const board = await Board.create("Base+MLP");
        board.play("wS1").play("bG1 wS1-");
        const engine = await Engine.create({{ build: "{build}", threads: 2 }});
        const stopping = new AbortController();
        const reports = [];
        const stopped = await engine.analyse(board, {{ signal: stopping.signal }}, (info) => {{
          reports.push(info.depth);
          if (info.depth === 4) stopping.abort();
        }});
        show(stopped);
        show(await engine.analyse(board, {{ depth: 3, lines: 3 }}));
        show(reports);
        show(await engine.perft(board, 4));
        show(engine.threads);
        """,
    )
    assert stopped["depth"] >= 4
    assert stopped["lines"][0]["moves"]
    assert reports[:4] == [1, 2, 3, 4]
    assert again["depth"] == 3
    assert len(again["lines"]) == 3
    assert leaves == perft(Board.from_game_string("Base+MLP;InProgress;White[2];wS1;bG1 wS1-"), 4)
    assert threads == (2 if build == "threads" else 1)


class Isolated(SimpleHTTPRequestHandler):
    """Serves files with the headers that allow threads."""

    def end_headers(self) -> None:
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


@pytest.mark.parametrize(
    ("handler", "build"), [(SimpleHTTPRequestHandler, "simd"), (Isolated, "threads")]
)
def test_the_page_in_the_readme_plays(
    project: Path, handler: type[SimpleHTTPRequestHandler], build: str
) -> None:
    ((_, html),) = [block for block in BLOCKS if block[0] == "html"]
    (project / "index.html").write_text(html, encoding="utf-8")
    serving = partial(handler, directory=str(project))
    with ThreadingHTTPServer(("127.0.0.1", 0), serving) as server, sync_playwright() as tool:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            page = start_browser(tool).new_page()
            loaded: list[str] = []
            page.on("request", lambda request: loaded.append(request.url))
            page.goto(f"http://127.0.0.1:{server.server_port}/")
            page.wait_for_function("document.body.innerText.includes('White[4]')")
            game = page.locator("#game").inner_text()
        finally:
            server.shutdown()
    assert Board.from_game_string(game).ply >= 6
    modules = {url.rpartition("/")[2] for url in loaded if url.endswith(".wasm")}
    assert modules == {f"beespace-{build}.wasm"}


def start_browser(tool: Playwright) -> Browser:
    try:
        return chromium.start(tool)
    except chromium.NoBrowserError as error:
        missing(str(error))


def test_numbers_out_of_range_are_refused_and_break_nothing(project: Path) -> None:
    found = run(
        project,
        """
        const board = await Board.create("Base");
        const engine = await Engine.create();
        const tries = [
          () => board.perft(-1),
          () => board.perft(1.5),
          () => board.perft("3"),
          () => engine.perft(board, -1),
          () => engine.analyse(board, { timeMs: -1 }),
          () => engine.analyse(board, { timeMs: NaN }),
          () => engine.choose(board, { level: 0 }),
          () => engine.choose(board, { level: 1, timeMs: 0 }),
          () => Engine.create({ threads: 100 }),
          () => Engine.create({ memoryMb: 5000 }),
        ];
        for (const attempt of tries) {
          try { await attempt(); show("no error"); } catch (error) { show(error.constructor.name); }
        }
        show([board.perft(2), await engine.perft(board, 2)]);
        engine.close();
        """,
    )
    assert found == ["RangeError"] * 10 + [[96, 96]]
