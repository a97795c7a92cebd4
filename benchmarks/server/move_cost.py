"""Measures whether moves cost the server more as a game gets longer.

    move_cost.py [--rounds 5]

Moves pieces back and forth using the server's own objects, with a real database and two connected
players, and prints the CPU time per move after 20, 200 and 1,000 moves. It takes the minimum over
several rounds of 40 moves, because other load on the machine only ever adds time.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from contextlib import aclosing
from pathlib import Path

from beespace.server.people.client import Client
from beespace.server.people.keys import hash_of
from beespace.server.people.quota import StorageQuota
from beespace.server.play.following.follower import Follower
from beespace.server.play.live import LiveGame
from beespace.server.play.messages.games import LiveClock, NewGame, SayJoin
from beespace.server.play.messages.socket import SayMoveText
from beespace.server.play.service import Games
from beespace.server.refusals import Refusals
from beespace.server.search.service import Search
from beespace.server.settings import Settings
from beespace.server.storage import Database

LENGTHS = (20, 200, 1000)
MOVES = 40
OPENING = ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"]
TO_AND_FRO = [r"wQ \wS1", "bQ bG1/", "wQ -wS1", "bQ bG1-"]
# This ruleset has no repetition rule, so the game doesn't end.
RULESET = "Base"


async def play(games: Games, game: LiveGame, players: list[Follower], plies: int) -> None:
    """Play until `plies` moves have been played."""
    while game.ply < plies:
        ply = game.ply
        text = OPENING[ply] if ply < len(OPENING) else TO_AND_FRO[ply % len(TO_AND_FRO)]
        await games.say(game, players[ply % 2], SayMoveText(type="move_text", ply=ply, text=text))
        for player in players:
            player.unsent.clear()


async def measure(games: Games, rounds: int) -> None:
    """Print the cost of a move at each length."""
    clock = LiveClock(kind="live", base_s=3600, increment_s=5)
    asked = NewGame(opponent="friend", color="w", ruleset=RULESET, clock=clock, with_token=True)
    best = dict.fromkeys(LENGTHS, float("inf"))
    for _ in range(rounds):
        made = await games.create(asked, Client(None))
        async with games.opened(made.id) as game:
            assert made.invitation is not None
            join = SayJoin(secret=made.invitation, with_token=True)
            joined = await games.seats.join(game, Client(None), join)
            tokens = [token for token in (made.token, joined.token) if token is not None]
            players = [Follower(Client(None, hash_of(token))) for token in tokens]
            for player in players:
                game.followers.add(player, tuple(game.seats_of(player.hashes)))
            for length in LENGTHS:
                await play(games, game, players, length)
                begun = time.process_time()
                await play(games, game, players, length + MOVES)
                best[length] = min(best[length], (time.process_time() - begun) / MOVES)
    for length, seconds in best.items():
        print(f"after {length:5,} moves: {seconds * 1e3:5.2f} ms of CPU time per move")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()

    async def run(settings: Settings, database: Database) -> None:
        async with aclosing(Search(settings, Refusals())) as search:
            quota = StorageQuota(settings, database, Refusals())
            games = Games(settings, database, search, quota)
            await measure(games, options.rounds)
            await games.close()

    with tempfile.TemporaryDirectory() as folder:
        settings, database = Settings(Path(folder)), Database(Path(folder))
        try:
            asyncio.run(run(settings, database))
        finally:
            database.close()


if __name__ == "__main__":
    main()
