"""The file of a match: read and write errors, and two matches that use the same file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from beespace.uhp.match.players import PlayerSpec
from beespace.uhp.match.saved import MatchFile, MatchFileError
from beespace.uhp.match.settings import MatchSettings

MATCH = [sys.executable, "-m", "beespace", "match", "level:1", "level:1", "--types", "Base"]


def _match(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*MATCH, *arguments], capture_output=True, text=True, encoding="utf-8", timeout=900
    )


def _expect_words(done: subprocess.CompletedProcess[str], *words: str) -> None:
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1, done.stderr
    for word in words:
        assert word in done.stderr


def _settings() -> MatchSettings:
    level = PlayerSpec.parse("level:1")
    return MatchSettings(level, level, game_types=("Base",), max_plies=8)


@pytest.mark.parametrize("path", ["/nonexistent/x.jsonl", "/proc/version/x.jsonl"])
def test_file_that_cannot_be_created_gives_a_clear_error(path: str) -> None:
    _expect_words(_match("--games", "2", "--save", path), "cannot write", path)


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs devices")
def test_device_is_not_accepted_as_a_match_file() -> None:
    _expect_words(_match("--games", "2", "--save", "/dev/null"), "not a file")


@pytest.mark.skipif(sys.platform == "win32", reason="needs resource limits")
def test_file_that_cannot_grow_ends_the_match_with_a_clear_error(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    # Limit the file to a few games, to simulate a full disk.
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000)); "
        "from beespace.cli import main; main()"
    )
    done = subprocess.run(
        [
            *(sys.executable, "-c", program, *MATCH[3:], "--games", "20", "--max-plies", "8"),
            *("--save", str(file)),
        ],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
    )
    _expect_words(done, "cannot write", str(file))
    assert "A won 0, drew" in done.stdout, "the games played so far should be reported"
    # Only the incomplete line is lost.
    again = _match("--games", "20", "--max-plies", "8", "--save", str(file))
    assert again.returncode == 0, again.stdout + again.stderr
    assert len(file.read_text().splitlines()) == 20


@pytest.mark.skipif(sys.platform == "win32", reason="needs flock")
def test_two_matches_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    first = MatchFile(path, _settings())
    with pytest.raises(MatchFileError, match="another match is writing"):
        MatchFile(path, _settings())
    _expect_words(
        _match("--games", "2", "--max-plies", "8", "--save", str(path)), "another match is writing"
    )
    first.close()
    done = _match("--games", "2", "--max-plies", "8", "--save", str(path))
    assert done.returncode == 0, done.stdout + done.stderr


def test_rejected_file_is_not_left_locked(tmp_path: Path) -> None:
    path = tmp_path / "precious.txt"
    path.write_text("not a match")
    for _ in range(2):
        with pytest.raises(MatchFileError, match="not a match file"):
            MatchFile(path, _settings())
