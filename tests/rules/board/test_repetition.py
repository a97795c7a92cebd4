"""What counts as the same position, tested on the keys; suites/options.txt tests it on games."""

from __future__ import annotations

from beespace.rules import (
    BaseBoard,
    EndReason,
    Outcome,
    Pass,
    Result,
)
from support import drawn_board

PILLBUGS = """
        bQ  bA1
      wQ  wP
        wS1
"""


def test_stun_changes_the_key_only_if_it_takes_a_move_away(board_class: type[BaseBoard]) -> None:
    def key(stunned: str) -> int:
        board = drawn_board.board_of(board_class, PILLBUGS, turn="White[20]", stunned=stunned)
        return board.repetition_key()

    # Black last moved the ant, which the pillbug could otherwise throw.
    assert key("bA1") != key("-")
    pinned = """
        bG1 bQ  bA1
              wP  wQ
    """
    boards = [
        drawn_board.board_of(board_class, pinned, turn="White[20]", stunned=stunned)
        for stunned in ("-", "bQ", "bG1")
    ]
    assert {len(board.legal_moves) for board in boards} == {len(boards[0].legal_moves)}
    assert len({board.repetition_key() for board in boards}) == 1


def test_stun_without_a_pillbug_never_matters(board_class: type[BaseBoard]) -> None:
    picture = "wQ  wM  bQ  bA1"
    keys = {
        drawn_board.board_of(board_class, picture, "Base+M", stunned=stunned).repetition_key()
        for stunned in ("-", "bA1", "bQ")
    }
    assert len(keys) == 1


def test_turn_stacking_colours_and_bugs_all_count(board_class: type[BaseBoard]) -> None:
    lines = [
        "Base+M White[20] - 0,0:wQ 1,0:bQ.wB1.bB1 2,0:wA1",
        "Base+M Black[20] - 0,0:wQ 1,0:bQ.wB1.bB1 2,0:wA1",
        "Base+M White[20] - 0,0:wQ 1,0:bQ.bB1.wB1 2,0:wA1",
        "Base+M White[20] - 0,0:wQ 1,0:bQ.wB1.bB1 2,0:bA1",
        "Base+M White[20] - 0,0:wQ 1,0:bQ.wB1.bB1 2,0:wG1",
        "Base+M White[20] - 0,0:wQ 1,0:bQ.wB1.bM 2,0:wA1",
        "Base+M White[20] - 0,0:wQ 1,0:bQ.wB1.bB1 1,1:wA1",
    ]
    boards = [board_class.from_position(line) for line in lines]
    assert len({board.repetition_key() for board in boards}) == len(lines)
    assert len({board.search_key() for board in boards}) == len(lines)
    assert len({board.symmetry_key() for board in boards}) == len(lines)


def test_piece_numbers_and_turn_numbers_do_not_count(board_class: type[BaseBoard]) -> None:
    one = board_class.from_position("Base White[20] - 0,0:wQ 1,0:bQ 2,0:wA1 3,0:bA1 4,0:wA2")
    other = board_class.from_position("Base White[33] - 0,0:wQ 1,0:bQ 2,0:wA2 3,0:bA1 4,0:wA1")
    assert one.repetition_key() == other.repetition_key()
    assert one.symmetry_key() == other.symmetry_key()


def test_keys_are_64_bit_numbers(board_class: type[BaseBoard]) -> None:
    board = drawn_board.board_of(board_class, PILLBUGS)
    for key in (board.repetition_key(), board.search_key(), board.symmetry_key()):
        assert 0 <= key < 1 << 64


def test_endless_passes_are_a_draw_only_under_threefold(board_class: type[BaseBoard]) -> None:
    # No position is known in which both sides have to pass, so these passes are pushed unchecked.
    for ruleset, ended in (
        ("Base", None),
        ("Base,threefold", Outcome(Result.DRAW, EndReason.REPETITION)),
    ):
        board = drawn_board.board_of(board_class, "wA1 wQ  bQ  bA1", ruleset)
        for _ in range(4):
            assert board.outcome() is None
            board.push_unchecked(Pass())
        assert board.repetition_count() == 3
        assert board.outcome() == ended


def test_count_drops_when_moves_are_taken_back(board_class: type[BaseBoard]) -> None:
    board = drawn_board.board_of(board_class, "wA1 wQ  bQ  bA1", "Base,threefold")
    there_and_back = ("wA1 \\wQ", "bA1 bQ/", "wA1 -wQ", "bA1 bQ-")
    counts = [board.repetition_count()]
    for text in there_and_back * 2:
        board.push_uhp(text)
        counts.append(board.repetition_count())
    assert counts == [1, 1, 1, 1, 2, 2, 2, 2, 3]
    assert board.state == "Draw"
    while board.moves:
        counts.pop()
        board.pop()
        assert board.repetition_count() == counts[-1]
        assert board.outcome() is None


def test_count_is_right_when_first_requested_late_in_the_game(
    board_class: type[BaseBoard],
) -> None:
    board = drawn_board.board_of(board_class, "wA1 wQ  bQ  bA1", "Base")
    for text in ("wA1 \\wQ", "bA1 bQ/", "wA1 -wQ", "bA1 bQ-") * 5:
        board.push_uhp(text)
    assert board.repetition_count() == 6
    assert board.copy().repetition_count() == 6
