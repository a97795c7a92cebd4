"""Fair play: players can't analyse a game against a friend while it is running."""

from __future__ import annotations

from beespace.rules import BaseBoard
from beespace.server.play.live import LiveGame
from beespace.server.play.service import Games
from beespace.server.problems import ProblemError

# The first moves are the same in many games.
_LEAST_PLIES = 6


def check_is_analysed(game: LiveGame) -> None:
    """Check that a game may be analysed.

    Raises:
        ProblemError: it is a running game with a friend.
    """
    if game.is_with_friend and game.ending is None:
        raise ProblemError("game-goes-on", "you can analyse this game once it is over")


async def is_own_game(games: Games, guest: str, board: BaseBoard) -> bool:
    """Return whether a position continues one of the guest's running games with a friend."""
    running = await games.running_with_friends(guest, _LEAST_PLIES)
    if not running:
        return False
    asked = board.copy()
    passed = {asked.symmetry_key()}
    while asked.moves:
        asked.pop()
        passed.add(asked.symmetry_key())
    for game_id in running:
        async with games.opened(game_id) as game, game.lock:
            if game.board.symmetry_key() in passed:
                return True
    return False
