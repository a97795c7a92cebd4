"""Opponents draw their moves by what people play and by their character."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace

import pytest

from beespace import Board
from beespace.backend import BACKEND
from beespace.engine import LEVELS, Level, Limit, human_policy, level
from beespace.engine.character import TASTES, Character
from beespace.rules import BaseBoard, Bug, Color, Hex, Move, Pass, Piece, Place
from support.missing import missing
from support.random_play.games import play

if BACKEND != "native":
    missing("the C++ core is not built")

from beespace import fast
from beespace.engine.native import NativePlayer, as_native
from beespace.engine.policy import policy, read_weights
from beespace.fast import _native

ENDLESS = Limit()
OPPONENTS = LEVELS[:-1]
BY_NAME = pytest.mark.parametrize("opponent", OPPONENTS, ids=lambda one: one.name)
MIDDLE = (
    "Base+MLP;InProgress;White[8];wL;bL wL-;wQ -wL;bQ bL-;wA1 wQ\\;bA1 \\bQ;wA1 bA1/;bP bQ-;"
    "wA2 -wQ;bP bQ\\;wP wA2\\;bB1 bL\\;wA3 /wA2;bB1 bL"
)


def middle() -> fast.Board:
    board = Board.from_game_string(MIDDLE)
    assert isinstance(board, fast.Board)
    return board


def chances_of(character: Character, board: BaseBoard, seed: int = 0) -> dict[Move, float]:
    """Return how likely an opponent is to play each move."""
    moves = board.legal_moves
    found = policy().chances_of(as_native(board), character.text, seed)
    return {moves[i]: chance / len(same) for same, chance in found for i in same}


def character_of(opponent: Level, nodes: int) -> Character:
    """Return an opponent's character, with fewer nodes to save time."""
    assert opponent.character is not None
    return replace(opponent.character, nodes=min(opponent.character.nodes, nodes))


def choose(character: Character, board: BaseBoard, seed: int, limit: Limit = ENDLESS) -> Move:
    opponent = replace(level(1), character=character)
    return NativePlayer(hash_mb=1, level=opponent, seed=seed).choose(board, limit)


def test_without_a_character_an_opponent_plays_what_people_play() -> None:
    board = middle()
    expected = human_policy(board)
    found = chances_of(Character(), board)
    assert found.keys() == expected.keys()
    assert all(math.isclose(found[move], expected[move], abs_tol=1e-9) for move in expected)


@pytest.mark.parametrize("opponent", LEVELS[:8:3], ids=lambda one: one.name)
def test_moves_are_drawn_as_often_as_they_are_likely(opponent: Level) -> None:
    # A fixed opening, because another seed could choose another one.
    character = character_of(opponent, nodes=0)
    character = replace(character, openings=character.openings[:1])
    board, count = middle(), 150
    drawn = Counter(choose(character, board, seed) for seed in range(count))
    chances = chances_of(character, board)
    assert math.isclose(sum(chances.values()), 1)
    for move, chance in chances.items():
        expected = count * chance
        assert abs(drawn[move] - expected) <= 6 * math.sqrt(expected + 1)


@BY_NAME
def test_every_processor_finds_the_same_chances(opponent: Level) -> None:
    text = character_of(opponent, nodes=3_000).text
    narrow, wide = _native.Policy(read_weights(), True), policy()
    for seed, game_type in enumerate(("Base", "Base+MLP")):
        for number, (board, _) in enumerate(play(fast.Board, game_type, seed, 24)):
            if number % 8 or not board.legal_moves:
                continue
            portable = fast.PortableBoard(board.ruleset)
            for move in board.moves:
                portable.push(move)
            expected = wide.chances_of(as_native(board), text, seed)
            assert narrow.chances_of(portable._native, text, seed) == expected


@BY_NAME
def test_a_choice_does_not_depend_on_earlier_ones(opponent: Level) -> None:
    limit = Limit(nodes=3_000)
    player = NativePlayer(hash_mb=1, level=opponent, seed=3)
    first = player.choose(middle(), limit)
    player.choose(Board("Base"), limit)
    assert player.choose(middle(), limit) == first


def test_an_opponent_keeps_to_an_opening_through_a_game() -> None:
    met = Counter[str]()
    for seed in range(40):
        board = Board("Base")
        player = NativePlayer(hash_mb=1, level=replace(level(1), character=openings()), seed=seed)
        for _ in range(3):
            board.push(player.choose(board, ENDLESS))
            board.push(random.Random(seed).choice(board.legal_moves))
        placed = [move.piece.bug.value for move in board.moves[::2] if isinstance(move, Place)]
        met["".join(placed)] += 1
    assert met["GQG"] > 10
    assert met["BSB"] > 10


def openings() -> Character:
    return Character(heat=1000, sight=0, openings=("GQG", "BSB"))


@pytest.mark.parametrize("taste", TASTES)
def test_tastes_make_moves_likelier(taste: str) -> None:
    """What an opponent likes is found in the game with the independent rules of Python."""
    plain = liked = 0.0
    for seed in range(3):
        for number, (board, _) in enumerate(play(fast.Board, "Base+MLP", seed, 45)):
            if number < 10 or number % 5 or len(board.legal_moves) < 2:
                continue
            worth = {move: worth_of(taste, board, move) for move in board.legal_moves}
            plain += mean(worth, chances_of(Character(sight=0), board))
            liked += mean(worth, chances_of(Character(sight=0, tastes={taste: 300}), board))
    assert liked > plain + 0.5


def mean(worth: dict[Move, float], chances: dict[Move, float]) -> float:
    return sum(worth[move] * chance for move, chance in chances.items())


def worth_of(taste: str, board: BaseBoard, move: Move) -> float:
    """Return how much of what an opponent can like is in a move."""
    me = board.turn
    if taste == "placing":
        return isinstance(move, Place)
    assert not isinstance(move, Pass)
    if len(taste) == 1:
        return move.piece.bug.value == taste
    after = board.copy()
    after.push(move)
    if taste == "attacking":
        return around(after, me.opponent) - around(board, me.opponent)
    if taste == "guarding":
        return around(board, me) - around(after, me)
    if taste == "covering":
        below = board.stack(move.to)
        return bool(below) and below[-1].color is not me
    if taste == "pinning":
        return stuck(after, me.opponent) - stuck(board, me.opponent)
    return towards(board, move, me.opponent)


def around(board: BaseBoard, color: Color) -> int:
    """Return how many hexes around a queen are taken."""
    queen = board.location(Piece(color, Bug.QUEEN))
    return sum(bool(board.stack(hex)) for hex in queen.neighbors()) if queen else 0


def stuck(board: BaseBoard, color: Color) -> int:
    """Return how many pieces of a player the hive can't do without."""
    found = 0
    for hex, stack in board.stacks().items():
        if stack[-1].color is color and len(stack) == 1:
            rest = set(board.stacks()) - {hex}
            found += not is_connected(rest)
    return found


def is_connected(hexes: set[Hex]) -> bool:
    todo = [next(iter(hexes))]
    left = hexes - set(todo)
    while todo:
        near = set(todo.pop().neighbors()) & left
        left -= near
        todo += near
    return not left


def towards(board: BaseBoard, move: Move, color: Color) -> float:
    """Return how many steps a move brings its piece nearer to a queen."""
    assert not isinstance(move, Pass)
    queen, start = board.location(Piece(color, Bug.QUEEN)), board.location(move.piece)
    if queen is None or start is None:
        return 0
    return start.distance(queen) - move.to.distance(queen)


def test_limits_are_kept() -> None:
    character = Character(nodes=10**8, lines=4)
    move = choose(character, middle(), 1, Limit(nodes=2_000))
    assert move in middle().legal_moves
    # With a depth of 1, what comes later can't matter.
    shallow = Character(sight=1, trust=20)
    assert choose(Character(trust=20), middle(), 1, Limit(depth=1)) == choose(shallow, middle(), 1)


NO_TASTES = " 0" * len(TASTES)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "100",
        "100 100 3 0 0 1",
        "x" * 40,
        f"0 100 3 0 0 1{NO_TASTES}",
        f"1 1 9 0 0 1{NO_TASTES}",
    ],
)
def test_a_text_that_is_no_character_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a character"):
        policy().chances_of(middle()._native, text, 0)


def test_an_unknown_taste_is_refused() -> None:
    with pytest.raises(ValueError, match="no taste 'sugar'"):
        _ = Character(tastes={"sugar": 1}).text
