"""Fair play: players can't analyse a game against a friend while it is running."""

from __future__ import annotations

from beespace.rules import BaseBoard
from beespace.server.people.client import Client
from beespace.server.play.live import LiveGame
from beespace.server.play.service import Games
from beespace.server.problems import ProblemError
from beespace.server.study.messages import FairPlay, SayPosition
from beespace.server.study.positions import board_of
from beespace.server.work.service import Workers

# The first moves are the same in many games.
_LEAST_PLIES = 6


def check_is_analysed(game: LiveGame) -> None:
    """Check that a game may be analysed.

    Raises:
        ProblemError: it is a running game with a friend.
    """
    if game.is_with_friend and game.outcome is None:
        raise ProblemError("game-goes-on", "you can analyse this game once it is over")


async def fair_play(games: Games, workers: Workers, client: Client, asked: SayPosition) -> FairPlay:
    """Return whether a client may analyse a position, for pages that do so themselves."""
    if not await _running(games, client):
        return FairPlay(has_games=False, is_own_game=False)
    board = await workers.run_if_long(client.names, len(asked.moves), board_of, asked)
    is_own = await is_own_game(games, workers, client, board)
    return FairPlay(has_games=True, is_own_game=is_own)


async def is_own_game(games: Games, workers: Workers, client: Client, board: BaseBoard) -> bool:
    """Return whether a position continues one of the client's running games with a friend."""
    running = await _running(games, client)
    if not running:
        return False
    passed = await workers.run_if_long(client.names, board.ply, _passed, board)
    for game_id in running:
        async with games.opened(game_id) as game, game.lock:
            if game.board.symmetry_key() in passed:
                return True
    return False


async def _running(games: Games, client: Client) -> list[str]:
    return await games.running_with_friends(client.hashes, _LEAST_PLIES)


def _passed(board: BaseBoard) -> set[int]:
    """Return the keys of all positions of a line, which are the same for mirrored positions."""
    keys = {board.symmetry_key()}
    line = board.copy()
    while line.moves:
        line.pop()
        keys.add(line.symmetry_key())
    return keys
