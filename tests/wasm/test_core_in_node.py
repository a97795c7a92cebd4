"""The core in WebAssembly counts and searches exactly like the native one."""

from __future__ import annotations

import random
from collections import Counter, deque

import pytest

from beespace import Board
from beespace.engine import Limit
from beespace.engine.native import NativePlayer
from support import recorded
from support.wasm.node import BUILDS, TABLE_MB, Answer, ask

EACH_BUILD = pytest.mark.parametrize("build", BUILDS)


def check_perft(build: str, depths: range, tally: Counter[str]) -> None:
    published = recorded.perft_counts()
    assert len(published) == 8
    asked = [(rules, depth) for rules in published for depth in depths]
    answers = ask(build, [{"rules": rules, "perft": depth} for rules, depth in asked])
    for (rules, depth), answer in zip(asked, answers, strict=True):
        assert answer["leaves"] == published[rules][depth], (rules, depth)
        tally[f"{build}: published counts"] += 1
        tally[f"{build}: leaves"] += answer["leaves"]


@EACH_BUILD
def test_published_perft(build: str, tally: Counter[str]) -> None:
    check_perft(build, range(1, 5), tally)


@pytest.mark.slow
@EACH_BUILD
def test_published_perft_to_depth_six(build: str, tally: Counter[str]) -> None:
    check_perft(build, range(1, 7), tally)


def positions(count: int) -> list[Answer]:
    """Return positions of recorded games of all types, early and late, as rules and moves."""
    rng = random.Random(19)
    games = recorded.games()
    found = []
    for number in range(count):
        game = games[number * len(games) // count]
        rules = game["game_type"] + (",queen-first" if game["queen_first"] else "")
        found.append({"rules": rules, "moves": game["moves"][: rng.randrange(len(game["moves"]))]})
    return found


def native_answer(question: Answer) -> tuple[str, int, int, int]:
    board = Board(question["rules"])
    for move in question["moves"]:
        board.push_uhp(move)
    player = NativePlayer(hash_mb=TABLE_MB)
    (last,) = deque(player.analyse(board, Limit(nodes=question["nodes"])), maxlen=1)
    return board.uhp(last.best.moves[0]), int(last.best.score.value), last.nodes, last.depth


def check_searches(build: str, count: int, nodes: int, tally: Counter[str]) -> None:
    questions = [{**position, "nodes": nodes} for position in positions(count)]
    for question, answer in zip(questions, ask(build, questions), strict=True):
        best = answer["lines"][0]
        found = (best["moves"][0], best["score"], answer["nodes"], answer["depth"])
        assert found == native_answer(question), question
        tally[f"{build}: equal searches"] += 1
        tally[f"{build}: nodes"] += answer["nodes"]


@EACH_BUILD
def test_searches_are_those_of_the_native_core(build: str, tally: Counter[str]) -> None:
    check_searches(build, 24, 4_000, tally)


@pytest.mark.slow
@EACH_BUILD
def test_long_searches_are_those_of_the_native_core(build: str, tally: Counter[str]) -> None:
    check_searches(build, 200, 100_000, tally)
