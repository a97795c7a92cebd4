"""A bot that plays random moves, using only the standard library.

tiny_bot.py LINK        LINK is an invitation such as http://localhost:8765/join/GAME#SECRET
"""

import json
import random
import sys
import time
from http.client import HTTPException
from typing import Any
from urllib.request import Request, urlopen

link, _, secret = " ".join(sys.argv[1:]).partition("#")
headers = {"content-type": "application/json"}


def ask(action: str, **body: object) -> Any:
    """Send a request about this game to the server."""
    url = f"{link.replace('/join/', '/api/games/')}/{action}"
    return urlopen(Request(url, json.dumps(body).encode() if body else None, headers), timeout=60)


def play(colors: list[str]) -> None:
    """React to events until the game ends or the connection breaks."""
    for line in ask("events"):
        told = json.loads(line[6:]) if line.startswith(b"data: ") else {"type": "silence"}
        if told["type"] in ("game", "moved"):
            game = told.get("game", told)
            if game["ending"]:
                print("The game is over:", game["ending"])
                sys.exit()
            if game["turn"]["color"] in colors and game["turn"]["movable"]:
                chosen = random.choice(game["turn"]["movable"])
                to, ply = random.choice(chosen["ways"])["to"], game["turn"]["ply"]
                ask("say", type="move", ply=ply, piece=chosen["piece"], to=to).close()


while True:
    try:
        if "authorization" not in headers:
            seat = json.load(ask("join", secret=secret, name="Tiny bot", with_token=True))
            headers["authorization"] = f"Bearer {seat['token']}"
        play(seat["yours"])
    except (OSError, HTTPException, ValueError) as error:
        if "authorization" not in headers or getattr(error, "code", 0) in (401, 404):
            sys.exit(f"tiny_bot.py LINK: {getattr(error, 'read', bytes)().decode() or error}")
    time.sleep(2)  # the server may be restarting
