"""Guests with several devices, on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from beespace.server.people.devices import LINK_MS, MOST_DEVICES
from beespace.server.storage import Database
from beespace.server.storage.guests.devices import StoredDevice, StoredDevices, StoredLink
from support.server.friends import Time, friends
from support.server.serving import Message, Served, serving
from support.syncing import RECORD, TIME, ids, row, study, sync


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def server(tmp_path: Path, variables: dict[str, str], time: Time) -> Iterator[Served]:
    url = variables.get("BEESPACE_DATABASE_URL")
    with serving(tmp_path, database_url=url, now_ms=time) as served:
        yield served


def link(guest: Served) -> str:
    answer = guest.http.post("/api/devices/link", json={"name": "Laptop"})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["secret"])


def join(guest: Served, secret: str) -> Message:
    answer = guest.http.post("/api/devices/join", json={"secret": secret, "name": "Phone"})
    found: Message = answer.json()
    return found


def code(guest: Served, path: str, secret: str) -> str:
    answer = guest.http.post(f"/api/devices/{path}", json={"secret": secret})
    return str(answer.json()["code"])


def test_two_devices_have_the_same_things(server: Served) -> None:
    laptop = server
    with server.guest() as phone:
        study = {"record": RECORD, "title": "Gates"}
        kept = phone.http.post("/api/studies", json=study).json()["id"]
        sync(laptop, row("laptop"))
        sync(phone, row("phone"), since=1)
        before = sync(phone)["library"]
        devices = join(phone, link(laptop))["devices"]
        assert [(one["name"], one["is_this"], one["is_first"]) for one in devices] == [
            ("Laptop", False, True),
            ("Phone", True, False),
        ]
        for device in (laptop, phone):
            found = sync(device)
            assert sorted(ids(found["rows"])) == sorted(["laptop", "phone", kept])
            assert ids(device.http.get("/api/studies").json()) == [kept]
        assert sync(laptop)["library"] == sync(phone)["library"] != before
        assert laptop.http.delete(f"/api/studies/{kept}").status_code == 204


def test_all_devices_hold_the_seats_of_each(server: Served) -> None:
    with friends(server) as pair, server.guest() as phone, server.guest() as other:
        join(phone, link(pair.white))
        for device, mine in ((phone, ["w"]), (pair.white, ["w"]), (other, [])):
            listed = device.http.get("/api/games").json()["games"]
            assert [game["yours"] for game in listed] == ([mine] if mine else [])
        with phone.page(pair.id) as page:
            assert page.play("wS1")["turn"]["ply"] == 1
        # A seat that the phone takes later is the other device's, too.
        own = phone.new_game()
        with pair.white.page(own["id"]) as page:
            assert page.play("wS1")["turn"]["ply"] == 1


def test_seats_from_before_joining_are_held_on_sockets_too(server: Served) -> None:
    with server.guest() as phone:
        own = phone.new_game()["id"]
        join(phone, link(server))
        for device, text in ((server, "wS1"), (phone, "bS1 wS1-")):
            with device.page(own) as page:
                assert page.play(text)["turn"]["ply"] > 0


def test_a_device_that_was_removed_is_a_guest_of_its_own(server: Served) -> None:
    with server.guest() as phone:
        devices = join(phone, link(server))["devices"]
        sync(server, row("a"))
        first, second = (one["id"] for one in devices)
        refused = server.http.delete(f"/api/devices/{first}")
        assert refused.json()["code"] == "first-device"
        left = server.http.delete(f"/api/devices/{second}").json()["devices"]
        assert ids(left) == [first]
        assert sync(phone)["rows"] == []
        assert phone.http.get("/api/devices").json()["devices"] == []
        assert server.http.delete(f"/api/devices/{second}").json()["code"] == "no-such-device"


def test_a_device_that_was_removed_cannot_come_back_with_a_link(server: Served) -> None:
    with server.guest() as phone:
        devices = join(phone, link(server))["devices"]
        kept = link(phone)
        server.http.delete(f"/api/devices/{devices[1]['id']}")
        assert code(phone, "check", kept) == code(phone, "join", kept) == "wrong-secret"
        assert ids(server.http.get("/api/devices").json()["devices"]) == ids(devices[:1])


def test_a_browser_that_is_being_removed_adds_no_link(tmp_path: Path) -> None:
    async def add(database: Database) -> list[bool]:
        stored = StoredDevices(database)
        first = StoredLink("first", "guest", "", 1)
        own = await stored.add_link(first, "guest", 0)
        device = StoredDevice("phone", "guest", "", TIME)
        assert await stored.join("first", device, 0)
        joined = await stored.add_link(first, "phone", 0)
        await stored.remove(device)
        return [own, joined, await stored.add_link(first, "phone", 0)]

    database = Database(tmp_path)
    try:
        assert asyncio.run(add(database)) == [True, True, False]
    finally:
        database.close()


def test_open_connections_of_a_removed_device_lose_what_they_had(server: Served) -> None:
    with friends(server) as pair, server.guest() as phone:
        old = phone.new_game()["id"]
        devices = join(phone, link(pair.white))["devices"]
        events = phone.http.stream("GET", "/api/sync/events")
        with (
            pair.white.page(pair.id) as page,
            phone.page(pair.id) as gone,
            pair.white.page(old) as lost,
            phone.page(old) as own,
            events as stream,
        ):
            lines = stream.iter_lines()
            assert next(lines).startswith("data:")
            assert pair.white.http.delete(f"/api/devices/{devices[1]['id']}").status_code == 200
            # The stream ends, and nothing else comes.
            sync(pair.white, row("secret"))
            assert [line for line in lines if line] == []
            for closed in (gone, lost):
                assert closed.hear("problem")["problem"]["code"] == "seat-lost"
                with pytest.raises(ConnectionClosed):
                    closed.socket.recv(timeout=60)
                assert closed.socket.close_code == 4403
            # What belongs to each continues.
            assert page.play("wS1")["turn"]["ply"] == 1
            assert own.play("wS1")["turn"]["ply"] == 1


def test_links_work_once_and_for_a_while(server: Served, time: Time) -> None:
    secret = link(server)
    with server.guest() as phone, server.guest() as thief:
        assert phone.http.post("/api/devices/check", json={"secret": secret}).status_code == 204
        assert code(server, "join", secret) == "device-already"
        join(phone, secret)
        assert code(thief, "check", secret) == code(thief, "join", secret) == "wrong-secret"
        first, second = link(server), link(server)
        assert code(thief, "join", first) == "wrong-secret"  # the second replaced it
        time.pass_s(LINK_MS / 1000)
        assert code(thief, "join", second) == "wrong-secret"
        assert code(thief, "join", "guess") == "wrong-secret"
        assert sync(thief)["rows"] == []


def test_devices_survive_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as server, server.guest() as phone:
        sync(server, row("a"))
        join(phone, link(server))
        cookies = phone.http.cookies
    with serving(tmp_path) as server:
        server.http.cookies = cookies
        assert ids(sync(server)["rows"]) == ["a"]
        assert len(server.http.get("/api/devices").json()["devices"]) == 2


def test_a_device_that_joined_cannot_join_others(server: Served) -> None:
    with server.guest() as phone, server.guest() as friend:
        join(phone, link(server))
        assert code(phone, "join", link(friend)) == "has-devices"
        # The first device brings the others along.
        sync(server, row("a"))
        assert len(join(server, link(friend))["devices"]) == 3
        for device in (server, phone, friend):
            assert ids(sync(device)["rows"]) == ["a"]


def test_links_of_deleted_studies_stay_their_owners_after_joining(server: Served) -> None:
    with server.guest() as phone, server.guest() as stranger:
        sync(phone, study("shared"), row("game"))
        gone = [study("shared", 1, is_deleted=True), row("game", 2, is_deleted=True)]
        sync(phone, *gone, since=2)
        join(phone, link(server))
        refused = sync(stranger, study("shared", title="Not yours"))["refused"]
        assert [(one["id"], one["code"]) for one in refused] == [("shared", "taken")]
        (told,) = sync(server)["rows"]
        assert (told["id"], told["is_deleted"]) == ("shared", True)
        back = study("shared", told["revision"])
        assert ids(sync(server, back, since=told["revision"])["stored"]) == ["shared"]
        assert stranger.http.get("/api/studies/shared").status_code == 200


def test_the_number_of_devices_has_a_limit(server: Served) -> None:
    for _ in range(MOST_DEVICES - 1):
        with server.guest() as device:
            join(device, link(server))
    answer = server.http.post("/api/devices/link", json={})
    assert answer.json()["code"] == "too-many"
