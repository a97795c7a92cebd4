"""Random games with plenty of stacks, throws, stuns and passes.

Uniformly random play mostly places pieces and then moves ants around. These games prefer moves to
placements, and climbs and throws to other moves. In some games one side also looks for moves that
leave its opponent as few moves as possible, which forces passes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from beespace.rules import BaseBoard, Color, Move, Place, Relocate

PLIES = 60


def play(
    board_class: type[BaseBoard], ruleset: str, seed: int, plies: int = PLIES
) -> Iterator[tuple[BaseBoard, Move]]:
    """Play one game, yielding at each ply the board and the move about to be played.

    The same seed gives the same game on every board, because all boards list legal moves in the
    same order. Moves that end the game are avoided where possible.
    """
    rng = random.Random(f"{ruleset} {seed}")
    hunter = rng.choice(list(Color)) if seed % 4 == 0 else None
    board = board_class(ruleset)
    for ply in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return
        if board.turn is hunter and ply >= 6:
            move = _most_confining(rng, board, moves)
        else:
            # The hunted side keeps its pieces in hand: a small hive is easier to block.
            move = _choose(rng, board, moves, lazy=hunter is not None)
        yield board, move
        board.push_unchecked(move)


def _choose(rng: random.Random, board: BaseBoard, moves: Sequence[Move], lazy: bool) -> Move:
    relocations = [move for move in moves if isinstance(move, Relocate)]
    placements = [move for move in moves if isinstance(move, Place)]
    choices: Sequence[Move] = moves
    if relocations and rng.random() < (0.9 if lazy else 0.6):
        throws = [move for move in relocations if move.piece.color is not board.turn]
        climbs = [move for move in relocations if board.stack(move.to)]
        choices = rng.choices((throws, climbs, relocations), (3, 3, 4))[0] or relocations
    elif placements:
        # Every piece is equally likely, no matter how many hexes it can go to.
        piece = rng.choice(list(dict.fromkeys(move.piece for move in placements)))
        choices = [move for move in placements if move.piece is piece]
    return _avoiding_the_end(rng, board, choices, moves)


def _avoiding_the_end(
    rng: random.Random, board: BaseBoard, choices: Sequence[Move], moves: Sequence[Move]
) -> Move:
    move = rng.choice(choices)
    for _ in range(20):
        board.push_unchecked(move)
        is_over = board.outcome() is not None
        board.pop()
        if not is_over:
            break
        move = rng.choice(moves)
    return move


def _most_confining(rng: random.Random, board: BaseBoard, moves: Sequence[Move]) -> Move:
    """Return the one of a few random moves that leaves the opponent the fewest legal moves."""

    def freedom(move: Move) -> float:
        board.push_unchecked(move)
        count = len(board.legal_moves) if board.outcome() is None else 1000
        board.pop()
        return count + rng.random()

    return min(rng.sample(moves, min(8, len(moves))), key=freedom)
