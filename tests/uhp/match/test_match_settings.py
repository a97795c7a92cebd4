"""The settings of a match: player specifications, the schedule and the opening book."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from beespace import Board
from beespace.engine import Limit
from beespace.errors import BeespaceError
from beespace.rules import GAME_TYPES, Place
from beespace.uhp.match.openings import openings
from beespace.uhp.match.players import PlayerSpec, PlayerSpecError
from beespace.uhp.match.settings import MatchSettings
from support.repository import REPOSITORY


def test_our_player_takes_options() -> None:
    spec = PlayerSpec.parse("beespace:depth=4,threads=2,hash=32,level=6,nodes=20000,time=0.2")
    assert (spec.threads, spec.hash_mb, spec.level) == (2, 32, 6)
    assert spec.limit == Limit(time_s=0.2, depth=4, nodes=20000)
    assert spec.command == ()


def test_program_is_a_command_line_or_a_path() -> None:
    assert PlayerSpec.parse(f"cmd:{sys.executable} -m beespace uhp").command[1:] == (
        *("-m", "beespace", "uhp"),
    )
    assert PlayerSpec.parse(sys.executable).command == (sys.executable,)
    spec = PlayerSpec.parse(sys.executable).with_options("Threads=2,Hash=8")
    assert spec.options == (("Threads", "2"), ("Hash", "8"))


@pytest.mark.parametrize(
    "text",
    [
        *("", "cmd:", "level:0", "level:16", "level:x", "beespace:depth", "beespace:depth=x"),
        *("beespace:depth=0", "beespace:speed=3", "beespace:threads=0", "no-such-program"),
        *("cmd:'unclosed", "beespace:level=16", "beespace:time=-1"),
    ],
)
def test_invalid_player_is_rejected(text: str) -> None:
    with pytest.raises(PlayerSpecError):
        PlayerSpec.parse(text)


def test_a_players_own_limit_replaces_the_common_one() -> None:
    common = Limit(time_s=1)
    assert PlayerSpec.parse("beespace:depth=4").limit_within(common) == Limit(depth=4)
    assert PlayerSpec.parse("beespace").limit_within(common) == common
    assert PlayerSpec.parse("level:9").limit_within(None) == Limit()
    with pytest.raises(PlayerSpecError, match="needs"):
        PlayerSpec.parse("beespace").limit_within(None)
    with pytest.raises(PlayerSpecError, match="no node limit"):
        PlayerSpec.parse(sys.executable).limit_within(Limit(nodes=5))


def _settings(*types: str) -> MatchSettings:
    level = PlayerSpec.parse("level:3")
    return MatchSettings(level, level, game_types=types or GAME_TYPES)


def test_pairs_share_an_opening_and_swap_colours() -> None:
    settings = _settings()
    games = [settings.game(number) for number in range(64)]
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert (first.game_type, first.opening) == (second.game_type, second.opening)
        assert (first.a_is_white, second.a_is_white) == (True, False)
    assert len({(game.game_type, game.opening) for game in games}) == 32
    assert {game.game_type for game in games} == set(GAME_TYPES)


def test_openings_start_over_after_the_last() -> None:
    settings = _settings("Base", "Base+M")
    again = settings.different_games
    assert settings.game(again).opening == settings.game(0).opening
    assert settings.game(again - 1).opening != settings.game(0).opening


def test_match_without_a_valid_game_type_is_rejected() -> None:
    with pytest.raises(BeespaceError, match="Base\\+X"):
        _settings("Base+X")
    level = PlayerSpec.parse("level:3")
    with pytest.raises(BeespaceError, match="needs"):
        MatchSettings(level, level, game_types=())


def test_fingerprints_differ_for_different_settings() -> None:
    one, other = PlayerSpec.parse("level:3"), PlayerSpec.parse("level:4")
    prints = {
        MatchSettings(one, other).fingerprint(),
        MatchSettings(other, one).fingerprint(),
        MatchSettings(one, other, Limit(depth=2)).fingerprint(),
        MatchSettings(one, other, game_types=("Base",)).fingerprint(),
        MatchSettings(one, other, max_plies=50).fingerprint(),
    }
    assert len(prints) == 5
    assert MatchSettings(one, other).fingerprint() in prints


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_book_has_enough_different_openings_of_placements(game_type: str) -> None:
    found = openings(game_type)
    keys = set()
    for moves in found:
        board = Board(game_type)
        for text in moves:
            board.push_uhp(text)
        assert all(isinstance(move, Place) for move in board.moves)
        assert len(moves) in (4, 6)
        keys.add(board.symmetry_key())
    assert len(keys) == len(found) >= 50


@pytest.mark.usefixtures("core")
def test_generating_the_book_is_reproducible(tmp_path: Path) -> None:
    program = REPOSITORY / "training" / "make_openings.py"
    texts = []
    for name in ("one.txt", "two.txt"):
        arguments = ("--count", "2", "--depth", "2", "--bound", "200", "--out", tmp_path / name)
        subprocess.run([sys.executable, program, *arguments], check=True, capture_output=True)
        texts.append((tmp_path / name).read_text())
    assert texts[0] == texts[1]
    sections = re.findall(r"\[(.*)\]\n(.*)\n(.*)\n", texts[0])
    assert [section[0] for section in sections] == list(GAME_TYPES)
