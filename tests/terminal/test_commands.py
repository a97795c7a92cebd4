"""Every command of the terminal game, called without a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from beespace import Board, Color, Piece, Ruleset
from beespace.formats.colors import Palette
from beespace.formats.words import places_words
from beespace.terminal.hot_seat import HotSeat
from beespace.terminal.screen import Notation, Screen
from support.terminal.games import BLACK_MUST_PASS, BOTH_SURROUNDED, THREEFOLD, WHITE_WINS, moves_of


def table(rules: str = "Base", notation: Notation = "words") -> HotSeat:
    return HotSeat(Screen(notation=notation), Ruleset.parse(rules))


def one_line(text: str) -> str:
    """Return a text without its line breaks, since paths have any length."""
    return " ".join(text.split())


def after(game_string: str, plies: int | None = None, notation: Notation = "words") -> HotSeat:
    """Return a table where a game, or its first moves, have been played."""
    hot_seat = table(game_string.split(";")[0], notation)
    for move in moves_of(game_string)[:plies]:
        hot_seat.answer(move)
    return hot_seat


def test_a_whole_game_ends_with_who_won_and_why() -> None:
    hot_seat = table()
    for move in moves_of(WHITE_WINS):
        assert hot_seat.prompt.startswith(f"{hot_seat.board.turn} {hot_seat.board.turn_number}>")
        text = hot_seat.answer(move)
    assert hot_seat.board.game_string() == Board.from_game_string(WHITE_WINS).game_string()
    assert "White wins: Black's queen is surrounded." in text
    assert "!bQ !" in text
    assert "undo to take back the last move, or save FILE to keep it." in one_line(text)
    assert hot_seat.prompt == "Game over> "
    assert "The game is over. White wins: Black's queen is surrounded." in hot_seat.answer(
        "bA1 wQ-"
    )
    assert "The game is over" in hot_seat.answer("bA1")
    assert "The game is over" in hot_seat.answer("moves")
    assert "The game is over" in hot_seat.answer("pass")


def test_both_queens_surrounded_are_a_draw() -> None:
    hot_seat = after(BOTH_SURROUNDED, -1)
    text = hot_seat.answer(moves_of(BOTH_SURROUNDED)[-1])
    assert "Draw: both queens are surrounded." in text
    assert "!bQ !" in text
    assert "!wQ !" in text


def test_a_forced_pass_is_announced_played_and_undone_with_its_move() -> None:
    hot_seat = after(BLACK_MUST_PASS, -1)
    text = hot_seat.answer("wB2 bS1")
    assert "White beetle, onto the black spider." in text
    assert "Black can't place or move anything, and passes." in text
    assert "White to move, turn 14." in text
    assert "[wB2]" in text, "the last move that wasn't a pass is marked"
    assert hot_seat.answer("game").endswith(";pass")
    assert "White to move, turn 13." in hot_seat.answer("undo")
    assert hot_seat.board.game_string().endswith(";bS1 bB1-")
    assert "Black can't place or move" in hot_seat.answer("redo")
    assert hot_seat.board.game_string().endswith(";wB2 bS1;pass")


def test_a_pass_that_is_not_forced_is_refused() -> None:
    hot_seat = after(WHITE_WINS, 4)
    assert "Passing isn't allowed" in hot_seat.answer("pass")
    assert hot_seat.board.ply == 4


def test_when_a_position_comes_up_a_third_time_a_draw_is_suggested() -> None:
    hot_seat = after(THREEFOLD, -1)
    text = hot_seat.answer(moves_of(THREEFOLD)[-1])
    assert "This position has come up 3 times. Type draw to offer a draw, or play on." in text
    assert "White to move, turn 7." in text
    assert "3 times" in hot_seat.answer(r"wQ \wS1")
    assert "come up" not in hot_seat.answer("bA1 bQ-")


def test_with_threefold_the_third_time_ends_the_game_and_the_second_is_announced() -> None:
    hot_seat = table("Base,threefold")
    told = [hot_seat.answer(move) for move in moves_of(THREEFOLD)]
    assert "This position has come up twice. A third time is a draw." in told[-5]
    assert "Draw: this position has come up a third time." in told[-1]
    assert hot_seat.prompt == "Game over> "


def test_the_deadline_of_the_queen_is_announced() -> None:
    hot_seat = table()
    told = [hot_seat.answer(move) for move in ("wG1", "bG1 wG1-", "wS1 -wG1", "bS1 bG1-")]
    assert "must place" not in told[0]
    assert "White must place the queen within 3 turns." in told[1]
    assert "White must place the queen within 2 turns." in told[3]
    hot_seat.answer("wS2 -wS1")
    assert "White must place the queen now." in hot_seat.answer("bS2 bS1-")
    assert "queen" in hot_seat.answer("wA1 -wS2")
    assert hot_seat.board.ply == 6
    assert "must place" not in hot_seat.answer("wQ -wS2").replace("Black must", "")


def test_a_piece_alone_numbers_its_moves_and_a_number_plays_one() -> None:
    hot_seat = after(WHITE_WINS, 8)
    text = hot_seat.answer("wA1")
    assert "»wA1«" in text
    assert "You can move the white ant:\n    1: upper left, 2: upper right, " in text
    assert "│ 1 │" in text
    assert hot_seat.prompt == "White 5, ant to> "
    for number in ("99", "0", "9" * 5000):
        assert "The white ant has moves 1 to 15." in hot_seat.answer(number)
    assert hot_seat.board.ply == 8
    assert "White ant, upper left of the black queen." in hot_seat.answer("1")
    assert hot_seat.board.ply == 9
    assert "Type a piece first" in hot_seat.answer("1")


def test_enter_lets_go_of_a_piece() -> None:
    hot_seat = after(WHITE_WINS, 8)
    hot_seat.answer("wA1")
    assert "White to move, turn 5." in hot_seat.answer("")
    assert hot_seat.prompt == "White 5> "
    assert "Type a piece first" in hot_seat.answer("1")


def test_climbs_are_numbered_first() -> None:
    hot_seat = after(WHITE_WINS, 17)
    text = hot_seat.answer("bB1")
    assert "1: onto the black ant" in text
    hot_seat.answer("1")
    assert hot_seat.board.game_string().endswith("bB1 bA1")


def test_the_first_piece_is_placed_by_its_name() -> None:
    hot_seat = table()
    assert "White spider, in the middle." in hot_seat.answer("wS1")
    assert "You can place the black grasshopper:\n    1: upper" in hot_seat.answer("bG1")


def test_moves_lists_all_moves_or_those_of_a_piece() -> None:
    hot_seat = after(WHITE_WINS, 8)
    text = hot_seat.answer("moves")
    assert "Place a beetle, grasshopper, spider or ant:" in text
    assert "Move the white ant wA1:" in text
    assert f"{len(hot_seat.board.legal_moves)} legal moves." in text
    assert "left, lower left or upper left of the white queen; " in one_line(text)
    assert "You can move the white queen:" in hot_seat.answer("moves wQ")
    assert "'what' isn't a piece" in hot_seat.answer("moves what")


def test_moves_can_be_shown_in_uhp_notation() -> None:
    hot_seat = after(WHITE_WINS, 8, "uhp")
    text = hot_seat.answer("moves")
    assert "Place wB1, wG2, wS1, wA3, each at" in text
    assert "Move  wA1" in text
    for move in hot_seat.board.legal_moves:
        assert hot_seat.board.uhp(move).partition(" ")[2] in text
    assert "wA1 can go to  1: " in hot_seat.answer("wA1")
    assert hot_seat.prompt == "White 5, wA1 to> "
    assert "wA1 has moves 1 to 15." in hot_seat.answer("99")
    assert "White played wA1 -bQ" in hot_seat.answer("wA1 -bQ")
    assert "bB1 can be placed at" in table("Base", "uhp").answer("wS1") + after(
        "Base;InProgress;Black[1];wS1", notation="uhp"
    ).answer("bB1")


def test_notation_switches_between_words_and_uhp() -> None:
    hot_seat = after(WHITE_WINS, 9)
    assert "White ant, left of the black queen." in hot_seat.answer("board")
    text = hot_seat.answer("notation")
    assert "Moves are now shown in UHP notation, such as wA1 bQ-." in text
    assert "White played wA1 -bQ" in text
    assert "wA1 bQ-" in hot_seat.answer("help")
    text = hot_seat.answer("notation")
    assert "Moves are now shown in words." in text
    assert "White ant, left of the black queen." in text
    assert "bQ-" not in hot_seat.answer("help")


def test_throws_are_listed_as_such() -> None:
    hot_seat = after(
        r"Base+P;InProgress;White[5];wP;bG1 wP-;wQ \wP;bQ bG1-;wA1 -wP;bA1 bQ-;wA2 -wA1;bA1 wP/"
    )
    assert "Throw" not in hot_seat.answer("moves"), "a piece that has just moved can't be thrown"
    assert "thrown" in hot_seat.answer("bA1 /wP")
    assert hot_seat.board.turn is Color.WHITE
    hot_seat.answer("wA3 -wA2")
    hot_seat.answer("bB1 bQ-")
    assert (
        "The white pillbug can throw the white queen or the black ant: type wQ or bA1 to see where."
    ) in one_line(hot_seat.answer("why wP"))
    assert "Throw the black ant bA1:" in hot_seat.answer("moves")
    assert "You can throw the black ant:" in hot_seat.answer("bA1")
    assert "Black ant, thrown " in hot_seat.answer("bA1 /wP")
    assert "pillbug" in hot_seat.answer("bA1").lower()
    hot_seat.answer("undo")
    hot_seat.answer("notation")
    assert "wP can throw wQ or bA1." in hot_seat.answer("why wP")
    assert "Throw bA1" in hot_seat.answer("moves")
    assert "bA1 can be thrown to" in hot_seat.answer("bA1")


def test_an_illegal_move_is_explained_and_its_causes_are_marked() -> None:
    hot_seat = after(WHITE_WINS, 2)
    text = hot_seat.answer("wQ wG1-")
    assert "touch" in text
    assert "!bB1!" in text
    assert "│ × │" in text
    assert hot_seat.board.ply == 2


def test_a_pinned_piece_shows_what_would_be_cut_off() -> None:
    hot_seat = after(WHITE_WINS, 8)
    text = hot_seat.answer("why wG1")
    assert "pinned" in text
    assert "Cut off: the white queen and two white ants." in one_line(text)
    assert "!wA1!" in text
    hot_seat.answer("notation")
    assert "Cut off: wQ wA2 wA1." in one_line(hot_seat.answer("why wG1"))


def test_why_explains_pieces_and_moves() -> None:
    hot_seat = after(WHITE_WINS, 8)
    assert "White's turn" in hot_seat.answer("why bQ")
    for move in ("wA1 -bQ", "a1 -bq", "ant 1 left of the black queen"):
        text = hot_seat.answer(f"why {move}")
        assert "That's allowed: White ant, left of the black queen." in text
    assert "Passing isn't allowed" in hot_seat.answer("why pass")
    assert "mosquito" in hot_seat.answer("why wM").lower()
    assert "You can move the white ant:" in hot_seat.answer("why wA1")
    assert "Which piece?" in hot_seat.answer("why")
    assert "isn't a piece" in hot_seat.answer("why not")
    assert hot_seat.board.ply == 8


@pytest.mark.parametrize(
    ("plies", "notation", "examples"),
    [
        (
            8,
            "words",
            ("such as ant, or help", "first, such as ant,", "ant left of black queen"),
        ),
        (9, "words", ("such as ant, or help", "such as ant or bA1", "why ant left of white queen")),
        (8, "uhp", ("such as wA1 or a move such as wA1 bQ-", "such as wA1,", "why wA1 -bQ")),
        (9, "uhp", ("such as bA1 or a move such as bA1 wQ-", "such as bA1,", "why bA1 -wQ")),
    ],
)
def test_examples_are_for_the_player_to_move(
    plies: int, notation: Notation, examples: tuple[str, ...]
) -> None:
    hot_seat = after(WHITE_WINS, plies, notation)
    said = one_line(" ".join(map(hot_seat.answer, ("xyzzy", "1", "why", "moves xyzzy"))))
    for example in examples:
        assert example in said
    other = hot_seat.board.turn.opponent.value
    assert f"such as {other}" not in said


def test_help_explains_the_short_names_on_the_board() -> None:
    text = one_line(table("Base+P").answer("help"))
    assert "w is White and b is Black; Q queen, B beetle, " in text
    assert "A ant, P pillbug. So wA1 is White's first ant." in text
    assert "mosquito" not in text


def test_hands_in_words_fit_the_window_and_keep_their_colours() -> None:
    screen = Screen(width=lambda: 40)
    lines = screen.hands(Board("Base+MLP")).splitlines()
    assert max(map(len, lines)) < 40
    assert lines[0].startswith("  White  queen, 2 beetles,")
    assert lines[1].startswith(" " * 9)
    screen.palette = Palette(tiles={Color.WHITE: "7", Color.BLACK: "30"})
    painted = screen.hands(Board("Base+MLP"))
    assert "\x1b[7m2 beetles\x1b[0m" in painted
    assert re.sub(r"\x1b\[\d*m", "", painted).splitlines() == lines


def test_undo_and_redo_go_through_the_game() -> None:
    hot_seat = after(WHITE_WINS)
    full = hot_seat.board.game_string()
    hot_seat.answer("undo 20")
    assert hot_seat.board.ply == 5
    assert "There are only 5 moves to take back." in hot_seat.answer("undo 6")
    hot_seat.answer("redo 19")
    hot_seat.answer("redo")
    assert hot_seat.board.game_string() == full
    assert "There is no move to play again." in hot_seat.answer("redo")
    hot_seat.answer("undo 25")
    assert hot_seat.board.ply == 0
    assert "There is no move to take back." in hot_seat.answer("undo")
    for junk in ("x", "0", "-1", "1.5", "1 2", "9" * 5000, "²"):
        assert "How many moves" in hot_seat.answer(f"undo {junk}")
    hot_seat.answer("wA1")
    assert "There is no move to play again." in hot_seat.answer("redo"), "a new move ends redoing"


def test_new_starts_a_game_under_any_rules_and_keeps_the_old_one() -> None:
    hot_seat = after(WHITE_WINS, 3)
    assert "Try new base, new pocket, new ultimate," in hot_seat.answer("new Base+XYZ")
    assert hot_seat.board.ply == 3
    text = hot_seat.answer("new base+pl")
    assert "This game was not saved." in text
    assert "\nBase;InProgress;Black[2];wG1;bB1 wG1/;wA1 /wG1\n" in text
    assert "New game: Base with Ladybug and Pillbug: you can't place your queen first." in text
    assert hot_seat.board.ruleset == Ruleset("LP")
    assert "New game: Base." in hot_seat.answer("new base2016")
    assert "White queen, in the middle." in hot_seat.answer("wQ")
    hot_seat.answer("new")
    assert hot_seat.board.ruleset == Ruleset.parse("base2016")
    assert "not saved" not in hot_seat.answer("new"), "an empty game isn't worth keeping"


@pytest.mark.parametrize(
    ("text", "ruleset"),
    [
        ("base", "base2016"),
        ("Base", "base2016"),
        ("pocket", "pocket2012"),
        ('"ultimate"', "ultimate2024"),
        ("Ultimate Pocket", "ultimate2024"),
        ("Base+ML", "Base+ML"),
        ("with mosquito, ladybug", "pocket2012"),
        ("base with pillbug and mosquito", "Base+MP,queen-first"),
        ("with mosquito, ladybug, pillbug", "Base+MLP,queen-first"),
        ("tournament", "Base+MLP,threefold"),
    ],
)
def test_new_takes_a_box_a_mix_or_a_game_type(text: str, ruleset: str) -> None:
    hot_seat = table()
    assert "New game: " in hot_seat.answer(f"new {text}")
    assert hot_seat.board.ruleset == Ruleset.parse(ruleset)


@pytest.mark.parametrize(
    "text", ["with", "with ant", "with pillbug, pillbug", "pocket with pillbug"]
)
def test_new_refuses_other_mixes(text: str) -> None:
    hot_seat = after(WHITE_WINS, 3)
    assert "\n\n" not in hot_seat.answer(f"new {text}")
    assert hot_seat.board.ply == 3


def test_hand_board_position_game_coordinates_and_help() -> None:
    hot_seat = after(WHITE_WINS, 3)
    assert hot_seat.answer("hand") == (
        "  White  queen, 2 beetles, 2 grasshoppers, 2 spiders, 2 ants\n"
        "  Black  queen, beetle, 3 grasshoppers, 2 spiders, 3 ants"
    )
    hot_seat.answer("notation")
    assert hot_seat.answer("hand") == (
        "  White  wQ  wB1×2  wG2×2  wS1×2  wA2×2\n  Black  bQ  bB2  bG1×3  bS1×2  bA1×3"
    )
    hot_seat.answer("notation")
    assert "Black to move, turn 2." in hot_seat.answer("board")
    assert hot_seat.answer("position") == hot_seat.board.position()
    assert hot_seat.answer("game") == hot_seat.board.game_string()
    assert "-1" in hot_seat.answer("coordinates")
    hot_seat.answer("coordinates")
    text = hot_seat.answer("help")
    commands = "moves why undo redo draw resign new hand notation save load quit"
    for command in commands.split():
        assert f"\n  {command}" in text
    assert len(text.splitlines()) <= 22, "it fits a window of 24 lines"
    narrow = HotSeat(Screen(width=lambda: 60), Ruleset())
    assert max(map(len, narrow.answer("help").splitlines())) < 60
    assert text == hot_seat.answer("?")


def test_a_saved_game_is_loaded_again(tmp_path: Path) -> None:
    file = tmp_path / "my game.txt"
    hot_seat = after(WHITE_WINS, 9)
    assert "Saved to " in one_line(hot_seat.answer(f"save {file}"))
    assert file.read_text() == hot_seat.board.game_string() + "\n"
    assert "not saved" not in hot_seat.farewell()
    hot_seat.answer("undo")
    assert "not saved" in hot_seat.farewell()
    assert "Saved to " in one_line(hot_seat.answer(f"save {file}")), "it may replace its own file"
    other = table("Base+MLP")
    assert f"{file} already exists" in one_line(other.answer(f"save {file}"))
    assert "Black[4]" not in file.read_text()
    text = one_line(other.answer(f"load {file}"))
    assert f"Loaded {file}. A saved game doesn't say which rules it uses;" in text
    assert "you continue with Base." in text
    assert other.board.moves == hot_seat.board.moves
    assert "not saved" not in other.farewell()
    other.answer("new Base")
    assert f"{file} already exists" in one_line(other.answer(f"save {file}")), "another game's"
    assert "Saved" in other.answer(f"save! {file}")
    assert file.read_text() == "Base;NotStarted;White[1]\n"


def test_a_loaded_game_keeps_the_rules_that_are_played(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("Base;InProgress;White[2];wS1;bG1 wS1-")
    hot_seat = table("base2016")
    hot_seat.answer(f"load {file}")
    assert hot_seat.board.ruleset == Ruleset.parse("base2016")
    hot_seat = table("Base,threefold")
    text = one_line(hot_seat.answer(f"load {file}"))
    assert hot_seat.board.ruleset == Ruleset.parse("Base,threefold")
    assert "you continue with Base under tournament rules." in text
    hot_seat = table("Base+MLP")
    hot_seat.answer(f"load {file}")
    assert hot_seat.board.ruleset == Ruleset.parse("base2016"), "the box with the same pieces"


@pytest.mark.parametrize(
    ("game", "rules", "expected"),
    [
        ("Base;InProgress;White[2];wQ;bG1 wQ-", "Base", "base2016"),
        ("Base+ML;InProgress;White[2];wQ;bG1 wQ-", "Base", "pocket2012"),
        ("Base+P;InProgress;White[2];wS1;bG1 wS1-", "Base", "Base+P,queen-first"),
        ("Base+P;InProgress;White[2];wQ;bG1 wQ-", "Base", "Base+P,queen-first"),
        ("Base+MLP;InProgress;White[2];wQ;bG1 wQ-", "Base+MLP", "Base+MLP,queen-first"),
    ],
)
def test_the_moves_show_whether_the_queen_can_come_first(
    game: str, rules: str, expected: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(game)
    hot_seat = table(rules)
    hot_seat.answer(f"load {file}")
    assert hot_seat.board.ruleset == Ruleset.parse(expected)


def test_files_that_cannot_be_used_are_explained(tmp_path: Path) -> None:
    hot_seat = after(WHITE_WINS, 3)
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"\xff\x00\x1b[2J")
    long = tmp_path / "long.txt"
    long.write_bytes(b"x" * (1 << 21))
    illegal = tmp_path / "illegal.txt"
    illegal.write_text("Base;InProgress;White[2];wS1;bG1 wS1-;wQ -wS1;bA1 wQ/")
    for path in (bad, long, illegal, tmp_path, tmp_path / "none", "x" * 5000, "\0", "~nobody!"):
        text = one_line(hot_seat.answer(f"load {path}"))
        assert "Can't load a game: " in text
        assert "\x1b" not in text
        assert len(text) < 500
    secret = tmp_path / "passwd"
    secret.write_text("root:x:0:0:root:/root:/bin/bash\n" * 20)
    assert one_line(hot_seat.answer(f"load {secret}")) == (
        f"Can't load a game: {secret} isn't a saved game."
    )
    for path in (tmp_path / "none" / "x.txt", "x" * 5000, "\0", "~nobody!/x"):
        assert "Can't save the game: " in one_line(hot_seat.answer(f"save {path}"))
    assert "is a folder" in one_line(hot_seat.answer(f"save {tmp_path}"))
    assert "Which file?" in hot_seat.answer("save")
    assert "Which file?" in hot_seat.answer("load")
    assert hot_seat.board.ply == 3


def test_quit_ends_and_shows_the_game() -> None:
    hot_seat = after(WHITE_WINS, 3)
    hot_seat.answer("quit")
    assert hot_seat.has_quit
    assert hot_seat.board.game_string() in hot_seat.farewell()
    assert "not saved" not in table().farewell()


@pytest.mark.parametrize(
    "line", ["xyzzy", "wA1 bQ--", "wZ1", "\x1b[2J", "wA1 " * 50, "🐝", "\ud800"]
)
def test_junk_is_answered_and_changes_nothing(line: str) -> None:
    hot_seat = after(WHITE_WINS, 8)
    before = hot_seat.board.game_string()
    text = hot_seat.answer(line)
    assert "I don't understand '" in text
    assert text.isascii()
    assert "\x1b" not in text
    assert hot_seat.board.game_string() == before


def test_completion_offers_commands_pieces_and_moves() -> None:
    hot_seat = after(WHITE_WINS, 8)
    assert hot_seat.completions("un") == ["undo"]
    assert set(hot_seat.completions("wA")) == {"wA1", "wA3"}, "wA2 is pinned"
    queen = hot_seat.board.legal_moves.of(Piece.parse("wQ"))
    places = places_words(hot_seat.board, queen)
    assert hot_seat.completions("wq ") == [f"wQ {place}" for place in places]
    hot_seat.answer("notation")
    assert set(hot_seat.completions("wA")) == {"wA1 ", "wA3 "}
    assert hot_seat.completions("wq ") == [hot_seat.board.uhp(move) for move in queen]
    assert "why bQ" in hot_seat.completions("why b")
    assert hot_seat.completions("nonsense") == []
    hot_seat.game.agree_on_draw()
    assert hot_seat.completions("wA") == []
