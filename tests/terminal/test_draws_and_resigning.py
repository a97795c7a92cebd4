"""Draw offers, resigning, and what can be done with a game that the players have ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from beespace import EDITIONS, Color
from beespace.formats import EndReason
from beespace.rules import Outcome, Result
from beespace.terminal.hot_seat import HotSeat
from beespace.terminal.screen import Screen

AGREED = Outcome(Result.DRAW, EndReason.AGREEMENT)


def started() -> HotSeat:
    """Return a game in which it is White's second turn."""
    hot_seat = HotSeat(Screen(), EDITIONS["base"].ruleset)
    hot_seat.answer("wS1")
    hot_seat.answer("bG1 wS1-")
    return hot_seat


@pytest.mark.parametrize("answer", ["accept", "yes", "Y", "ACCEPT"])
def test_an_accepted_draw_ends_the_game(answer: str) -> None:
    hot_seat = started()
    assert "White offers a draw. Black, type accept or decline." in hot_seat.answer("draw")
    assert hot_seat.prompt == "Black, accept or decline> "
    text = hot_seat.answer(answer)
    assert "Draw by agreement." in text
    assert "undo to reopen this one" in text
    assert hot_seat.prompt == "Game over> "
    assert hot_seat.game.decision == AGREED
    for line in ("wQ", "queen", "wQ -wS1", "1", "moves", "why wQ", "draw", "resign", "pass", "a"):
        assert "The game is over. Draw by agreement." in hot_seat.answer(line)
    assert hot_seat.board.ply == 2


@pytest.mark.parametrize("answer", ["decline", "no", "N"])
def test_after_a_declined_draw_the_game_continues(answer: str) -> None:
    hot_seat = started()
    hot_seat.answer("draw")
    assert "Black declines the draw. White to move, turn 2." in hot_seat.answer(answer)
    assert hot_seat.prompt == "White 2> "
    assert "White queen, left of the white spider." in hot_seat.answer("wQ -wS1")
    assert "Black offers a draw. White, type accept or decline." in hot_seat.answer("draw")


def test_a_move_takes_the_place_of_an_answer() -> None:
    hot_seat = started()
    hot_seat.answer("draw")
    text = hot_seat.answer("wQ -wS1")
    assert "The draw offer is off." in text
    assert "White queen, left of the white spider." in text
    assert hot_seat.prompt == "Black 2> "
    assert "There is nothing to answer." in hot_seat.answer("accept")
    assert "offer is off" not in hot_seat.answer("board")


@pytest.mark.parametrize("line", ["help", "board", "", "hand", "moves", "xyzzy", "wA1", "wQ wS1-"])
def test_an_offer_stays_open_until_something_is_played(line: str) -> None:
    hot_seat = started()
    hot_seat.answer("draw")
    hot_seat.answer(line)
    assert hot_seat.prompt == "Black, accept or decline> "
    hot_seat.answer("accept")
    assert hot_seat.game.decision == AGREED


@pytest.mark.parametrize("line", ["undo", "new", "wA1 -wS1"])
def test_an_offer_ends_when_the_game_changes(line: str) -> None:
    hot_seat = started()
    hot_seat.answer("draw")
    hot_seat.answer(line)
    assert "There is nothing to answer." in hot_seat.answer("accept")
    assert hot_seat.game.decision is None


@pytest.mark.parametrize(
    "line",
    ["ant", "a", "bA1", "wA1", "why wQ", "moves wQ", "1", "draw", "resign", "wQ wS1-", "bA1 bG1-"],
)
def test_only_an_answer_or_a_move_of_the_player_to_move_settles_an_offer(line: str) -> None:
    hot_seat = started()
    hot_seat.answer("draw")
    text = " ".join(hot_seat.answer(line).split())
    assert text.endswith(
        "Black hasn't answered White's draw offer: type accept or decline. "
        "To play on instead, White can type a whole move."
    )
    assert hot_seat.prompt == "Black, accept or decline> "
    assert hot_seat.board.ply == 2


def test_a_piece_instead_of_an_answer_repeats_whether_to_resign() -> None:
    hot_seat = started()
    hot_seat.answer("resign")
    assert "are you sure you want to resign? Type yes or no." in hot_seat.answer("ant")
    assert hot_seat.prompt == "White, resign? yes or no> "


def test_a_draw_can_be_offered_once_both_players_have_moved() -> None:
    hot_seat = HotSeat(Screen(), EDITIONS["base"].ruleset)
    hot_seat.answer("wS1")
    assert "You can offer a draw once both players have moved." in hot_seat.answer("draw")
    assert hot_seat.prompt == "Black 1> "
    hot_seat.answer("bG1 wS1-")
    assert "White offers a draw." in hot_seat.answer("draw")


def test_junk_instead_of_an_answer_repeats_the_question() -> None:
    hot_seat = started()
    hot_seat.answer("draw")
    assert "'maybe'. White offers a draw." in hot_seat.answer("maybe")


def test_resigning_has_to_be_confirmed() -> None:
    hot_seat = started()
    assert "White, are you sure you want to resign?" in hot_seat.answer("resign")
    assert hot_seat.prompt == "White, resign? yes or no> "
    assert "Good, play on. White to move, turn 2." in hot_seat.answer("no")
    assert hot_seat.prompt == "White 2> "
    hot_seat.answer("resign")
    assert "Nobody resigned." in hot_seat.answer("wQ -wS1")
    hot_seat.answer("resign")
    text = hot_seat.answer("yes")
    assert "White wins: Black resigned." in text
    assert hot_seat.prompt == "Game over> "
    assert hot_seat.answer("game").startswith("Base;WhiteWins;Black[2];")


def test_undo_reopens_a_game_that_the_players_ended() -> None:
    hot_seat = started()
    hot_seat.answer("draw")
    hot_seat.answer("accept")
    text = hot_seat.answer("undo")
    assert "The game is open again." in text
    assert hot_seat.board.ply == 2
    assert hot_seat.prompt == "White 2> "
    assert "There is no move to play again." in hot_seat.answer("redo")
    hot_seat.answer("resign")
    hot_seat.answer("yes")
    hot_seat.answer("undo 2")
    assert hot_seat.board.ply == 1, "the result counts as one step, and the move as another"
    hot_seat.answer("redo")
    assert hot_seat.board.ply == 2


def test_new_starts_another_game_after_a_result() -> None:
    hot_seat = started()
    hot_seat.answer("draw")
    hot_seat.answer("accept")
    text = hot_seat.answer("new")
    assert "\nBase;Draw;White[2];wS1;bG1 wS1-\n" in text
    assert hot_seat.prompt == "White 1> "
    assert hot_seat.game.decision is None


def test_before_the_first_move_there_is_nothing_to_end() -> None:
    hot_seat = HotSeat(Screen(), EDITIONS["base"].ruleset)
    for line in ("draw", "resign"):
        assert "The game hasn't started yet" in hot_seat.answer(line)
        assert hot_seat.prompt == "White 1> "
    for line in ("yes", "no", "accept", "decline"):
        assert "There is nothing to answer." in hot_seat.answer(line)


@pytest.mark.parametrize(
    ("lines", "state", "winner", "sentence"),
    [
        (("draw", "accept"), "Draw", None, "Draw, according to the file."),
        (("resign", "yes"), "BlackWins", Color.BLACK, "Black wins, according to the file."),
    ],
)
def test_a_saved_result_is_kept(
    lines: tuple[str, str], state: str, winner: Color | None, sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    hot_seat = started()
    hot_seat.answer(f"save {file}")
    for line in lines:
        hot_seat.answer(line)
    assert "This game was not saved." in hot_seat.farewell()
    hot_seat.answer(f"save {file}")
    assert "This game was not saved." not in hot_seat.farewell()
    assert file.read_text() == f"Base;{state};White[2];wS1;bG1 wS1-\n"
    other = HotSeat(Screen(), EDITIONS["base"].ruleset)
    assert sentence in other.answer(f"load {file}")
    assert other.game.decision == Outcome(Result.won_by(winner))
    assert other.prompt == "Game over> "
    assert "This game was not saved." not in other.farewell()
    other.answer("undo")
    assert other.prompt == "White 2> "
