"""Recorded games, written in BoardSpace's style, are read back with the same moves."""

from __future__ import annotations

import io
import time
from collections import Counter

import pytest

from beespace.errors import RecordError
from beespace.formats import EndReason, GameRecord, Result, loads, read_games
from support import recorded
from support.formats.boardspace import MANNERS, Manner, written
from support.formats.records import record_of


def short_records(start: int) -> list[GameRecord]:
    return [record_of(game) for game in recorded.games()[start:] if len(game["moves"]) < 150]


@pytest.mark.parametrize("name", MANNERS)
def test_games_in_boardspaces_style(name: str, tally: Counter[str]) -> None:
    manner = MANNERS[name]
    manner.counts.clear()
    # Games with passes or rare endings are few, so we add some of them.
    games = recorded.games()
    rare = [g for g in games if g["passes"] or g["reason"] in ("resign", "time", "repetition")]
    chosen = games[list(MANNERS).index(name) :: 6] + rare[:: 1 if name == "passes" else 2]
    for i, game in enumerate(chosen):
        record = record_of(game)
        back = loads(written(record, manner, i), "sgf")
        assert back.uhp_moves() == record.uhp_moves(), game["id"]
        assert back.ruleset == record.ruleset
        assert (back.white, back.black) == manner.names
        assert (back.date, back.time) == ("2021.12.11", "08:32:57")
        if manner.result is not None or record.reason is not EndReason.TIME:
            unknown = manner.result is None and record.reason is None
            expected = Result.UNKNOWN if unknown else record.result
            assert back.result is expected, game["id"]
        if record.reason is not None:
            assert back.reason is record.reason, game["id"]
        tally["games"] += 1
        tally["plies"] += len(record.line)
    tally.update(manner.counts)


def test_times_are_read_as_time_spent_per_move() -> None:
    record = short_records(3)[0]
    back = loads(written(record, Manner(), 1), "sgf")
    assert all(played.spent_ms is not None and played.spent_ms >= 0 for played in back.line)
    without = loads(written(record, Manner(times=False), 1), "sgf")
    assert all(played.spent_ms is None for played in without.line)


def test_a_game_saved_twice_is_one_game() -> None:
    first, second = short_records(3)[:2]
    once = written(first, Manner())
    twice = once + " " + once + "\n" + written(second, Manner())
    games = read_games(io.StringIO(twice))
    assert [game.moves for game in games] == [first.moves, second.moves]
    assert games.skipped == []
    # The same within one pair of parentheses.
    body = once[once.index("; P0[0 Start") : once.rindex(")")]
    assert loads(once.replace("\n)", "\n" + body + ")"), "sgf").moves == first.moves
    shorter = body[: body.index("; P", len(body) // 2)]
    with pytest.raises(RecordError, match="appears twice"):
        loads(once.replace("\n)", "\n" + shorter + ")"), "sgf")


def test_files_in_latin_1() -> None:
    record = short_records(5)[0]
    text = written(record, Manner(names=("Jörg", "Ève")))
    (game,) = read_games(io.BytesIO(text.encode("latin-1")), name="old.sgf")
    assert (game.white, game.black) == ("Jörg", "Ève")
    assert game.moves == record.moves


@pytest.mark.parametrize("broken", [r"wM\\]", "wM\\]"])
def test_a_backslash_before_the_bracket(broken: str) -> None:
    text = (
        "(;GM[27]SU[hive-m 2 0 101]; P0[0 Start P0]; P0[1 dropb wM1 N 13 .]; P0[2 done]\n"
        f"; P1[3 dropb bG1 N 12 {broken}TM[5]; P1[4 done])"
    )
    assert loads(text).uhp_moves() == ["wM", "bG1 wM\\"]


GAME = "(;\nGM[27]\nSU[{setup}]\n; P0[0 Start P0]\n{body}\n)"
OPENING = "; P0[1 dropb wG1 N 13 .]\n; P0[2 done]\n"


@pytest.mark.parametrize(
    ("setup", "body", "line", "message"),
    [
        ("hive-ultimate 2 0 101", "", 3, "unsupported variant 'hive-ultimate'"),
        ("Hive-PieLM", "", 3, "unsupported variant 'Hive-PieLM'"),
        ("chess", "", 3, "unsupported variant 'chess'"),
        ("hive", "; P0[1 swap]", 5, "swapped colours"),
        ("hive", "; P0[1 playblack]", 5, "swapped colours"),
        ("hive", "; P0[1 edit]", 5, "edited"),
        ("hive", "; P0[1 frobnicate]", 5, "unknown command 'frobnicate'"),
        ("hive", "; P0[1 dropb wX1 N 13 .]", 5, "expected a piece such as wA1, not 'wX1'"),
        ("hive", "; P0[1 dropb wA N 13 .]", 5, "needs a number"),
        ("hive", "; P0[1 dropb wA1 N]", 5, "needs a piece, a column and a row"),
        ("hive", "; P0[1 dropb wA1 13 N .]", 5, "expected a column and a row"),
        ("hive", "; P0[1 move wA1 N 13 .]", 5, "needs W or B"),
        ("hive", "; P0[1 done]", 5, "done without a move"),
        ("hive", OPENING + "; P1[3 dropb bG1 P 13 .]\n; P1[4 done]", 7, "move 2:"),
        ("hive", OPENING + "; P0[3 dropb wA1 M 13 .]\n; P0[4 done]", 7, "move 2:"),
        ("hive", "; P0[1 dropb wM1 N 13 .]\n; P0[2 done]", 5, "move 1:"),
        ("hive", "; P0[1 dropb wG1 N 13", 5, "a bracket is not closed"),
        ("hive", "; nonsense", 5, "expected a property"),
    ],
)
def test_errors_say_where_they_are(setup: str, body: str, line: int, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        loads(GAME.format(setup=setup, body=body), "sgf")
    assert caught.value.line == line
    assert caught.value.column >= 1


def test_a_game_that_is_not_closed_is_cut_short() -> None:
    with pytest.raises(RecordError, match="cut short"):
        loads(GAME.format(setup="hive", body=OPENING).rstrip(")\n"), "sgf")


def test_a_record_of_another_game_is_rejected() -> None:
    with pytest.raises(RecordError, match=r"not a Hive game: GM\[1\]"):
        loads("(;GM[1]SU[hive])", "sgf")


def test_pieces_numbered_out_of_order_are_renumbered_in_placement_order() -> None:
    body = (
        OPENING + "; P1[3 dropb bA2 M 13 .]\n; P1[4 done]\n; P0[5 dropb wG3 O 13 .]\n; P0[6 done]"
    )
    assert loads(GAME.format(setup="hive", body=body)).uhp_moves() == [
        *("wG1", "bA1 -wG1", "wG2 wG1-")
    ]


def test_a_queen_placed_first_shows_the_rules() -> None:
    body = "; P0[1 dropb wQ N 13 .]\n; P0[2 done]"
    assert loads(GAME.format(setup="hive", body=body)).ruleset.queen_first


@pytest.mark.parametrize("revision", ["²", "٣", "x"])
def test_a_revision_that_is_not_a_number_is_ignored(revision: str) -> None:
    game = loads(GAME.format(setup=f"hive-plm 2 0 {revision}", body=OPENING))
    assert game.uhp_moves() == ["wG1"]


def test_reading_many_actions_takes_linear_time() -> None:
    """If each action scanned all that follow, this would take minutes."""
    body = OPENING + "; P1[3 pick B 0 bG1]\n" * 30_000
    started = time.process_time()
    assert loads(GAME.format(setup="hive", body=body)).uhp_moves() == ["wG1"]
    assert time.process_time() - started < 10


def test_a_move_that_was_not_confirmed_was_not_played() -> None:
    body = OPENING + "; P1[3 dropb bG1 M 13 .]\n; P1[4 resign]\n; P1[5 done]"
    game = loads(GAME.format(setup="hive", body=body))
    assert game.uhp_moves() == ["wG1"]
    assert (game.result, game.reason) == (Result.WHITE_WINS, EndReason.RESIGN)


def test_node_comments_are_kept() -> None:
    body = OPENING.replace("done]", "done]C[Well begun.]")
    assert loads(GAME.format(setup="hive", body=body)).line[0].comment == "Well begun."
