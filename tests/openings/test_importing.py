"""Importing collections from files, folders and zip files; bad games are skipped and reported."""

from __future__ import annotations

import random
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from beespace import Board
from beespace.cli import main
from beespace.formats import GameRecord, dumps, write_games
from beespace.openings import Openings, explore
from beespace.openings.importing import import_files
from beespace.server.storage.connections import DATABASE
from support.openings.games import random_game

BAD_MOVE = "Base;InProgress;White[2];wS1;bX1 wS1-"


def record(seed: int, game_type: str = "Base") -> GameRecord:
    board = Board(game_type)
    for move in random_game(random.Random(seed), game_type):
        board.push(move)
    return GameRecord.from_board(board, white=f"Ann {seed}", black="Bob")


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    """A folder of games in several formats, some of them bad."""
    folder = tmp_path / "collection"
    (folder / "deeper").mkdir(parents=True)
    write_games([record(1), record(2, "Base+MLP")], folder / "one.pgn")
    write_games([record(3)], folder / "deeper" / "two.json")
    lines = [dumps(record(4), "uhp"), BAD_MOVE, dumps(record(5), "uhp")]
    (folder / "three.uhp").write_text("\n".join(lines) + "\n")
    (folder / "readme.txt").write_text("These are not games.\n")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    with zipfile.ZipFile(folder / "four.zip", "w") as archive:
        archive.writestr("inside/six.pgn", dumps(record(6), "pgn"))
        archive.writestr("notes.md", "nothing")
    return folder


def test_a_whole_folder_is_imported_and_bad_games_are_reported(
    tmp_path: Path, collection: Path
) -> None:
    told: list[int] = []
    with Openings(tmp_path / "openings.db") as openings:
        report = import_files(
            openings, [collection], lambda so_far, _file: told.append(so_far.read)
        )
        assert explore(openings, Board("Base+MLP")).tally.total == 6
    assert report.added == 6
    assert len(report.skipped) == 2
    assert any("three.uhp:2" in reason for reason in report.skipped), report.skipped
    assert any("readme.txt" in reason for reason in report.skipped), report.skipped
    assert told[-1] == report.read


def test_importing_the_same_files_again_adds_nothing(tmp_path: Path, collection: Path) -> None:
    with Openings(tmp_path / "openings.db") as openings:
        import_files(openings, [collection])
        again = import_files(openings, [collection])
        assert (again.added, again.known) == (0, 6)
        assert explore(openings, Board("Base+MLP")).tally.total == 6


def test_a_broken_zip_and_an_empty_folder_are_reported(tmp_path: Path) -> None:
    (tmp_path / "broken.zip").write_bytes(b"PK nothing")
    (tmp_path / "empty").mkdir()
    with Openings(tmp_path / "openings.db") as openings:
        report = import_files(openings, [tmp_path / "broken.zip", tmp_path / "empty"])
    assert report.added == 0
    assert "broken.zip" in report.skipped[0]
    assert "no game files" in report.skipped[1]


def test_the_command_reports_what_it_added_and_skipped(tmp_path: Path, collection: Path) -> None:
    data = tmp_path / "data"
    runner = CliRunner()
    result = runner.invoke(main, ["db", "import", str(collection), "--data", str(data)])
    assert result.exit_code == 1, result.output
    assert "Added 6 games with 84 moves" in result.output
    assert "0 duplicates, 2 skipped" in result.output
    assert "skipped" in result.stderr
    assert "three.uhp:2" in result.stderr
    stats = runner.invoke(main, ["db", "stats", "--data", str(data)])
    assert stats.exit_code == 0
    assert "Base+MLP" in stats.output
    assert "6 games" in stats.output


def test_the_command_exits_with_2_if_nothing_can_be_imported(tmp_path: Path) -> None:
    junk = tmp_path / "junk.pgn"
    junk.write_text("nothing")
    arguments = ["db", "import", str(junk), "--data", str(tmp_path / "data")]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "junk.pgn" in result.output
    (tmp_path / "data" / DATABASE).write_text("x" * 5000)
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "cannot use" in result.output
