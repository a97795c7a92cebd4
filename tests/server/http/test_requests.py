"""Requests under /api, and the page's files."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import beespace
from support.server.serving import TIMEOUT_S, Served, serving


def test_info(served: Served) -> None:
    info = served.http.get("/api/info").json()
    assert info["version"] == beespace.__version__
    assert info["backend"] == beespace.BACKEND
    assert [level["number"] for level in info["levels"]] == list(range(1, 16))
    assert {ruleset["name"] for ruleset in info["rulesets"]} == set(beespace.RULESETS)
    assert served.http.get("/api/health").json() == "ok"
    assert "/api/games/{game_id}" in served.http.get("/api/openapi.json").json()["paths"]


@pytest.mark.parametrize(
    ("asked", "stored", "expansions"),
    [("Base", "Base", ""), ("base2016", "Base,queen-first", ""), ("Base+MP", "Base+MP", "MP")],
)
def test_new_games_have_the_requested_rules(
    served: Served, asked: str, stored: str, expansions: str
) -> None:
    game = served.new_game(ruleset=asked)
    assert (game["ruleset"], game["expansions"]) == (stored, expansions)
    assert game.pop("invitation") is game.pop("token") is None
    assert served.game(game["id"]) == game


@pytest.mark.parametrize(
    "wrong",
    [
        {"opponent": "cat"},
        {"opponent": "engine", "level": 16},
        {"opponent": "engine", "level": "high"},
        {"opponent": "engine", "level": True},
        {"opponent": "local", "ruleset": "Chess"},
        {"opponent": "local", "color": "red"},
        {"opponent": "local", "white_name": "x" * 41},
        {"opponent": "local", "blackname": "Bo"},
        {},
        [],
        "local",
    ],
)
def test_invalid_games_are_refused_with_the_field(served: Served, wrong: object) -> None:
    answer = served.http.post("/api/games", json=wrong)
    assert answer.status_code == 422
    assert set(answer.json()) == {"code", "text", "why"}


def test_a_random_colour_can_be_either(served: Served) -> None:
    kinds = {
        served.new_game(opponent="engine", color="random")["players"]["w"]["kind"]
        for _ in range(40)
    }
    assert kinds == {"human", "engine"}


def test_games_are_listed_in_pages_with_the_last_played_first(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        ids = [served.new_game()["id"] for _ in range(5)]
        with served.page(ids[1]) as page:
            page.play("wS1")
        everything = served.http.get("/api/games").json()
        assert everything["total"] == 5
        assert {game["id"] for game in everything["games"]} == set(ids)
        assert everything["games"][0]["id"] == ids[1]
        assert everything["games"][0]["plies"] == 1
        some = served.http.get("/api/games", params={"offset": 1, "limit": 2}).json()
        assert some["games"] == everything["games"][1:3]
        for wrong in ({"limit": 101}, {"limit": 0}, {"offset": -1}, {"limit": "all"}):
            assert served.http.get("/api/games", params=wrong).status_code == 422


def test_deleting_a_game_notifies_its_pages(served: Served) -> None:
    game = served.new_game()
    with served.page(game["id"]) as page:
        assert served.http.delete(f"/api/games/{game['id']}").status_code == 204
        assert page.hear("problem")["problem"]["code"] == "no-such-game"
        with pytest.raises(ConnectionClosed):
            page.socket.recv(TIMEOUT_S)
        assert page.socket.close_code == 4404
    for method in ("GET", "DELETE"):
        answer = served.http.request(method, f"/api/games/{game['id']}")
        assert answer.status_code == 404
        assert answer.json()["code"] == "no-such-game"


def test_the_socket_of_a_missing_game_says_so_and_closes(served: Served) -> None:
    with connect(f"ws://127.0.0.1:{served.port}/api/games/nothing/socket") as socket:
        assert "no-such-game" in str(socket.recv(TIMEOUT_S))
        with pytest.raises(ConnectionClosed):
            socket.recv(TIMEOUT_S)
        assert socket.close_code == 4404


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api", 404),
        ("GET", "/api/", 404),
        ("GET", "/api/nothing", 404),
        ("POST", "/api/nothing", 404),
        ("GET", "/api/games/x/nothing", 404),
        ("PUT", "/api/games", 405),
        ("POST", "/api/info", 405),
        ("PATCH", "/api/games/x", 405),
        ("GET", "/api/imports", 405),
        ("OPTIONS", "/api/games", 405),
        ("POST", "/", 405),
    ],
)
def test_other_requests_are_answered_with_a_problem(
    served: Served, method: str, path: str, status: int
) -> None:
    answer = served.http.request(method, path)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/json"
    assert set(answer.json()) == {"code", "text", "why"}


@pytest.fixture
def built_page(tmp_path: Path) -> Path:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<title>Beespace</title>")
    (page / "icon.svg").write_text("<svg/>")
    (page / "assets" / "main-1a2b.js").write_text("let x = 1")
    (tmp_path / "secret.txt").write_text("secret")
    return page


def test_the_page_and_its_files(built_page: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with serving(data, page=built_page) as served:
        for place in ("/", "/games", "/settings", "/game/abc", "/game/abc?x=1.2"):
            answer = served.http.get(place)
            assert "<title>Beespace" in answer.text
            assert answer.headers["content-type"].startswith("text/html")
            assert answer.headers["cache-control"] == "no-cache"
        script = served.http.get("/assets/main-1a2b.js")
        assert script.text == "let x = 1"
        assert "immutable" in script.headers["cache-control"]
        assert "javascript" in script.headers["content-type"]
        assert served.http.get("/icon.svg").headers["cache-control"] == "no-cache"
        assert served.http.head("/").status_code == 200
        for missing in (
            "/assets/other.js",
            "/nothing.png",
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/assets/..%2f..%2fsecret.txt",
            "/assets/%00.js",
            "//etc/passwd.txt",
        ):
            answer = served.http.get(missing)
            assert answer.status_code == 404, missing
            assert "secret" not in answer.text


def test_a_page_that_is_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    with serving(tmp_path, page=tmp_path / "nowhere") as served:
        answer = served.http.get("/")
        assert answer.status_code == 404
        assert "make play" in answer.text


def test_immutable_files_are_sent_compressed(tmp_path: Path) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<title>Beespace</title>")
    script = "let x = 1;" * 500
    (page / "assets" / "main-1a2b.js").write_text(script)
    with serving(tmp_path, page=page) as served:
        with served.http.stream(
            "GET", "/assets/main-1a2b.js", headers={"accept-encoding": "gzip"}
        ) as answer:
            sent = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["content-type"].startswith("text/javascript")
        assert len(sent) < 200
        assert gzip.decompress(sent).decode() == script
        plain = served.http.get("/assets/main-1a2b.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == script


def test_the_api_has_a_readable_page(served: Served) -> None:
    answer = served.http.get("/api/docs")
    assert answer.headers["content-type"].startswith("text/html")
    document = served.http.get("/api/openapi.json").json()
    for path, operations in document["paths"].items():
        for method in operations:
            assert f"{method.upper()} {path}" in answer.text
    named = set(re.findall(r'href="#(\w+)"', answer.text))
    assert named
    assert named <= set(re.findall(r'id="(\w+)"', answer.text))
    assert "src=" not in answer.text, "the page must not load anything from elsewhere"
