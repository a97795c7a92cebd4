"""Mining, writing and proving puzzles."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from beespace.backend import BACKEND
from beespace.cli import main
from beespace.errors import InvalidNotationError

if BACKEND != "native":
    pytest.skip("the C++ core is not built", allow_module_level=True)

from beespace import Board
from beespace.puzzles import KINDS, Puzzle, read_puzzles
from beespace.puzzles.checking import all_solutions_win, nothing_else_wins
from beespace.puzzles.mining import Miner, positions_to_try
from beespace.puzzles.puzzle import id_of
from beespace.puzzles.self_play import games
from beespace.rules import Board as ReferenceBoard


@pytest.fixture(scope="module")
def mined() -> list[Puzzle]:
    miner = Miner(enough=4, nodes=200_000)
    source = games(["Base", "Base+MLP"], seed=1)
    found = []
    for _ in range(25):
        for board in positions_to_try(next(source)):
            puzzle = miner.look_at(board)
            if puzzle is not None:
                found.append(puzzle)
    return found


def test_several_kinds_are_found_and_no_more_than_wanted(mined: list[Puzzle]) -> None:
    counts = {kind: sum(puzzle.kind == kind for puzzle in mined) for kind in KINDS}
    assert counts["win-in-1"] == counts["win-in-2"] == 4
    assert all(count <= 4 for count in counts.values())
    assert sum(counts.values()) > 10


def test_no_two_are_the_same_however_turned(mined: list[Puzzle]) -> None:
    keys = [puzzle.board().symmetry_key() for puzzle in mined]
    assert len(set(keys)) == len(keys)


def test_solutions_are_legal_and_grades_in_range(mined: list[Puzzle]) -> None:
    for puzzle in mined:
        board = puzzle.board()
        assert all(board.parse_uhp(text) in board.legal_moves for text in puzzle.solutions)
        assert 1 <= puzzle.grade <= 10


def test_games_lead_to_the_positions(mined: list[Puzzle]) -> None:
    for puzzle in mined:
        board = puzzle.replayed()
        assert board.position() == puzzle.position
        assert not puzzle.is_composed
        assert puzzle.game_type == board.ruleset.game_type


def test_names_stay_the_same_however_turned(mined: list[Puzzle]) -> None:
    assert len({puzzle.id for puzzle in mined}) == len(mined)
    turned = _turned(mined[0].position)
    assert turned != mined[0].position
    assert id_of(Board.from_position(turned)) == mined[0].id


def test_board_without_a_game_makes_a_composed_puzzle(mined: list[Puzzle]) -> None:
    board = mined[0].board()
    solutions = [board.parse_uhp(text) for text in mined[0].solutions]
    composed = Puzzle.of(mined[0].kind, board, solutions, mined[0].grade)
    assert composed.is_composed
    assert composed == replace(mined[0], game="")


def _turned(position: str) -> str:
    """The same position after a turn by 60 degrees."""
    return re.sub(
        r"(-?\d+),(-?\d+):",
        lambda found: f"{-int(found[2])},{int(found[1]) + int(found[2])}:",
        position,
    )


def test_short_wins_are_proven_by_the_reference_board(mined: list[Puzzle]) -> None:
    for puzzle in mined:
        if puzzle.kind in KINDS[:2]:
            assert all_solutions_win(puzzle, ReferenceBoard.from_position(puzzle.position))


def test_nothing_else_wins_in_one(mined: list[Puzzle]) -> None:
    for puzzle in mined:
        if puzzle.kind == "win-in-1":
            assert nothing_else_wins(puzzle, puzzle.board())


def test_wrong_solution_is_not_proven(mined: list[Puzzle]) -> None:
    puzzle = next(puzzle for puzzle in mined if puzzle.kind == "win-in-1")
    board = puzzle.board()
    other = next(
        text for move in board.legal_moves if (text := board.uhp(move)) not in puzzle.solutions
    )
    wrong = Puzzle(puzzle.kind, puzzle.position, (other,), puzzle.grade)
    assert not all_solutions_win(wrong, Board.from_position(puzzle.position))


def test_lines_are_read_back(mined: list[Puzzle]) -> None:
    lines = [puzzle.to_json() for puzzle in mined]
    assert list(read_puzzles([*lines, ""])) == mined


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "{}", '{"kind":"win-in-1"}', '{"kind":"x","position":"","solutions":[],"grade":1}'],
)
def test_other_lines_are_refused(line: str) -> None:
    with pytest.raises(InvalidNotationError):
        Puzzle.from_json(line)


def test_command_mines_and_checks(tmp_path: Path) -> None:
    out = tmp_path / "puzzles.jsonl"
    game = next(games(["Base"], seed=5))
    source = tmp_path / "games.uhp"
    source.write_text(game.game_string() + "\n")
    runner = CliRunner()
    result = runner.invoke(
        main, ["puzzles", "mine", str(source), "--out", str(out), "--nodes", "100000"]
    )
    assert result.exit_code == 0, result.output
    assert "positions tried" in result.output
    assert out.read_text().count("win-in-1") >= 1
    checked = runner.invoke(main, ["puzzles", "check", str(out)])
    assert checked.exit_code == 0, checked.output
    assert "proven" in checked.output


def test_command_wants_something_to_mine(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["puzzles", "mine", "--out", str(tmp_path / "x")])
    assert result.exit_code == 2
    assert "nothing to mine" in result.output
