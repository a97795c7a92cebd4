"""Keys of a seat: the owner can list and revoke them, and revoked keys stop working."""

from __future__ import annotations

import contextlib
import json

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from support.server.friends import Pair, friends
from support.server.serving import TIMEOUT_S, Message, Served


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def new_token(pair: Pair) -> str:
    return str(pair.white.http.post(f"/api/games/{pair.id}/tokens").json()["secret"])


def keys(pair: Pair, who: Served | None = None) -> list[Message]:
    answer = (who or pair.white).http.get(f"/api/games/{pair.id}/keys")
    assert answer.status_code == 200, answer.text
    found: list[Message] = answer.json()["keys"]
    return found


def test_the_keys_of_a_seat_are_listed_without_their_secrets(served: Served) -> None:
    with friends(served) as pair:
        token = new_token(pair)
        device = pair.white.http.post(f"/api/games/{pair.id}/devices").json()["secret"]
        found = keys(pair)
        assert sorted((k["kind"], k["colors"], k["is_yours"]) for k in found) == [
            ("device", ["w"], False),
            ("guest", ["w"], True),
            ("token", ["w"], False),
        ]
        assert len({key["id"] for key in found}) == 3
        assert set(found[0]) == {"id", "kind", "colors", "created", "is_yours"}
        text = json.dumps(found)
        assert token not in text
        assert device not in text
        assert [key["kind"] for key in keys(pair, pair.black)] == ["guest"]


def test_in_a_local_game_a_key_opens_both_seats(served: Served) -> None:
    with served.guest() as host:
        game = host.new_game()
        (key,) = host.http.get(f"/api/games/{game['id']}/keys").json()["keys"]
        assert (key["kind"], key["colors"]) == ("guest", ["w", "b"])


def test_a_revoked_token_is_unknown_and_its_connections_end(served: Served) -> None:
    with friends(served) as pair:
        token = new_token(pair)
        (key,) = [key for key in keys(pair) if key["kind"] == "token"]
        address = f"{served.url}/api/games/{pair.id}"
        with (
            served.page(pair.id, headers=bearer(token)) as page,
            httpx.stream("GET", f"{address}/events", headers=bearer(token)) as stream,
        ):
            lines = stream.iter_lines()
            assert next(lines).startswith("data: ")
            answer = pair.white.http.delete(f"/api/games/{pair.id}/keys/{key['id']}")
            assert [left["kind"] for left in answer.json()["keys"]] == ["guest"]
            assert page.hear("problem")["problem"]["code"] == "seat-lost"
            with contextlib.suppress(ConnectionClosed):
                while True:
                    page.socket.recv(TIMEOUT_S)
            assert page.socket.close_code == 4403
            assert "seat-lost" in "".join(lines)  # The stream ended.
        said = {"type": "move_text", "ply": 0, "text": "wS1"}
        answer = httpx.post(f"{address}/say", json=said, headers=bearer(token))
        assert (answer.status_code, answer.json()["code"]) == (401, "unknown-token")
        with pytest.raises(InvalidStatus, match="401"), served.page(pair.id, headers=bearer(token)):
            pass
        # The owner keeps the seat.
        assert pair.white.http.post(f"/api/games/{pair.id}/say", json=said).status_code == 200


def test_all_other_keys_are_revoked_at_once(served: Served) -> None:
    with friends(served) as pair, served.guest() as other:
        secret = pair.white.http.post(f"/api/games/{pair.id}/devices").json()["secret"]
        other.http.post(f"/api/games/{pair.id}/join", json={"secret": secret})
        unused = pair.white.http.post(f"/api/games/{pair.id}/devices").json()["secret"]
        token = new_token(pair)
        with other.page(pair.id) as page, pair.black.page(pair.id) as black:
            answer = pair.white.http.delete(f"/api/games/{pair.id}/keys")
            assert [left["is_yours"] for left in answer.json()["keys"]] == [True]
            assert page.hear("problem")["problem"]["code"] == "seat-lost"
            black.say("clock")
            black.hear("clock")  # The opponent is not affected.
        assert other.game(pair.id)["yours"] == []
        with other.page(pair.id) as page:
            assert page.game["yours"] == []
        joined = other.http.post(f"/api/games/{pair.id}/join", json={"secret": unused})
        assert joined.json()["code"] == "wrong-secret"
        assert httpx.get(f"{served.url}/api/games", headers=bearer(token)).status_code == 401
        assert pair.black.game(pair.id)["yours"] == ["b"]


def test_a_seat_always_keeps_one_key(served: Served) -> None:
    with friends(served) as pair:
        (key,) = keys(pair)
        path = f"/api/games/{pair.id}/keys"
        assert pair.white.http.delete(f"{path}/{key['id']}").json()["code"] == "last-key"
        (theirs,) = keys(pair, pair.black)
        for name in (theirs["id"], "none"):
            answer = pair.white.http.delete(f"{path}/{name}")
            assert (answer.status_code, answer.json()["code"]) == (404, "no-such-key")
        assert pair.white.http.delete(path).status_code == 200
        assert (pair.white.game(pair.id)["yours"], pair.black.game(pair.id)["yours"]) == (
            *(["w"], ["b"]),
        )
