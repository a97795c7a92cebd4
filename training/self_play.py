"""Generates games of the engine against itself, as training data for its evaluation.

    python training/self_play.py GAMES.jsonl [--games 2000] [--nodes 4000] [--seed 0]

Each game is one line of JSON: its origin (seed, nodes and the engine's commit), type, moves and
result, and search scores for the player to move.
The scores cover positions of the game (`[ply, -1, score]`) and positions one random move away from
it (`[ply, index of the legal move, score]`). The latter matter because a search evaluates mostly
positions that no sensible player would reach. Tactical positions are kept too: without them, the
network learns that a queen with one free neighbour is in no danger.

The same seed, engine and options give the same games. If the file exists, the program continues
after its last game: a game depends only on the seed and its number. Games of another origin are not
added to the same file.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path

from origin import commit
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
RANDOM_PLIES = (2, 8)  # at the start of a game: minimum and maximum
BESIDE = 0.6  # how often to sample a position one random move away
BLUNDERS = 0.04  # how often to play a random move, so that the data includes lost positions


def searched(player: NativePlayer, board: BaseBoard, nodes: int) -> Line:
    """Return the best line of a search."""
    *_, last = player.analyse(board, Limit(nodes=nodes))
    return last.best


def play(player: NativePlayer, game_type: str, nodes: int, rng: random.Random) -> dict[str, object]:
    """Play one game and return its data."""
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
    """Return the search's score after a random move, unless that move ends the game."""
    index = rng.randrange(len(board.legal_moves))
    board.push(board.legal_moves[index])
    is_over = board.outcome() is not None
    score = 0 if is_over else searched(player, board, nodes).score.value
    board.pop()
    return [] if is_over else [(board.ply, index, score)]


def keep_whole_lines(path: Path) -> int:
    """Return the number of games in a file, after removing an incomplete last line."""
    if not path.exists():
        return 0
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        path.write_bytes(content[:whole])
    return content.count(b"\n")


def check_origin(path: Path, origin: dict[str, object]) -> None:
    """Exit if a file has games of another origin."""
    with path.open(encoding="ascii") as games:
        first = games.readline()
    try:
        found = json.loads(first).get("origin")
    except ValueError:
        sys.exit(f"{path} has something else than games; choose another file")
    if found != origin:
        sys.exit(f"the games in {path} are by {found}, not by {origin}; choose another file")


def main() -> None:
    """Play the games and write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--nodes", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    player = NativePlayer(hash_mb=4)
    origin: dict[str, object] = {
        "seed": options.seed,
        "nodes": options.nodes,
        "commit": commit(),
    }
    played = keep_whole_lines(options.out)
    if played:
        check_origin(options.out, origin)
    with options.out.open("a", encoding="ascii") as out:
        for number in track(range(played, options.games), "playing"):
            rng = random.Random(f"{options.seed} {number}")
            game = play(player, GAME_TYPES[number % len(GAME_TYPES)], options.nodes, rng)
            out.write(json.dumps({"origin": origin, **game}, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
