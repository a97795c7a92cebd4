"""Game files: imports, downloads and drawings."""

from __future__ import annotations

import random

import pytest

from beespace import Board, formats
from beespace.formats import EndReason, GameRecord, Result
from support.formats.boardspace import Manner, Writer
from support.formats.records import annotate
from support.server.serving import Message, Served
from support.terminal.games import BLACK_MUST_PASS, WHITE_WINS, moves_of


def imported(served: Served, text: str) -> Message:
    answer = served.http.post("/api/imports", json={"text": text})
    assert answer.status_code == 200, answer.text
    came: Message = answer.json()
    return came


def downloaded(served: Served, game_id: str, format: str) -> str:
    answer = served.http.get(f"/api/games/{game_id}/record", params={"format": format})
    assert answer.status_code == 200, answer.text
    name = answer.headers["content-disposition"]
    assert name.startswith('attachment; filename="beespace-')
    assert name.endswith(f'.{format}"')
    return answer.text


def noted_record(seed: int = 1) -> GameRecord:
    record = GameRecord.from_moves("Base", moves_of(WHITE_WINS)[:12])
    record.result, record.reason = Result.BLACK_WINS, EndReason.RESIGN
    annotate(record, random.Random(seed))
    return record


@pytest.mark.parametrize("format", ["pgn", "json"])
def test_an_imported_record_is_downloaded_unchanged(served: Served, format: str) -> None:
    record = noted_record()
    came = imported(served, formats.dumps(record, format))
    assert came["skipped"] == []
    (summary,) = came["games"]
    assert summary["players"]["w"] == {"kind": "human", "name": record.white, "level": None}
    assert summary["ending"] == {"winner": "b", "reason": "resign"}
    game = served.game(summary["id"])
    assert {name: game[name] for name in summary} == summary
    assert [move["text"] for move in game["moves"]] == record.uhp_moves()
    assert not game["can_undo"]
    assert formats.loads(downloaded(served, summary["id"], format), format) == record


@pytest.mark.parametrize("game_string", [WHITE_WINS, BLACK_MUST_PASS])
def test_a_game_string_is_downloaded_unchanged(served: Served, game_string: str) -> None:
    canonical = Board.from_game_string(game_string).game_string()
    (summary,) = imported(served, game_string)["games"]
    assert downloaded(served, summary["id"], "uhp").strip() == canonical


def test_a_boardspace_game_is_read(served: Served) -> None:
    record = noted_record()
    text = Writer(record, Manner(), random.Random(1)).text()
    (summary,) = imported(served, text)["games"]
    game = served.game(summary["id"])
    assert [move["text"] for move in game["moves"]] == record.uhp_moves()


@pytest.mark.parametrize("name", ["a\x18\x1ab", "a\nb", " a \u2028 b\x00", "\x85a\x8b b\U0010f16f"])
def test_names_are_single_lines_that_every_format_can_hold(served: Served, name: str) -> None:
    game = served.new_game(opponent="local", white_name=name, black_name="Bea")
    assert game["players"]["w"]["name"] == "a b"
    for format in ("pgn", "uhp", "json"):
        text = downloaded(served, game["id"], format)
        assert format == "uhp" or formats.loads(text, format).white == "a b"


def test_what_a_format_cannot_hold_is_reported(served: Served) -> None:
    record = noted_record()
    record.tags["Event"] = "two\nlines"
    (summary,) = imported(served, formats.dumps(record, "json"))["games"]
    answer = served.http.get(f"/api/games/{summary['id']}/record", params={"format": "pgn"})
    assert answer.status_code == 422
    assert answer.json()["code"] == "cannot-write"
    assert "Event" in answer.json()["text"]


def test_a_played_game_is_downloaded_with_its_players_and_end(served: Served) -> None:
    game = served.new_game(opponent="engine", level=2, color="w", white_name="Ann")
    with served.page(game["id"]) as page:
        page.play("wS1")
        page.hear("moved")
        page.say("resign", ply=2)
        page.hear("game")
    for format in ("pgn", "json"):
        record = formats.loads(downloaded(served, game["id"], format), format)
        assert (record.white, record.black) == ("Ann", "Beespace Larva (level 2)")
        assert (record.result, record.reason) == (Result.BLACK_WINS, EndReason.RESIGN)
        assert record.date == game["created"][:10].replace("-", ".")
        assert record.uhp_moves()[0] == "wS1"
        assert record.line[1].spent_ms is not None


def test_an_unfinished_game_can_be_continued(served: Served) -> None:
    record = noted_record()
    record.result, record.reason = Result.UNFINISHED, None
    (summary,) = imported(served, formats.dumps(record, "json"))["games"]
    with served.page(summary["id"]) as page:
        page.say("undo", ply=12)
        page.hear("game")
        movable = page.turn["movable"][0]
        page.say("move", ply=11, piece=movable["piece"], to=movable["ways"][0]["to"])
        moved = page.hear("moved")
    again = formats.loads(downloaded(served, summary["id"], "json"), "json")
    assert again.line[:11] == record.line[:11]
    assert again.uhp_moves()[11] == moved["move"]["text"]
    assert again.comment == record.comment


def test_an_imported_game_waiting_for_a_pass_continues_when_opened(served: Served) -> None:
    (summary,) = imported(served, BLACK_MUST_PASS)["games"]
    with served.page(summary["id"]) as page:
        assert page.hear("moved")["move"]["text"] == "pass"


def test_bad_games_among_good_ones_are_skipped_and_reported(served: Served) -> None:
    text = "\n".join(
        [
            "Base;InProgress;White[2];wS1;bG1 wS1-",
            "Base;InProgress;White[2];wS1;bQ bQ-",
            "Base+M;InProgress;Black[1];wM",
        ]
    )
    came = imported(served, text)
    assert [game["ruleset"] for game in came["games"]] == ["Base", "Base+M"]
    (skipped,) = came["skipped"]
    assert skipped.startswith("line 2, column 30: ")
    assert "move 2" in skipped


@pytest.mark.parametrize("text", ["", "hello", "{}", "[]", "\0\0", "(;GM[1])", "1. e4 e5"])
def test_text_without_a_game_is_skipped(served: Served, text: str) -> None:
    assert imported(served, text)["games"] == []


def test_no_more_than_500_games_are_imported(served: Served) -> None:
    came = imported(served, "\n".join(["Base;InProgress;Black[1];wS1"] * 510))
    assert len(came["games"]) == 500
    assert "only the first 500 games" in came["skipped"][0]


def test_drawings_of_any_position(served: Served) -> None:
    (summary,) = imported(served, WHITE_WINS)["games"]
    address = f"/api/games/{summary['id']}/drawing"
    last = served.http.get(address)
    assert last.headers["content-type"] == "image/svg+xml"
    assert last.headers["content-disposition"].endswith('-25.svg"')
    assert last.text.startswith("<svg ")
    first = served.http.get(address, params={"ply": 1, "theme": "dark", "pieces": "inlay"})
    assert first.status_code == 200
    assert len(first.text) < len(last.text)
    picture = served.http.get(address, params={"format": "png", "ply": 3})
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG\r\n")
    for wrong in ({"ply": 26}, {"ply": -1}, {"theme": "pink"}, {"pieces": "x"}, {"format": "gif"}):
        answer = served.http.get(address, params=wrong)
        assert answer.status_code == 422
        assert set(answer.json()) == {"code", "text", "why"}
