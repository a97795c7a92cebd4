"""Random games played by typing pieces and numbers, as a person would."""

from __future__ import annotations

import random
import re

import pytest

from beespace import PIECES, Ruleset
from beespace.formats.words import move_words, places_words
from beespace.rules import GAME_TYPES
from beespace.terminal.hot_seat import HotSeat
from beespace.terminal.screen import Screen

PLIES = 70
# Every third game type belongs to the quick tests.
EACH_TYPE = pytest.mark.parametrize(
    "game_type",
    [
        pytest.param(game_type, marks=() if number % 3 == 1 else pytest.mark.slow)
        for number, game_type in enumerate(GAME_TYPES)
    ],
)


@EACH_TYPE
def test_every_number_plays_the_move_it_is_shown_with(game_type: str) -> None:
    chosen = random.Random(game_type)
    hot_seat = HotSeat(Screen(notation="uhp"), Ruleset.parse(game_type))
    board = hot_seat.board
    hot_seat.answer("wS1")
    while not hot_seat.game.is_over and board.ply < PLIES:
        piece = chosen.choice([piece for piece in PIECES if board.legal_moves.of(piece)])
        text = hot_seat.answer(str(piece))
        shown = dict(re.findall(r"(\d+): (\S+)", text.split(" to  ")[-1].split(" at  ")[-1]))
        expected = {board.parse_uhp(f"{piece} {reference}") for reference in shown.values()}
        assert expected == set(board.legal_moves.of(piece))
        drawing = text.split("White  ")[0]
        for number, reference in shown.items():
            # In an empty hex, or at the foot of a piece.
            mark = f"╲{number}╱" if reference in map(str, PIECES) else number.center(3)
            assert mark in drawing, f"{number} is not in\n{drawing}"
        number, reference = chosen.choice(list(shown.items()))
        move = board.parse_uhp(f"{piece} {reference}")
        ply = board.ply
        assert f"{board.turn} played {piece} " in hot_seat.answer(number)
        assert board.moves[ply] == move
    assert max(map(len, text.splitlines())) < 80


@EACH_TYPE
def test_every_move_can_be_typed_as_it_is_shown(game_type: str) -> None:
    chosen = random.Random(game_type)
    hot_seat = HotSeat(Screen(), Ruleset.parse(game_type))
    board = hot_seat.board
    hot_seat.answer("spider")
    while not hot_seat.game.is_over and board.ply < PLIES:
        piece = chosen.choice([piece for piece in PIECES if board.legal_moves.of(piece)])
        moves = board.legal_moves.of(piece)
        places = places_words(board, moves)
        assert len(set(places)) == len(moves)
        shown = hot_seat.answer(str(piece))
        assert len(re.findall(r"\d+: ", shown)) == len(moves)
        assert max(map(len, shown.splitlines())) < 80
        move, place = chosen.choice(list(zip(moves, places, strict=True)))
        ply, expected = board.ply, move_words(board, move)
        assert f"{expected}." in " ".join(hot_seat.answer(f"{piece} {place}").split())
        assert board.moves[ply] == move
