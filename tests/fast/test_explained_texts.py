"""Moves and game strings in C++ (native/explain/notation) compared with the reference."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from beespace.backend import BACKEND
from beespace.errors import BeespaceError, InvalidNotationError
from beespace.rules import GAME_TYPES, PIECES, BaseBoard, Board, Move, Reason, ReasonCode
from beespace.rules.notation.uhp import Names, read_move, split_game_string
from support.explained.mangled import mangle
from support.random_play import games as random_games

if BACKEND != "native":
    pytest.skip("the C++ core is not built", allow_module_level=True)

from beespace import fast
from beespace.fast import _native

_Read = Move | Reason | tuple[str, int]


def test_reasons_have_the_same_codes() -> None:
    assert [*_native.REASON_CODES] == [code.value for code in ReasonCode]


def _read(board: BaseBoard, text: str, tolerant: bool) -> _Read:
    """Return what the reference reads, in the form of the C++ reader."""
    try:
        return read_move(text, board._snapshot().hive, Names() if tolerant else None)
    except InvalidNotationError as error:
        return "move", error.column


def _texts(rng: random.Random, board: BaseBoard) -> list[str]:
    """Return texts of legal moves, of moves on this board that are probably illegal, and others."""
    texts = [board.uhp(rng.choice(board.legal_moves)) for _ in range(3)]
    for _ in range(6):
        marks = rng.choice(("{}", "-{}", "{}-", "/{}", "{}/", "\\{}", "{}\\", "-{}-"))
        texts.append(f"{rng.choice(PIECES)} {marks.format(rng.choice(PIECES))}")
    texts += [f"{rng.choice(PIECES)} {stack[0]}" for stack in board.stacks().values()]
    texts += ["pass", str(rng.choice(PIECES))]
    return texts + [mangle(rng, text) for text in texts for _ in range(2)]


def _compare_texts(rng: random.Random, game_type: str, seed: int, tally: Counter[str]) -> None:
    native = fast.Board(game_type)
    for board, move in random_games.play(Board, game_type, seed):
        for legal in board.legal_moves:
            assert native.uhp(legal) == board.uhp(legal), board.position()
        for text in _texts(rng, board):
            for tolerant in (False, True):
                read = _native.parse_uhp(native._native, text, tolerant)
                assert read == _read(board, text, tolerant), (board.position(), text, tolerant)
                kind = "errors" if isinstance(read, tuple) else type(read).__name__
                tally[read.code.value if isinstance(read, Reason) else kind] += 1
        tally["positions"] += 1
        native.push(move)
        assert native.state == board.state or board.ply == 0
    assert native.game_string() == board.game_string()


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_moves_are_written_and_read_as_by_the_reference(
    game_type: str, tally: Counter[str]
) -> None:
    rng = random.Random(game_type)
    for seed in range(2):
        _compare_texts(rng, game_type, seed, tally)
    references = (
        ReasonCode.UNKNOWN_REFERENCE,
        ReasonCode.MISSING_REFERENCE,
        ReasonCode.MARKED_OCCUPIED,
        ReasonCode.COVERED_REFERENCE,
    )
    assert all(
        tally[met]
        for met in (*(code.value for code in references), "errors", "Place", "Relocate", "Pass")
    )


# The beginning of what the reference says about each mistake in a game string.
_MISTAKES = {
    "a game string needs a game type": "no-game-type",
    "a game string needs a state": "no-state",
    "a game string needs a turn": "no-turn",
    "is not a game type": "game-type",
    "is not a state": "state",
    "is not a turn": "turn",
    "expansions must be": "expansions",
}


def _split(text: str, tolerant: bool) -> tuple[str, str, str, tuple[str, ...]] | tuple[str, int]:
    try:
        fields = split_game_string(text, tolerant)
        return str(fields.ruleset()), fields.state, fields.turn, fields.moves
    except InvalidNotationError as error:
        codes = [code for words, code in _MISTAKES.items() if words in str(error)]
        return codes[0], error.column


def _outcome(board_class: type[BaseBoard], text: str, tolerant: bool) -> str:
    """Return the position after a game, or the whole error."""
    try:
        return board_class.from_game_string(text, tolerant=tolerant).position()
    except BeespaceError as error:
        return f"{type(error).__name__} {error} {vars(error)}"


def _game(rng: random.Random) -> str:
    game_type = rng.choice(GAME_TYPES)
    games = random_games.play(fast.Board, game_type, rng.randrange(1000), rng.randrange(1, 12))
    *_, (board, _) = games
    return board.game_string()


@pytest.mark.parametrize("seed", range(4))
def test_game_strings_are_read_as_by_the_reference(seed: int, tally: Counter[str]) -> None:
    rng = random.Random(seed)
    for _ in range(80):
        game = _game(rng)
        head = ";".join(game.split(";")[:3])
        for text in (game, mangle(rng, game), mangle(rng, head), f" \u3000\t{game}\x85\n"):
            for tolerant in (False, True):
                read = _native.split_game_string(text, tolerant)
                assert read == _split(text, tolerant), (text, tolerant)
                outcome = _outcome(fast.Board, text, tolerant)
                assert outcome == _outcome(Board, text, tolerant), (text, tolerant)
                failed = "Error" in outcome.partition(" ")[0]
                tally[read[0] if len(read) == 2 else "illegal" if failed else "games"] += 1
    assert all(tally[met] for met in ("game-type", "state", "turn", "illegal", "games"))


def test_expansions_given_twice_are_an_error() -> None:
    assert _native.split_game_string("Base+MM;InProgress;White[1]", True) == ("expansions", 1)
    assert _native.split_game_string("Base+MM;InProgress;White[1", True) == ("turn", 20)


@pytest.mark.parametrize("text", ["\ud800", "wA1 \udfff"], ids=("alone", "reference"))
def test_texts_that_are_not_unicode_are_errors(text: str) -> None:
    board = fast.Board()
    with pytest.raises(InvalidNotationError):
        board.parse_uhp(text)
    with pytest.raises(InvalidNotationError):
        fast.Board.from_game_string(f"Base;InProgress;White[1];{text}")
