"""Two thousand games of other people; without their file, these tests aren't collected."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from beespace.formats import loads
from beespace.openings import Openings
from beespace.openings.importing import import_files
from beespace.rules import BaseBoard, Board
from support import recorded
from support.formats.boardspace import MANNERS, written
from support.formats.records import annotated, record_of
from support.formats.round_trips import check_round_trips
from support.replays import check_replay

# Split the games so that several processes can share the work.
PARTS = 8
GAMES = recorded.games(recorded.FOREIGN_GAMES)


def test_games_replay_to_their_recorded_end(
    board_class: type[BaseBoard], tally: Counter[str]
) -> None:
    # The slow tests replay all games on the Python board.
    for game in GAMES[:: PARTS if board_class is Board else 1]:
        check_replay(board_class, game, tally)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(1, PARTS))
def test_the_other_games_replay_on_the_python_board(part: int, tally: Counter[str]) -> None:
    for game in GAMES[part::PARTS]:
        check_replay(Board, game, tally)


def test_games_can_be_imported_into_the_explorer(tmp_path: Path) -> None:
    with Openings(tmp_path / "openings.db") as openings:
        report = import_files(openings, [recorded.FOREIGN_GAMES])
    assert (report.added + report.known, report.skipped) == (len(GAMES), [])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_records_are_the_same_when_written_and_read(
    part: int, tmp_path: Path, tally: Counter[str]
) -> None:
    check_round_trips(annotated(GAMES[part::20]), tmp_path, tally)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_games_in_boardspaces_style(part: int, tally: Counter[str]) -> None:
    manners = list(MANNERS.values())
    for i, game in enumerate(GAMES[part::10]):
        record = record_of(game)
        back = loads(written(record, manners[i % len(manners)], i), "sgf")
        assert back.moves == record.moves, game["id"]
        tally["games"] += 1
        tally["plies"] += len(record.line)
