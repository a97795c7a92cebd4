"""Plays the engine against OpenSpiel's Monte Carlo tree search, as a sanity check.

    pip install open_spiel
    python benchmarks/engine/openspiel.py [--games 20] [--simulations 1000] [--time 0.1]

Both programs have their own implementation of Hive. Their legal moves must match at every turn, and
so must the final results.
"""

from __future__ import annotations

import argparse
import importlib
import re
import sys
from typing import Any

from beespace.backend import Board
from beespace.engine import Limit, best_player
from beespace.rules import BaseBoard, Color, Move

TYPES: dict[str, dict[str, bool]] = {
    "Base+MLP": {},
    "Base": {"uses_mosquito": False, "uses_ladybug": False, "uses_pillbug": False},
}

PIECE = re.compile(r"[wb][A-Z][123]?")


class Names:
    """Maps piece names: OpenSpiel places pieces in any order, Beespace by number."""

    def __init__(self, board: BaseBoard) -> None:
        self._board = board
        self._ours: dict[str, str] = {}

    def move(self, text: str) -> Move:
        """Return the move for OpenSpiel's text."""
        return self._board.parse_uhp(PIECE.sub(lambda name: self._of(name[0]), text))

    def played(self, text: str) -> None:
        """Remember the piece of a move before it is played."""
        piece = PIECE.match(text)
        if piece:
            self._ours[piece[0]] = self._of(piece[0])

    def _of(self, theirs: str) -> str:
        if theirs in self._ours:
            return self._ours[theirs]
        hand = self._board.hand(Color(theirs[0]))
        return str(next(piece for piece in hand if str(piece)[1] == theirs[1]))


def actions_by_move(state: Any, board: BaseBoard, names: Names) -> dict[Move, int]:
    """Return OpenSpiel's legal actions by our moves; exit if the legal moves differ."""
    actions = {names.move(state.action_to_string(a)): a for a in state.legal_actions()}
    ours = set(board.legal_moves)
    if set(actions) != ours:
        differing = sorted(board.uhp(move) for move in ours ^ set(actions))
        sys.exit(f"the legal moves differ in {board.game_string()}: {', '.join(differing)}")
    return actions


def play(
    pyspiel: Any, game_type: str, ours: Color, options: argparse.Namespace, seed: int
) -> float:
    """Play one game and return our points."""
    game = pyspiel.load_game("hive", TYPES[game_type])
    rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, rollouts, 1.4, options.simulations, 500, True, seed, False)
    state, board, player = game.new_initial_state(), Board(game_type), best_player()
    names = Names(board)
    while not state.is_terminal() and board.outcome() is None:
        actions = actions_by_move(state, board, names)
        if board.turn is ours:
            move = player.choose(board, Limit(time_s=options.time))
            action = actions[move]
        else:
            action = bot.step(state)
            move = names.move(state.action_to_string(action))
        names.played(state.action_to_string(action))
        state.apply_action(action)
        board.push(move)
    player.close()
    returns = state.returns()[0 if ours is Color.WHITE else 1]
    outcome = board.outcome()
    if outcome is not None:
        expected = 0 if outcome.winner is None else 1 if outcome.winner is ours else -1
        if state.is_terminal() and returns != expected:
            sys.exit(f"the results differ in {board.game_string()}")
    return float(returns + 1) / 2


def main() -> None:
    """Play the games and print the points."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--time", type=float, default=0.1, help="seconds per move for our engine")
    options = parser.parse_args()
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        sys.exit("OpenSpiel is not installed: pip install open_spiel")
    points = 0.0
    for number in range(options.games):
        game_type = list(TYPES)[number // 2 % len(TYPES)]
        ours = Color.WHITE if number % 2 == 0 else Color.BLACK
        points += play(pyspiel, game_type, ours, options, number)
        print(f"{number + 1} games, {points:g} points", flush=True)


if __name__ == "__main__":
    main()
