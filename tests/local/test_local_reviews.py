"""The page's own reviews are those of the server."""

from __future__ import annotations

import json
import random

import pytest

from beespace.formats import GameRecord
from beespace.server.study.reviews import message_of
from beespace.study import evaluate
from support import recorded
from support.local.answers import Answer, answers
from support.study.games import MISSED_WIN

pytestmark = pytest.mark.usefixtures("core")
NODES = 1500


def finished(count: int) -> list[tuple[str, list[str]]]:
    """Return games of several types that were played to the end."""
    rng = random.Random(5)
    found = []
    for game in rng.sample(recorded.games(), 40):
        ruleset = game["game_type"] + (",queen-first" if game["queen_first"] else "")
        if GameRecord.from_moves(ruleset, game["moves"]).board().outcome() is not None:
            found.append((ruleset, game["moves"]))
    return found[:count]


def rounded(value: object) -> object:
    """Return a message with numbers as precise as both sides compute them."""
    if isinstance(value, float):
        return round(value, 9)
    if isinstance(value, list):
        return [rounded(one) for one in value]
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    return value


def test_reviews_are_equal() -> None:
    games = [("Base", MISSED_WIN.split(";")[3:]), *finished(2)]
    questions: list[Answer] = [
        {
            "nodes": NODES,
            "review": {
                "ruleset": ruleset,
                "start": "",
                "moves": [{"text": text, "spent_ms": None} for text in moves],
            },
        }
        for ruleset, moves in games
    ]
    judged = set()
    for (ruleset, moves), answer in zip(games, answers(questions), strict=True):
        none, waiting, *growing, done = answer["states"]
        total = len(moves) + 1
        assert (none["state"], none["total"]) == ("none", total)
        assert waiting["state"] == "waiting"
        record = GameRecord.from_moves(ruleset, moves)
        evaluations = [evaluate(board, NODES) for board in record.boards()]
        expected = json.loads(message_of(record, evaluations).model_dump_json())
        assert (done["state"], done["done"]) == ("done", total)
        assert rounded(done["review"]) == rounded(expected)
        assert answer["again"] == done
        # Every position is told once, in order.
        told = [one for state in growing for one in state["positions"]]
        assert told == done["review"]["positions"][: len(told)]
        judged |= {move["judgement"] for move in expected["moves"]}
    assert judged >= {None, "blunder"}
