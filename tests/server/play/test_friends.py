"""Games between two people by link: seats, offers, chat, presence and permissions."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from time import sleep

import httpx
import pytest
from websockets.sync.client import connect

from beespace.server.settings import time_ms
from support.server.friends import LIVE, OPENING, Pair, Time, friends, play_both
from support.server.serving import TIMEOUT_S, Message, Page, Served, serving


def code(answer: httpx.Response) -> str:
    return str(answer.json()["code"])


def problem(page: Page) -> str:
    return str(page.hear("problem")["problem"]["code"])


def test_a_friend_joins_with_an_invitation_once(served: Served) -> None:
    with served.guest() as ann, served.guest() as bo, served.guest() as eve:
        made = ann.new_game(opponent="friend", color="b", name=" Ann\n ", ruleset="Base+MLP")
        assert (made["mode"], made["yours"], made["is_waiting"]) == ("friend", ["b"], True)
        path, invitation = f"/api/games/{made['id']}", {"secret": made["invitation"]}
        shown = bo.http.post(f"{path}/secret", json=invitation).json()
        assert (shown["kind"], shown["color"]) == ("invitation", "w")
        assert shown["game"]["players"]["b"]["name"] == "Ann"
        assert code(ann.http.post(f"{path}/join", json=invitation)) == "yours-already"
        assert bo.game(made["id"])["yours"] == [], "looking at an invitation must not take the seat"
        with ann.page(made["id"]) as waiting:
            joined = bo.http.post(f"{path}/join", json={**invitation, "name": "Bo"}).json()
            told = waiting.hear("game")["game"]
        assert (joined["yours"], joined["is_waiting"]) == (["w"], False)
        assert (told["yours"], told["players"]["w"]["name"]) == (["b"], "Bo")
        for guest in (eve, bo):
            assert code(guest.http.post(f"{path}/join", json=invitation)) == "wrong-secret"
            assert code(guest.http.post(f"{path}/secret", json=invitation)) == "wrong-secret"
        assert eve.game(made["id"])["yours"] == []
        for guest, yours in ((ann, ["b"]), (bo, ["w"])):
            (listed,) = guest.http.get("/api/games").json()["games"]
            assert (listed["id"], listed["yours"]) == (made["id"], yours)
        assert eve.http.get("/api/games").json() == {"games": [], "total": 0}


def test_only_one_of_many_simultaneous_guests_gets_the_seat(served: Served) -> None:
    with served.guest() as ann:
        made = ann.new_game(opponent="friend")
        guests = [ann.guest() for _ in range(8)]
        said = {"secret": made["invitation"]}
        statuses: list[int] = []

        def join(guest: Served) -> None:
            answer = guest.http.post(f"/api/games/{made['id']}/join", json=said)
            statuses.append(answer.status_code)

        threads = [threading.Thread(target=join, args=(guest,)) for guest in guests]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(statuses) == [200] + [403] * 7
        seats = [guest.game(made["id"])["yours"] for guest in guests]
        assert sorted(map(len, seats)) == [0] * 7 + [1]
        for guest in guests:
            guest.http.close()


def test_a_new_invitation_replaces_the_previous_one(served: Served) -> None:
    with served.guest() as ann, served.guest() as bo:
        made = ann.new_game(opponent="friend")
        path = f"/api/games/{made['id']}"
        assert code(bo.http.post(f"{path}/invitation")) == "not-your-seat"
        secret = ann.http.post(f"{path}/invitation").json()["secret"]
        old = {"secret": made["invitation"]}
        assert code(bo.http.post(f"{path}/join", json=old)) == "wrong-secret"
        assert bo.http.post(f"{path}/join", json={"secret": secret}).status_code == 200
        assert code(ann.http.post(f"{path}/invitation")) == "seat-taken"


def test_an_invitation_to_a_finished_game_says_so(served: Served) -> None:
    with served.guest() as host, served.guest() as friend:
        made = host.new_game(opponent="friend", clock=LIVE)
        path, shown = f"/api/games/{made['id']}", {"secret": made["invitation"]}
        host.http.post(f"{path}/say", json={"type": "abort", "ply": 0}).raise_for_status()
        for one, action in ((friend, "secret"), (friend, "join"), (host, "invitation")):
            answer = one.http.post(f"{path}/{action}", json=shown)
            assert (answer.status_code, answer.json()["code"]) == (409, "game-over")
        assert friend.game(made["id"])["yours"] == []


def test_a_guest_can_have_fifty_games_waiting_for_friends(served: Served) -> None:
    with served.guest() as host, served.guest() as other:
        games = [host.new_game(opponent="friend") for _ in range(50)]
        answer = host.http.post("/api/games", json={"opponent": "friend"})
        assert (answer.status_code, answer.json()["code"]) == (409, "too-many-waiting")
        host.new_game(opponent="local")
        other.new_game(opponent="friend")
        # Aborting a game, or a friend joining it, makes room for another.
        said = {"type": "abort", "ply": 0}
        host.http.post(f"/api/games/{games[0]['id']}/say", json=said).raise_for_status()
        host.new_game(opponent="friend")


def test_an_unused_invitation_is_cancelled_after_two_weeks(tmp_path: Path) -> None:
    time = Time()
    time.ms = time_ms()
    with serving(tmp_path, now_ms=time, sweep_s=0.02) as served:
        made = served.new_game(opponent="friend")
        with friends(served) as pair, served.page(made["id"]) as page:
            time.pass_s(13 * 24 * 3600)
            sleep(0.2)  # long enough for the sweeper to check it
            assert served.game(made["id"])["is_waiting"]
            time.pass_s(25 * 3600)
            assert page.hear("game")["game"]["ending"] == {"winner": None, "reason": "abort"}
            assert pair.white.game(pair.id)["ending"] is None
        assert not served.game(made["id"])["is_waiting"]


def test_records_include_the_time_control(served: Served) -> None:
    days = {"kind": "days", "days": 3}
    blitz = {"kind": "live", "base_s": 180}
    for clock, told in ((LIVE, "60+2"), (blitz, "180"), (days, "1/259200"), (None, None)):
        game = served.new_game(opponent="friend", clock=clock)
        path = f"/api/games/{game['id']}/record"
        pgn = served.http.get(f"{path}?format=pgn").text
        tags = served.http.get(f"{path}?format=json").json().get("tags", {})
        assert tags.get("TimeControl") == told
        assert (f'[TimeControl "{told}"]' in pgn) == (told is not None)


def test_nobody_can_play_before_the_friend_joins(served: Served) -> None:
    with served.guest() as ann:
        made = ann.new_game(opponent="friend", color="w")
        with ann.page(made["id"]) as page:
            page.say("move_text", ply=0, text="wS1")
            assert problem(page) == "waiting"
            page.say("abort", ply=0)
            assert page.hear("game")["game"]["ending"] == {"winner": None, "reason": "abort"}
        joining = {"secret": made["invitation"]}
        with served.guest() as bo:
            path = f"/api/games/{made['id']}"
            assert code(bo.http.post(f"{path}/join", json=joining)) == "game-over"


def test_moves_come_only_from_the_seat_whose_turn_it_is(served: Served) -> None:
    with friends(served) as pair, pair.pages() as (white, black), served.page(pair.id) as watcher:
        assert (white.game["yours"], black.game["yours"]) == (["w"], ["b"])
        assert watcher.game["yours"] == []
        for page, text, expected in (
            (black, "wS1", "not-your-turn"),
            (watcher, "wS1", "not-your-seat"),
        ):
            page.say("move_text", ply=0, text=text)
            assert problem(page) == expected
        play_both(white, black, OPENING)
        for text in OPENING:
            assert watcher.hear("moved")["move"]["text"] == text
        white.say("move", ply=4, piece="bA1", to=[0, 5])
        assert problem(white) not in ("stale", "not-your-turn"), "the rules forbid this move"
        for said in (
            {"type": "resign", "ply": 4},
            {"type": "abort", "ply": 4},
            {"type": "offer", "ply": 4, "kind": "draw"},
            {"type": "answer", "ply": 4, "kind": "draw", "accept": True},
            {"type": "chat", "text": "hi"},
            {"type": "undo", "ply": 4},
        ):
            watcher.say(**said)
            assert problem(watcher) == "not-your-seat", said
        white.say("undo", ply=4)
        assert problem(white) == "ask-takeback"
        white.say("hint", ply=4)
        assert problem(white) == "no-help"
        watcher.say("why", ply=4, piece="wA1", to=[9, 9])
        watcher.hear("why")


def test_a_draw_is_declined_and_later_agreed(served: Served) -> None:
    with friends(served) as pair, pair.pages() as (white, black):
        play_both(white, black, OPENING[:2])
        white.say("offer", ply=2, kind="draw")
        for page in (white, black):
            assert page.hear("offers")["offers"] == [{"kind": "draw", "by": "w"}]
        white.say("answer", ply=2, kind="draw", accept=True)
        assert problem(white) == "no-such-offer", "players can't accept their own offers"
        black.say("answer", ply=2, kind="draw", accept=False)
        for page in (white, black):
            told = page.hear("offers")
            assert (told["offers"], told["declined"]) == ([], {"kind": "draw", "by": "w"})
        white.say("offer", ply=2, kind="draw")
        assert problem(white) == "offered-already"
        # An offer survives a move by the player who made it, and lapses when the opponent moves.
        play_both(white, black, OPENING[2:3])
        white.say("offer", ply=3, kind="draw")
        for page in (white, black):
            page.hear("offers")
        black.say("move_text", ply=3, text=OPENING[3])
        assert white.hear("moved")["offers"] == black.hear("moved")["offers"] == []
        black.say("offer", ply=4, kind="draw")
        for page in (white, black):
            page.hear("offers")
        white.say("offer", ply=4, kind="draw")
        for page in (white, black):
            game = page.hear("game")["game"]
            assert game["ending"] == {"winner": None, "reason": "agreement"}
            assert game["offers"] == []


@pytest.mark.parametrize("taker", ["w", "b"])
def test_a_takeback_returns_the_turn_to_the_player_who_asked(served: Served, taker: str) -> None:
    with friends(served) as pair, pair.pages() as (white, black):
        asker, giver = (white, black) if taker == "w" else (black, white)
        white.say("offer", ply=0, kind="takeback")
        assert problem(white) == "nothing-to-undo"
        play_both(white, black, OPENING)
        asker.say("offer", ply=4, kind="takeback")
        for page in (white, black):
            page.hear("offers")
        giver.say("answer", ply=4, kind="takeback", accept=True)
        for page in (white, black):
            game = page.hear("game")["game"]
            assert game["plies"] == (2 if taker == "w" else 3)
            assert (game["turn"]["color"], game["offers"]) == (taker, [])
        play_both(white, black, OPENING[game["plies"] :])


def test_a_rematch_swaps_the_colours_of_the_same_people(served: Served) -> None:
    clock = {"kind": "live", "base_s": 300, "increment_s": 3}
    with friends(served, clock=clock, ruleset="Base+M") as pair:
        with pair.pages() as (white, black):
            white.say("offer", ply=0, kind="rematch")
            assert problem(white) == "not-over"
            black.say("resign", ply=0)
            for page in (white, black):
                assert page.hear("game")["game"]["ending"] == {"winner": "w", "reason": "resign"}
            white.say("offer", ply=0, kind="rematch")
            for page in (white, black):
                page.hear("offers")
            black.say("answer", ply=0, kind="rematch", accept=True)
            following = white.hear("rematch")["game"]
            assert black.hear("rematch")["game"] == following
            white.say("offer", ply=0, kind="rematch")
            assert problem(white) == "offered-already"
        assert pair.white.game(pair.id)["rematch"] == following
        game = pair.white.game(following)
        assert (game["yours"], pair.black.game(following)["yours"]) == (["b"], ["w"])
        assert game["players"]["b"]["name"] == "Ann"
        assert (game["ruleset"], game["time_control"]) == ("Base+M", clock)
        with pair.black.page(following) as white, pair.white.page(following) as black:
            play_both(white, black, OPENING)


def test_a_game_can_be_aborted_only_before_the_second_move(served: Served) -> None:
    with friends(served) as pair, pair.pages() as (white, black):
        play_both(white, black, OPENING[:1])
        black.say("abort", ply=1)
        for page in (white, black):
            assert page.hear("game")["game"]["ending"] == {"winner": None, "reason": "abort"}
        record = pair.white.http.get(f"/api/games/{pair.id}/record?format=pgn")
        assert '[Result "InProgress"]' in record.text
    with friends(served) as pair, pair.pages() as (white, black):
        play_both(white, black, OPENING[:2])
        white.say("abort", ply=2)
        assert problem(white) == "too-late"


def test_the_chat_is_only_for_the_players(served: Served) -> None:
    with friends(served) as pair, pair.pages() as (white, black):
        with served.page(pair.id) as watcher:
            white.say("chat", text="  good\nluck \u202e ")
            for page in (white, black):
                line = page.hear("chat")["line"]
                assert (line["by"], line["text"]) == ("w", "good luck")
            white.say("chat", text=" \n ")
            assert problem(white) == "invalid"
            play_both(white, black, OPENING[:1])
            watcher.hear("moved")
        with pair.black.page(pair.id) as again, served.page(pair.id) as watcher:
            assert first(pair.black, pair)["chat"] == [line]
            assert first(served, pair)["chat"] == []
            again.say("chat", text="you too")
            again.hear("chat")


def first(guest: Served, pair: Pair) -> Message:
    """Return the first message a guest receives on connecting."""
    address = f"ws://127.0.0.1:{guest.port}/api/games/{pair.id}/socket"
    with connect(address, additional_headers=guest.cookie()) as socket:
        heard: Message = json.loads(socket.recv(TIMEOUT_S))
        return heard


def test_players_know_who_is_there(served: Served) -> None:
    with friends(served) as pair, pair.white.page(pair.id) as white:
        with pair.black.page(pair.id):
            told = white.hear("presence")["presence"]
            assert told == {"w": True, "b": True, "watchers": 0}
            with served.page(pair.id):
                assert white.hear("presence")["presence"]["watchers"] == 1
            assert white.hear("presence")["presence"]["watchers"] == 0
        assert white.hear("presence")["presence"] == {"w": True, "b": False, "watchers": 0}


def test_a_reconnecting_player_gets_missed_messages_in_order_and_once(served: Served) -> None:
    with friends(served) as pair, pair.white.page(pair.id) as white:
        with pair.black.page(pair.id) as black:
            play_both(white, black, OPENING[:1])
            known = pair.black.game(pair.id)["revision"]
        with pair.black.page(pair.id) as other_tab:
            other_tab.play(OPENING[1])
            white.hear("moved")
            white.play(OPENING[2])
            white.say("chat", text="where are you?")
            white.hear("chat")
            white.say("offer", ply=3, kind="draw")
            white.hear("offers")
        with pair.black.page(pair.id, since=known) as black:
            heard = [black.hear("moved", "chat", "offers") for _ in range(4)]
            assert [message["type"] for message in heard] == ["moved", "moved", "chat", "offers"]
            revisions = [message["revision"] for message in heard]
            assert revisions == [known + 1, known + 2, known + 3, known + 4]
            resumed = black.hear("resumed")
            assert resumed["revision"] == known + 4
            assert resumed["presence"]["w"]
            black.play(OPENING[3])
        # A watcher gets everything but the chat. A client that is up to date gets nothing; one
        # with an unknown revision gets the whole game.
        with served.page(pair.id, since=known) as watcher:
            heard = [watcher.hear("moved", "offers") for _ in range(4)]
            assert [m["revision"] - known for m in heard] == [1, 2, 4, 5]
            watcher.hear("resumed")
        with served.page(pair.id, since=known + 5) as watcher:
            assert watcher.hear("resumed")["revision"] == known + 5
        for since in (0, known + 6, 10**30):
            with served.page(pair.id, since=since) as watcher:
                assert watcher.hear("game")["game"]["plies"] == 4


def test_a_missed_takeback_sends_the_whole_game(served: Served) -> None:
    with friends(served) as pair, pair.pages() as (white, black):
        play_both(white, black, OPENING)
        known = pair.white.game(pair.id)["revision"]
        black.say("offer", ply=4, kind="takeback")
        white.hear("offers")
        white.say("answer", ply=4, kind="takeback", accept=True)
        white.hear("game")
        with served.page(pair.id, since=known) as watcher:
            assert watcher.hear("game")["game"]["plies"] == 3


def test_a_player_can_resign_while_the_friends_move_is_on_its_way(served: Served) -> None:
    with friends(served) as pair, pair.pages() as (white, black):
        white.play(OPENING[0])
        black.hear("moved")
        black.play(OPENING[1])
        white.say("resign", ply=1)  # before it has heard of the move
        white.hear("moved")
        ending = white.hear("game")["game"]["ending"]
        assert ending == {"winner": "b", "reason": "resign"}


def test_two_tabs_of_a_seat_stay_in_sync(served: Served) -> None:
    with friends(served) as pair, pair.pages() as (white, black), pair.white.page(pair.id) as tab:
        white.play(OPENING[0])
        tab.hear("moved")
        black.hear("moved")
        tab.say("move_text", ply=0, text="wA1")
        assert problem(tab) == "stale"
        black.play(OPENING[1])
        assert tab.hear("moved") == white.hear("moved")
        tab.play(OPENING[2])
        assert white.hear("moved")["turn"] == tab.turn


def test_a_seat_can_be_shared_with_another_device(served: Served) -> None:
    with friends(served) as pair, served.guest() as phone, served.guest() as eve:
        path = f"/api/games/{pair.id}"
        assert code(eve.http.post(f"{path}/devices")) == "not-your-seat"
        secret = pair.black.http.post(f"{path}/devices").json()
        assert phone.http.post(f"{path}/secret", json=secret).json()["kind"] == "device"
        assert phone.http.post(f"{path}/join", json=secret).json()["yours"] == ["b"]
        assert code(eve.http.post(f"{path}/join", json=secret)) == "wrong-secret"
        with pair.pages() as (white, black), phone.page(pair.id) as carried:
            white.play(OPENING[0])
            for page in (black, carried):
                page.hear("moved")
            carried.play(OPENING[1])
            assert black.hear("moved")["turn"]["ply"] == 2
        assert phone.game(pair.id)["players"]["b"]["name"] == "Bo"


def test_a_program_plays_with_only_its_token(served: Served) -> None:
    with served.guest() as ann:
        made = ann.new_game(opponent="friend", color="w")
        path = f"{served.url}/api/games/{made['id']}"
        joining = {"secret": made["invitation"], "name": "Bot", "with_token": True}
        joined = httpx.post(f"{path}/join", json=joining).json()
        headers = {"authorization": f"Bearer {joined['token']}"}
        assert joined["yours"] == ["b"]
        assert httpx.get(path, headers=headers).json()["yours"] == ["b"]
        assert "set-cookie" not in httpx.get(path, headers=headers).headers
        ann.http.post(f"{path}/say", json={"type": "move_text", "ply": 0, "text": "wS1"})
        move = {"type": "move_text", "ply": 1, "text": "bG1 wS1-"}
        assert code(httpx.post(f"{path}/say", json=move)) == "not-your-seat"
        wrong = {"authorization": f"Bearer {'x' * 43}"}
        assert code(httpx.post(f"{path}/say", json=move, headers=wrong)) == "unknown-token"
        done = httpx.post(f"{path}/say", json=move, headers=headers).json()
        assert done == {"type": "done", "revision": ann.game(made["id"])["revision"]}
        with served.page(made["id"], headers=headers) as bot:
            assert (bot.game["yours"], bot.turn["ply"]) == (["b"], 2)
        (listed,) = httpx.get(f"{served.url}/api/games", headers=headers).json()["games"]
        assert listed["yours"] == ["b"]


def test_events_are_streamed_and_resumed(served: Served) -> None:
    with friends(served) as pair:
        path = f"/api/games/{pair.id}/events"
        with pair.white.http.stream("GET", path) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            lines = stream.iter_lines()
            told = json.loads(next(lines).removeprefix("data: "))
            assert next(lines) == f"id: {pair.game['revision']}"
            assert (told["type"], told["game"]["yours"]) == ("game", ["w"])
            with pair.pages() as (white, black):
                play_both(white, black, OPENING)
            kinds: list[str] = []
            while kinds.count("moved") < 4:
                line = next(lines)
                if line.startswith("data: "):
                    kinds.append(json.loads(line.removeprefix("data: "))["type"])
            assert set(kinds) == {"moved", "presence"}
        again = {"last-event-id": str(pair.game["revision"] + 3)}
        with pair.white.http.stream("GET", path, headers=again) as stream:
            heard = [json.loads(d[6:]) for d, _ in zip(data(stream), range(2), strict=False)]
        assert [message["type"] for message in heard] == ["moved", "resumed"]
        assert code(served.http.get("/api/games/nothing/events")) == "no-such-game"


def data(stream: httpx.Response) -> list[str]:
    """Return the next two messages of a stream."""
    found: list[str] = []
    for line in stream.iter_lines():
        if line.startswith("data: "):
            found.append(line)
        if len(found) == 2:
            break
    return found


def test_deleting_a_game_with_a_friend_removes_it_from_ones_own_list_only(served: Served) -> None:
    with friends(served) as pair:
        path = f"/api/games/{pair.id}"
        assert code(served.http.delete(path)) == "not-your-seat"
        assert code(pair.white.http.delete(path)) == "still-going-on"
        pair.white.http.post(f"{path}/say", json={"type": "resign", "ply": 0})
        assert pair.white.http.delete(path).status_code == 204
        assert pair.white.http.get("/api/games").json()["total"] == 0
        assert pair.black.http.get("/api/games").json()["total"] == 1
        assert pair.black.game(pair.id)["ending"]["winner"] == "b"
    with served.guest() as ann:
        made = ann.new_game(opponent="friend")
        assert ann.http.delete(f"/api/games/{made['id']}").status_code == 204
        assert ann.http.get(f"/api/games/{made['id']}").status_code == 404


def test_local_and_engine_games_belong_to_their_creator(served: Served) -> None:
    with served.guest() as ann, served.guest() as bo:
        for asked, yours in (({"opponent": "local"}, ["w", "b"]), ({"opponent": "engine"}, ["w"])):
            made = ann.new_game(**asked, color="w")
            assert made["yours"] == yours
            assert bo.game(made["id"])["yours"] == []
            with bo.page(made["id"]) as page:
                for said in ("resign", "undo", "hint"):
                    page.say(said, ply=0)
                    assert problem(page) == "not-your-seat"
                page.say("move_text", ply=0, text="wS1")
                assert problem(page) == "not-your-seat"
            assert code(bo.http.delete(f"/api/games/{made['id']}")) == "not-your-seat"
        assert bo.http.get("/api/games").json()["total"] == 0
        clock = {"kind": "days", "days": 1}
        wrong = ann.http.post("/api/games", json={"opponent": "local", "clock": clock})
        assert wrong.status_code == 422
