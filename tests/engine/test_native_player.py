"""The C++ engine as a player: moves, analysis, limits, stopping and concurrent searches."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from itertools import islice

import pytest

from beespace import Board
from beespace.backend import BACKEND
from beespace.engine import LEVELS, Analysis, Limit, Score, best_player, level
from beespace.errors import BeespaceError
from beespace.rules import Board as ReferenceBoard
from support.missing import missing

if BACKEND != "native":
    missing("the C++ core is not built")

from beespace.engine.native import NativePlayer

OPEN_GAME = "Base+MLP;InProgress;White[3];wS1;bG1 wS1-;wQ -wS1;bQ bG1-"
# White wins with wA1 bQ-.
WIN_IN_1 = (
    "Base;InProgress;White[6];wG1;bG1 /wG1;wB1 wG1-;bB1 bG1\\;wQ \\wB1;bQ bB1-;wA1 wQ-;bQ bG1-;"
    "wA2 \\wQ;bG2 bB1-"
)
WON = WIN_IN_1 + ";wA1 bQ-"
FORCED_PASS = (
    "Base;InProgress;Black[7];wB1;bB1 -wB1;wB2 wB1/;bQ /bB1;wQ \\wB2;bQ -bB1;wQ -wB2;bQ /bB1;"
    "wB2 wQ;bQ -bB1;wB1 bB1;bQ /wB1;wB1 bQ"
)
# A search with this limit ends only if something else ends it.
ENDLESS = Limit(time_s=3600)
TIMEOUT_S = 120


def _board(text: str = OPEN_GAME) -> Board:
    return Board.from_game_string(text)


def _player(threads: int = 1, seed: int | None = 0) -> NativePlayer:
    return NativePlayer(hash_mb=4, threads=threads, seed=seed)


def test_best_player_is_the_cpp_engine() -> None:
    assert isinstance(best_player(hash_mb=1), NativePlayer)


@pytest.mark.parametrize("limit", [Limit(depth=3), Limit(nodes=500), Limit(time_s=0.02)])
def test_choice_is_legal_and_the_board_is_left_alone(limit: Limit) -> None:
    board = _board()
    assert _player().choose(board, limit) in board.legal_moves
    assert board == _board()


def test_player_accepts_the_reference_board() -> None:
    board = ReferenceBoard.from_game_string(OPEN_GAME)
    limit = Limit(nodes=2000)
    assert _player().choose(board, limit) == _player().choose(_board(), limit)


def test_player_accepts_a_board_set_up_from_a_position() -> None:
    board = Board.from_position(_board().position())
    assert _player().choose(board, Limit(depth=3)) in board.legal_moves


def test_finished_game_has_no_move_to_choose() -> None:
    with pytest.raises(BeespaceError, match="over"):
        _player().choose(_board(WON), Limit(depth=1))
    assert list(_player().analyse(_board(WON), Limit(depth=1))) == []


def test_forced_pass_is_played_at_once() -> None:
    board = _board(FORCED_PASS)
    begun = time.monotonic()
    assert _player().choose(board, ENDLESS) == board.legal_moves[0]
    assert time.monotonic() - begun < TIMEOUT_S


def test_analysis_gets_deeper_and_shows_a_playable_line() -> None:
    analyses = list(_player().analyse(_board(), Limit(depth=5)))
    depths = [analysis.depth for analysis in analyses]
    assert depths == sorted(depths)
    assert depths[-1] == 5
    assert [a.nodes for a in analyses] == sorted(a.nodes for a in analyses)
    board = _board()
    for move in analyses[-1].best.moves:
        board.push(move)


def test_analysis_reports_each_depth_once() -> None:
    depths = [analysis.depth for analysis in _player().analyse(_board(), Limit(depth=5))]
    assert depths == [1, 2, 3, 4, 5]
    # A node limit ends the search in the middle of an iteration; the last report counts all nodes.
    *_, before, last = _player().analyse(_board(), Limit(nodes=20_000))
    assert before.depth == last.depth
    assert before.nodes < last.nodes


def test_analysis_streams_while_it_thinks() -> None:
    analyses = _player().analyse(_board(), ENDLESS)
    assert [analysis.depth for analysis in islice(analyses, 3)] == [1, 2, 3]


@pytest.mark.parametrize("lines", [2, 3, 8])
def test_several_lines_start_with_different_moves_best_first(lines: int) -> None:
    *_, analysis = _player().analyse(_board(), Limit(depth=3), lines=lines)
    assert len(analysis.lines) == lines
    assert len({line.moves[0] for line in analysis.lines}) == lines
    scores = [line.score for line in analysis.lines]
    assert scores == sorted(scores, reverse=True)


def test_asking_for_more_lines_than_moves_gives_every_move() -> None:
    *_, analysis = _player().analyse(_board("Base;NotStarted;White[1]"), Limit(depth=2), lines=99)
    assert {line.moves[0] for line in analysis.lines} == set(Board("Base").legal_moves)


@pytest.mark.parametrize(("moves", "different"), [("", 7), ("wS1", 7), ("wS1;bG1 wS1-", 16)])
def test_mirror_images_are_searched_once_in_the_opening(moves: str, different: int) -> None:
    board = Board("Base+MLP")
    for move in filter(None, moves.split(";")):
        board.push_uhp(move)
    *_, last = _player().analyse(board, Limit(depth=1), lines=100)
    keys = set()
    for line in last.lines:
        board.push(line.moves[0])
        keys.add(board.symmetry_key())
        board.pop()
    assert len(keys) == len(last.lines) == different


def test_stop_ends_thinking_and_leaves_a_move() -> None:
    player, board = _player(), _board()
    chosen: list[object] = []
    thinker = threading.Thread(target=lambda: chosen.append(player.choose(board, ENDLESS)))
    thinker.start()
    for _ in range(TIMEOUT_S):
        player.stop()  # again if the search hadn't begun
        thinker.join(1)
        if chosen:
            break
    assert chosen[0] in board.legal_moves


def test_closing_an_analysis_stops_its_search() -> None:
    player = _player()
    analyses = player.analyse(_board(), Limit())
    assert isinstance(analyses, Generator)
    assert len(list(islice(analyses, 3))) == 3
    analyses.close()
    # The player is ready for the next search.
    assert player.choose(_board(), Limit(depth=2)) in _board().legal_moves


def test_several_players_can_search_at_once_without_blocking_python() -> None:
    begun, all_begun = threading.Semaphore(0), threading.Event()
    depths: list[int] = []

    def think() -> None:
        for analysis in _player().analyse(_board(), ENDLESS):
            begun.release()
            if all_begun.is_set():
                depths.append(analysis.depth)
                break
            assert all_begun.wait(TIMEOUT_S)

    threads = [threading.Thread(target=think) for _ in range(4)]
    for thread in threads:
        thread.start()
    # None of the searches has ended when the last one begins.
    for _ in threads:
        assert begun.acquire(timeout=TIMEOUT_S)
    all_begun.set()
    for thread in threads:
        thread.join(TIMEOUT_S)
    assert len(depths) == 4


def _last(seed: int, threads: int = 1) -> Analysis:
    player = _player(seed=seed, threads=threads)
    *_, analysis = player.analyse(_board(), Limit(nodes=20_000))
    return analysis


def test_one_thread_with_a_node_limit_is_deterministic() -> None:
    first, again = _last(seed=0), _last(seed=0)
    assert (first.depth, first.nodes, first.lines) == (again.depth, again.nodes, again.lines)


def test_new_game_clears_the_previous_search() -> None:
    player, limit = _player(), Limit(nodes=20_000)
    *_, first = player.analyse(_board(), limit)
    list(player.analyse(_board(WIN_IN_1), limit))
    player.new_game()
    *_, again = player.analyse(_board(), limit)
    assert (first.nodes, first.lines) == (again.nodes, again.lines)


def test_two_threads_find_a_legal_move() -> None:
    assert _last(seed=0, threads=2).best.moves[0] in _board().legal_moves


@pytest.mark.parametrize("nodes", [1, 100, 5000])
def test_node_limit_is_respected(nodes: int) -> None:
    *_, analysis = _player().analyse(_board(), Limit(nodes=nodes))
    # The engine checks the clock and the node count only every so often.
    assert analysis.nodes < nodes + 2500


def test_time_limit_is_respected() -> None:
    player, board = _player(), _board()
    for time_s in (0.001, 0.02, 0.2):
        begun = time.monotonic()
        player.choose(board, Limit(time_s=time_s))
        assert time.monotonic() - begun < TIMEOUT_S


def test_win_in_one_is_scored_as_such() -> None:
    *_, analysis = _player().analyse(_board(WIN_IN_1), Limit(depth=3))
    assert analysis.best.score == Score.win(1)
    assert analysis.best.score.win_in == 1


@pytest.mark.parametrize("number", range(7, len(LEVELS) + 1))
def test_levels_that_trust_a_search_take_every_win(number: int) -> None:
    for seed in range(10):
        board = _board(WIN_IN_1)
        player = NativePlayer(hash_mb=1, level=level(number), seed=seed)
        board.push(player.choose(board, Limit(nodes=20_000)))
        assert board.state == "WhiteWins"


def test_weaker_levels_overlook_a_win_now_and_then() -> None:
    missed = 0
    for number in range(1, 6):
        for seed in range(20):
            board = _board(WIN_IN_1)
            player = NativePlayer(hash_mb=1, level=level(number), seed=seed)
            board.push(player.choose(board, ENDLESS))
            missed += board.state != "WhiteWins"
    assert 0 < missed < 50


def _games(number: int, seed: int | None, count: int = 4) -> set[str]:
    """Return the openings of a few games that one player of a level plays against itself."""
    player = NativePlayer(hash_mb=1, level=level(number), seed=seed)
    games = set()
    for _ in range(count):
        board = Board("Base+MLP")
        player.new_game()
        while board.ply < 10:
            board.push(player.choose(board, ENDLESS))
        games.add(board.game_string())
    return games


@pytest.mark.parametrize("number", range(1, 9))
def test_weak_level_varies_its_games(number: int) -> None:
    assert len(_games(number, seed=None) | _games(number, seed=None)) > 4


@pytest.mark.parametrize("number", range(1, 9))
def test_weak_level_with_a_seed_always_plays_the_same_game(number: int) -> None:
    assert len(_games(number, seed=7) | _games(number, seed=7)) == 1
    assert _games(number, seed=7) != _games(number, seed=8)


def test_full_strength_does_not_depend_on_the_seed() -> None:
    limit = Limit(nodes=5_000)
    moves = {_player(seed=seed).choose(_board(), limit) for seed in (None, None, 0, 99)}
    assert len(moves) == 1


def test_results_found_under_other_rules_are_not_reused() -> None:
    moves = _board().game_string().split(";")[3:]
    asked = Limit(nodes=20_000)

    def judged(player: NativePlayer, game_type: str) -> Analysis:
        board = Board(game_type)
        for move in moves:
            board.push_uhp(move)
        *_, last = player.analyse(board, asked)
        return last

    player = _player()
    judged(player, "Base")
    assert judged(player, "Base+MLP").lines == judged(_player(), "Base+MLP").lines


@pytest.mark.parametrize("number", [1, 8])
def test_the_strongest_level_is_the_same_after_a_weak_one(number: int) -> None:
    limit = Limit(nodes=20_000)
    *_, expected = _player().analyse(_board(), limit)
    player = _player()
    player.level = level(number)
    for _ in range(3):
        list(player.analyse(_board(), limit))
    player.level = level(len(LEVELS))
    *_, found = player.analyse(_board(), limit)
    assert (found.nodes, found.lines) == (expected.nodes, expected.lines)


def test_clearing_a_large_table_does_not_touch_its_memory() -> None:
    resource = pytest.importorskip("resource", reason="Windows does not report peak memory")
    player = NativePlayer(hash_mb=2048)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    player.new_game()
    player.choose(_board(), Limit(depth=2))
    grown_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown_kb < 200_000


def test_levels_have_numbers_and_names() -> None:
    assert [found.number for found in LEVELS] == list(range(1, len(LEVELS) + 1))
    assert len({found.name for found in LEVELS}) == len(LEVELS)
    for number in (0, len(LEVELS) + 1):
        with pytest.raises(ValueError, match="level must be between"):
            level(number)


def test_table_can_be_resized_between_searches() -> None:
    player = _player()
    for hash_mb in (1, 8, 2):
        player.resize_table(hash_mb)
        assert player.choose(_board(), Limit(depth=3)) in _board().legal_moves


def test_long_games_with_repetition_can_be_played() -> None:
    board = Board("Base,threefold")
    player = _player()
    while board.outcome() is None and board.ply < 200:
        board.push(player.choose(board, Limit(depth=2)))
    assert board.ply > 10


def test_starting_a_search_ends_the_previous_one() -> None:
    player = _player()
    first = player.analyse(_board(), Limit())
    next(first)
    assert player.choose(_board(), Limit(depth=2)) in _board().legal_moves
    list(first)  # ends, too


@pytest.mark.parametrize(("board", "limit"), [("Base", Limit(depth=1)), (Board("Base"), None)])
def test_arguments_of_the_wrong_type_are_rejected(board: Board, limit: Limit) -> None:
    with pytest.raises(TypeError, match="expected a board and a Limit"):
        _player().choose(board, limit)


def test_plain_player_is_deterministic_and_finds_a_win() -> None:
    player = NativePlayer(hash_mb=4, is_plain=True)
    board = _board(WIN_IN_1)
    assert player.choose(board, Limit(depth=2)) == board.parse_uhp("wA1 bQ-")


def test_forced_win_is_proven_before_the_search() -> None:
    (analysis,) = _player().analyse(_board(WIN_IN_1), Limit(nodes=2000))
    assert analysis.best.score == Score.win(1)
