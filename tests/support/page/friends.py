"""Players and spectators of an online game: a browser for each, and the invitation links."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Browser, expect

from beespace import Board, Pass
from support.page.screen import RETRY_MS, Screen
from support.page.serving import Server

# An opening both can play quickly: both queens are placed, with an ant at each end.
OPENING_MOVES = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-")

TEN_MINUTES = {"kind": "live", "base_s": 600, "increment_s": 5}


class Friends:
    """The people in one test. `close` closes the browser of everyone created here."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.server = server
        self._browser = browser
        self._people: list[Screen] = []

    def person(self, **options: Any) -> Screen:
        """Return a new person with their own browser."""
        screen = Screen(self._browser, self.server, is_stranger=True, **options)
        self._people.append(screen)
        return screen

    def close(self) -> None:
        """Close everyone's browser."""
        for screen in self._people:
            screen.close()

    def invite(
        self,
        host: Screen,
        *,
        name: str = "Ann",
        clock: str = "10+5",
        color: str = "w",
        expansions: Sequence[str] = (),
    ) -> str:
        """Start a game on the start page and return the invitation link.

        `clock` is one of the time controls on the page, "none", or a number of days.
        """
        host.go("/")
        _choose(host, "friend")
        host.find("#own-name").fill(name)
        if clock == "none":
            _choose(host, "none")
        elif "+" in clock:
            _choose(host, "live")
            _choose(host, clock)
        else:
            _choose(host, "days")
            _choose(host, clock)
        if expansions:
            host.find("label:has(input[value=mix])").click()
        for bug in expansions:
            host.find("label", has_text=bug).click()
        _choose(host, color)
        host.button("Invite a friend").click()
        return host.find("#link").input_value()

    def join(self, guest: Screen, link: str, name: str = "Bo") -> None:
        """Open an invitation link and join the game."""
        guest.page.goto(link)
        guest.find("#own-name").fill(name)
        guest.button("Join").click()
        guest.wait_for_game()

    def pair(
        self,
        *,
        clock: dict[str, Any] | None = TEN_MINUTES,
        color: str = "w",
        ruleset: str = "Base",
        size: tuple[int, int] | None = None,
    ) -> tuple[Screen, Screen]:
        """Return Ann, who plays white by default, and Bo, at the start of a game.

        Bo joins through the API, which is faster than through the page.
        """
        options: dict[str, Any] = {} if size is None else {"size": size, "has_touch": True}
        ann, bo = self.person(**options), self.person(**options)
        asked = {"opponent": "friend", "color": color, "name": "Ann", "clock": clock}
        asked["ruleset"] = ruleset
        game = ann.context.request.post("/api/games", data=asked).json()
        seat = {"secret": game["invitation"], "name": "Bo"}
        assert bo.context.request.post(f"/api/games/{game['id']}/join", data=seat).ok
        for screen in (ann, bo):
            screen.go(f"/game/{game['id']}")
        return ann, bo


def _choose(screen: Screen, value: str) -> None:
    """Choose an option, once more if the page moved it away under the pointer."""
    option = f'input[type=radio][value="{value}"]'
    screen.find(f"label:has({option})").click()
    with contextlib.suppress(AssertionError):
        expect(screen.find(option)).to_be_checked(timeout=RETRY_MS)
    if not screen.find(option).is_checked():
        screen.find(f"label:has({option})").click()


def play_in_turn(white: Screen, black: Screen, texts: Sequence[str]) -> None:
    """Play moves by clicking, taking turns, and wait until both players see each one."""
    record = white.game()
    board = Board(record["ruleset"])
    for move in record["moves"]:
        board.push_uhp(move["text"])
    for text in texts:
        mover, other = (white, black) if board.ply % 2 == 0 else (black, white)
        move = board.parse_uhp(text)
        assert not isinstance(move, Pass), "the server plays passes automatically"
        expect(mover.tested("status")).to_contain_text("Your move")
        mover.play(str(move.piece), (move.to.q, move.to.r))
        board.push(move)
        other.wait_for_ply(board.ply)
