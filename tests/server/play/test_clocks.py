"""The server's clocks, driven by a time that the tests control."""

from __future__ import annotations

import contextlib
import itertools
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from beespace.server.play.lag import LagBudget
from support.server.friends import LIVE, OPENING, Pair, Time, friends, play_both
from support.server.serving import Message, Page, Served, serving, wait_until

DAY_S = 24 * 3600
Timed = tuple[Served, Time]


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    """A server that checks its clocks only on requests, not in the background."""
    time = Time()
    with serving(tmp_path_factory.mktemp("timed"), now_ms=time, sweep_s=3600) as served:
        yield served, time


def ms(message: Message) -> tuple[int, int, str | None]:
    clock = message["clock"]
    return clock["ms"]["w"], clock["ms"]["b"], clock["running"]


def test_time_runs_from_the_third_move_and_the_increment_is_added(timed: Timed) -> None:
    served, time = timed
    with friends(served, clock=LIVE) as pair, pair.pages() as (white, black):
        time.pass_s(100)  # The clocks don't run before both have moved.
        assert ms(white.play(OPENING[0])) == (60_000, 60_000, None)
        black.hear("moved")
        time.pass_s(100)
        assert ms(black.play(OPENING[1])) == (60_000, 60_000, "w")
        white.hear("moved")
        time.pass_s(10)
        assert ms(pair.white.game(pair.id)) == (50_000, 60_000, "w")
        told = white.play(OPENING[2])
        assert ms(told) == (52_000, 60_000, "b")
        assert (told["move"]["spent_ms"], told["move"]["clock_ms"]) == (10_000, 52_000)
        black.hear("moved")
        time.pass_s(30)
        assert ms(black.play(OPENING[3])) == (52_000, 32_000, "w")
        white.hear("moved")
        white.say("resign", ply=4)
        assert ms(white.hear("game")["game"]) == (52_000, 32_000, None)


def test_a_move_after_the_flag_has_fallen_is_refused(timed: Timed) -> None:
    served, time = timed
    with friends(served, clock=LIVE) as pair, pair.pages() as (white, black):
        play_both(white, black, OPENING[:3])
        for page in (white, black):
            page.say("clock")
            page.hear("clock")
        time.pass_s(62)
        black.say("move_text", ply=3, text=OPENING[3])
        for page in (white, black):
            game = page.hear("game")["game"]
            assert game["ending"] == {"winner": "w", "reason": "time"}
            assert ms(game) == (62_000, 0, None)
        assert black.hear("problem")["problem"]["code"] == "game-over"
        assert pair.white.game(pair.id)["plies"] == 3


@pytest.mark.parametrize("reader", ["get", "socket", "clock", "stream"])
def test_any_request_notices_a_fallen_flag(timed: Timed, reader: str) -> None:
    served, time = timed
    with friends(served, clock=LIVE) as pair:
        with pair.pages() as (white, black):
            play_both(white, black, OPENING[:2])
        time.pass_s(61)
        if reader == "get":
            assert served.game(pair.id)["ending"]["reason"] == "time"
        elif reader == "socket":
            with served.page(pair.id) as page:
                assert page.hear("game")["game"]["ending"]["reason"] == "time"
        elif reader == "clock":
            said = served.http.post(f"/api/games/{pair.id}/say", json={"type": "clock"})
            assert said.json()["clock"]["running"] is None
        else:
            with served.http.stream("GET", f"/api/games/{pair.id}/events") as stream:
                assert any('"reason":"time"' in line for line in stream.iter_lines())
        assert served.game(pair.id)["ending"] == {"winner": "b", "reason": "time"}


def test_the_sweeper_ends_unwatched_games_once(tmp_path: Path) -> None:
    time = Time()
    with serving(tmp_path, now_ms=time, sweep_s=0.02) as served, friends(served, clock=LIVE) as one:
        with one.pages() as (white, black):
            play_both(white, black, OPENING[:2])
        revision = served.http.get(f"/api/games/{one.id}").json()["revision"]
        time.pass_s(61)

        def listed() -> Message:
            (game,) = one.white.http.get("/api/games").json()["games"]
            found: Message = game
            return found

        wait_until(lambda: listed()["ending"] is not None)
        wait_until(lambda: served.game(one.id)["revision"] == revision + 1)
        assert listed()["ending"] == {"winner": "b", "reason": "time"}


def test_a_takeback_sets_the_clocks_back(timed: Timed) -> None:
    served, time = timed
    with friends(served, clock=LIVE) as pair, pair.pages() as (white, black):
        play_both(white, black, OPENING[:2])
        time.pass_s(10)
        play_both(white, black, OPENING[2:3])  # White: 52
        time.pass_s(20)
        play_both(white, black, OPENING[3:])  # Black: 42
        time.pass_s(5)
        white.say("offer", ply=4, kind="takeback")
        for page in (white, black):
            page.hear("offers")
        black.say("answer", ply=4, kind="takeback", accept=True)
        for page in (white, black):
            assert ms(page.hear("game")["game"]) == (60_000, 60_000, "w")
        time.pass_s(7)
        assert ms(white.play(OPENING[2])) == (55_000, 60_000, "b")


def test_days_start_over_with_every_move(timed: Timed) -> None:
    served, time = timed
    with friends(served, clock={"kind": "days", "days": 3}) as pair:
        with pair.pages() as (white, black):
            assert ms(white.game) == (3 * DAY_S * 1000, 3 * DAY_S * 1000, "w")
            time.pass_s(2 * DAY_S)
            assert ms(white.play(OPENING[0])) == (3 * DAY_S * 1000, 3 * DAY_S * 1000, "b")
            black.hear("moved")
            time.pass_s(2.5 * DAY_S)
            assert ms(black.play(OPENING[1]))[2] == "w"
        time.pass_s(3 * DAY_S)
        assert served.game(pair.id)["ending"] == {"winner": "b", "reason": "time"}


def test_network_lag_is_compensated_up_to_a_limit(timed: Timed) -> None:
    served, time = timed
    with (
        friends(served, clock=LIVE) as pair,
        laggy_page(pair, time, delay_s=0.7) as white,
        pair.black.page(pair.id) as black,
    ):
        play_both(white, black, OPENING[:2])
        time.pass_s(10)
        assert white.play(OPENING[2])["move"]["clock_ms"] == 52_500
        black.hear("moved")
        time.pass_s(0.3)
        assert black.play(OPENING[3])["move"]["clock_ms"] == 61_700
        white.hear("moved")
        time.pass_s(52.9)  # With its lag deducted, this move is in time.
        assert white.play("wA1 -wQ")["move"]["clock_ms"] == 2_000 + 100


@contextlib.contextmanager
def laggy_page(pair: Pair, time: Time, delay_s: float) -> Iterator[Page]:
    """Connect White's page and answer its first ping late."""
    with pair.white.page(pair.id) as page:
        message = page.hear("ping")
        time.pass_s(delay_s)
        page.say("pong", id=message["id"])
        page.say("pong", id=message["id"])  # A second pong has no effect.
        page.say("clock")
        page.hear("clock")
        yield page


def test_constant_high_lag_gains_little() -> None:
    budget = LagBudget()
    given = []
    for _ in range(30):
        given.append(budget.granted(60_000))
        budget.spend(given[-1])
    assert given[:4] == [500, 500, 500, 500]
    assert set(given[8:]) == {200}
    near = LagBudget()
    for _ in range(30):
        assert near.granted(150) == 150  # Small lag is always fully compensated.
        near.spend(150)
    assert near.granted(500) == 500


def test_lag_compensation_runs_out(timed: Timed) -> None:
    served, time = timed
    with (
        friends(served, clock=LIVE) as pair,
        laggy_page(pair, time, 0.6) as white,
        pair.black.page(pair.id) as black,
    ):
        play_both(white, black, OPENING)
        shown = []
        for ply in range(4, 20):
            mover, waiter = (white, black) if ply % 2 == 0 else (black, white)
            piece, to = _any_move(mover.turn)
            time.pass_s(2)
            mover.say("move", ply=ply, piece=piece, to=to)
            told = mover.hear("moved")
            waiter.hear("moved")
            if mover is white:
                shown.append(told["move"]["clock_ms"])
        # Each move takes two seconds and adds two, so any gain is lag compensation.
        gained = [after - before for before, after in itertools.pairwise(shown)]
        assert gained[0] == 500
        assert gained[-1] == 200


def _any_move(turn: Message) -> tuple[str, list[int]]:
    movable = turn["movable"][0]
    return movable["piece"], movable["ways"][0]["to"]


def test_clocks_continue_after_a_restart(tmp_path: Path) -> None:
    time = Time()
    with (
        serving(tmp_path, now_ms=time, sweep_s=0.02, pulse_s=0.02) as served,
        friends(served, clock=LIVE) as live,
        friends(served, clock={"kind": "days", "days": 1}) as slow,
    ):
        cookies = live.white.http.cookies
        for pair in (live, slow):
            with pair.pages() as (white, black):
                play_both(white, black, OPENING[:2])
        time.pass_s(10)
        wait_until(lambda: pulse(tmp_path) == time())
    time.pass_s(3600)
    with serving(tmp_path, now_ms=time, sweep_s=3600) as served:
        # The time the server was down isn't charged in the live game.
        assert ms(served.game(live.id)) == (50_000, 60_000, "w")
        assert ms(served.game(slow.id)) == ((DAY_S - 3610) * 1000, DAY_S * 1000, "w")
        served.http.cookies = cookies
        time.pass_s(1)
        with served.page(live.id) as white:
            assert ms(white.play(OPENING[2])) == (51_000, 60_000, "b")
        time.pass_s(DAY_S)
        assert served.game(slow.id)["ending"] == {"winner": "b", "reason": "time"}


def pulse(data: Path) -> int:
    """Return when the server last recorded that it is running."""
    with contextlib.closing(sqlite3.connect(data / "games.sqlite3")) as connection:
        row = connection.execute("SELECT at FROM pulse").fetchone()
        return int(row[0]) if row else 0


@pytest.mark.parametrize("how", ["resign", "draw"])
def test_the_running_clock_stops_when_a_game_ends(timed: Timed, how: str) -> None:
    served, time = timed
    with friends(served, clock=LIVE) as pair, pair.pages() as (white, black):
        play_both(white, black, OPENING[:3])
        time.pass_s(15)
        if how == "resign":
            black.say("resign", ply=3)
        else:
            white.say("offer", kind="draw", ply=3)
            black.hear("offers")
            white.hear("offers")
            black.say("answer", kind="draw", ply=3, accept=True)
        assert ms(black.hear("game")["game"]) == (62_000, 45_000, None)
        time.pass_s(100)
        assert ms(pair.white.game(pair.id)) == (62_000, 45_000, None)


def test_a_game_at_the_move_limit_is_a_draw(timed: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beespace.server.play.playing.MOST_PLIES", 4)
    served, time = timed
    with friends(served, clock=LIVE) as pair, pair.pages() as (white, black):
        play_both(white, black, OPENING[:3])
        told = black.play(OPENING[3])
        assert told["ending"] == {"winner": None, "reason": "length"}
        assert told["clock"]["running"] is None
        assert told["turn"]["movable"] == []
        time.pass_s(10_000)  # The clocks have stopped, so nobody loses on time.
        assert pair.white.game(pair.id)["ending"] == {"winner": None, "reason": "length"}
