"""Two people far apart, and those who look on: a browser each, and the links between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Browser, expect

from beespace import Board, Pass
from page.screen import Screen
from page.serving import Server

# Eight moves of a game that both can play quickly: queens out, ants at the ends.
OPENING_MOVES = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-")

TEN_MINUTES = {"kind": "live", "base_s": 600, "increment_s": 5}


class Friends:
    """The people of one test. Whoever is made here is closed with it."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.server = server
        self._browser = browser
        self._people: list[Screen] = []

    def person(self, **options: Any) -> Screen:
        """Somebody with a browser of their own."""
        screen = Screen(self._browser, self.server, is_stranger=True, **options)
        self._people.append(screen)
        return screen

    def close(self) -> None:
        """Send everybody home."""
        for screen in self._people:
            screen.close()

    def invite(
        self,
        host: Screen,
        *,
        name: str = "Ann",
        clock: str = "10+5",
        color: str = "w",
        expansions: str = "",
    ) -> str:
        """Begin a game on the start page, and take the link that is shown.

        The clock is one of the paces on the page, "none", or a number of days.
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
        for bug in expansions:
            host.find(f"label:has(input[value={bug}])").click()
        _choose(host, color)
        host.button("Invite a friend").click()
        return host.find("#link").input_value()

    def join(self, guest: Screen, link: str, name: str = "Bo") -> None:
        """Follow a link and press the button."""
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
        """Ann, who has white unless told otherwise, and Bo, at the beginning of a game.

        They have met without the page, which is quicker.
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
    screen.find(f'label:has(input[type=radio][value="{value}"])').click()


def play_in_turn(white: Screen, black: Screen, texts: Sequence[str]) -> None:
    """Play moves by clicks, each by whose turn it is, and wait until both see them."""
    record = white.game()
    board = Board(record["ruleset"])
    for move in record["moves"]:
        board.push_uhp(move["text"])
    for text in texts:
        mover, other = (white, black) if board.ply % 2 == 0 else (black, white)
        move = board.parse_uhp(text)
        assert not isinstance(move, Pass), "the server passes by itself"
        expect(mover.tested("status")).to_contain_text("Your move")
        mover.play(str(move.piece), (move.to.q, move.to.r))
        board.push(move)
        other.wait_for_ply(board.ply)
