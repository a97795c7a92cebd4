"""Mining, writing and proving puzzles."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from beespace.backend import BACKEND
from beespace.errors import InvalidNotationError
from support.missing import missing

if BACKEND != "native":
    missing("the C++ core is not built")

from beespace import Board
from beespace.engine.solver import find_defences
from beespace.puzzles import KINDS, Puzzle, read_puzzles, shelf
from beespace.puzzles.checking import all_solutions_win, nothing_else_wins
from beespace.puzzles.mining import Miner, positions_to_try
from beespace.puzzles.puzzle import id_of
from beespace.puzzles.self_play import games
from beespace.rules import Board as ReferenceBoard


@pytest.fixture(scope="module")
def mined() -> list[Puzzle]:
    # Wins in 4 are left out because finding them takes most of the time; a test below covers one.
    miner = Miner(enough=3, kinds=tuple(kind for kind in KINDS if kind != "win-in-4"))
    source = games(["Base", "Base+MLP"], seed=1)
    found = []
    for _ in range(10):
        for board in positions_to_try(next(source)):
            puzzle = miner.look_at(board)
            if puzzle is not None:
                found.append(puzzle)
    return found


def test_several_kinds_are_found_and_no_more_than_requested(mined: list[Puzzle]) -> None:
    counts = {kind: sum(puzzle.kind == kind for puzzle in mined) for kind in KINDS}
    assert counts["win-in-1"] == counts["win-in-2"] == counts["win-in-3"] == 3
    assert all(count <= 3 for count in counts.values())
    assert counts["win-in-4"] == 0


def test_a_win_in_4_is_found_with_all_its_first_moves() -> None:
    puzzle = next(puzzle for puzzle in shelf.shipped().values() if puzzle.kind == "win-in-4")
    assert Miner().look_at(puzzle.replayed()) == puzzle


def test_no_two_puzzles_are_the_same_after_rotation(mined: list[Puzzle]) -> None:
    keys = [puzzle.board().symmetry_key() for puzzle in mined]
    assert len(set(keys)) == len(keys)


def test_solutions_are_legal_and_grades_in_range(mined: list[Puzzle]) -> None:
    for puzzle in mined:
        board = puzzle.board()
        assert all(board.parse_uhp(text) in board.legal_moves for text in puzzle.solutions)
        assert 1 <= puzzle.grade <= 10


def test_each_game_leads_to_its_position(mined: list[Puzzle]) -> None:
    for puzzle in mined:
        board = puzzle.replayed()
        assert board.position() == puzzle.position
        assert not puzzle.is_composed
        assert puzzle.game_type == board.ruleset.game_type


def test_rotation_does_not_change_a_puzzles_id(mined: list[Puzzle]) -> None:
    assert len({puzzle.id for puzzle in mined}) == len(mined)
    turned = _turned(mined[0].position)
    assert turned != mined[0].position
    assert id_of(Board.from_position(turned)) == mined[0].id


def test_a_board_without_a_game_makes_a_composed_puzzle(mined: list[Puzzle]) -> None:
    board = mined[0].board()
    solutions = [board.parse_uhp(text) for text in mined[0].solutions]
    composed = Puzzle.of(mined[0].kind, board, solutions, mined[0].grade)
    assert composed.is_composed
    assert composed == replace(mined[0], game="")


def _turned(position: str) -> str:
    """Return the position rotated by 60 degrees."""
    return re.sub(
        r"(-?\d+),(-?\d+):",
        lambda found: f"{-int(found[2])},{int(found[1]) + int(found[2])}:",
        position,
    )


def test_short_wins_are_proven_by_the_reference_board(mined: list[Puzzle]) -> None:
    for puzzle in mined:
        if puzzle.kind in KINDS[:2]:
            assert all_solutions_win(puzzle, ReferenceBoard.from_position(puzzle.position))


def test_nothing_else_wins_as_fast(mined: list[Puzzle]) -> None:
    for puzzle in mined:
        if puzzle.kind in KINDS[:2]:
            assert nothing_else_wins(puzzle, puzzle.board())


# In each position, one move keeps the opponent from winning within two moves, but the position
# isn't an only-defence puzzle.
NOT_DEFENDED = {
    "it loses later": (
        "Base+ML Black[18] wL -3,2:wG1 -3,3:wM -2,1:wL -2,2:bQ -1,1:bB1.wB1 -1,2:bG1 -1,3:wA3"
        " -1,4:bA3 0,0:wS1 1,0:wS2 2,-1:wQ 2,0:bS1 2,1:bB2 3,0:bG2 3,1:wA1 4,1:bS2 4,2:bA1 4,3:wA2"
        " 5,3:bA2"
    ),
    "it wins in two": (
        "Base+ML Black[16] wM -5,1:wA1 -4,1:bA2 -4,2:wM -3,0:wA3 -3,1:bQ -3,2:wL.wB2 -2,1:bL"
        " -1,-1:bS1 -1,0:bG1 -1,2:bB2 0,0:wB1 0,1:wQ.bB1 0,2:bA3 1,1:bA1 1,2:wA2 2,0:bM"
    ),
    "it wins at once": (
        "Base Black[18] wA2 -3,-1:bS1 -3,2:wB2 -3,3:wG3 -2,-1:bG3 -2,1:wB1 -2,2:bQ -2,3:wS1"
        " -1,-2:bA2 -1,1:bG1 0,-3:bA3 0,-2:wQ 0,-1:wG2 0,0:wG1 1,-4:bG2 1,-3:bA1 1,-2:bB2 2,-5:wA3"
        " 2,-3:bB1 3,-3:wA1 3,-2:wA2"
    ),
}


@pytest.mark.parametrize("position", NOT_DEFENDED.values(), ids=NOT_DEFENDED)
def test_an_only_defence_neither_loses_nor_wins_by_force(position: str) -> None:
    board = Board.from_position(position)
    assert len(find_defences(board, 2).moves) == 1
    assert Miner(kinds=("only-defence",)).look_at(board) is None


def test_undecided_positions_are_left_out_and_counted() -> None:
    """With few nodes many moves seem to hold; the miner must not take them for defences."""
    for puzzle in [p for p in shelf.shipped().values() if p.kind == "only-defence"][:5]:
        whole, cut = (Miner(nodes=nodes, kinds=("only-defence",)) for nodes in (10**7, 500))
        found = whole.look_at(puzzle.board())
        assert found is not None
        assert (found.solutions, whole.undecided) == (puzzle.solutions, 0)
        assert cut.look_at(puzzle.board()) is None
        assert (cut.tried, cut.undecided) == (1, 1)


def test_a_wrong_solution_is_not_proven(mined: list[Puzzle]) -> None:
    puzzle = next(puzzle for puzzle in mined if puzzle.kind == "win-in-1")
    board = puzzle.board()
    other = next(
        text for move in board.legal_moves if (text := board.uhp(move)) not in puzzle.solutions
    )
    wrong = Puzzle(puzzle.kind, puzzle.position, (other,), puzzle.grade)
    assert not all_solutions_win(wrong, Board.from_position(puzzle.position))


def test_puzzles_survive_writing_and_reading(mined: list[Puzzle]) -> None:
    lines = [puzzle.to_json() for puzzle in mined]
    assert list(read_puzzles([*lines, ""])) == mined


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "{}", '{"kind":"win-in-1"}', '{"kind":"x","position":"","solutions":[],"grade":1}'],
)
def test_other_lines_are_refused(line: str) -> None:
    with pytest.raises(InvalidNotationError):
        Puzzle.from_json(line)
