"""Guests who try to use up the server by synchronizing, on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from beespace.server.people.devices import DEVICE_BYTES
from beespace.server.settings import Limits
from beespace.server.storage import Database
from beespace.server.storage.guests.changes import SyncedRow
from beespace.server.storage.guests.devices import StoredDevice, StoredDevices, StoredLink
from beespace.server.storage.guests.synced import StudyLimits, SyncedRows
from support.server.serving import Served, serving
from support.syncing import RECORD, TIME, ids, row, study, sync

LARGE = "x" * 1_900_000


@pytest.fixture
def server(tmp_path: Path, variables: dict[str, str]) -> Iterator[Served]:
    with serving(tmp_path, database_url=variables.get("BEESPACE_DATABASE_URL")) as served:
        yield served


def synced(name: str, revision: int = 0, store: str = "games") -> SyncedRow:
    return SyncedRow(store, name, revision, TIME, is_deleted=False, content=RECORD)


@pytest.fixture
def database(tmp_path: Path, variables: dict[str, str]) -> Iterator[Database]:
    opened = Database(tmp_path, variables.get("BEESPACE_DATABASE_URL"))
    yield opened
    opened.close()


class Statements:
    """The statements of all databases."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def note(self, _connection: object, _cursor: object, text: str, *_: object) -> None:
        self.texts.append(" ".join(text.split()))


@pytest.fixture
def statements() -> Iterator[Statements]:
    counted = Statements()
    sa.event.listen(sa.Engine, "before_cursor_execute", counted.note)
    yield counted
    sa.event.remove(sa.Engine, "before_cursor_execute", counted.note)


@pytest.mark.parametrize("store", ["games", "studies"])
def test_many_rows_take_few_statements(
    database: Database, statements: Statements, store: str
) -> None:
    """Moves of running games wait for each of them."""
    libraries = SyncedRows(database, StudyLimits(1000, 1000))
    for known in (False, True):
        statements.texts.clear()
        rows = [synced(f"row{n}", n + 1 if known else 0, store) for n in range(200)]
        done = asyncio.run(libraries.exchange("guest", 0, rows, 1000))
        assert len(done.stored) == 200
        assert len(statements.texts) < 20


def test_a_library_is_handed_over_in_parts(database: Database, statements: Statements) -> None:
    async def hand_over() -> list[bool]:
        libraries = SyncedRows(database, StudyLimits(1000, 1000))
        for start in range(0, 1200, 200):
            rows = [synced(f"row{n}") for n in range(start, start + 200)]
            await libraries.exchange("before", 0, rows, 0)
        await libraries.exchange("after", 0, [synced("row7"), synced("own")], 0)
        parts: list[bool] = []
        while not parts or not parts[-1]:
            statements.texts.clear()
            parts.append(await StoredDevices(database).hand_over("before", "after"))
            assert len(statements.texts) < 20
        assert await libraries.revision("before") == 0
        since = 0
        found: list[SyncedRow] = []
        while since < await libraries.revision("after"):
            done = await libraries.exchange("after", since, [], 10_000_000)
            since = done.revision
            found += done.rows
        assert sorted(one.id for one in found) == sorted([*(f"row{n}" for n in range(1200)), "own"])
        assert len({one.revision for one in found}) == len(found)
        return parts

    assert asyncio.run(hand_over()) == [False, False, True]


def test_handing_over_continues_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as server, server.guest() as phone:
        sync(server, row("laptop"))
        sync(phone, row("phone"), study("study"))
        cookies = [one.http.cookies for one in (server, phone)]
        assert server.http.post("/api/devices/link", json={}).status_code == 200

        async def stop_halfway() -> None:
            database = Database(tmp_path)
            stored = StoredDevices(database)
            (link,) = await database.read(
                lambda connection: connection.execute(
                    sa.text("SELECT hash, guest, name, expires FROM device_links")
                ).all()
            )
            (guest,) = await database.read(
                lambda connection: connection.scalars(sa.text("SELECT owner FROM studies")).all()
            )
            known = StoredLink(*link)
            assert await stored.join(known.hash, StoredDevice(guest, known.guest, "", TIME), 0)
            database.close()

        asyncio.run(stop_halfway())
    with serving(tmp_path) as server, server.guest() as phone:
        server.http.cookies, phone.http.cookies = cookies
        for device in (server, phone):
            assert sorted(ids(sync(device)["rows"])) == ["laptop", "phone", "study"]


def test_a_page_gets_only_so_many_rows_at_once(server: Served) -> None:
    for start in range(0, 600, 200):
        sync(server, *(row(f"row{n}", content="") for n in range(start, start + 200)), since=start)
    found = sync(server)
    assert (len(found["rows"]), found["is_complete"]) == (500, False)
    rest = sync(server, since=found["revision"])
    assert (len(rest["rows"]), rest["is_complete"], rest["revision"]) == (100, True, 600)


def test_old_versions_get_only_so_much_at_once(server: Served) -> None:
    """A page that lost what it knew gets the rest when it sends the rows again."""
    for number in range(4):
        sync(server, row(f"game{number}", content="x" * 300_000), since=number)
    old = [row(f"game{number}", content="old") for number in range(4)]
    left = {one["id"] for one in old}
    while left:
        answer = sync(server, *(one for one in old if one["id"] in left), since=4)
        assert answer["stored"] == []
        assert len(answer["rows"]) == 1
        left -= set(ids(answer["rows"]))


def test_a_page_may_send_many_games_with_quotes(server: Served) -> None:
    content = json.dumps({"moves": ["wS1"] * 150})
    rows = [row(f"game{number}", content=content) for number in range(100)]
    assert len(json.dumps(rows)) > 131_072
    assert len(sync(server, *rows)["stored"]) == 100


def test_the_same_row_twice_counts_once(server: Served) -> None:
    answer = sync(server, row("a"), row("a", content="again"), row("a", 1, content="more"))
    assert ids(answer["stored"]) == ["a"]
    assert [one["content"] for one in sync(server)["rows"]] == ["the game a"]


def test_the_link_of_a_deleted_study_stays_its_owners(server: Served) -> None:
    sync(server, study("shared"))
    sync(server, study("shared", 1, is_deleted=True, content=""), since=1)
    with server.guest() as stranger:
        refused = sync(stranger, study("shared", title="Not yours"))
        assert [(one["id"], one["code"]) for one in refused["refused"]] == [("shared", "taken")]
    assert server.http.get("/api/studies/shared").status_code == 404
    assert ids(sync(server, study("shared", 2), since=2)["stored"]) == ["shared"]


def test_a_guest_has_only_so_many_studies(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        for start in range(0, 1000, 200):
            sync(served, *(study(f"study{n}") for n in range(start, start + 200)), since=start)
        answer = sync(served, study("study0", 1), study("more"), row("game"), since=1000)
        assert [(one["id"], one["code"]) for one in answer["refused"]] == [("more", "full")]
        assert sorted(ids(answer["stored"])) == ["game", "study0"]


def test_rows_of_another_store_make_no_room(tmp_path: Path) -> None:
    with serving(tmp_path, host="0.0.0.0") as served:
        for number in range(21):
            sync(served, row(f"row{number}", content=LARGE), since=number)
        answer = sync(served, row("row0", store="progress", content=LARGE), since=21)
        assert [one["code"] for one in answer["refused"]] == ["full"]


def test_rows_that_changed_elsewhere_make_no_room(tmp_path: Path) -> None:
    """A page may name large rows with a revision that isn't theirs: they stay."""
    with serving(tmp_path, host="0.0.0.0", limits=Limits(storage=100_000)) as served:
        sync(served, row("large", content="x" * 60_000), study("own"))
        old = [row("large", 999, content=""), study("own", 999, is_deleted=True)]
        answer = sync(served, row("more", content="x" * 60_000), *old, since=2)
        assert [(one["id"], one["code"]) for one in answer["refused"]] == [("more", "full")]
        # The page gets these, to merge them.
        assert sorted(ids(answer["rows"])) == ["large", "own"]
        twice = [row("large", 1, content="x" * 99_900), row("large", 1, is_deleted=True)]
        assert sync(served, *twice, since=2)["stored"] == []
        assert ids(sync(served, row("large", 1, is_deleted=True), since=2)["stored"]) == ["large"]
        assert ids(sync(served, row("more", content="x" * 60_000), since=3)["stored"]) == ["more"]


def test_nothing_is_stored_if_the_rows_that_make_room_change_meanwhile(database: Database) -> None:
    async def exchange() -> None:
        libraries = SyncedRows(database, StudyLimits(1000, 1000))
        await libraries.exchange("guest", 0, [synced("large")], 0)
        rows = [synced("large", 1), synced("more")]
        replaced = await libraries.replaced("guest", rows)
        assert [one.id for one in replaced.rows] == ["large", "more"]
        await libraries.exchange("guest", 0, [synced("large", 1)], 0)
        late = await libraries.exchange("guest", 2, rows, 0, replaced.rows)
        assert late.stored == {}
        assert [one.id for one in late.rows] == ["large"]

    asyncio.run(exchange())


def test_requests_at_the_same_time_share_the_room(tmp_path: Path) -> None:
    limits = Limits(storage=1_000_000)
    with serving(tmp_path, host="0.0.0.0", limits=limits) as served:
        sync(served)

        def store(number: int) -> int:
            return len(sync(served, row(f"row{number}", content="x" * 60_000))["stored"])

        with ThreadPoolExecutor(8) as threads:
            assert sum(threads.map(store, range(32))) == 1_000_000 // 60_500


def test_deleting_what_never_was_takes_no_room(tmp_path: Path) -> None:
    with serving(tmp_path, host="0.0.0.0", limits=Limits(storage=100_000)) as served:
        sync(served, row("real", content="x" * 90_000))
        never = [row(f"never{n}", is_deleted=True) for n in range(199)]
        answer = sync(served, *never, row("real", 1, is_deleted=True), since=1)
        assert ids(answer["stored"]) == ["real"]
        assert {one["code"] for one in answer["refused"]} == {"full"}
        assert len(sync(served)["rows"]) == 1


def test_an_address_can_add_only_so_many_devices(tmp_path: Path) -> None:
    limits = Limits(address_storage=(3 * DEVICE_BYTES, 0))
    with serving(tmp_path, host="0.0.0.0", limits=limits) as served:
        for number in range(4):
            with served.guest() as device:
                secret = served.http.post("/api/devices/link", json={}).json()["secret"]
                answer = device.http.post("/api/devices/join", json={"secret": secret})
                assert answer.status_code == (200 if number < 3 else 507)


def test_joining_reads_only_the_devices_of_both(server: Served, statements: Statements) -> None:
    """Every join would otherwise take longer than the one before."""
    with server.guest() as device:
        secret = server.http.post("/api/devices/link", json={}).json()["secret"]
        statements.texts.clear()
        assert device.http.post("/api/devices/join", json={"secret": secret}).status_code == 200
    read = [text for text in statements.texts if "FROM devices" in text]
    assert read
    assert all(" WHERE devices." in text for text in read)


def test_streams_read_nothing_when_something_is_stored(
    server: Served, statements: Statements
) -> None:
    sync(server, row("first"))
    with contextlib.ExitStack() as stack:
        streams = []
        for _ in range(3):
            opened = stack.enter_context(server.http.stream("GET", "/api/sync/events"))
            streams.append(line for line in opened.iter_lines() if line)
            assert json.loads(next(streams[-1])[5:]) == {"revision": 1}
        statements.texts.clear()
        sync(server, row("second"), since=1)
        for lines in streams:
            assert json.loads(next(lines)[5:]) == {"revision": 2}
        reads = [text for text in statements.texts if "FROM libraries" in text]
        # The exchange compares its revision, reads what is newer and notes its change.
        assert len(reads) == 3


def test_unpaired_surrogates_are_refused(server: Served) -> None:
    body = json.dumps({"rows": [row("a", content="\ud800")]})
    headers = {"content-type": "application/json"}
    answer = server.http.post("/api/sync", content=body, headers=headers)
    assert answer.status_code == 422
