"""No help from the engine against a friend: games that go on are not analysed by their players."""

from __future__ import annotations

from beespace.rules import BaseBoard
from beespace.server.games.live import LiveGame
from beespace.server.games.problems import ProblemError
from beespace.server.games.service import Games
from beespace.server.storage import Database

# In the first moves everybody's games look alike.
_LEAST_PLIES = 6


def check_is_analysed(game: LiveGame) -> None:
    """Let pass what nobody can be cheated in.

    Raises:
        ProblemError: it is a game with a friend that goes on.
    """
    if game.is_with_friend and game.ending is None:
        raise ProblemError("game-goes-on", "a game with a friend is analysed when it is over", 403)


async def is_own_game(games: Games, database: Database, guest: str, board: BaseBoard) -> bool:
    """Whether a position comes out of a game that the guest is playing against a friend now."""
    running = await database.running_with_friends([guest], _LEAST_PLIES)
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
