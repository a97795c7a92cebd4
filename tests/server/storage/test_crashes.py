"""Games in progress while the server is killed: acknowledged moves survive, once and in order.

Every player logs what the server reports. After each kill the test restarts the server, and the
players reconnect with their last known revision and continue.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from beespace import Board
from support.server.processes import TIMEOUT_S, Process, started
from support.server.random_players import CLOCK, Player, new_players

GAMES = 12


async def play_until_killed(
    server: Process, port: int, players: list[Player], after_s: float
) -> None:
    """Let everyone play, and kill the server in the middle of it."""
    tasks = [asyncio.create_task(player.play(port, 0.05)) for player in players]
    before = sum(player.acknowledged for player in players)
    # Wait until moves are flowing, then for a random time.
    while sum(player.acknowledged for player in players) < before + GAMES:
        assert not all(task.done() for task in tasks), "all players have stopped"
        await asyncio.sleep(0.01)
    await asyncio.sleep(after_s)
    server.process.kill()
    await asyncio.gather(*tasks)


def check(players: list[Player], games: dict[str, dict[str, Any]], tally: Counter[str]) -> None:
    """Compare the logs with each other and with what the server has stored."""
    for white, black in zip(players[::2], players[1::2], strict=True):
        kept = games[white.game_id]["moves"]
        for player in (white, black):
            assert kept[: len(player.log)] == player.log, "an acknowledged move was lost"
        board = Board("Base+MLP")
        for move in kept:
            board.push_uhp(move["text"])
        check_clocks(games[white.game_id])
        tally["moves kept"] += len(kept)
        tally["moves acknowledged"] += max(len(white.log), len(black.log))


def check_clocks(game: dict[str, Any]) -> None:
    """Check that each clock is the time left, minus the time spent, plus the increment."""
    left = {"w": CLOCK["base_s"] * 1000, "b": CLOCK["base_s"] * 1000}  # type: ignore[operator]
    for ply, move in enumerate(game["moves"]):
        color = "b" if ply % 2 else "w"
        if ply >= 2:
            spent = move["spent_ms"]
            # These players don't answer pings, so there is no lag compensation.
            assert move["clock_ms"] == left[color] - spent + CLOCK["increment_s"] * 1000  # type: ignore[operator]
        left[color] = move["clock_ms"]
    clock = game["clock"]
    if clock["running"] is not None:
        waiting = "b" if clock["running"] == "w" else "w"
        assert clock["ms"][waiting] == left[waiting]
        assert left[clock["running"]] - 60_000 < clock["ms"][clock["running"]]
        assert clock["ms"][clock["running"]] <= left[clock["running"]]


def crash(data: Path, variables: dict[str, str], kills: int, tally: Counter[str]) -> None:
    """Play some games through `kills` kills, then compare everything."""
    rng = random.Random(kills)
    arguments = ("--port", "0", "--no-browser", "--data", data)
    players: list[Player] = []
    finished: list[Player] = []
    for _ in range(kills):
        with started(*arguments, **variables) as server:
            port = server.port()
            pairs = list(zip(players[::2], players[1::2], strict=True))
            over = [pair for pair in pairs if any(player.is_over for player in pair)]
            finished += [player for pair in over for player in pair]
            players = [player for player in players if player not in finished]
            while len(players) < 2 * GAMES:
                players += new_players(port)
            asyncio.run(play_until_killed(server, port, players, rng.random() * 0.5))
            tally["kills"] += 1
    players += finished
    with started(*arguments, **variables) as server:
        address = f"http://127.0.0.1:{server.port()}/api/games"
        games = {
            player.game_id: httpx.get(f"{address}/{player.game_id}", timeout=TIMEOUT_S).json()
            for player in players
        }
        check(players, games, tally)
        _, errors = server.end()
        assert "Traceback" not in errors
    tally["connections resumed"] += sum(player.resumed for player in players)


def test_no_acknowledged_move_is_lost_or_duplicated(
    tmp_path: Path, variables: dict[str, str], tally: Counter[str]
) -> None:
    crash(tmp_path, variables, 3, tally)


@pytest.mark.slow
def test_no_acknowledged_move_is_lost_or_duplicated_in_fifty_kills(
    tmp_path: Path, variables: dict[str, str], tally: Counter[str]
) -> None:
    crash(tmp_path, variables, 50, tally)
