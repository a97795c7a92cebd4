"""The opening explorer counts what was played, regardless of symmetry."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from beespace import Board
from beespace.formats import GameRecord, PlayedMove, Result
from beespace.openings import Openings, Tally, explore, writing
from beespace.openings.games import of_record, read_moves, write_moves
from beespace.openings.rows import STORED_GAME_TYPES, NewGame, OpeningsError
from beespace.rules import Board as ReferenceBoard
from beespace.rules import Hex, Move, Pass, Piece, Place, Relocate, Ruleset
from beespace.rules.hexgrid import SYMMETRIES, Transform
from support.openings.games import random_game
from support.server.old_data import unpack


@pytest.fixture
def openings(tmp_path: Path) -> Iterator[Openings]:
    with Openings(tmp_path / "openings.db") as opened:
        yield opened


def turned(moves: Sequence[Move], transform: Transform) -> list[Move]:
    """Return the moves of a game, rotated or mirrored."""
    return [
        move if isinstance(move, Pass) else replace(move, to=transform(move.to)) for move in moves
    ]


def game_of(
    moves: Sequence[Move],
    game_type: str = "Base",
    result: str = "w",
    server_game: str | None = None,
    updated: str = "",
    **more: str,
) -> NewGame:
    record = GameRecord(Ruleset.parse(game_type), **more)  # type: ignore[arg-type]  # only strings
    record.result = Result.from_code(result)
    record.line = [PlayedMove(move) for move in moves]
    return of_record(record, server_game, updated)


def test_counts_match_direct_counting_on_the_reference_board(openings: Openings) -> None:
    chance = random.Random(1)
    counted: dict[int, Counter[int]] = defaultdict(Counter)
    positions: list[tuple[str, list[Move]]] = []
    for number in range(40):
        game_type = ("Base", "Base+MLP")[number % 2]
        moves = turned(random_game(chance, game_type), chance.choice(SYMMETRIES))
        openings.add(game_of(moves, game_type, white=str(number)))
        board = ReferenceBoard(game_type)
        steps = set()
        for ply, move in enumerate(moves):
            before = board.symmetry_key()
            board.push(move)
            steps.add((before, board.symmetry_key()))
            positions.append((game_type, moves[:ply]))
        for before, after in steps:
            counted[before][after] += 1
    openings.flush()
    for game_type, played in chance.sample(positions, 80):
        board_there = Board(game_type)
        for move in played:
            board_there.push(move)
        explored = explore(openings, board_there)
        found = {one.child: one.tally.total for one in explored.moves}
        # Moves of the other game type may not be legal here.
        expected = counted[board_there.symmetry_key()]
        assert found.items() <= expected.items()
        if game_type == "Base+MLP":
            assert found == expected
        for one in explored.moves:
            for same in (one.move, *one.twins):
                board_there.push(same)
                assert board_there.symmetry_key() == one.child
                board_there.pop()


def test_rotated_and_mirrored_games_are_one_line(openings: Openings) -> None:
    moves = random_game(random.Random(2), "Base")
    for number, transform in enumerate(SYMMETRIES):
        openings.add(game_of(turned(moves, transform), white=str(number)))
    openings.flush()
    for transform in SYMMETRIES:
        board = Board("Base")
        for move in turned(moves, transform):
            explored = explore(openings, board)
            assert [one.tally.total for one in explored.moves] == [12]
            assert move in (explored.moves[0].move, *explored.moves[0].twins)
            board.push(move)
    assert openings.count_positions() == len(moves)


def test_the_six_symmetric_replies_to_the_first_piece_are_merged(openings: Openings) -> None:
    openings.add(game_of(random_game(random.Random(3), "Base", 2)))
    openings.flush()
    board = Board("Base")
    board.push(explore(openings, board).moves[0].move)
    (answer,) = explore(openings, board).moves
    assert len(answer.twins) == 5


def test_results_and_game_types_are_counted_separately(openings: Openings) -> None:
    moves = random_game(random.Random(4), "Base", 4)
    for number, result in enumerate(["w", "w", "b", "draw", ""]):
        openings.add(game_of(moves, "Base", result, white=str(number)))
    openings.add(game_of(moves, "Base+MLP", "b"))
    openings.flush()
    board = Board("Base+MLP")
    assert explore(openings, board).tally == Tally(2, 1, 2, 1)
    assert explore(openings, board, ["Base"]).tally == Tally(2, 1, 1, 1)
    assert explore(openings, board, ["Base+MLP"]).tally == Tally(0, 0, 1, 0)
    assert explore(openings, board, ["Base+L"]).tally == Tally()


def test_a_game_that_repeats_a_position_counts_there_once(openings: Openings) -> None:
    board = Board("Base")
    for text in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"):
        board.push_uhp(text)
    home = {name: board.location(Piece.parse(name)) for name in ("wQ", "bQ")}
    for _ in range(2):  # The queens move back and forth.
        for name in ("wQ", "bQ"):
            board.push(board.legal_moves.of(Piece.parse(name))[0])
        for name, hex in home.items():
            assert hex is not None
            board.push(Relocate(Piece.parse(name), hex))
    openings.add(game_of(board.moves))
    openings.flush()
    again = Board("Base")
    for move in board.moves:
        assert all(one.tally.total == 1 for one in explore(openings, again).moves)
        again.push(move)


def test_games_that_reached_a_position_are_listed(openings: Openings) -> None:
    chance = random.Random(5)
    first = random_game(chance, "Base", 2)
    for number in range(12):
        board = Board("Base")
        for move in first:
            board.push(move)
        for _ in range(4):
            board.push(chance.choice(board.legal_moves))
        openings.add(game_of(board.moves, white=f"Ann {number}"))
    openings.flush()
    games = openings.games(explore(openings, Board("Base")).games)
    assert len(games) == 8
    assert all(game.white.startswith("Ann") for game in games)
    board = Board("Base")
    for move in read_moves(games[0].moves):
        board.push(move)
    assert len(board.moves) == 6


def test_known_games_are_not_counted_twice_and_games_can_be_removed(
    openings: Openings,
) -> None:
    moves = random_game(random.Random(6), "Base")
    assert openings.add(game_of(moves, date="2024.01.01"))
    assert not openings.add(game_of(moves, date="2024.01.01"))
    assert openings.add(game_of(moves, date="2024.01.02"))
    served = game_of(moves, server_game="abc", updated="now")
    assert openings.add(served)
    openings.flush()
    assert explore(openings, Board("Base")).tally.total == 3
    assert openings.server_games() == {"abc": "now"}
    openings.remove(served)
    assert explore(openings, Board("Base")).tally.total == 2
    assert openings.server_games() == {}


def test_removing_the_last_game_leaves_nothing(openings: Openings) -> None:
    game = game_of(random_game(random.Random(7), "Base"), server_game="abc")
    openings.add(game)
    openings.remove(game)
    assert explore(openings, Board("Base")).moves == ()
    assert openings.count_positions() == 0


def test_two_writers_can_share_a_file(tmp_path: Path) -> None:
    chance = random.Random(8)
    file = tmp_path / "openings.db"
    with Openings(file) as one, Openings(file) as other:
        for number in range(6):
            writer = one if number % 2 else other
            writer.add(game_of(random_game(chance, "Base"), white=str(number)))
            writer.flush()
        assert explore(one, Board("Base")).tally.total == 6


def test_scores_are_stored(tmp_path: Path) -> None:
    key = (1 << 64) - 5
    file = tmp_path / "openings.db"
    with Openings(file) as openings:
        assert openings.score(key, "Base") is None
    with sa.create_engine(f"sqlite:///{file}").begin() as connection:
        writing.keep_scores(connection, [(key, "Base", -120, 7)])
    with Openings(file) as openings:
        assert openings.score(key, "Base") == -120
        assert openings.score(key, "Base+M") is None


def test_a_file_of_version_0_1_still_opens(tmp_path: Path) -> None:
    data, _, _ = unpack("sqlite", tmp_path)
    for _ in range(2):  # The tables are renamed once.
        with Openings(data / "openings.db") as openings:
            assert sum(openings.count_games().values()) == 34
            assert explore(openings, Board("Base+MLP")).tally.total == 34
            openings.remove(game_of((), server_game="unknown"))
    with Openings(data / "openings.db") as openings:
        assert openings.add(game_of(random_game(random.Random(10), "Base")))


def test_a_file_that_is_not_an_openings_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "openings.db"
    file.write_text("not a database, but long enough to be taken for one " * 40)
    with pytest.raises(OpeningsError, match="cannot open"):
        Openings(file)


def test_moves_survive_writing_and_reading() -> None:
    for game_type in STORED_GAME_TYPES:
        moves = random_game(random.Random(9), game_type, 40)
        assert read_moves(write_moves(moves)) == list(moves)
    spider = Piece.parse("wS1")
    assert read_moves("wS1:0,0 wS1:1,-2 pass") == [
        Place(spider, Hex(0, 0)),
        Relocate(spider, Hex(1, -2)),
        Pass(),
    ]
