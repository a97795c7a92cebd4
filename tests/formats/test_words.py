"""Pieces, moves and rules in words."""

from __future__ import annotations

import doctest
import random

import pytest

from beespace import Board, Color, Direction, Pass, Piece, Place, Relocate, Ruleset
from beespace.formats import words
from beespace.formats.words import (
    Language,
    advice_words,
    box_words,
    bug_name,
    is_throw,
    move_words,
    piece_forms,
    place_words,
    places_words,
    ruleset_words,
)
from beespace.rules import EXPANSIONS, GAME_TYPES, Bug
from beespace.rules.box.words import join_words, the_pieces
from beespace.study.remark_words import another
from support.formats.catalogues import catalogue


def after(game_type: str, moves: str) -> Board:
    """Return the board after moves that are separated by semicolons."""
    board = Board(game_type)
    for move in moves.split(";"):
        board.push_uhp(move)
    return board


def in_words(board: Board, text: str, language: Language = "en") -> str:
    return move_words(board, board.parse_uhp(text), language)


PILLBUG = after(
    "Base+P", r"wP;bG1 wP-;wQ \wP;bQ bG1-;wA1 -wP;bA1 bQ-;wA2 -wA1;bA1 wP/;wA3 -wA2;bB1 bQ-"
)


def test_examples_hold() -> None:
    result = doctest.testmod(words)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_first_piece_goes_in_the_middle() -> None:
    assert in_words(Board("Base"), "wS1") == "White spider, in the middle"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bA1 wS1-", "Black ant, right of the white spider"),
        (r"bA1 wS1\ ".strip(), "Black ant, lower right of the white spider"),
        ("bA1 /wS1", "Black ant, lower left of the white spider"),
        ("bA1 -wS1", "Black ant, left of the white spider"),
        (r"bA1 \wS1", "Black ant, upper left of the white spider"),
        ("bA1 wS1/", "Black ant, upper right of the white spider"),
    ],
)
def test_every_side_has_its_words(text: str, expected: str) -> None:
    assert in_words(after("Base", "wS1"), text) == expected


def test_a_climb_names_the_piece_below() -> None:
    board = after("Base", r"wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wB1 /wS1;bA1 bQ-")
    assert in_words(board, "wB1 wS1") == "White beetle, onto the white spider"


def test_a_piece_that_climbs_down_is_not_described_by_itself() -> None:
    board = after("Base", r"wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wB1 /wS1;bA1 bQ-;wB1 wS1;bA1 bQ/")
    assert in_words(board, "wB1 wS1/") == "White beetle, upper left of the black grasshopper"
    assert in_words(board, r"wB1 wS1\ ".strip()) == "White beetle, lower right of the white spider"


def test_a_throw_of_an_enemy_piece_is_called_one() -> None:
    assert in_words(PILLBUG, "bA1 /wP") == "Black ant, thrown lower left of the white pillbug"


def test_a_throw_of_an_own_piece_is_called_one_only_if_it_could_not_move_there_itself() -> None:
    board = PILLBUG
    thrown = [move for move in board.legal_moves.of(Piece.parse("wQ")) if board.throwers(move)]
    assert thrown
    for move in thrown:
        assert isinstance(move, Relocate)
        own = board.way(move).thrower is None
        assert is_throw(board, move) is not own
        assert ("thrown" in move_words(board, move)) is not own
    assert any(is_throw(board, move) for move in thrown)


def test_a_placement_and_a_pass_are_no_throws() -> None:
    assert not is_throw(PILLBUG, PILLBUG.parse_uhp("wB1 -wA3"))
    assert not is_throw(PILLBUG, Pass())
    assert move_words(PILLBUG, Pass()) == "White passes"
    assert place_words(PILLBUG, Pass()) == ""


def test_queens_come_before_other_neighbours_and_single_pieces_before_doubles() -> None:
    board = after("Base", r"wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wS2 /wS1;bA1 bQ-")
    assert in_words(board, "wA1 /wQ") == "White ant, lower left of the white queen"
    board = after("Base", r"wS1;bG1 wS1-;wB1 -wS1;bQ bG1-;wS2 /wS1;bA1 bQ-")
    # It touches the spider wS2, which has a double, and the beetle, which hasn't.
    assert in_words(board, "wQ -wS2") == "White queen, lower left of the white beetle"


def test_places_of_a_piece_never_read_the_same() -> None:
    board = after("Base", "wA1;bG1 wA1-;wA2 -wA1;bG2 bG1-")
    places = places_words(board, board.legal_moves.of(Piece.parse("wQ")))
    assert len(set(places)) == len(places)
    assert "lower left of the white ant wA2" in places


@pytest.mark.parametrize("game_type", ["Base", "Base+ML", "Base+MLP"])
def test_random_games_have_words_for_every_move(game_type: str) -> None:
    chosen = random.Random(game_type)
    board = Board(game_type)
    while board.outcome() is None and board.ply < 60:
        for piece in {move.piece for move in board.legal_moves if not isinstance(move, Pass)}:
            moves = board.legal_moves.of(piece)
            places = places_words(board, moves)
            assert len(set(places)) == len(moves)
        move = chosen.choice(list(board.legal_moves))
        assert move_words(board, move).startswith(("White ", "Black "))
        board.push(move)


def test_lists() -> None:
    assert join_words(["ant"]) == "ant"
    assert join_words(iter(["ant", "bee"])) == "ant and bee"
    names = ("wA1", "wQ", "wA2", "bB1")
    expected = "two white ants, the white queen and the black beetle"
    assert the_pieces(map(Piece.parse, names)) == expected


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("base2016", "Base"),
        ("pocket2012", "Pocket"),
        ("ultimate2024", "Ultimate Pocket"),
        ("tournament", "Ultimate Pocket"),
        ("Base,threefold", "Base under tournament rules"),
        ("Base+MLP,threefold", "Ultimate Pocket under tournament rules"),
        ("Base", "Base: you can't place your queen first"),
        ("Base+MLP,queen-first", "Ultimate Pocket: you can place your queen first"),
        (
            "Base+ML,queen-first,threefold",
            "Pocket: draw when a position comes up a third time",
        ),
        (
            "Base,no-stack-gates,threefold",
            (
                "Base: you can't place your queen first, climbers can pass between tall stacks "
                "and draw when a position comes up a third time"
            ),
        ),
        ("Base+P", "Base with Pillbug: you can't place your queen first"),
        ("Base+P,threefold", "Base with Pillbug under tournament rules"),
        ("Base+MP,queen-first", "Base with Mosquito and Pillbug: you can place your queen first"),
    ],
)
def test_rulesets(rules: str, expected: str) -> None:
    assert ruleset_words(Ruleset.parse(rules)) == expected


@pytest.mark.parametrize("expansions", [game_type[5:] for game_type in GAME_TYPES])
@pytest.mark.parametrize("queen_first", [True, False])
@pytest.mark.parametrize("stack_gates", [True, False])
@pytest.mark.parametrize("repetition", ["none", "threefold"])
def test_no_ruleset_is_described_with_a_code(
    expansions: str, queen_first: bool, stack_gates: bool, repetition: str
) -> None:
    ruleset = Ruleset(expansions, queen_first, stack_gates, repetition)  # type: ignore[arg-type]
    text = ruleset_words(ruleset)
    assert text.startswith(box_words(ruleset))
    for code in ("+", "-", "threefold", "gates"):
        assert code not in text


# The same words as on the page

LANGUAGES: tuple[Language, ...] = ("en", "it", "de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_pieces_have_the_same_names_as_on_the_page(language: Language) -> None:
    page = catalogue(language)
    every_bug = Ruleset(EXPANSIONS)
    for piece in every_bug.pieces(Color.WHITE) + every_bug.pieces(Color.BLACK):
        kind = str(piece)[:2]
        forms = piece_forms(piece, language)
        assert forms[:5] == tuple(
            page[f"piece.{form}{kind}"] for form in ("", "of.", "on.", "the.", "target.")
        )
        if piece.bug.count > 1:
            assert page[f"piece.another.{kind}"] == another(piece, language)
        assert bug_name(piece.bug, language).lower() == page[f"bug.{kind[1]}"].lower()
        if piece.bug is not Bug.ANT:  # nothing is too far for it
            assert page[f"manner.{kind[1]}"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_moves_have_the_same_words_as_on_the_page(language: Language) -> None:
    page = catalogue(language)
    assert page["move.words"] == "{piece}, {place}"

    def sentence(kind: str, place: str) -> str:
        name = page[f"piece.{kind}"]
        return f"{name[0].upper()}{name[1:]}, {place}"

    assert in_words(Board("Base"), "wS1", language) == sentence("wS", page["place.middle"])
    board = after("Base", "wS1")
    for direction in Direction:
        key = f"direction.{direction.name.lower().replace('_', '')}"
        place = page[key].replace("{of}", page["piece.of.wS"])
        move = Place(Piece.parse("bA1"), direction.value)
        assert place_words(board, move, language) == place
        assert move_words(board, move, language) == sentence("bA", place)
    board = after("Base", r"wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wB1 /wS1;bA1 bQ-")
    assert in_words(board, "wB1 wS1", language) == sentence("wB", page["piece.on.wS"])
    place = page["direction.southwest"].replace("{of}", page["piece.of.wP"])
    thrown = page["move.thrown"].replace("{place}", place)
    assert in_words(PILLBUG, "bA1 /wP", language) == sentence("bA", thrown)


def test_a_pass_names_the_player_in_every_language() -> None:
    board = after("Base", "wS1")
    passes = [move_words(board, Pass(), language) for language in LANGUAGES]
    assert passes == ["Black passes", "Il Nero passa", "Schwarz passt"]
    for language, text in zip(LANGUAGES, passes, strict=True):
        subject, verb = text.rsplit(" ", 1)
        page = catalogue(language)["game.passed.b"]
        assert page.startswith(subject)
        assert page.endswith(f"{verb}.")


def test_advice_says_which_of_several_pieces_and_places_is_meant() -> None:
    board = after("Base", r"wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wG1 -wQ;bA2 bQ-")
    assert advice_words(board, board.parse_uhp("wA2 -wG1")) == (
        "White ant (from the hand), left of the white grasshopper"
    )
    board.push_uhp("wA2 -wG1")
    assert advice_words(board, board.parse_uhp("bA2 -wA2")) == (
        "Black ant (now right of the black queen), left of the white ant "
        "(the one left of the white grasshopper)"
    )
    assert advice_words(board, board.parse_uhp("bA2 -wA2"), "de").startswith(
        "Schwarze Ameise (jetzt rechts von der schwarzen Königin), links von der weißen Ameise"
    )
    # In whole games, hardly any two moves read the same, though half of their short words do.
    chance = random.Random(3)
    moves = same = 0
    for number in range(6):
        board = Board(GAME_TYPES[-1 - number % 2])
        for _ in range(50):
            if board.outcome() is not None:
                break
            texts = [advice_words(board, move) for move in board.legal_moves]
            moves, same = moves + len(texts), same + len(texts) - len(set(texts))
            board.push(chance.choice(board.legal_moves))
    assert moves > 5000
    assert same < moves / 500
