"""Weak levels vary their games, both over UHP and in matches."""

from __future__ import annotations

from beespace.backend import BACKEND
from beespace.engine import LEVELS, Player
from beespace.uhp.match.game import PlayedGame, play_game
from beespace.uhp.match.players import PlayerSpec
from beespace.uhp.match.settings import MatchSettings
from beespace.uhp.match.worker import seat_players
from beespace.uhp.program import UhpEngine
from support.missing import missing
from support.uhp.peer_commands import OURS

if BACKEND != "native":
    missing("the C++ core is not built")

GAME = "Base+MLP;InProgress;White[3];wS1;bG1 wS1-;wQ -wS1;bQ bG1-"


def _games(level: int, count: int) -> list[str]:
    """Return a few games that a level plays against itself in one process."""
    engine = UhpEngine(OURS)
    engine.ask("options set Hash 1")
    engine.ask(f"options set Level {level}")
    games = []
    for _ in range(count):
        engine.ask(f"newgame {GAME}")
        for _ in range(6):
            [move] = engine.ask("bestmove depth 4")
            [game] = engine.ask(f"play {move}")
        games.append(game)
    engine.close()
    return games


def test_weak_level_varies_from_game_to_game_and_from_process_to_process() -> None:
    first, second = _games(2, 4), _games(2, 4)
    assert len(set(first)) > 1
    assert set(first) != set(second)


def test_full_strength_with_a_fixed_depth_is_deterministic() -> None:
    assert len({*_games(len(LEVELS), 2), *_games(len(LEVELS), 2)}) == 1


def _play(settings: MatchSettings, number: int) -> PlayedGame:
    players: dict[int, Player] = {}
    scheduled = settings.game(number)
    seat_players(players, settings, scheduled)
    limits = settings.limit_of(0), settings.limit_of(1)
    return play_game(scheduled, (players[0], players[1]), limits, settings.max_plies)


def test_match_of_levels_repeats_no_game_when_the_openings_start_over() -> None:
    level = PlayerSpec.parse("level:2")
    settings = MatchSettings(level, level, game_types=("Base+MLP",), max_plies=16)
    again = settings.different_games
    numbers = (0, 1, again, again + 1, 2 * again)
    games = [_play(settings, number) for number in numbers]
    assert len({game.scheduled.opening for game in games}) == 1
    assert len({tuple(game.moves) for game in games}) == len(numbers)


def test_game_of_a_match_is_reproducible() -> None:
    level = PlayerSpec.parse("level:2")
    settings = MatchSettings(level, level, game_types=("Base",), max_plies=16)
    assert _play(settings, 6).moves == _play(settings, 6).moves
