"""Backing up while people play: every move acknowledged before the backup is in it.

A real server process, real sockets, `beespace backup` as a process of its own. Each backup is
restored into a new folder, and a second server answers from there.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from support.server.commands import beespace
from support.server.processes import TIMEOUT_S, started
from support.server.random_players import Player, new_players
from support.server.serving import serving

GAMES = 6
STUDIES = 3


def back_up_during_play(tmp_path: Path, backups: int, tally: Counter[str]) -> None:
    """Back up again and again while everyone plays, restoring each backup elsewhere."""
    data = tmp_path / "data"
    with started("--port", "0", "--no-browser", "--data", data) as server:
        port = server.port()
        for _ in range(STUDIES):
            address = f"http://127.0.0.1:{port}/api/studies"
            record = '{"format": "beespace-game", "version": 1, "ruleset": "Base", "moves": []}'
            answer = httpx.post(address, json={"record": record}, timeout=TIMEOUT_S)
            assert answer.status_code == 201, answer.text
        asyncio.run(play_and_back_up(port, data, tmp_path, backups, tally))
        _, errors = server.end()
        assert "Traceback" not in errors


async def play_and_back_up(
    port: int, data: Path, folder: Path, backups: int, tally: Counter[str]
) -> None:
    rng = random.Random(backups)
    players: list[Player] = []
    playing: dict[Player, asyncio.Task[None]] = {}
    for number in range(backups):
        for player in [player for player in players if player.is_over]:
            players.remove(player)
        while len(players) < 2 * GAMES:
            players += await asyncio.to_thread(new_players, port)
        for player in players:
            if player not in playing or playing[player].done():
                playing[player] = asyncio.create_task(player.play(port, 0.2))
        before = sum(player.acknowledged for player in players)
        while sum(player.acknowledged for player in players) < before + 2 * GAMES:
            await asyncio.sleep(0.01)
        await asyncio.sleep(rng.random() * 0.2)
        known: dict[str, list[dict[str, Any]]] = {}
        for player in players:
            known[player.game_id] = max(known.get(player.game_id, []), list(player.log), key=len)
        acknowledged = sum(player.acknowledged for player in players)
        file, other = folder / f"backup-{number}.sqlite3", folder / f"restored-{number}"
        done = await asyncio.to_thread(beespace, "backup", file, "--data", data)
        assert done.returncode == 0, done.stderr
        tally["moves during backups"] += sum(p.acknowledged for p in players) - acknowledged
        await asyncio.to_thread(check, file, other, known, done.stdout, tally)
        tally["backups"] += 1
    for task in playing.values():
        task.cancel()
    ended = await asyncio.gather(*playing.values(), return_exceptions=True)
    assert [one for one in ended if isinstance(one, Exception)] == []


def check(
    file: Path,
    data: Path,
    known: dict[str, list[dict[str, Any]]],
    said: str,
    tally: Counter[str],
) -> None:
    """Restore a backup, start a server on it, and ask it for all games."""
    done = beespace("restore", file, "--data", data)
    assert done.returncode == 0, done.stderr
    counted = re.compile(r"([\d,]+) games, 3 saved analyses and 0 reviews\.$")
    wrote, restored = (counted.search(text.strip()) for text in (said, done.stdout))
    assert wrote is not None, said
    assert restored is not None, done.stdout
    assert wrote[1] == restored[1]
    assert [path for path in file.parent.iterdir() if path.name.endswith(".unfinished")] == []
    with serving(data) as served:
        for game_id, log in known.items():
            kept = served.game(game_id)["moves"][: len(log)]
            tally["moves acknowledged before"] += len(log)
            tally["moves lost"] += sum(one != other for one, other in zip(log, kept, strict=False))
            tally["moves lost"] += len(log) - len(kept)
    assert tally["moves lost"] == 0


def test_a_backup_during_play_has_every_acknowledged_move(
    tmp_path: Path, tally: Counter[str]
) -> None:
    back_up_during_play(tmp_path, 2, tally)


@pytest.mark.slow
def test_thirty_backups_during_play_have_every_acknowledged_move(
    tmp_path: Path, tally: Counter[str]
) -> None:
    back_up_during_play(tmp_path, 30, tally)
    assert tally["moves during backups"] > 30
