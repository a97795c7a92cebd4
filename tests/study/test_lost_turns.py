"""Remarks about lost turns and the room of the pieces, in positions made for them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from beespace import Board
from beespace.formats import loads
from beespace.rules import Piece
from beespace.study import (
    Deed,
    Evaluation,
    Judgement,
    Mood,
    Remark,
    Reviewer,
    about_mistake,
    about_move,
    remark_words,
)
from beespace.study.remarks import MINOR
from beespace.study.review import DECIDED, LARGE_LOSS, explains
from support.study.claims import board_of, is_true

pytestmark = pytest.mark.usefixtures("core")

OPENING = r"Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wG1 -wQ;bG1 bQ-"
ONE_ANT = OPENING.replace("White[4]", "White[5]") + r";wA1 \wQ;bG2 bG1-"
FOUR_EACH = OPENING.replace("White[4]", "White[5]") + r";wG2 -wG1;bG2 bG1-"
BACK = OPENING.replace("White[4]", "White[6]") + ";wA1 wG1\\;bA1 bG1/;wA1 \\wQ;bG2 bS1\\"


def said(game: str, played: str, better: list[str], reply: list[str]) -> Remark | None:
    """Return the remark about a mistake, after checking it on the reference board."""
    board = Board.from_game_string(game)
    remark = about_mistake(board, played, better, reply)
    if remark is not None:
        assert is_true(remark, board_of(remark, board, board.parse_uhp(played)))
    return remark


def test_a_piece_that_goes_back_loses_a_turn() -> None:
    remark = said(BACK, "wA1 wG1\\", ["wA2 -wG1"], [])
    assert remark is not None
    assert remark_words(remark) == "This takes back White's last move, which loses a turn."
    elsewhere = said(BACK, "wA1 bG1-", ["wA2 -wG1"], [])
    assert elsewhere is None or elsewhere.deed is not Deed.TAKE_BACK


def test_without_the_moves_before_nothing_is_said_about_going_back() -> None:
    board = Board.from_position(Board.from_game_string(BACK).position())
    remark = about_mistake(board, "wA1 wG1\\", ["wA2 -wG1"], [])
    assert remark is None or remark.deed is not Deed.TAKE_BACK


def test_two_moves_where_one_is_enough_lose_a_turn() -> None:
    remark = said(ONE_ANT, "wA1 /wQ", ["wA1 bG2-"], ["bA1 bG1/", "wA1 bG2-"])
    assert remark is not None
    assert remark_words(remark) == (
        "This loses a turn: White's best next move takes the white ant to where it could have "
        "gone at once."
    )
    other_line = said(ONE_ANT, "wA1 /wQ", ["wA1 bG2-"], ["bA1 bG1/", "wG2 -wG1"])
    assert other_line is None or other_line.deed is not Deed.DETOUR


def test_what_comes_next_anyway_should_come_first() -> None:
    better = ["wA1 /wG1", "bG3 bG2-"]
    remark = said(FOUR_EACH, "wB1 /wG2", better, ["bG3 bG2-", "wA1 /wG1"])
    assert remark is not None
    assert (remark.mood, remark.deed) == (Mood.FIRST, Deed.APPROACH)
    assert remark_words(remark) == (
        "This can wait: first, a new white ant should get to where it can reach the black queen on "
        "the next move."
    )
    assert remark_words(remark, "it").startswith(
        "Questo può aspettare: prima una nuova formica bianca"
    )
    assert remark_words(remark, "de").startswith(
        "Das kann warten: Zuerst sollte eine neue weiße Ameise"
    )


def test_a_hint_in_the_opening_has_an_idea() -> None:
    remark = about_move(Board.from_game_string(OPENING), ["wA1 /wG1"])
    assert remark is not None
    assert remark_words(remark) == (
        "The idea: get to where it can reach the black queen on the next move."
    )


def test_a_minor_remark_does_not_explain_a_large_loss() -> None:
    record = loads(FOUR_EACH + ";wB1 /wG2")
    remarks = []
    for score in (-100, -600):
        reviewer = Reviewer(record)
        for _ in range(8):
            reviewer.add(Evaluation(0))
        reviewer.add(Evaluation(0, ("wA1 /wG1", "bG3 bG2-")))
        move = reviewer.add(Evaluation(score, ("bG3 bG2-",)))
        assert move is not None
        remarks.append((move.judgement, move.remark and move.remark.deed))
    assert remarks == [(Judgement.INACCURACY, Deed.APPROACH), (Judgement.BLUNDER, None)]


def test_the_page_leaves_out_the_same_remarks() -> None:
    text = Path("web/src/local/reviews/judge.ts").read_text(encoding="utf-8")
    found = re.search(r"const MINOR: [^=]*= \[(.*?)\]", text, re.DOTALL)
    assert found is not None
    assert set(re.findall(r'"(.*?)"', found[1])) == set(MINOR)
    assert f"const LARGE_LOSS = {LARGE_LOSS};" in text
    assert f"const DECIDED = {DECIDED};" in text


def test_in_a_decided_game_only_a_win_is_worth_a_word() -> None:
    assert explains(Deed.SURROUND, 0.97, 0.9)
    assert not explains(Deed.SURROUND, 0.999, 0.99)
    assert not explains(Deed.SURROUND, 0.015, 0.001)
    assert explains(Deed.FORCE, 0.999, 0.99)


@pytest.mark.parametrize(
    ("deed", "pieces", "count"),
    [
        (Deed.KEEP_AWAY, ("bG1",), 1),
        (Deed.OPEN_WAY, ("wG1",), 1),
        (Deed.LET_IN, ("bG1",), 1),
        (Deed.BAR_OWN, ("wG1",), 1),
        (Deed.CRAMP, (), 1),
        (Deed.CROWD, (), 3),
        (Deed.CRAMP_OWN, (), 1),
        (Deed.CROWD_OWN, (), 3),
    ],
)
def test_the_checker_finds_false_claims(deed: Deed, pieces: tuple[str, ...], count: int) -> None:
    board = Board.from_game_string(OPENING)
    remark = about_move(board, ["wA1 /wG1"])
    assert remark is not None
    assert is_true(remark, board)
    named = tuple(map(Piece.parse, pieces))
    assert not is_true(replace(remark, deed=deed, pieces=named, count=count), board)
