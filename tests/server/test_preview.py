"""What a link shows before it is opened, and addresses that are no place in the page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from beespace.server.web import page
from conftest import REPOSITORY
from server.friends import friends
from server.serving import Served, serving

INDEX = """<!doctype html><html><head><title>Beespace</title></head><body>page</body></html>"""


@pytest.fixture(scope="module")
def paged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a page of its own."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text(INDEX)
    with serving(tmp_path_factory.mktemp("data"), page=folder) as served:
        yield served


def tags(text: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', text))


def test_an_invitation_says_who_invites_to_what(paged: Served) -> None:
    clock = {"kind": "live", "base_s": 300, "increment_s": 1}
    made = paged.new_game(opponent="friend", name="Ann", ruleset="Base+MLP", clock=clock)
    with paged.guest() as program:
        answer = program.http.get(f"/join/{made['id']}")
    shown = tags(answer.text)
    assert answer.status_code == 200
    assert shown["title"] == "Ann invites you to a game"
    assert "<title>Ann invites you to a game · Beespace</title>" in answer.text
    assert shown["description"] == (
        "The rules of Hive, with Mosquito, Ladybug and Pillbug; 5 minutes and 1 second a move."
    )
    assert shown["url"] == f"{paged.url}/join/{made['id']}"
    assert shown["image"] == f"{paged.url}/icon-512.png"
    # Nothing was taken, and nothing told that is not to be known.
    assert paged.game(made["id"])["is_waiting"]
    assert made["invitation"] not in answer.text


def test_a_game_says_who_plays(paged: Served) -> None:
    with friends(paged, clock={"kind": "days", "days": 3}) as pair:
        for path in ("game", "join"):
            shown = tags(paged.http.get(f"/{path}/{pair.id}").text)
            assert shown["title"] == "Ann against Bo"
            assert shown["description"] == "The rules of Hive, base game; 3 days a move."


def test_names_cannot_become_part_of_the_page(paged: Served) -> None:
    made = paged.new_game(opponent="friend", name='"><script>x</script>')
    text = paged.http.get(f"/join/{made['id']}").text
    assert "<script>" not in text
    assert tags(text)["title"] == "&quot;&gt;&lt;script&gt;x&lt;/script&gt; invites you to a game"


@pytest.mark.parametrize("path", ["/", "/games", "/join/none", "/game/none", "/learn/", "/rules"])
def test_other_places_are_the_plain_page(paged: Served, path: str) -> None:
    answer = paged.http.get(path)
    assert (answer.status_code, answer.text) == (200, INDEX)


@pytest.mark.parametrize("path", ["/nothing", "/game", "/game/a/b", "/analysis/x/y", "/join/a%20b"])
def test_what_is_no_place_is_not_found_but_shown(paged: Served, path: str) -> None:
    answer = paged.http.get(path)
    assert (answer.status_code, answer.text) == (404, INDEX)


def test_the_server_knows_the_places_that_the_page_knows() -> None:
    router = (REPOSITORY / "web" / "src" / "lib" / "router.svelte.ts").read_text()
    fixed = re.findall(r'path === "([^"]*)"', router)
    patterns = re.findall(r"= /\^(.+)\$/\.exec\(path\)", router)
    assert len(fixed) > 4
    assert len(patterns) > 4
    places = list(fixed)
    for pattern in patterns:
        text = re.sub(r"\[[^]]*\]\{1,\d+\}", "abc", pattern.replace("\\/", "/"))
        text = text.replace("(?:", "(")
        for word in ("game", "study") if "game|study" in text else ("",):
            chosen = text.replace("game|study", word)
            places.append(re.sub(r"[()?]", "", chosen))
    for place in places:
        assert page._PLACES.fullmatch(place.removeprefix("/")), place
