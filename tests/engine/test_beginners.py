"""The first levels are for people who have just learned the rules."""

from __future__ import annotations

import random

import pytest

from beespace import Board
from beespace.backend import BACKEND
from beespace.engine import Limit, level
from beespace.rules import Bug, Color, Move, Piece
from support.missing import missing

if BACKEND != "native":
    missing("the C++ core is not built")

from beespace.engine.native import NativePlayer

GAMES = 24
WIN = 1000.0


def _taken(board: Board, color: Color) -> int:
    """Return how many hexes around a queen are occupied; 0 while it is in the hand."""
    queen = board.location(Piece(color, Bug.QUEEN))
    return sum(bool(board.stack(hex)) for hex in queen.neighbors()) if queen else 0


def _beginner(board: Board, chance: random.Random) -> Move:
    """Choose a move as a beginner might, looking only one move ahead.

    It takes a win, likes hexes next to the enemy queen and avoids those next to its own.
    """

    def worth(move: Move) -> float:
        me = board.turn
        board.push(move)
        outcome = board.outcome()
        value = 2.0 * _taken(board, me.opponent) - 1.5 * _taken(board, me) + chance.random()
        if outcome:
            value = WIN if outcome.winner is me else -WIN if outcome.winner else 0
        board.pop()
        return value

    return max(board.legal_moves, key=worth)


def _points(number: int) -> float:
    """Return the beginner's points against a level."""
    points = 0.0
    for seed in range(GAMES):
        chance = random.Random(seed)
        board = Board("Base" if seed % 4 < 2 else "Base+MLP")
        player = NativePlayer(hash_mb=1, level=level(number), seed=seed)
        beginner = (Color.WHITE, Color.BLACK)[seed % 2]
        while board.outcome() is None and board.ply < 150:
            if board.turn is beginner:
                board.push(_beginner(board, chance))
            else:
                board.push(player.choose(board, Limit(time_s=600)))
        outcome = board.outcome()
        winner = outcome.winner if outcome else None
        points += 0.5 if winner is None else winner is beginner
    return points


@pytest.mark.slow
def test_a_beginner_beats_the_first_level_and_loses_to_the_fifth() -> None:
    first, fifth = _points(1), _points(5)
    print(f"the beginner scored {first} and {fifth} of {GAMES}")
    assert first > GAMES / 2
    assert fifth <= GAMES * 0.2
