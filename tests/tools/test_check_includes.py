"""The include order of native/, checked in `make lint`: broken on purpose in a copy."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.repository import REPOSITORY

PROGRAM = REPOSITORY / "tools" / "check_includes.py"


def _check(native: Path) -> tuple[int, str]:
    run = subprocess.run(
        [sys.executable, PROGRAM, native], capture_output=True, text=True, check=False
    )
    return run.returncode, run.stdout + run.stderr


@pytest.fixture
def native(tmp_path: Path) -> Path:
    """Return a copy of native/ to break."""
    shutil.copytree(REPOSITORY / "native", tmp_path / "native")
    return tmp_path / "native"


def test_every_include_goes_down(native: Path) -> None:
    assert _check(native) == (0, "")


@pytest.mark.parametrize(
    ("file", "include", "complaint"),
    [
        ("core/box/pieces.h", '"core/bugs/queen.h"', "core/bugs/ is not below it"),
        ("core/hexes/window.h", '"core/box/pieces.h"', "core/box/ is not below it"),
        ("core/game/board.h", '"eval/evaluate.h"', "eval/ is not below it"),
        ("eval/network.h", '"search/tree/worker.h"', "search/tree/ is not below it"),
        ("search/tree/worker.h", '"bindings/board.h"', "bindings/ is not below it"),
        ("bindings/board.h", '"core/game/board.h"', "it may only use core/api.h"),
        ("explain/hive/hive.h", '"core/hexes/cell_set.h"', "it may only use core/api.h"),
        ("explain/hive/hive.h", '"search/api.h"', "it may only use core/api.h"),
        ("explain/hive/hive.h", '"explain/api.h"', "explain/ is not below it"),
        ("bindings/board.h", '"explain/hive/hive.h"', "it may only use core/api.h"),
        ("bindings/board.h", '"dispatch/exports.h"', "it may only use core/api.h"),
        ("search/tree/worker.h", '"explain/api.h"', "explain/ is not below it"),
        ("dispatch/dispatch.h", '"explain/api.h"', "explain/ is not below it"),
        ("wasm/json.h", '"search/tree/worker.h"', "it may only use core/api.h"),
        ("search/table/table.h", "<nanobind/nanobind.h>", "only bindings may include"),
        ("core/bugs/queen.h", "<search/api.h>", 'write "search/api.h"'),
        ("core/bugs/queen.h", "<core/bugs/ant.h>", 'write "core/bugs/ant.h"'),
        ("search/table/table.h", "<x86intrin.h>", "only core/hexes may include"),
        ("search/table/table.h", "<thread>", "only core, bindings may include"),
        ("search/table/table.h", "<mutex>", "only core, core/counting, bindings, wasm may"),
        ("wasm/json.h", "<condition_variable>", "only bindings may include"),
        ("search/root/searcher.h", "<future>", "nothing in native/ may include <future>"),
        ("core/threads.h", "<pthread.h>", "nothing in native/ may include <pthread.h>"),
        ("search/tree/worker.h", '"../core/api.h"', "write the path from native/ on"),
        ("search/tree/worker.h", '"search/missing.h"', "does not exist"),
    ],
)
def test_include_in_the_wrong_direction_is_found(
    native: Path, file: str, include: str, complaint: str
) -> None:
    path = native / file
    path.write_text(f"#include {include}\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    status, output = _check(native)
    assert status == 1
    assert output.startswith(f"native/{file}:1: ")
    assert complaint in output


def test_folder_without_a_layer_is_found(native: Path) -> None:
    (native / "tablebase").mkdir()
    (native / "tablebase" / "probe.h").write_text("#include <vector>\n", encoding="utf-8")
    status, output = _check(native)
    assert status == 1
    assert "tablebase/ has no layer yet" in output
