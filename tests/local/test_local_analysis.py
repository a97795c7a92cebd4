"""The page's own analysis board answers like the server's."""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Callable
from typing import Any

from beespace.engine import Limit
from beespace.engine.native import NativePlayer
from beespace.formats import GLYPHS
from beespace.rules import PIECES, BaseBoard
from beespace.server.problems import ProblemError
from beespace.server.study import positions, studies
from beespace.server.study.messages import SayPosition, SaySetUp, SayTurn, SayWhyNot
from beespace.server.study.thoughts import thought_of
from support import recorded
from support.local.answers import Answer, answers

NAMES = [str(piece) for piece in PIECES]


def some_positions(rng: random.Random, count: int) -> list[Answer]:
    """Return positions of recorded games of all types, some of them without their first moves."""
    games = recorded.games()
    found = []
    for number in range(count):
        game = games[number * len(games) // count]
        ruleset = game["game_type"] + (",queen-first" if game["queen_first"] else "")
        asked = {"ruleset": ruleset, "start": "", "moves": game["moves"]}
        asked["moves"] = game["moves"][: rng.randrange(len(game["moves"]) + 1)]
        if number % 3 == 0:
            begun = rng.randrange(len(asked["moves"]) + 1)
            before = {**asked, "moves": asked["moves"][:begun]}
            start = positions.board_of(SayPosition(**before)).position()
            asked |= {"start": start, "moves": asked["moves"][begun:]}
        found.append(asked)
    return found


def outcome(act: Callable[[], Any]) -> Answer:
    """Return what the server answers."""
    try:
        found = act()
    except ProblemError as error:
        return {"failure": error.problem.model_dump(mode="json")}
    return {"answer": json.loads(found if isinstance(found, str) else found.model_dump_json())}


def check(questions: list[Answer], expected: list[Answer]) -> set[str]:
    """Compare all answers and return the codes of failures and reasons in them."""
    codes = set()
    for question, here, there in zip(questions, answers(questions), expected, strict=True):
        if "failure" in there and there["failure"]["why"] is None:
            # Only programs read the text of these, and the page has its own.
            assert here["failure"]["code"] == there["failure"]["code"], question
        else:
            assert here == there, question
        if "failure" in there:
            codes.add(there["failure"]["code"])
        elif (there["answer"] or {}).get("why"):
            codes.add(there["answer"]["why"]["code"])
    return codes


def hex_near(rng: random.Random) -> list[int]:
    return [rng.randrange(-4, 5), rng.randrange(-4, 5)]


def test_turns() -> None:
    rng = random.Random(1)
    asked: list[Answer] = []
    for position in some_positions(rng, 90):
        board = positions.board_of(SayPosition(**position))
        asked.append(position)
        moves = [board.uhp(move) for move in board.legal_moves]
        if moves:
            asked.append({**position, "text": f" {rng.choice(moves)} "})
        asked.append({**position, "piece": rng.choice(NAMES), "to": hex_near(rng)})
        asked.append({**position, "text": f"{rng.choice(NAMES)} {rng.choice(NAMES)}-"})
    asked += [{"ruleset": "Base", "moves": [], "text": text} for text in ("", "wS1 x", "pass")]
    asked += [{"ruleset": "Bass", "moves": []}, {"ruleset": "Base", "start": "Base", "moves": []}]
    asked += [{"ruleset": "Base", "moves": ["wQ"]}, {"ruleset": "Base", "moves": ["wS1 wQ-"]}]
    questions = [{"path": "/api/analysis/turn", "method": "POST", "body": body} for body in asked]
    expected = [outcome(lambda: positions.study_turn(SayTurn(**body))) for body in asked]  # noqa: B023
    codes = check(questions, expected)
    assert {"invalid-notation", "invalid-position", "queen-too-early"} <= codes
    assert len(codes) > 10


def test_reasons() -> None:
    rng = random.Random(2)
    asked = []
    for position in some_positions(rng, 120):
        asked.append({**position, "piece": rng.choice(NAMES)})
        asked.append({**position, "piece": rng.choice(NAMES), "to": hex_near(rng)})
    questions = [{"path": "/api/analysis/why", "method": "POST", "body": body} for body in asked]
    expected = [outcome(lambda: positions.why(SayWhyNot(**body))) for body in asked]  # noqa: B023
    assert len(check(questions, expected)) > 8


def test_positions_set_up_by_hand() -> None:
    rng = random.Random(3)
    asked: list[Answer] = [{"ruleset": "Bass", "color": "w", "stacks": []}]
    for position in some_positions(rng, 60):
        board = positions.board_of(SayPosition(**position))
        stacks: list[Answer] = [
            {"hex": [hex.q, hex.r], "pieces": [str(piece) for piece in stack]}
            for hex, stack in board.stacks().items()
        ]
        color = rng.choice("wb")
        asked.append({"ruleset": position["ruleset"], "color": color, "stacks": stacks})
        # The same with a piece that isn't where it was.
        moved = [{**stack, "hex": list(stack["hex"])} for stack in stacks]
        if moved:
            rng.choice(moved)["hex"][0] += 2
        asked.append({"ruleset": position["ruleset"], "color": color, "stacks": moved})
    questions = [{"path": "/api/analysis/set-up", "method": "POST", "body": one} for one in asked]
    expected = [outcome(lambda: positions.set_up(SaySetUp(**body))) for body in asked]  # noqa: B023
    check(questions, expected)
    assert any(one.get("answer", {}).get("flaws") for one in expected)
    assert any(one.get("answer", {}).get("position") for one in expected)


def random_tree(rng: random.Random, board: BaseBoard, length: int, depth: int) -> list[Any]:
    """Return moves as a record has them, some with notes and variations."""
    line: list[Any] = []
    for _ in range(length):
        moves = [board.uhp(move) for move in board.legal_moves]
        if not moves or board.outcome() is not None:
            break
        text = rng.choice(moves)
        entry: dict[str, Any] = {"move": text}
        if rng.random() < 0.3:
            entry |= {"glyph": rng.choice(GLYPHS), "comment": "A note.", "spent_ms": 1200}
        if depth and rng.random() < 0.3:
            entry["variations"] = [random_tree(rng, board.copy(), 3, depth - 1)]
        line.append(entry if len(entry) > 1 else text)
        board.push_uhp(text)
    return line


def test_texts() -> None:
    rng = random.Random(6)
    texts = []
    for position in some_positions(rng, 30):
        board = positions.board_of(SayPosition(**position))
        texts.append(f" {board.position()}\n")
        if not position["start"]:
            texts.append(board.game_string())
        record = {"format": "beespace-game", "version": 1, "ruleset": str(board.ruleset)}
        record |= {"white": "Ann", "comment": "The start.", "start": board.position()}
        texts.append(json.dumps({**record, "moves": random_tree(rng, board, 6, 2)}))
    texts += ["Base;InProgress;Black[1];wQ", "", "nonsense", "{}", "Base;InProgress;Black[1];bQ"]
    asked = [{"text": text} for text in texts]
    questions = [{"path": "/api/analysis/read", "method": "POST", "body": body} for body in asked]
    expected = [outcome(lambda: studies._read(body["text"])) for body in asked]  # noqa: B023
    assert check(questions, expected) == {"unreadable"}
    assert any(one["variations"] for one in flattened(expected))


def flattened(answers: list[Answer]) -> list[Answer]:
    return [move for one in answers if "answer" in one for move in one["answer"]["study"]["line"]]


def test_thoughts() -> None:
    rng = random.Random(4)
    asked = [one for one in some_positions(rng, 12) if not is_over(one)]
    lines, nodes = 3, 3000
    questions: list[Answer] = [{"think": one, "lines": lines, "nodes": nodes} for one in asked]
    for question, answer in zip(questions, answers(questions), strict=True):
        board = positions.board_of(SayPosition(**question["think"]))
        player = NativePlayer(hash_mb=32)
        (last,) = deque(player.analyse(board, Limit(nodes=nodes), lines), maxlen=1)
        expected = json.loads(thought_of(board, last).model_dump_json())
        here = answer["thought"]
        for there in (here, expected):
            del there["nodes_per_s"]
            for line in there["lines"]:
                line["chance"] = round(line["chance"], 12)
        assert here == expected, question


def is_over(position: Answer) -> bool:
    return positions.board_of(SayPosition(**position)).outcome() is not None


def test_the_channel_tells_thoughts_and_why_it_ends() -> None:
    # Black wins at once; the search ends by itself when it knows that.
    won = recorded.games()
    over = next(one for one in some_positions_at_the_end(won))
    first = {"ruleset": "Base", "start": "", "moves": ["wS1"]}
    channel = "/api/analysis/socket"

    def think(position: Answer, **more: object) -> Answer:
        said = {"type": "think", "id": 7, "position": position, "lines": 2, **more}
        return {"open": channel, "say": said}

    ended, threat, invalid, solved = answers(
        [
            think(over),
            think(first, threat=True),
            think({**first, "moves": ["wQ"]}),
            think({**over, "moves": over["moves"][:-1]}),
        ]
    )
    assert ended["messages"] == [{"type": "ended", "id": 7, "reason": "game-over"}]
    assert threat["messages"] == [{"type": "ended", "id": 7, "reason": "no-threat"}]
    (problem,) = invalid["messages"]
    assert problem["problem"]["code"] == "queen-too-early"
    *thoughts, last = solved["messages"]
    assert last == {"type": "ended", "id": 7, "reason": "complete"}
    assert {one["id"] for one in thoughts} == {7}
    assert abs(thoughts[-1]["lines"][0]["win_in"]) == 1


def some_positions_at_the_end(games: list[Answer]) -> list[Answer]:
    """Return finished games that the last move won."""
    found = []
    for game in games:
        ruleset = game["game_type"] + (",queen-first" if game["queen_first"] else "")
        position = {"ruleset": ruleset, "start": "", "moves": game["moves"]}
        if is_over(position):
            found.append(position)
    return found
