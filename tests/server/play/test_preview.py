"""Link previews, and paths that the page doesn't have."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from beespace.server.app import page
from support.repository import REPOSITORY
from support.server.friends import friends
from support.server.serving import Served, serving

INDEX = """<!doctype html><html><head><title>Beespace</title></head><body>page</body></html>"""


@pytest.fixture(scope="module")
def paged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a minimal page."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text(INDEX)
    with serving(tmp_path_factory.mktemp("data"), page=folder) as served:
        yield served


def tags(text: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', text))


def test_an_invitation_preview_names_the_host_and_the_game(paged: Served) -> None:
    clock = {"kind": "live", "base_s": 300, "increment_s": 1}
    made = paged.new_game(opponent="friend", name="Ann", ruleset="Base+MLP", clock=clock)
    with paged.guest() as program:
        answer = program.http.get(f"/join/{made['id']}")
    shown = tags(answer.text)
    assert answer.status_code == 200
    assert shown["title"] == "Ann invites you to a game"
    assert "<title>Ann invites you to a game · Beespace</title>" in answer.text
    assert shown["description"] == (
        "A game of Hive with the mosquito, ladybug and pillbug. 5 minutes plus 1 second per move."
    )
    assert shown["url"] == f"{paged.url}/join/{made['id']}"
    assert shown["image"] == f"{paged.url}/icon-512.png"
    # The preview didn't take the seat or reveal the secret.
    assert paged.game(made["id"])["is_waiting"]
    assert made["invitation"] not in answer.text


def test_a_game_preview_names_the_players(paged: Served) -> None:
    with friends(paged, clock={"kind": "days", "days": 3}) as pair:
        for path in ("game", "join"):
            shown = tags(paged.http.get(f"/{path}/{pair.id}").text)
            assert shown["title"] == "Ann vs. Bo"
            assert shown["description"] == "A game of Hive with the base pieces. 3 days per move."


def test_names_are_escaped(paged: Served) -> None:
    made = paged.new_game(opponent="friend", name='"><script>x</script>')
    text = paged.http.get(f"/join/{made['id']}").text
    assert "<script>" not in text
    assert tags(text)["title"] == "&quot;&gt;&lt;script&gt;x&lt;/script&gt; invites you to a game"


@pytest.mark.parametrize("path", ["/", "/games", "/join/none", "/game/none", "/learn/", "/rules"])
def test_other_paths_serve_the_plain_page(paged: Served, path: str) -> None:
    answer = paged.http.get(path)
    assert (answer.status_code, answer.text) == (200, INDEX)


@pytest.mark.parametrize("path", ["/nothing", "/game", "/game/a/b", "/analysis/x/y", "/join/a%20b"])
def test_unknown_paths_serve_the_page_with_status_404(paged: Served, path: str) -> None:
    answer = paged.http.get(path)
    assert (answer.status_code, answer.text) == (404, INDEX)


def test_the_server_knows_all_paths_of_the_page() -> None:
    router = (REPOSITORY / "web" / "src" / "lib" / "router.svelte.ts").read_text()
    patterns = re.findall(r"^  \[/\^(.*)\$/, \(", router, re.M)
    assert len(patterns) > 10
    places = [re.sub(r"\(\[[^]]*\]\{1,\d+\}\)", "abc", one.replace("\\/", "/")) for one in patterns]
    for place in places:
        assert page._PLACES.fullmatch(place.removeprefix("/")), place
