"""Plays the games in tests/data/games.jsonl: our engine against itself, over all eight game types.

    .venv/bin/python tools/make_test_games.py > tests/data/games.jsonl

Each line is a game as UHP move strings, with its type, result and reason. Most games end with a
surrounded queen. Some are cut short by a resignation, an agreement or a flag, so that readers and
writers meet these endings too. `threefold_ply` is the index in `moves` of the move after which a
position came up for the third time, and `queen_first` says that a queen was placed first. Needs the
C++ core; the same version of the engine plays the same games.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from beespace import Board
from beespace.engine import Limit, level
from beespace.engine.native import NativePlayer
from beespace.rules import (
    GAME_TYPES,
    BaseBoard,
    Bug,
    Color,
    Move,
    Pass,
    Place,
    Relocate,
    Result,
    Ruleset,
)

GAMES_PER_TYPE = 12
LONGEST = 150
NODES = 400
# How the games of a type end; "shuffle" repeats a position three times in mid-game and continues.
ENDS = ("", "", "", "", "resign", "agreement", "time", "repetition", "shuffle", "passes", "", "")


def main() -> None:
    """Print the games."""
    for game_type in GAME_TYPES:
        for number, end in enumerate(ENDS[:GAMES_PER_TYPE]):
            print(json.dumps(_game(game_type, number, end)))


def _game(game_type: str, number: int, end: str) -> dict[str, Any]:
    for attempt in range(1000):
        chance = random.Random(f"{game_type} {number} {attempt}")
        board = _played(game_type, chance, end, queen_first=number % 6 == 5)
        if board is not None:
            return _described(board, f"{game_type}-{number}", end, chance)
    raise AssertionError(f"no game of {game_type} ends by {end}")


def _played(
    game_type: str, chance: random.Random, end: str, *, queen_first: bool
) -> BaseBoard | None:
    """Return a game that ends as wanted, or None if this one didn't."""
    board: BaseBoard = Board(Ruleset.parse(f"{game_type}{',queen-first' if queen_first else ''}"))
    stop = (
        chance.randint(20, 50) if end in ("resign", "agreement", "time", "repetition") else LONGEST
    )
    shuffle_at = chance.randint(16, 40) if end in ("repetition", "shuffle") else LONGEST
    for move in _moves(board, chance, weak=end == "passes"):
        board.push(move)
        if board.ply >= shuffle_at and board.outcome() is None and _shuffle(board):
            if end == "repetition":
                return board
            shuffle_at = LONGEST
        if board.ply >= stop:
            break
    if end in ("resign", "agreement", "time"):
        return board if board.outcome() is None else None
    if end == "repetition" or (end == "shuffle" and shuffle_at < LONGEST):
        return None
    if end == "passes" and Pass() not in board.moves:
        return None
    return board if board.outcome() is not None else None


def _moves(board: BaseBoard, chance: random.Random, *, weak: bool) -> Iterator[Move]:
    """Yield moves until the game is over: a few at random, then those of two players."""
    strengths = (1, 2) if weak else (6, 8, 9, 10)
    players = [
        NativePlayer(hash_mb=1, level=level(chance.choice(strengths)), seed=chance.getrandbits(32))
        for _ in range(2)
    ]
    while board.outcome() is None and board.ply < LONGEST:
        moves = list(board.legal_moves)
        if board.ruleset.queen_first and board.ply < 2:
            moves = [m for m in moves if isinstance(m, Place) and m.piece.bug is Bug.QUEEN]
        if board.ply < 4:
            yield chance.choice(moves)
        else:
            yield players[board.ply % 2].choose(board, Limit(nodes=NODES))
    for player in players:
        player.close()


def _shuffle(board: BaseBoard) -> bool:
    """Let both players move a piece back and forth until the position stands for a third time."""
    before = board.ply
    for first in list(board.legal_moves):
        while board.ply > before:
            board.pop()
        if not isinstance(first, Relocate) or first.piece.color is not board.turn:
            continue
        home = board.location(first.piece)
        board.push(first)
        for second in list(board.legal_moves):
            if isinstance(second, Relocate) and second.piece.color is board.turn:
                other = board.location(second.piece)
                assert home is not None
                assert other is not None
                back = Relocate(first.piece, home), Relocate(second.piece, other)
                if _go_round(board, [second, *back, *(first, second, *back)]):
                    return True
    while board.ply > before:
        board.pop()
    return False


def _go_round(board: BaseBoard, moves: list[Move]) -> bool:
    start = board.ply
    for move in moves:
        if move not in board.legal_moves:
            break
        board.push(move)
        if board.outcome() is not None:
            break
    else:
        if board.repetition_count() >= 3:
            return True
    while board.ply > start:
        board.pop()
    return False


def _described(board: BaseBoard, name: str, end: str, chance: random.Random) -> dict[str, Any]:
    outcome = board.outcome()
    if outcome is not None:
        result, reason = outcome.result, "surround"
    elif end in ("agreement", "repetition"):
        result, reason = Result.DRAW, end
    else:
        result, reason = Result.won_by(chance.choice(list(Color))), end
    return {
        "id": name,
        "game_type": board.ruleset.game_type,
        "result": {"w": "1-0", "b": "0-1", "draw": "1/2-1/2"}[result.code],
        "reason": reason,
        "queen_first": board.ruleset.queen_first,
        "threefold_ply": _threefold_ply(board),
        "passes": sum(isinstance(move, Pass) for move in board.moves),
        "moves": board.game_string().split(";")[3:],
    }


def _threefold_ply(board: BaseBoard) -> int | None:
    for position in board.history():
        if position.repetition_count() >= 3:
            return position.ply - 1
    return None


if __name__ == "__main__":
    main()
