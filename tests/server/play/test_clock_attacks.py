"""Players who try to get more time than their clock has.

White has ten seconds for the whole game and tries everything at once: pongs for pings that were
never sent, late pongs, second pongs, moves sent twice, and moves over other connections than the
one that was measured. However they mix it, they get at most the documented grace.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import random
import time as real_time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from support.server.friends import Pair, Time, friends, play_both
from support.server.serving import Message, Page, Served, serving

TEN_SECONDS = {"kind": "live", "base_s": 10, "increment_s": 0}
BASE_MS = 10_000
# As docs/api.md promises: per move, at the start, and again with each move.
MOST_PER_MOVE_MS, BUDGET_MS, REFILL_MS = 500, 1500, 200
MOST_MOVES = 16
PONGS = 1000
# Moves that repeat, in a ruleset that allows it.
RULESET = "Base"
OPENING = ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"]
BACK_AND_FORTH = [r"wQ \wS1", "bQ bG1/", "wQ -wS1", "bQ bG1-"]


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Time]]:
    time = Time()
    with serving(tmp_path_factory.mktemp("attacks"), now_ms=time, sweep_s=3600) as served:
        yield served, time


@dataclass
class Attacker:
    """White, with every way to send a move and a random mix of tricks."""

    pair: Pair
    rng: random.Random
    wait_ms: Callable[[int], None]
    page: Page
    second: Page
    token: str
    tally: Counter[str] = field(default_factory=Counter)

    def forge_pongs(self, count: int) -> None:
        """Answer pings that were never sent, or were answered before."""
        for _ in range(count):
            ping = self.rng.choice([*range(8), self.rng.randrange(2**53)])
            self.rng.choice([self.page, self.second]).say("pong", id=ping)
            self.tally["forged"] += 1
        for page in (self.page, self.second):
            page.say("clock")  # so that the server has read the pongs
            while page.hear("clock", "problem")["type"] != "clock":
                pass  # answers to moves that were sent twice

    def post(self, said: Message, *, with_token: bool) -> None:
        headers = {"authorization": f"Bearer {self.token}"} if with_token else {}
        http = self.pair.white.http
        http.post(f"/api/games/{self.pair.id}/say", json=said, headers=headers)

    def move(self, said: Message) -> None:
        """Send a move, perhaps several times and over several connections."""
        self.tally["moves"] += 1
        for way in self.rng.sample(range(4), self.rng.randint(1, 3)):
            self.tally[("socket", "second socket", "request", "token")[way]] += 1
            if way < 2:
                (self.page, self.second)[way].socket.send(json.dumps(said))
            else:
                self.post(said, with_token=way == 3)


@contextlib.contextmanager
def attack(
    served: Served, rng: random.Random, wait_ms: Callable[[int], None], late_ms: int
) -> Iterator[tuple[Attacker, Page]]:
    """Begin a game, and answer White's real pings late."""
    with friends(served, ruleset=RULESET, clock=TEN_SECONDS) as pair:
        token = pair.white.http.post(f"/api/games/{pair.id}/tokens").json()["secret"]
        with (
            pair.white.page(pair.id) as page,
            pair.white.page(pair.id) as second,
            pair.black.page(pair.id) as black,
        ):
            attacker = Attacker(pair, rng, wait_ms, page, second, token)
            if late_ms:
                pings = [one.hear("ping")["id"] for one in (page, second)]
                wait_ms(late_ms)
                for one, ping in zip((page, second), pings, strict=True):
                    for _ in range(3):  # only the first one counts
                        one.say("pong", id=ping)
                    attacker.tally["late"] += 1
            play_both(page, black, OPENING[:2])
            hear_until_ply(second, 2)
            yield attacker, black


def hear_until_ply(page: Page, ply: int) -> Message | None:
    """Read messages until a page knows of this many moves; return the game if it has ended."""
    while True:
        message = page.hear("moved", "game", "problem", "clock")
        if message["type"] == "game" and message["game"]["ending"] is not None:
            game: Message = message["game"]
            return game
        if page.turn.get("ply") == ply:
            return None


def next_move(ply: int) -> Message:
    text = OPENING[ply] if ply < len(OPENING) else BACK_AND_FORTH[ply % len(BACK_AND_FORTH)]
    return {"type": "move_text", "ply": ply, "text": text}


def used_ms(attacker: Attacker, black: Page, overrun_ms: Callable[[], int]) -> tuple[int, int]:
    """Play until White's flag falls or enough moves are played; return the time White used."""
    used = moves = 0
    left = BASE_MS
    while moves < MOST_MOVES:
        attacker.forge_pongs(4)
        spent = left + overrun_ms()
        attacker.wait_ms(spent)
        ply = attacker.page.turn["ply"]
        attacker.move(next_move(ply))
        pages = (attacker.page, attacker.second, black)
        if any(hear_until_ply(page, ply + 1) for page in pages):
            break
        played = attacker.pair.white.game(attacker.pair.id)["moves"][ply]
        assert played["spent_ms"] <= left + MOST_PER_MOVE_MS
        used, moves, left = used + played["spent_ms"], moves + 1, played["clock_ms"]
        black.socket.send(json.dumps(next_move(ply + 1)))
        if any(hear_until_ply(page, ply + 2) for page in pages):
            break
    return used, moves


def check(used: int, moves: int) -> None:
    assert used <= BASE_MS + BUDGET_MS + REFILL_MS * moves, f"{used} ms used in {moves} moves"


def test_no_mix_of_tricks_gains_more_than_the_documented_grace(
    timed: tuple[Served, Time], tally: Counter[str]
) -> None:
    served, time = timed
    rng = random.Random(5)
    most = 0
    # Late pongs are measured and count, up to the grace. Forged ones never count.
    for late_ms, overrun in itertools.product((0, 150, 700, 60_000), (range(150, 200), [499])):
        with attack(served, rng, lambda ms: time.pass_s(ms / 1000), late_ms) as (attacker, black):
            attacker.forge_pongs(PONGS // 8)
            used, moves = used_ms(attacker, black, lambda: rng.choice(overrun))  # noqa: B023
            check(used, moves)
            if not late_ms:
                assert used <= BASE_MS, "an unmeasured connection got time back"
            most = max(most, used)
            tally.update(attacker.tally)
    assert tally["forged"] + tally["late"] >= PONGS
    tally["most ms used of 10,000"] = most


def test_forged_pongs_and_requests_use_no_more_than_the_clock(
    timed: tuple[Served, Time], tally: Counter[str]
) -> None:
    """The trick that used 25 seconds of a ten-second clock."""
    served, time = timed
    with (
        friends(served, ruleset=RULESET, clock=TEN_SECONDS) as pair,
        pair.pages() as (white, black),
    ):
        ping = white.hear("ping")["id"]
        for forged in (ping, ping + 1, ping + 1, ping + 2):
            white.say("pong", id=forged)
        play_both(white, black, OPENING[:2])
        used, left = 0, BASE_MS
        for _ in range(30):
            ply = white.turn["ply"]
            time.pass_s((left + 499) / 1000)
            said = next_move(ply)
            pair.white.http.post(f"/api/games/{pair.id}/say", json=said)
            if hear_until_ply(white, ply + 1) or hear_until_ply(black, ply + 1):
                break
            played = pair.white.game(pair.id)["moves"][ply]
            used, left = used + played["spent_ms"], played["clock_ms"]
            black.socket.send(json.dumps(next_move(ply + 1)))
            if hear_until_ply(white, ply + 2) or hear_until_ply(black, ply + 2):
                break
        tally["ms used of 10,000"] = used
        assert used <= BASE_MS


@pytest.mark.parametrize("trick", ["another id", "a second answer"])
def test_a_pong_that_was_not_asked_for_measures_nothing(
    timed: tuple[Served, Time], trick: str
) -> None:
    served, time = timed
    with (
        friends(served, ruleset=RULESET, clock=TEN_SECONDS) as pair,
        pair.pages() as (white, black),
    ):
        ping = white.hear("ping")["id"]
        if trick == "a second answer":
            white.say("pong", id=ping)
            white.say("clock")  # so that the server has read the pong
            white.hear("clock")
        time.pass_s(MOST_PER_MOVE_MS / 1000)
        white.say("pong", id=ping if trick == "a second answer" else ping ^ 1)
        play_both(white, black, OPENING[:2])
        time.pass_s((BASE_MS + MOST_PER_MOVE_MS - 1) / 1000)
        white.socket.send(json.dumps(next_move(2)))
        ended = hear_until_ply(white, 3)
        assert ended is not None, "the pong gave time back"
        assert ended["ending"]["reason"] == "time"


@pytest.mark.slow
def test_the_tricks_in_real_time(tmp_path: Path, tally: Counter[str]) -> None:
    """Times are those that the server measured, so a busy machine makes no difference."""
    rng = random.Random(6)
    with (
        serving(tmp_path) as served,
        attack(served, rng, lambda ms: real_time.sleep(ms / 1000), 700) as (attacker, black),
    ):
        used, moves = used_ms(attacker, black, lambda: 150)
        check(used, moves)
        tally.update(attacker.tally)
        tally["ms used of 10,000"] = used
