"""Game strings and move texts: what is accepted, what only in tolerant mode, and what never."""

from __future__ import annotations

import pytest

from beespace.errors import BeespaceError, IllegalMoveError, InvalidNotationError
from beespace.rules import BaseBoard, Hex, Piece, ReasonCode, Relocate, Ruleset
from support import drawn_board

GAME = "Base;InProgress;White[3];wA1;bA1 wA1-;wQ -wA1;bQ bA1-"


def test_any_reference_that_names_the_hex_is_accepted(board_class: type[BaseBoard]) -> None:
    board = drawn_board.board_of(board_class, "wA1 wQ  bA1 bQ", "Base")
    assert board.parse_uhp("wA1 wQ/") == board.parse_uhp("wA1 \\bA1")
    assert board.parse_uhp("wA1 wQ\\") == board.parse_uhp("wA1 /bA1")
    assert board.parse_uhp("wA1 bA1/") == board.parse_uhp("wA1 \\bQ")
    assert board.parse_uhp("wA1 wA1/") == board.parse_uhp("wA1 \\wQ")


def test_mover_and_covered_pieces_can_be_references_too(board_class: type[BaseBoard]) -> None:
    picture = """
        wB1 wQ  bQ
        wB1 on bA1
    """
    board = drawn_board.board_of(board_class, picture, "Base")
    down = Relocate(Piece.parse("wB1"), Hex(-1, 0))
    assert board.parse_uhp("wB1 -wB1") == board.parse_uhp("wB1 -bA1") == down
    # The written text refers to the piece below, since the mover itself leaves.
    assert board.uhp(down) == "wB1 -bA1"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("wB1 wQ-", ReasonCode.MARKED_OCCUPIED),
        ("wA1 -bQ", ReasonCode.MARKED_OCCUPIED),
        ("wB1 bA1", ReasonCode.COVERED_REFERENCE),
        ("bA1 -wB1", ReasonCode.NOT_YOUR_PIECE),
        ("wA2 -wB1", ReasonCode.NUMBER_ORDER),
        ("wP wQ\\", ReasonCode.NOT_IN_BOX),
    ],
)
def test_text_of_an_illegal_move_is_rejected_with_its_reason(
    board_class: type[BaseBoard], text: str, code: ReasonCode
) -> None:
    picture = """
        wB1 wQ  bQ
        wB1 on bA1
    """
    board = drawn_board.board_of(board_class, picture, "Base")
    with pytest.raises(IllegalMoveError) as refusal:
        board.push_uhp(text)
    assert refusal.value.reason.code == code


def test_tolerant_parsing_reads_a_marker_to_an_occupied_hex_as_a_climb(
    board_class: type[BaseBoard],
) -> None:
    board = drawn_board.board_of(board_class, "wB1 wQ  bQ  bA1", "Base")
    assert board.parse_uhp("wB1 -bQ", tolerant=True) == board.parse_uhp("wB1 wQ")


def test_tolerant_parsing_renumbers_pieces_in_placement_order(
    board_class: type[BaseBoard],
) -> None:
    text = "Base;InProgress;White[4];wA3;bG2 wA3-;wQ -wA3;bQ bG2-;wA1 -wQ;bG1 bQ-"
    with pytest.raises(IllegalMoveError):
        board_class.from_game_string(text)
    board = board_class.from_game_string(text, tolerant=True)
    assert board.game_string() == (
        "Base;InProgress;White[4];wA1;bG1 wA1-;wQ -wA1;bQ bG1-;wA2 -wQ;bG2 bQ-"
    )


def test_renumbered_pieces_keep_their_new_names(board_class: type[BaseBoard]) -> None:
    text = "Base;InProgress;White[4];wA3;bG2 wA3-;wQ -wA3;bQ bG2-;wA1 -wQ;bG1 bQ-;wA1 \\wQ"
    board = board_class.from_game_string(text, tolerant=True)
    assert board.moves[-1] == Relocate(Piece.parse("wA2"), Hex(-1, -1))


def test_tolerant_parsing_still_enforces_the_rules(board_class: type[BaseBoard]) -> None:
    with pytest.raises(IllegalMoveError):
        board_class.from_game_string(
            "Base;InProgress;White[2];wA1;bA1 wA1-;wG1 bA1-", tolerant=True
        )


def test_moves_override_the_state_and_the_turn(board_class: type[BaseBoard]) -> None:
    text = GAME.replace("InProgress;White[3]", "BlackWins;Black[77]")
    assert board_class.from_game_string(text).game_string() == GAME


def test_queen_first_is_inferred_from_the_moves(board_class: type[BaseBoard]) -> None:
    for text in ("Base;InProgress;Black[1];wQ", "Base;InProgress;White[2];wA1;bQ wA1-"):
        assert board_class.from_game_string(text).ruleset == Ruleset("", queen_first=True)
        with pytest.raises(IllegalMoveError):
            board_class.from_game_string(text, "Base")
    assert board_class.from_game_string(GAME).ruleset == Ruleset("")
    assert board_class.from_game_string(GAME, "base2016").ruleset.queen_first


def test_ruleset_must_match_the_game_type(board_class: type[BaseBoard]) -> None:
    with pytest.raises(InvalidNotationError):
        board_class.from_game_string(GAME, "Base+M")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Base",
        "Base;InProgress",
        "Base;InProgress;White",
        "Base;Running;White[1]",
        "Base;InProgress;White[0]",
        "Base+LM;InProgress;White[1]",
        GAME + ";",
        " " + GAME,
        GAME + "\n",
        GAME.replace(" ", "  "),
    ],
)
def test_malformed_game_string_is_a_notation_error(board_class: type[BaseBoard], text: str) -> None:
    with pytest.raises(InvalidNotationError):
        board_class.from_game_string(text)


def test_notation_error_says_where_it_is(board_class: type[BaseBoard]) -> None:
    with pytest.raises(InvalidNotationError, match="move 5") as refusal:
        board_class.from_game_string(GAME + ";wA1 ?bQ")
    assert refusal.value.column == len(GAME + ";wA1") + 1


def test_illegal_move_error_says_which_move(board_class: type[BaseBoard]) -> None:
    with pytest.raises(IllegalMoveError, match="move 5") as refusal:
        board_class.from_game_string(GAME + ";wA1 bQ-;bA2 bQ-")
    assert refusal.value.reason.code is ReasonCode.PINNED
    assert refusal.value.game_string == GAME


def test_board_set_up_from_a_position_has_no_game_string(board_class: type[BaseBoard]) -> None:
    board = drawn_board.board_of(board_class, "wA1 wQ  bQ  bA1", "Base")
    with pytest.raises(BeespaceError):
        board.game_string()


def test_game_without_moves_is_valid(board_class: type[BaseBoard]) -> None:
    text = "Base+MLP;NotStarted;White[1]"
    assert board_class().game_string() == board_class.from_game_string(text).game_string() == text


def test_passes_count_as_turns(board_class: type[BaseBoard]) -> None:
    text = (
        "Base;InProgress;White[8];wB1;bB1 -wB1;wB2 wB1/;bQ /bB1;wQ \\wB2;bQ -bB1;wQ -wB2;bQ /bB1;"
        "wB2 wQ;bQ -bB1;wB1 bB1;bQ /wB1;wB1 bQ;pass"
    )
    board = board_class.from_game_string(text)
    assert board.game_string().startswith("Base;InProgress;White[8];")
    assert board.game_string().endswith(";pass")
