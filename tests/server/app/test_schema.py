"""The server matches its OpenAPI document: schemathesis tests a real process against it.

It generates valid and invalid requests from the document, and follows the links from a new game to
every request about it. No response may be a server error, and each must have the status, content
type and schema that the document promises.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import httpx
import pytest

from beespace.server.http.cookies import COOKIE
from support.server.processes import TIMEOUT_S, started

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)


def ask_all(
    data: Path,
    variables: dict[str, str],
    tally: Counter[str],
    *,
    seconds: int | None,
    examples: int,
    seed: int | None,
) -> None:
    """Run schemathesis as one guest who owns the games it creates.

    It stops after `seconds`; without them, after so many examples of each request.
    """
    with started("--port", "0", "--no-browser", "--data", data, **variables) as server:
        url = server.url()
        guest = httpx.get(f"{url}/api/games", timeout=TIMEOUT_S).cookies[COOKIE]
        command = [
            *(sys.executable, "-m", "schemathesis.cli", "run", f"{url}/api/openapi.json"),
            *(("--max-time", str(seconds)) if seconds is not None else ()),
            *("--max-examples", str(examples)),
            *("--header", f"cookie: {COOKIE}={guest}"),
            *("--checks", ",".join(CHECKS), "--no-color", "--no-shrink"),
            *("--generation-database", "none", "--request-timeout", str(TIMEOUT_S)),
            *("--phases", "fuzzing,stateful"),
            *("--suppress-health-check", "all", "--warnings", "off"),
            *(("--seed", str(seed)) if seed is not None else ()),
            # A stream never ends.
            *("--exclude-path-regex", "/events$"),
        ]
        asked = subprocess.run(
            command, cwd=data, capture_output=True, text=True, timeout=(seconds or 3600) + TIMEOUT_S
        )
        assert asked.returncode == 0, asked.stdout[-8000:] + asked.stderr[-2000:]
        assert httpx.get(f"{url}/api/health", timeout=TIMEOUT_S).json() == "ok"
        _, errors = server.end()
        assert "Traceback" not in errors
    for pattern, name in ((r"(\d+) generated", "requests"), (r"(\d+) covered", "links followed")):
        found = re.search(pattern, asked.stdout)
        assert found, asked.stdout[-4000:]
        assert int(found[1]) >= 3, asked.stdout[-4000:]
        tally[name] += int(found[1])


def test_responses_match_the_document(tmp_path: Path, tally: Counter[str]) -> None:
    # A fixed seed, so that a change isn't blamed for an unrelated random find.
    ask_all(tmp_path, {}, tally, seconds=None, examples=3, seed=1)


@pytest.mark.slow
def test_responses_match_the_document_in_a_long_run(
    tmp_path: Path, variables: dict[str, str], tally: Counter[str]
) -> None:
    ask_all(tmp_path, variables, tally, seconds=240, examples=100, seed=None)
