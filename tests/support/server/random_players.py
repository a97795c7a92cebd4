"""Players who play random moves over sockets, and log every move that the server acknowledges."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from support.server.processes import TIMEOUT_S

# What a player hears on a busy machine: its move wasn't stored, and is sent again after the pause;
# or it was stored, and the second one comes too late.
_PAUSED = ("database-away", "stale")
CLOCK = {"kind": "live", "base_s": 600, "increment_s": 5}


class Player:
    """One seat: plays when it is its turn, and logs every move it receives."""

    def __init__(self, game_id: str, token: str, color: str) -> None:
        self.game_id, self.token, self.color = game_id, token, color
        self.log: list[dict[str, Any]] = []
        self.revision: int | None = None
        self.acknowledged = 0
        self.resumed = 0
        self.is_over = False
        self._turn: dict[str, Any] = {}
        self._rng = random.Random(game_id + color)

    async def play(self, port: int, pause_s: float) -> None:
        """Connect and play until the connection breaks."""
        address = f"ws://127.0.0.1:{port}/api/games/{self.game_id}/socket"
        if self.revision is not None:
            address += f"?since={self.revision}"
        headers = {"authorization": f"Bearer {self.token}"}
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            async with connect(
                address, additional_headers=headers, max_size=None, compression=None
            ) as socket:
                async for text in socket:
                    turn = self._hear(json.loads(text))
                    if turn is not None and turn["color"] == self.color and turn["movable"]:
                        await asyncio.sleep(self._rng.random() * pause_s)
                        await self._move(socket, turn)

    def _hear(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Record a message; return the turn if it is a new one."""
        if message["type"] == "game":
            game = message["game"]
            # The game must begin with the moves already in the log.
            assert game["moves"][: len(self.log)] == self.log, "an acknowledged move was lost"
            self.log, self.revision = game["moves"], game["revision"]
            self._turn, self.is_over = game["turn"], game["ending"] is not None
        elif message["type"] == "moved":
            assert self.revision is not None
            assert message["revision"] == self.revision + 1, "a message was lost or duplicated"
            self.log.append(message["move"])
            self.revision = message["revision"]
            self._turn, self.is_over = message["turn"], message["ending"] is not None
            assert self._turn["ply"] == len(self.log)
            self.acknowledged += 1
        elif message["type"] == "resumed":
            assert message["revision"] == self.revision
            self.resumed += 1
        elif (
            message["type"] in ("presence", "ping")
            or message.get("is_paused")
            or (message["type"] == "problem" and message["problem"]["code"] in _PAUSED)
        ):
            return None
        elif message["type"] == "paused":
            pass
        else:
            raise AssertionError(message)
        return self._turn

    async def _move(self, socket: ClientConnection, turn: dict[str, Any]) -> None:
        movable = self._rng.choice(turn["movable"])
        to = self._rng.choice(movable["ways"])["to"]
        said = {"type": "move", "ply": turn["ply"], "piece": movable["piece"], "to": to}
        await socket.send(json.dumps(said))


def new_players(port: int) -> list[Player]:
    """Create a game with a clock and return both of its seats."""
    address = f"http://127.0.0.1:{port}/api/games"
    asked = {"opponent": "friend", "color": "w", "clock": CLOCK, "with_token": True}
    made = httpx.post(address, json={**asked, "ruleset": "Base+MLP"}, timeout=TIMEOUT_S).json()
    joining = {"secret": made["invitation"], "with_token": True}
    path = f"{address}/{made['id']}/join"
    joined = httpx.post(path, json=joining, timeout=TIMEOUT_S).json()
    return [
        Player(made["id"], made["token"], "w"),
        Player(made["id"], joined["token"], "b"),
    ]
