"""Games by edition: what the API accepts, returns and refuses."""

from __future__ import annotations

import pytest

from beespace import EDITIONS, Ruleset
from support.server.serving import Served


def test_by_default_a_game_uses_the_base_box(served: Served) -> None:
    game = served.new_game()
    assert Ruleset.parse(game["ruleset"]) == EDITIONS["base"].ruleset
    assert (game["edition"], game["differences"]) == ("base", [])


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.id)
def test_an_edition_has_its_own_pieces_and_its_booklets_options(
    served: Served, edition: object
) -> None:
    assert isinstance(edition, type(EDITIONS["base"]))
    game = served.new_game(edition=edition.id)
    assert (game["edition"], game["differences"]) == (edition.id, [])
    assert game["expansions"] == edition.ruleset.expansions
    assert sum(len(hand) for hand in game["turn"]["hands"].values()) == 2 * edition.piece_count
    queens = [one["ways"] for one in game["turn"]["movable"] if one["piece"] == "wQ"]
    assert bool(queens) == edition.ruleset.queen_first
    assert "threefold" not in game["ruleset"]


@pytest.mark.parametrize(
    ("ruleset", "edition", "differences"),
    [
        ("Base+ML,threefold", "pocket", ["tournament"]),
        ("Base", "base", ["queen-not-first"]),
        ("Base+MLP,queen-first,no-stack-gates,threefold", "ultimate",
         ["queen-first", "no-stack-gates", "threefold"]),
        ("Base+P,queen-first", None, ["queen-first"]),
        ("pocket2012", "pocket", []),
    ],
)  # fmt: skip
def test_whatever_differs_from_the_box_is_listed(
    served: Served, ruleset: str, edition: str | None, differences: list[str]
) -> None:
    game = served.new_game(ruleset=ruleset)
    assert (game["edition"], game["differences"]) == (edition, differences)
    listed = served.http.get("/api/games").json()["games"]
    assert game["id"] in {one["id"] for one in listed if one["differences"] == differences}


def test_an_edition_and_a_ruleset_at_once_are_refused_in_words(served: Served) -> None:
    both = {"opponent": "local", "edition": "base", "ruleset": "Base+ML"}
    answer = served.http.post("/api/games", json=both)
    assert answer.status_code == 422
    assert answer.json()["text"] == "give either an edition or a ruleset, not both"
    answer = served.http.post("/api/games", json={"opponent": "local", "edition": "carbon"})
    assert answer.status_code == 422


def test_the_server_lists_the_boxes(served: Served) -> None:
    editions = served.http.get("/api/info").json()["editions"]
    assert [(one["id"], one["name"], one["pieces"]) for one in editions] == [
        ("base", "Base", 11),
        ("pocket", "Pocket", 13),
        ("ultimate", "Ultimate Pocket", 14),
    ]
    for one in editions:
        game = served.new_game(ruleset=one["ruleset"])
        assert (game["edition"], game["differences"]) == (one["id"], [])


def test_the_name_tournament_means_tournament_rules_with_their_draw(served: Served) -> None:
    game = served.new_game(ruleset="tournament")
    assert game["ruleset"] == "Base+MLP,threefold"
    assert (game["edition"], game["differences"]) == ("ultimate", ["tournament"])


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("{", "body, character 1: this is not valid JSON"),
        ("[" * 100_000, "body: this is not valid JSON: it is nested too deeply"),
        ("1" * 5000, "body: this is not valid JSON: a number has too many digits"),
        (b'{"name": "\xff"}', "body: this is not valid JSON: it is not UTF-8 at byte 10"),
        ("[]", "body: expected a JSON object"),
        ('{"opponent": "local", "queen_first": true}', "queen_first: unknown field"),
        ("{}", "opponent: this field is required"),
    ],
)
def test_an_invalid_request_is_refused_in_plain_words(
    served: Served, body: str | bytes, text: str
) -> None:
    headers = {"content-type": "application/json"}
    answer = served.http.post("/api/games", content=body, headers=headers)
    assert answer.status_code == 422
    assert answer.json()["text"] == text
