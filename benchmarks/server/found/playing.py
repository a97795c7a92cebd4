"""Clocks that never run out, and the cost of watchers."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import time
from collections.abc import Callable

import httpx
from watchers import BACK_AND_FORTH, OPENING, Watcher
from websockets.sync.client import ClientConnection

from found.checkout import Checkout, Finding, Server, hear, say

_CLOCK = {"kind": "live", "base_s": 10, "increment_s": 0}
_OPENING = ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"]
_BACK_AND_FORTH = [r"wQ \wS1", "bQ bG1/", "wQ -wS1", "bQ bG1-"]
_MORE_MOVES, _MORE_S = 30, 0.45
_WATCHERS = 400


def _pair(server: Server) -> tuple[str, httpx.Client, httpx.Client]:
    white, black = server.guest(), server.guest()
    asked = {"opponent": "friend", "color": "w", "ruleset": "Base", "clock": _CLOCK}
    made = white.post("/api/games", json=asked).json()
    black.post(f"/api/games/{made['id']}/join", json={"secret": made["invitation"]})
    return made["id"], white, black


def used_s(checkout: Checkout) -> float:
    """Forge pongs, move by requests, and return how much time White uses of ten seconds."""
    with checkout.server() as server, contextlib.ExitStack() as stack:
        game, white, black = _pair(server)
        path = f"/api/games/{game}/socket"
        page = stack.enter_context(server.socket(path, white))
        other = stack.enter_context(server.socket(path, black))
        used = 0.0
        for number in range(2 + _MORE_MOVES):
            ply = 2 * number
            for ping in range(40):
                say(page, "pong", id=ping)
            # Nearly everything in the second move, and then a little too long each time.
            wait_s = (0, 9.7)[number] if number < 2 else _MORE_S
            began_s = time.monotonic()
            time.sleep(wait_s)
            said = {"type": "move_text", "ply": ply, "text": _text(ply)}
            white.post(f"/api/games/{game}/say", json=said)
            if not _has_moved(other, ply + 1):
                break
            used += time.monotonic() - began_s if number else 0
            say(other, "move_text", ply=ply + 1, text=_text(ply + 1))
            if not _has_moved(other, ply + 2):
                break
        return used


def _text(ply: int) -> str:
    return _OPENING[ply] if ply < len(_OPENING) else _BACK_AND_FORTH[ply % 4]


def _has_moved(page: ClientConnection, ply: int) -> bool:
    """Return whether the game has so many moves now, and not an end."""
    while True:
        message = hear(page, "moved", "game")
        if message["type"] == "game" and message["game"]["ending"] is not None:
            return False
        turn = message["turn"] if message["type"] == "moved" else message["game"]["turn"]
        if turn["ply"] >= ply:
            return True


def joins_s(checkout: Checkout) -> float:
    """Let many watch a game of two players; return the server's CPU time."""
    with checkout.server() as server:
        game, white, black = _pair(server)
        path = f"/api/games/{game}/socket"

        async def join() -> float:
            with server.socket(path, white), server.socket(path, black):
                before_s = server.cpu_s()
                await _watchers(server, path)
                await asyncio.sleep(2)
                return server.cpu_s() - before_s

        return asyncio.run(join())


def move_bytes(checkout: Checkout) -> float:
    """Return what each watcher receives for a move in the middle of a game."""
    with checkout.server() as server, server.guest() as guest:
        game = guest.post("/api/games", json={"opponent": "local"}).json()["id"]
        path = f"/api/games/{game}/socket"

        async def move() -> float:
            with server.socket(path, guest) as page:
                for ply, text in enumerate(OPENING):
                    say(page, "move_text", ply=ply, text=text)
                    hear(page, "moved")
                watcher = (await _watchers(server, path, 1))[0]
                await asyncio.sleep(1.5)
                received = watcher.received
                say(page, "move_text", ply=len(OPENING), text=BACK_AND_FORTH[0])
                await _until(lambda: watcher.counts[b"moved"] > 0)
                return float(watcher.received - received)

        return asyncio.run(move())


async def _watchers(server: Server, path: str, count: int = _WATCHERS) -> list[Watcher]:
    """Open the sockets of watchers, and wait until each has got the game."""
    loop = asyncio.get_running_loop()
    open_one = functools.partial(Watcher, path, server.port)
    found = []
    for _ in range(count):
        _, one = await loop.create_connection(open_one, "127.0.0.1", server.port)
        found.append(one)
        await _until(lambda: found[-1].counts[b"game"] > 0)
    return found


async def _until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.002)


PLAYING = (
    Finding(
        "H5",
        "time used of 10+0 with forged pongs and moves by requests, at most 31 moves",
        "s",
        13.5,
        used_s,
    ),
    Finding("M4", f"{_WATCHERS} watchers join a game: CPU time", "s", 1, joins_s),
    Finding("M4", "bytes of a move for each watcher", "", 2000, move_bytes),
)
