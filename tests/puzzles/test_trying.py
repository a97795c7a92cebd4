"""Trying moves in puzzles: right moves, refutations of wrong ones, and replies."""

from __future__ import annotations

import pytest

from beespace.backend import BACKEND
from support.missing import missing

if BACKEND != "native":
    missing("the C++ core is not built")

from beespace import Board
from beespace.engine.solver import find_win
from beespace.puzzles import Puzzle, shelf, trying
from beespace.puzzles.checking import wins_by
from beespace.puzzles.trying import Doing, Miss, NotInPuzzleError
from beespace.rules import Board as ReferenceBoard


def some(kind: str, count: int) -> list[Puzzle]:
    """Return the easiest puzzles of a kind, which are quick to prove."""
    found = [puzzle for puzzle in shelf.shipped().values() if puzzle.kind == kind]
    return sorted(found, key=lambda puzzle: (puzzle.grade, puzzle.id))[:count]


@pytest.mark.parametrize("kind", ["win-in-1", "win-in-2"])
def test_exactly_the_equally_fast_wins_are_accepted(kind: str) -> None:
    for puzzle in some(kind, 3):
        doing = trying.begin(puzzle)
        reference = ReferenceBoard.from_position(puzzle.position)
        for move in list(doing.board.legal_moves):
            answer = trying.try_move(puzzle, doing, move)
            assert answer.is_right == wins_by(reference, move, puzzle.moves), puzzle


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["win-in-2", "win-in-3", "win-in-4"])
def test_no_win_takes_fewer_moves_than_its_kind_says(kind: str) -> None:
    """The solver ignores attacks by quiet moves, so a shorter win could escape it."""
    for puzzle in shelf.shipped().values():
        if puzzle.kind == kind:
            assert len(trying.solution(puzzle, trying.begin(puzzle))) == 2 * puzzle.moves - 1


@pytest.mark.parametrize("kind", ["win-in-2", "win-in-3", "win-in-4"])
def test_the_solution_wins_on_its_last_move_against_the_longest_resistance(
    kind: str,
) -> None:
    for puzzle in some(kind, 3):
        doing = trying.begin(puzzle)
        winner = doing.board.turn
        line = trying.solution(puzzle, doing)
        assert len(line) == 2 * puzzle.moves - 1
        board = puzzle.board()
        for number, move in enumerate(line):
            board.push(move)
            # After each reply the win takes exactly as long as claimed.
            if number % 2 == 1:
                win = find_win(board, puzzle.moves).win
                assert win is not None
                assert win.moves == puzzle.moves - (number + 1) // 2
        outcome = board.outcome()
        assert outcome is not None
        assert outcome.winner is winner


def test_every_line_of_a_win_in_3_can_be_played() -> None:
    puzzle = some("win-in-3", 1)[0]

    def walk(doing: Doing) -> int:
        if doing.moves_left == 0:
            return 1
        win = find_win(doing.board, doing.moves_left).win
        assert win is not None
        return sum(walk(trying.go_on(puzzle, doing, move)) for move in win.first)

    assert walk(trying.begin(puzzle)) >= len(puzzle.solutions)


def test_wrong_moves_are_refuted_by_a_reply_that_leaves_no_win_in_time() -> None:
    for puzzle in some("win-in-2", 4):
        doing = trying.begin(puzzle)
        misses = [
            answer
            for move in list(doing.board.legal_moves)[::5]
            if not (answer := trying.try_move(puzzle, doing, move)).is_right
        ]
        assert misses
        for answer in misses:
            after = ReferenceBoard.from_position(answer.after().position())
            if answer.miss is Miss.REFUTED and after.outcome() is None:
                assert not any(wins_by(after, move, 1) for move in list(after.legal_moves))


def test_a_wrong_last_move_reports_the_open_hexes() -> None:
    puzzle = some("win-in-1", 1)[0]
    doing = trying.begin(puzzle)
    wrong = next(
        answer
        for move in list(doing.board.legal_moves)
        if not (answer := trying.try_move(puzzle, doing, move)).is_right
    )
    assert wrong.miss is Miss.NOT_SURROUNDED
    assert trying.open_hexes(wrong.after(), doing.board.turn.opponent)


def test_only_the_defence_holds_and_other_moves_are_punished() -> None:
    for puzzle in some("only-defence", 2):
        doing = trying.begin(puzzle)
        for move in list(doing.board.legal_moves):
            answer = trying.try_move(puzzle, doing, move)
            is_solution = doing.board.uhp(move) in puzzle.solutions
            assert answer.is_solved == is_solution
            if not is_solution and answer.loses_in == 1:
                outcome = answer.after().outcome()
                assert outcome is not None
                assert outcome.winner is doing.board.turn.opponent


def test_wrong_and_illegal_moves_cannot_be_continued() -> None:
    puzzle = some("win-in-2", 1)[0]
    doing = trying.begin(puzzle)
    wrong = next(
        move
        for move in list(doing.board.legal_moves)
        if doing.board.uhp(move) not in puzzle.solutions
    )
    with pytest.raises(NotInPuzzleError):
        trying.go_on(puzzle, doing, wrong)
    other = Board("Base")
    with pytest.raises(NotInPuzzleError):
        trying.go_on(puzzle, doing, other.legal_moves[0])


def test_answers_are_always_the_same() -> None:
    puzzle = some("win-in-3", 1)[0]
    first = trying.solution(puzzle, trying.begin(puzzle))
    trying._stubborn_reply.cache_clear()
    assert trying.solution(puzzle, trying.begin(puzzle)) == first
