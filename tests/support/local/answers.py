"""The page's own answers, without a server: its code in Node.js."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from support.missing import missing
from support.repository import REPOSITORY
from support.wasm.node import node, package

Answer = dict[str, Any]


def answers(questions: list[Answer]) -> list[Answer]:
    """Return the page's answers to a list of questions: see answer.mjs."""
    package()
    if not (REPOSITORY / "web" / "node_modules" / "vite").exists():
        missing("the tools of the page are missing: run `make page`")
    run = subprocess.run(
        [node(), Path(__file__).with_name("answer.mjs"), REPOSITORY / "web"],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr
    found: list[Answer] = json.loads(run.stdout)
    return found
