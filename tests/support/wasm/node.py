"""The package of packages/beespace-js in Node.js, as `make npm` built it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from support.missing import missing
from support.repository import REPOSITORY

PACKAGE = REPOSITORY / "build" / "npm"
BUILDS = ("threads", "simd", "portable")
# The hash table that ask.mjs uses.
TABLE_MB = 32

Answer = dict[str, Any]


def node() -> str:
    """Return the path of Node.js: our own if `make` had to install one, or the system's."""
    own = REPOSITORY / ".venv" / "bin" / "node"
    found = str(own) if own.exists() else shutil.which("node")
    return found or missing("there is no Node.js: run `make page`")


def package() -> Path:
    """Return the folder of the package; skip the test if it is missing and not required."""
    if not (PACKAGE / "index.js").exists():
        missing("the package for JavaScript is not built: run `make npm`")
    return PACKAGE


def ask(build: str, questions: list[Answer]) -> list[Answer]:
    """Return the answers of one build to a list of questions: see ask.mjs."""
    run = subprocess.run(
        [node(), Path(__file__).with_name("ask.mjs"), package(), build],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    answers: list[Answer] = json.loads(run.stdout)
    return answers


def run_script(script: str, folder: Path, *options: str) -> str:
    """Run a module in a folder and return what it prints."""
    file = folder / "script.mjs"
    file.write_text(script, encoding="utf-8")
    run = subprocess.run(
        [node(), *options, file],
        cwd=folder,
        env=os.environ | {"NODE_OPTIONS": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout
