"""Games of our own engine: each can be replayed to the end and ends as recorded."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from beespace.openings import Openings
from beespace.openings.importing import import_files
from beespace.rules import BaseBoard
from support import recorded
from support.replays import check_replay

# Split the games so that several processes can share the work.
PARTS = 4


def test_the_games_cover_every_game_type_and_ending() -> None:
    games = recorded.games()
    assert {game["game_type"] for game in games} == set(recorded.perft_counts())
    assert {game["reason"] for game in games} == {
        *("surround", "resign", "agreement", "time", "repetition")
    }
    assert any(game["passes"] for game in games)
    assert any(game["queen_first"] for game in games)
    played_on = [
        game for game in games if game["threefold_ply"] not in (None, len(game["moves"]) - 1)
    ]
    assert played_on


@pytest.mark.parametrize("part", range(PARTS))
def test_games_replay_to_their_recorded_end(
    board_class: type[BaseBoard], part: int, tally: Counter[str]
) -> None:
    for game in recorded.games()[part::PARTS]:
        check_replay(board_class, game, tally)


def test_games_can_be_imported_into_the_explorer(tmp_path: Path) -> None:
    with Openings(tmp_path / "openings.db") as openings:
        report = import_files(openings, [recorded.OWN_GAMES])
    assert (report.added, report.skipped) == (len(recorded.games()), [])
