"""The shipped puzzles: legal, reachable, proven and distinct; selection and ratings."""

from __future__ import annotations

import random
from datetime import date, timedelta

import pytest

from beespace.backend import BACKEND
from support.missing import missing

if BACKEND != "native":
    missing("the C++ core is not built")

from beespace.engine.solver import find_defences, find_win
from beespace.puzzles import KINDS, Puzzle, shelf
from beespace.puzzles.checking import all_solutions_win, nothing_else_wins
from beespace.puzzles.mining import LONGEST_WIN, THREAT_MOVES
from beespace.puzzles.puzzle import id_of
from beespace.puzzles.rating import FIRST_RATING, expected, new_rating, rating_of_grade
from beespace.puzzles.shelf import Wish
from beespace.rules import Board as ReferenceBoard

ALL = list(shelf.shipped().values())
DEFENCES = [puzzle for puzzle in ALL if puzzle.kind == "only-defence"]
# A full-width proof on the reference board can take seconds per puzzle.
REFERENCE_SAMPLE = 12
# Split across the test workers.
PARTS = 4
IN_PARTS = pytest.mark.parametrize("part", range(PARTS))


def prove(puzzle: Puzzle) -> None:
    """Prove a puzzle again with the solver."""
    board = puzzle.board()
    if puzzle.kind == "only-defence":
        defences = find_defences(board, THREAT_MOVES)
        assert defences.is_complete, puzzle
        found = defences.moves
    else:
        win = find_win(board, puzzle.moves).win
        assert win is not None, puzzle
        assert win.moves == puzzle.moves, puzzle
        found = win.first
    assert sorted(board.uhp(move) for move in found) == sorted(puzzle.solutions), puzzle


@IN_PARTS
def test_every_puzzle_is_legal_and_reachable_or_composed(part: int) -> None:
    for puzzle in ALL[part::PARTS]:
        board = puzzle.board()
        assert board.outcome() is None
        assert puzzle.kind in KINDS
        assert 1 <= puzzle.grade <= 10
        assert puzzle.solutions
        for text in puzzle.solutions:
            board.parse_uhp(text)
        if not puzzle.is_composed:
            assert puzzle.replayed().position() == puzzle.position


def test_no_two_puzzles_are_equal_by_symmetry() -> None:
    keys = [puzzle.board().symmetry_key() for puzzle in ALL]
    assert len(set(keys)) == len(keys)
    assert [id_of(puzzle.board()) for puzzle in ALL] == [puzzle.id for puzzle in ALL]


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in range(1, PARTS))]
)
def test_short_puzzles_are_proven_by_the_solver(part: int) -> None:
    for puzzle in ALL[part::PARTS]:
        if puzzle.kind != "win-in-4":
            prove(puzzle)


@pytest.mark.slow
@IN_PARTS
def test_long_puzzles_are_proven_by_the_solver(part: int) -> None:
    for puzzle in ALL[part::PARTS]:
        if puzzle.kind == "win-in-4":
            prove(puzzle)


def holds_out(puzzle: Puzzle) -> None:
    """Check that neither the defender nor, after the defence, the attacker wins by force."""
    board = puzzle.board()
    before = find_win(board, THREAT_MOVES)
    board.push_uhp(puzzle.solutions[0])
    after = find_win(board, LONGEST_WIN)
    assert before.is_complete, puzzle
    assert after.is_complete, puzzle
    assert before.win is after.win is None, puzzle


def test_some_defences_hold_out() -> None:
    for puzzle in random.Random(1).sample(DEFENCES, REFERENCE_SAMPLE):
        holds_out(puzzle)


@pytest.mark.slow
@IN_PARTS
def test_all_defences_hold_out(part: int) -> None:
    for puzzle in DEFENCES[part::PARTS]:
        holds_out(puzzle)


def test_some_short_wins_are_proven_by_the_reference() -> None:
    wins = [puzzle for puzzle in ALL if puzzle.kind in KINDS[:2]]
    for puzzle in random.Random(1).sample(wins, REFERENCE_SAMPLE):
        board = ReferenceBoard.from_position(puzzle.position)
        assert all_solutions_win(puzzle, board), puzzle
        assert nothing_else_wins(puzzle, board), puzzle


@pytest.mark.slow
@IN_PARTS
def test_all_short_wins_are_proven_by_the_reference(part: int) -> None:
    for puzzle in [puzzle for puzzle in ALL if puzzle.kind in KINDS[:2]][part::PARTS]:
        board = ReferenceBoard.from_position(puzzle.position)
        assert all_solutions_win(puzzle, board), puzzle
        assert nothing_else_wins(puzzle, board), puzzle


# Selection


@pytest.mark.parametrize("kind", KINDS)
def test_the_requested_kind_and_game_type_are_given(kind: str) -> None:
    chance = random.Random(1)
    for game_type in ("Base", "Base+ML", "Base+MLP"):
        puzzle = shelf.next_puzzle(Wish((kind,), (game_type,)), 1000, (), chance)
        assert puzzle is None or (puzzle.kind, puzzle.game_type) == (kind, game_type)
    assert shelf.next_puzzle(Wish((kind,)), 1000, (), chance) is not None


def test_a_higher_rating_or_difficulty_gives_harder_puzzles() -> None:
    def mean(wish: Wish, rating: float) -> float:
        chance = random.Random(1)
        given = [shelf.next_puzzle(wish, rating, (), chance) for _ in range(40)]
        return sum(puzzle.grade for puzzle in given if puzzle is not None) / 40

    assert mean(Wish(), 800) < mean(Wish(), 1400) < mean(Wish(), 2100)
    assert mean(Wish(harder=-300), 1200) < mean(Wish(harder=300), 1200)


def test_no_puzzle_repeats_before_all_are_done() -> None:
    wish, chance = Wish(("win-in-1",)), random.Random(1)
    done: set[str] = set()
    count = shelf.counts()["win-in-1"]
    for _ in range(count):
        puzzle = shelf.next_puzzle(wish, 900, done, chance)
        assert puzzle is not None
        assert puzzle.id not in done
        done.add(puzzle.id)
    again = shelf.next_puzzle(wish, 900, done, chance)
    assert again is not None
    assert again.id in done


def test_the_next_puzzle_differs_from_the_current_one() -> None:
    chance, given = random.Random(1), ""
    for _ in range(60):
        puzzle = shelf.next_puzzle(Wish(("win-in-1",), other_than=given), 900, (), chance)
        assert puzzle is not None
        assert puzzle.id != given
        given = puzzle.id


def test_every_day_has_a_fixed_puzzle() -> None:
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(60)]
    given = [shelf.daily(day).id for day in days]
    assert given == [shelf.daily(day).id for day in days]
    assert len(set(given)) == len(given)


# Ratings


def test_a_rating_converges_to_the_true_rating() -> None:
    chance, rating, true_rating = random.Random(3), FIRST_RATING, 1650.0
    for tried in range(150):
        grade = min(range(1, 11), key=lambda g: abs(rating_of_grade(g) - rating))
        is_solved = chance.random() < expected(true_rating, grade)
        rating = new_rating(rating, tried, grade, is_solved)
    assert abs(rating - true_rating) < 150


def test_expected_results_change_the_rating_little() -> None:
    easy = new_rating(2000, 50, 1, True) - 2000
    hard = new_rating(2000, 50, 10, True) - 2000
    assert 0 < easy < 1 < hard
    assert new_rating(2000, 50, 1, False) < 1980
    assert new_rating(400, 0, 1, False) == 400
