"""Feed malformed text to every parser: it raises only documented errors and changes no board.

Half of the texts are arbitrary; the other half are valid records with a few random changes.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beespace.errors import (
    BeespaceError,
    IllegalMoveError,
    InvalidNotationError,
    InvalidPositionError,
)
from beespace.rules import PIECES, RULESETS, BaseBoard, Board, Piece, Ruleset
from support.observed import observe
from support.random_play.games import play

# Digits that int() accepts but no notation does, NUL, other line endings, half of a surrogate pair,
# lookalike letters, and numbers that overflow.
NASTY = [
    "\0", "\n", "\r\n", "\u2028", "\t", "  ", "\ud800", "\ufeff", "\u0661", "\u00b2", "\uff11",
    "\u0430", "\u200b", "-", "/", "\\", ";", ",", ":", ".", "+", "[", "]", "wQ", "bB2", "wA4",
    "pass", "Pass", "White[0]", "Black[999999999999]", "9" * 5000, "-" * 200, "x" * 100_000,
    "Base+MLP",
]  # fmt: skip
ALPHABET = "wbQSBGAMLP123-/\\ ;,:.[]+0"


@cache
def _records(kind: str) -> list[str]:
    """Return valid texts of one kind, from a few random games."""
    found = {"piece": [str(piece) for piece in PIECES], "ruleset": list(RULESETS)}
    found |= {"move": ["pass"], "game": [], "position": []}
    for game_type in ("Base", "Base+P", "Base+MLP"):
        found["ruleset"] += [game_type, f"{game_type},queen-first,no-stack-gates,threefold"]
        for seed in range(4):
            for board, move in play(Board, game_type, seed, plies=24):
                found["move"].append(board.uhp(move))
                found["position"].append(board.position())
            found["game"].append(board.game_string())
    return found[kind]


def spoil(text: str, chance: random.Random) -> str:
    """Change a few letters of a text, or a few words so that it may still match the grammar."""
    return chance.choice((_spoil_letters, _spoil_words))(text, chance)


def _spoil_words(text: str, chance: random.Random) -> str:
    words = re.split(r"([^A-Za-z0-9]+)", text)
    for _ in range(chance.randint(1, 2)):
        at, other = chance.randrange(len(words)), chance.randrange(len(words))
        if chance.random() < 0.3:
            words[at], words[other] = words[other], words[at]
        elif re.fullmatch("[wb][A-Z][123]?", words[at]):
            words[at] = str(chance.choice(PIECES))
        elif re.fullmatch("[0-9]+", words[at]):
            words[at] = str(chance.randrange(40))
        elif words[at] in tuple("-/\\"):
            words[at] = chance.choice("-/\\")
    return "".join(words)


def _spoil_letters(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(text) + 1)
        to = min(len(text), at + chance.choice((0, 1, 1, 2, 5)))
        middle = chance.choice(
            (
                "",
                text[at:to] * 2,
                text[at:to].swapcase(),
                chance.choice(ALPHABET),
                chance.choice(NASTY),
            )
        )
        text = text[:at] + middle + text[to:]
    return text


def _texts(kind: str) -> st.SearchStrategy[str]:
    arbitrary = st.one_of(
        st.text(st.characters(codec=None, exclude_categories=())),
        st.text(ALPHABET, max_size=60),
        st.lists(st.sampled_from([*NASTY, *_records(kind)[:8]]), max_size=5).map("".join),
    )
    spoilt = st.builds(spoil, st.sampled_from(_records(kind)), st.randoms(use_true_random=False))
    return st.one_of(arbitrary, spoilt)


quietly = settings(
    max_examples=300,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def _refusal(read: Callable[[str], object], text: str) -> BeespaceError | None:
    """Return the documented error that a parser raises for a text, if any; let others propagate."""
    try:
        read(text)
    except (InvalidNotationError, IllegalMoveError, InvalidPositionError) as error:
        return error
    return None


def _assert_position_reader_holds(board_class: type[BaseBoard], text: str) -> str:
    error = _refusal(board_class.from_position, text)
    if error is None:
        board = board_class.from_position(text)
        assert board_class.from_position(board.position()) == board
        return "accepted"
    assert isinstance(error, (InvalidNotationError, InvalidPositionError))
    return type(error).__name__


def _assert_game_reader_holds(board_class: type[BaseBoard], text: str, tolerant: bool) -> str:
    def read(text: str) -> BaseBoard:
        return board_class.from_game_string(text, tolerant=tolerant)

    error = _refusal(read, text)
    if error is None:
        board = read(text)
        assert board_class.from_game_string(board.game_string(), board.ruleset) == board
        return "accepted"
    assert isinstance(error, (InvalidNotationError, IllegalMoveError))
    return type(error).__name__


def _assert_move_readers_hold(board: BaseBoard, text: str) -> str:
    before = observe(board)
    for tolerant in (False, True):
        error = _refusal(lambda text: board.push_uhp(text, tolerant=tolerant), text)  # noqa: B023
        if error is None:
            board.pop()
        else:
            assert isinstance(error, (InvalidNotationError, IllegalMoveError))
        assert observe(board) == before
    parsed = _refusal(board.parse_uhp, text)
    told = _refusal(board.why_illegal, text)
    assert told is None or isinstance(told, InvalidNotationError)
    assert isinstance(parsed, InvalidNotationError) == isinstance(told, InvalidNotationError)
    if isinstance(parsed, IllegalMoveError):
        assert board.why_illegal(text) == parsed.reason
    assert observe(board) == before
    return "accepted" if parsed is None else type(parsed).__name__


@quietly
@given(text=_texts("piece"))
def test_any_text_is_a_piece_or_rejected(text: str) -> None:
    if _refusal(Piece.parse, text) is None:
        assert str(Piece.parse(text)) == text


@quietly
@given(text=_texts("ruleset"))
def test_any_text_is_a_ruleset_or_rejected(text: str) -> None:
    if _refusal(Ruleset.parse, text) is None:
        ruleset = Ruleset.parse(text)
        assert Ruleset.parse(str(ruleset)) == ruleset


@quietly
@given(text=_texts("position"))
def test_any_text_is_a_position_or_rejected(board_class: type[BaseBoard], text: str) -> None:
    _assert_position_reader_holds(board_class, text)


@quietly
@given(text=_texts("game"), tolerant=st.booleans())
def test_any_text_is_a_game_or_rejected(
    board_class: type[BaseBoard], text: str, tolerant: bool
) -> None:
    _assert_game_reader_holds(board_class, text, tolerant)


@quietly
@given(text=_texts("move"), game=st.sampled_from(_records("game")))
def test_any_text_is_a_move_or_rejected_and_changes_nothing(
    board_class: type[BaseBoard], text: str, game: str
) -> None:
    _assert_move_readers_hold(board_class.from_game_string(game), text)


# Hypothesis finds the strange cases; plain loops find the merely unlikely ones.


@pytest.mark.parametrize("seed", range(4))
def test_mutated_records_are_parsed_or_rejected(
    board_class: type[BaseBoard], seed: int, tally: Counter[str]
) -> None:
    chance = random.Random(seed)
    board = board_class.from_game_string(_records("game")[seed])
    for _ in range(400):
        move = spoil(chance.choice(_records("move")), chance)
        tally[f"moves {_assert_move_readers_hold(board, move)}"] += 1
        position = spoil(chance.choice(_records("position")), chance)
        tally[f"positions {_assert_position_reader_holds(board_class, position)}"] += 1
        game = spoil(chance.choice(_records("game")), chance)
        tolerant = chance.random() < 0.5
        tally[f"games {_assert_game_reader_holds(board_class, game, tolerant)}"] += 1
    for kind, error in (
        ("moves", "IllegalMoveError"),
        ("games", "IllegalMoveError"),
        ("positions", "InvalidPositionError"),
    ):
        for how in ("accepted", "InvalidNotationError", error):
            assert tally[f"{kind} {how}"] > 0, f"{kind} {how}"


@pytest.mark.parametrize("text", NASTY, ids=lambda text: ascii(text)[:20])
def test_every_parser_rejects_nasty_text(board_class: type[BaseBoard], text: str) -> None:
    for read in (Piece.parse, board_class.from_position, board_class.from_game_string):
        if (read, text) not in {(Piece.parse, "wQ"), (Piece.parse, "bB2")}:
            assert _refusal(read, text) is not None
    if text != "Base+MLP":
        assert _refusal(Ruleset.parse, text) is not None
        assert _refusal(board_class, text) is not None
    board = board_class()
    board.push_uhp("wA1")
    _assert_move_readers_hold(board, text)
