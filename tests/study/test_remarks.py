"""Remarks: true on the reference board, with words for all of them in every language."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from beespace import Board
from beespace.engine import Limit
from beespace.formats.words import Language
from beespace.rules import BaseBoard, Hex, Piece, Ruleset
from beespace.study import Deed, Mood, Remark, about_mistake, about_move, line_texts, remark_words
from beespace.study.remark_words import TEXTS
from beespace.study.review import new_player
from support import recorded
from support.formats.catalogues import catalogue
from support.study.claims import board_of, is_true, leads_onto_her

needs_core = pytest.mark.usefixtures("core")
LANGUAGES: tuple[Language, ...] = ("en", "it", "de")
NODES = 1500
HARM = {deed for deed in Deed if f"does.{deed}" in TEXTS["en"]}


def best_line(board: BaseBoard) -> tuple[str, ...]:
    """Return the engine's line; empty at the end of the game."""
    if board.outcome() is not None:
        return ()
    *_, last = new_player().analyse(board, Limit(nodes=NODES))
    return line_texts(board, last.best.moves)


def some_position(chance: random.Random) -> Board:
    """Return a position from a recorded game, without its end."""
    game = chance.choice(recorded.games())
    board = Board(Ruleset.parse(game["game_type"] + ",queen-first" * game["queen_first"]))
    for text in game["moves"][: chance.randrange(6, len(game["moves"]))]:
        board.push_uhp(text)
    return board


@needs_core
@pytest.mark.parametrize(
    ("seed", "count"), [(0, 150), pytest.param(1, 3000, marks=pytest.mark.slow)]
)
def test_what_is_said_about_moves_is_true(seed: int, count: int, tally: Counter[str]) -> None:
    chance = random.Random(seed)
    for _ in range(count):
        board = some_position(chance)
        if board.outcome() is not None:
            continue
        better = best_line(board)
        played = chance.choice(list(board.legal_moves))
        text = board.uhp(played)
        after = board.copy()
        after.push(played)
        reply = best_line(after)
        for remark, move in (
            (about_move(board, better), None),
            (about_mistake(board, text, better, reply), played),
        ):
            tally[str(remark.mood) if remark is not None else "nothing said"] += 1
            if remark is None:
                continue
            tally[str(remark.deed)] += 1
            assert is_true(remark, board_of(remark, board, move)), (board.position(), text, remark)
            if remark.deed is Deed.HEAD_FOR:
                line = reply if remark.mood is Mood.ALLOWS else better
                assert leads_onto_her(remark, board_of(remark, board, move), line), remark
            for language in LANGUAGES:
                assert "{" not in remark_words(remark, language)
    assert {*Mood} <= set(tally)
    if count > 1000:
        assert {*Deed} <= set(tally)


@needs_core
def test_the_core_knows_the_same_deeds() -> None:
    from beespace.fast import _native

    assert tuple(Deed) == _native.DEEDS


@needs_core
def test_nothing_is_said_about_lines_that_cannot_be_played() -> None:
    board = Board("Base")
    assert about_move(board, ["wQ bQ-"]) is None
    assert about_move(board, []) is None
    assert about_mistake(board, "nonsense", ["wG1"], []) is None
    assert about_mistake(board, "wA1", ["wA1"], []) is None


def remarks_of_every_kind() -> list[Remark]:
    pieces = {
        Deed.DRAW: ("wQ", "bQ"),
        Deed.PIN: ("bA1", "bA2", "bB1"),
        Deed.COVER: ("bB1",),
        Deed.UNPIN: ("wG1",),
        Deed.NO_MOVES: (),
    }
    found = []
    for mood, deed, thrower, origin, count in product(
        Mood, Deed, (None, Piece.parse("wP")), (None, Hex(0, 1)), (1, 3, 5)
    ):
        if (mood is Mood.DOES) != (deed in HARM):
            continue
        if count < 3 and deed in (Deed.SURROUND, Deed.FILL_OWN):  # not worth a word
            continue
        names = pieces.get(deed, ("bQ",))
        remark = Remark(mood, deed, Piece.parse("wA1"), origin, Hex(2, 0), thrower)
        found.append(replace_pieces(remark, names, count))
    return found


def replace_pieces(remark: Remark, names: tuple[str, ...], count: int) -> Remark:
    pieces = tuple(map(Piece.parse, names))
    mood, deed, piece, origin = remark.mood, remark.deed, remark.piece, remark.origin
    return Remark(mood, deed, piece, origin, remark.to, remark.thrower, pieces, (), count)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_remark_is_a_sentence(language: Language) -> None:
    for remark in remarks_of_every_kind():
        text = remark_words(remark, language)
        assert text[0].isupper()
        assert text.endswith(".")
        assert "{" not in text
        assert "  " not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_remarks_have_the_same_words_as_on_the_page(language: Language) -> None:
    page = catalogue(language)
    for key, text in TEXTS[language].items():
        name = key.removesuffix(".1")
        is_plural = f"{name}.1" in TEXTS[language] and name == key
        # The catalogue has only the singular of texts that depend on a number.
        if not is_plural:
            assert page[f"remark.{name}"] == text
