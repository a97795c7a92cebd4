"""A bot that plays random moves, with nothing but the standard library.

tiny_bot.py LINK        the link that a friend was sent: http://localhost:8765/join/GAME#SECRET
"""

import json
import random
import sys
from urllib.request import Request, urlopen

link, _, secret = sys.argv[1].partition("#")
server, _, game_id = link.partition("/join/")
headers = {"content-type": "application/json"}


def post(action, **body):
    """Ask the server for something in this game."""
    url = f"{server}/api/games/{game_id}/{action}"
    with urlopen(Request(url, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


seat = post("join", secret=secret, name="Tiny bot", with_token=True)
headers["authorization"] = f"Bearer {seat['token']}"
with urlopen(Request(f"{server}/api/games/{game_id}/events", headers=headers)) as events:
    for line in events:
        if line.startswith(b"data: "):
            told = json.loads(line[6:])
            game = told.get("game") if told["type"] == "game" else told
            if told["type"] in ("game", "moved"):
                turn = game["turn"]
                if game["ending"]:
                    sys.exit(f"The game is over: {game['ending']}")
                if turn["color"] in seat["yours"] and turn["movable"]:
                    piece = random.choice(turn["movable"])
                    to = random.choice(piece["ways"])["to"]
                    post("say", type="move", ply=turn["ply"], piece=piece["piece"], to=to)
