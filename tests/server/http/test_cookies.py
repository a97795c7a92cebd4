"""Guests' cookies: only those that this server issued, and better protected over HTTPS."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from beespace.server.http.cookies import COOKIE, SECURE_COOKIE
from beespace.server.people.keys import hash_of, new_secret
from beespace.server.storage import Database
from beespace.server.storage.connections import DATABASE
from support.server.friends import OPENING
from support.server.postgres import Postgres
from support.server.serving import Served, serving

BEHIND_A_PROXY = {"proxies": ("127.0.0.0/8",), "allowed_hosts": ("hive.example",)}
HTTPS = {"x-forwarded-proto": "https", "host": "hive.example", "origin": "https://hive.example"}
STUDY = {"record": '{"format": "beespace-game", "version": 1, "ruleset": "Base", "moves": []}'}


def games_of(served: Served, cookie: str, name: str = COOKIE) -> tuple[int, str]:
    """Return how many games a cookie's guest has, and the cookie that the server sets."""
    headers = {b"cookie": f"{name}={cookie}".encode("latin-1")}
    answer = httpx.get(f"{served.url}/api/games", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["total"], answer.cookies[COOKIE]


def is_signed(cookie: str) -> bool:
    secret, _, signature = cookie.partition(".")
    return len(secret) == 43 and len(signature) == 43


def test_a_guest_keeps_the_cookie_that_the_server_issued(served: Served) -> None:
    with served.guest() as guest:
        guest.new_game()
        cookie = guest.http.cookies[COOKIE]
        assert is_signed(cookie)
        assert games_of(served, cookie) == (1, cookie)


def test_a_secret_of_someone_elses_choice_is_not_adopted(served: Served) -> None:
    chosen = new_secret()
    _, given = games_of(served, chosen)
    assert is_signed(given)
    assert given.partition(".")[0] != chosen
    # A game that is created with it belongs to the new guest, so its inventor can't play there.
    headers = {"cookie": f"{COOKIE}={chosen}"}
    made = httpx.post(f"{served.url}/api/games", json={"opponent": "local"}, headers=headers)
    assert games_of(served, made.cookies[COOKIE])[0] == 1
    assert games_of(served, chosen)[0] == 0


def test_changed_signatures_are_not_accepted(served: Served) -> None:
    with served.guest() as guest:
        guest.new_game()
        secret, _, signature = guest.http.cookies[COOKIE].partition(".")
    other = new_secret()
    for forged in (
        f"{other}.{signature}",
        f"{secret}.{signature[::-1]}",
        f"{secret}.{hash_of(secret)}",
        f"{secret}.",
        f"{secret}.{signature}.",
        f"{secret}.{signature}x",
        f".{signature}",
        f"{secret[:-1]}.{signature}",
        f"{secret}.é",
        "x" * 10_000,
    ):
        total, given = games_of(served, forged)
        assert total == 0
        assert given.partition(".")[0] not in (secret, other)


def test_another_server_has_another_key(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    with serving(tmp_path / "one") as one:
        one.new_game()
        cookie = one.http.cookies[COOKIE]
    with serving(tmp_path / "other") as other:
        assert games_of(other, cookie)[1] != cookie
    with serving(tmp_path / "one") as one:  # the key survives a restart
        assert games_of(one, cookie) == (1, cookie)


def old_guest(data: Path, *statements: str) -> str:
    """Return a cookie from before signatures existed, after storing what its guest has."""
    secret = new_secret()
    guest = hashlib.sha256(secret.encode()).hexdigest()
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        for statement in statements:
            connection.execute(statement, (guest,))
        connection.commit()
    return secret


TIME = "'2026-01-01T00:00:00.000Z'"


@pytest.mark.parametrize(
    "statement",
    [
        f"INSERT INTO keys SELECT id, 'w', ?, 'guest', {TIME} FROM games",
        f"INSERT INTO studies VALUES ('old', ?, '', {TIME}, {TIME}, '{{}}')",
        "INSERT INTO puzzle_scores VALUES (?, 1500, 1, 1, 1, 1)",
    ],
    ids=["seat", "study", "puzzles"],
)
def test_a_known_cookie_without_a_signature_gets_one(tmp_path: Path, statement: str) -> None:
    with serving(tmp_path) as served:
        served.new_game()
        old = old_guest(tmp_path, statement)
        total, given = games_of(served, old)
        assert total == ("keys" in statement)
        assert is_signed(given)
        assert given.partition(".")[0] == old
        assert games_of(served, given) == (total, given)


def test_the_hash_of_a_link_or_a_token_is_not_a_guest(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        made = served.new_game(opponent="friend", color="w", with_token=True)
        for secret in (made["invitation"], made["token"]):
            total, given = games_of(served, secret)
            assert total == 0
            assert given.partition(".")[0] != secret


def test_the_query_about_old_cookies_uses_indexes(tmp_path: Path) -> None:
    asked: list[tuple[str, Any]] = []
    guest = hash_of(new_secret())

    def note(_connection: object, _cursor: object, statement: str, values: Any, *_: object) -> None:
        asked.append((statement, values))

    async def ask() -> None:
        database = Database(tmp_path)
        sa.event.listen(sa.Engine, "before_cursor_execute", note)
        try:
            assert not await database.is_guest(guest)
        finally:
            sa.event.remove(sa.Engine, "before_cursor_execute", note)
            database.close()

    asyncio.run(ask())
    # Other servers in this process ask their databases, too.
    ((statement, values),) = [one for one in asked if guest in str(one[1])]
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        plan = connection.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
    steps = [str(row[3]) for row in plan]
    assert sum(step.startswith("SEARCH") for step in steps) == 3, steps
    assert not [step for step in steps if step.startswith("SCAN ") and "CONSTANT" not in step]


def test_over_https_the_cookie_belongs_to_this_host_only(tmp_path: Path) -> None:
    with serving(tmp_path, **BEHIND_A_PROXY) as served:
        answer = httpx.get(f"{served.url}/api/games", headers=HTTPS)
        header = answer.headers["set-cookie"]
        assert header.startswith(f"{SECURE_COOKIE}=")
        for part in ("; Secure", "; Path=/", "; HttpOnly", "; SameSite=Lax"):
            assert part in header
        assert "Domain" not in header
        cookie = header.partition("=")[2].partition(";")[0]
        made = httpx.post(
            f"{served.url}/api/games",
            json={"opponent": "local"},
            headers={**HTTPS, "cookie": f"{SECURE_COOKIE}={cookie}"},
        )
        assert made.status_code == 201, made.text
        # A cookie that a subdomain may have set under the plain name doesn't win.
        other = httpx.get(f"{served.url}/api/games").cookies[COOKIE]
        both = f"{COOKIE}={other}; {SECURE_COOKIE}={cookie}"
        listed = httpx.get(f"{served.url}/api/games", headers={**HTTPS, "cookie": both})
        assert listed.json()["total"] == 1


def test_over_https_the_old_name_is_still_read(tmp_path: Path) -> None:
    with serving(tmp_path, **BEHIND_A_PROXY) as served:
        served.new_game()
        cookie = served.http.cookies[COOKIE]
        headers = {**HTTPS, "cookie": f"{COOKIE}={cookie}"}
        answer = httpx.get(f"{served.url}/api/games", headers=headers)
        assert answer.json()["total"] == 1
        assert answer.headers["set-cookie"].startswith(f"{SECURE_COOKIE}={cookie};")


def test_browsers_are_told_to_stay_on_https(tmp_path: Path) -> None:
    with serving(tmp_path, **BEHIND_A_PROXY) as served:
        for path in ("/api/health", "/api/games/none", "/", "/nothing.png"):
            answer = httpx.get(f"{served.url}{path}", headers=HTTPS)
            assert answer.headers["strict-transport-security"].startswith("max-age=")
            answer = httpx.get(f"{served.url}{path}", headers={"host": "hive.example"})
            assert "strict-transport-security" not in answer.headers


def test_an_untrusted_proxy_changes_nothing(served: Served) -> None:
    headers = {"x-forwarded-proto": "https"}
    answer = httpx.get(f"{served.url}/api/games", headers=headers)
    assert "strict-transport-security" not in answer.headers
    assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")


def test_sockets_identify_guests_in_the_same_way(served: Served) -> None:
    with served.guest() as guest:
        game = guest.new_game()
        with guest.page(game["id"]) as page:
            page.play(OPENING[0])
        secret = guest.http.cookies[COOKIE].partition(".")[0]
        forged = {"cookie": f"{COOKIE}={new_secret()}"}
        with guest.page(game["id"], headers=forged) as page:
            assert page.game["yours"] == []
        # The database knows this guest, so a cookie without a signature is valid.
        with guest.page(game["id"], headers={"cookie": f"{COOKIE}={secret}"}) as page:
            assert page.game["yours"] == ["w", "b"]


def test_postgresql_keeps_the_key_and_knows_its_guests(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    with serving(tmp_path, database_url=url) as served:
        made = served.http.post("/api/studies", json=STUDY)
        assert made.status_code == 201, made.text
        cookie = served.http.cookies[COOKIE]
    with serving(tmp_path, database_url=url) as served:
        secret = cookie.partition(".")[0]
        assert games_of(served, secret)[1] == cookie
        assert games_of(served, new_secret())[1] != cookie
