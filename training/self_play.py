"""Games of the engine against itself, as data for its evaluation.

    python training/self_play.py GAMES.jsonl [--games 2000] [--nodes 4000] [--seed 0]

A line of JSON a game: its type, its moves, its result, and what the search said, for the player to
move, of positions in it (`[ply, -1, score]`) and of positions one random move beside it
(`[ply, index of the legal move, score]`). The latter matter: an evaluation is asked about every
position that a search reaches, and most of them nobody would play to. Nothing is left out for being
unquiet: data without such positions teaches that a queen with one free neighbour is in no danger.

The same seed, engine and numbers give the same games. If the file is there already it goes on where
that ends: a game depends on the seed and its number alone.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

from rich.progress import track

from beespace.backend import Board
from beespace.engine.native import NativePlayer
from beespace.engine.player import Limit, Line
from beespace.rules import BaseBoard

GAME_TYPES = (
    *("Base+MLP", "Base", "Base+MLP", "Base+ML", "Base+MLP", "Base", "Base+P", "Base+MLP"),
    *("Base", "Base+M", "Base+MLP", "Base+L", "Base", "Base+MP", "Base+MLP", "Base+LP"),
)
LONGEST = 140
RANDOM_PLIES = (2, 8)  # at the beginning: at least, at most
BESIDE = 0.6  # how often a position beside the game is looked at
BLUNDERS = 0.04  # how often a random move is played: lost positions are to be known as well


def searched(player: NativePlayer, board: BaseBoard, nodes: int) -> Line:
    """The best line of a search."""
    *_, last = player.analyse(board, Limit(nodes=nodes))
    return last.best


def play(player: NativePlayer, game_type: str, nodes: int, rng: random.Random) -> dict[str, object]:
    """One game, as it is written down."""
    board = Board(game_type)
    player.new_game()
    samples: list[tuple[int, int, int]] = []
    random_plies = rng.randint(*RANDOM_PLIES)
    while board.outcome() is None and board.ply < LONGEST:
        move = rng.choice(board.legal_moves)
        if board.ply >= random_plies:
            best = searched(player, board, nodes)
            samples.append((board.ply, -1, best.score.value))
            if rng.random() < BESIDE:
                samples += beside(player, board, nodes, rng)
            if rng.random() >= BLUNDERS:
                move = best.moves[0]
        board.push(move)
    outcome = board.outcome()
    winner = outcome.winner if outcome else None
    return {
        "type": game_type,
        "result": winner.value if winner else "draw",
        "moves": board.game_string().split(";")[3:],
        "samples": samples,
    }


def beside(
    player: NativePlayer, board: BaseBoard, nodes: int, rng: random.Random
) -> list[tuple[int, int, int]]:
    """What the search says after a random move, unless that ends the game."""
    index = rng.randrange(len(board.legal_moves))
    board.push(board.legal_moves[index])
    is_over = board.outcome() is not None
    score = 0 if is_over else searched(player, board, nodes).score.value
    board.pop()
    return [] if is_over else [(board.ply, index, score)]


def keep_whole_lines(path: Path) -> int:
    """How many games a file holds; half a game at its end is cut off."""
    if not path.exists():
        return 0
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        path.write_bytes(content[:whole])
    return content.count(b"\n")


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--nodes", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    player = NativePlayer(hash_mb=4)
    played = keep_whole_lines(options.out)
    with options.out.open("a", encoding="ascii") as out:
        for number in track(range(played, options.games), "playing"):
            rng = random.Random(f"{options.seed} {number}")
            game = play(player, GAME_TYPES[number % len(GAME_TYPES)], options.nodes, rng)
            out.write(json.dumps(game, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
