"""Two people who play each other on a server, each with their own cookie."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from support.server.serving import Message, Page, Served

LIVE = {"kind": "live", "base_s": 60, "increment_s": 2}
OPENING = ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"]


class Time:
    """A clock that only advances when told to."""

    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms

    def pass_s(self, seconds: float) -> None:
        self.ms += round(seconds * 1000)


@dataclass
class Pair:
    """A game with a friend, and its two players."""

    game: Message
    white: Served
    black: Served

    @property
    def id(self) -> str:
        return str(self.game["id"])

    @contextlib.contextmanager
    def pages(self) -> Iterator[tuple[Page, Page]]:
        """Connect both players and yield their pages."""
        with self.white.page(self.id) as white, self.black.page(self.id) as black:
            yield white, black


@contextlib.contextmanager
def friends(served: Served, **asked: object) -> Iterator[Pair]:
    """Yield a game that White created and Black joined."""
    with served.guest() as white, served.guest() as black:
        made = white.new_game(opponent="friend", color="w", name="Ann", **asked)
        joined = black.http.post(
            f"/api/games/{made['id']}/join", json={"secret": made["invitation"], "name": "Bo"}
        )
        assert joined.status_code == 200, joined.text
        yield Pair(joined.json(), white, black)


def play_both(white: Page, black: Page, texts: list[str]) -> None:
    """Play moves in turn; both players receive each one."""
    for text in texts:
        mover, waiter = (white, black) if white.turn["color"] == "w" else (black, white)
        played, heard = mover.play(text), waiter.hear("moved")
        # Only the player to move gets the legal moves.
        assert played["turn"]["movable"] == played["turn"]["immobile"] == []
        assert heard["turn"]["movable"] or heard["ending"]
        assert without_moves(played) == without_moves(heard)


def without_moves(moved: Message) -> Message:
    """Return what everyone is told about a move."""
    return {**moved, "turn": {**moved["turn"], "movable": [], "immobile": []}}
