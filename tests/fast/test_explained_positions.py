"""Position notation and set-up checks in C++ (native/explain/notation) against the reference."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from beespace.backend import BACKEND
from beespace.errors import BeespaceError, InvalidNotationError, InvalidPositionError
from beespace.rules import PIECES, BaseBoard, Board
from beespace.rules.notation.position import _PROBLEMS, PositionProblem, read_position
from beespace.server.study.messages import SaySetUp, SayStack
from beespace.server.study.positions import set_up
from support.explained.mangled import mangle
from support.explained.positions import random_positions
from support.random_play.moves import RULESETS

if BACKEND != "native":
    pytest.skip("the C++ core is not built", allow_module_level=True)

from beespace import fast
from beespace.fast import _native

# A part of what the reference says about each mistake.
_MISTAKES = {
    "a position needs": "position-fields",
    "is neither a game type": "ruleset",
    "is not a turn": "turn",
    "is not the name of a piece": "piece",
    "is not a stack": "stack",
}
# Problems that random changes rarely cause.
_RARE = (
    "Base White[2] - 0,0:wQ 1,0:bS1",
    "Base+M White[9] - 0,0:wQ.wM 1,0:bQ 2,0:bA1",
    "Base Black[9] - 000,-0:wQ -000000001,2:bQ",
)
_Problems = list[tuple[str, dict[str, str], str]]


def _problems(text: str) -> _Problems | tuple[str, int]:
    """Return what the reference finds, in the form of the C++ reader."""
    try:
        read_position(text)
        return []
    except InvalidNotationError as error:
        codes = [code for words, code in _MISTAKES.items() if words in str(error)]
        return codes[0], error.column
    except InvalidPositionError as error:
        problems = [one for one in error.problems if isinstance(one, PositionProblem)]
        return [(one.code, one.values, str(one)) for one in problems]


def _compare(text: str, tally: Counter[str]) -> None:
    found = _native.position_problems(text)
    assert found == _problems(text), text
    codes = [found[0]] if isinstance(found, tuple) else [code for code, _, _ in found]
    tally.update(str(code) for code in codes or ["possible"])
    assert _outcome(fast.Board, text) == _outcome(Board, text), text


def _changed(rng: random.Random, text: str) -> str:
    """Return a position that is well written, but perhaps impossible."""
    ruleset, turn, stunned, *stacks = text.split(" ")
    for _ in range(rng.choice((1, 1, 2, 3))):
        match rng.randrange(7):
            case 0:
                ruleset = str(rng.choice(RULESETS))
            case 1:
                turn = f"{rng.choice(('White', 'Black'))}[{rng.choice((1, 2, 3, 4, 6, 12))}]"
            case 2:
                stunned = str(rng.choice(PIECES))
            case 3 if stacks:
                stacks.pop(rng.randrange(len(stacks)))
            case 4 if stacks:
                stacks[rng.randrange(len(stacks))] += f".{rng.choice(PIECES)}"
            case 5:
                stacks.append(f"{rng.randrange(-3, 4)},{rng.randrange(-3, 4)}:{rng.choice(PIECES)}")
            case 6:
                rng.shuffle(stacks)
    return " ".join([ruleset, turn, stunned, *stacks])


def _outcome(board_class: type[BaseBoard], text: str) -> str:
    try:
        return board_class.from_position(text).position()
    except BeespaceError as error:
        return f"{type(error).__name__} {error} {vars(error)}"


@pytest.mark.parametrize("seed", range(2))
def test_positions_are_read_and_checked_as_by_the_reference(seed: int, tally: Counter[str]) -> None:
    rng = random.Random(seed)
    for board in random_positions(fast.Board, rng, 400):
        text = board.position()
        assert text == BaseBoard.position(board)
        changed = _changed(rng, text)
        for one in (text, changed, mangle(rng, text), mangle(rng, changed)):
            _compare(one, tally)
    for text in _RARE:
        _compare(text, tally)
    assert {*_PROBLEMS, *_MISTAKES.values()} <= {*tally}


def test_positions_set_up_by_hand_get_the_same_turn(tally: Counter[str]) -> None:
    rng = random.Random(7)
    for board in random_positions(fast.Board, rng, 150):
        changed = _changed(rng, board.position())
        ruleset, turn, _, *stacks = changed.split(" ")
        asked = [stack.partition(":") for stack in stacks]
        said = SaySetUp(
            ruleset=ruleset,
            color="w" if turn[0] == "W" else "b",
            stacks=[
                SayStack(hex=(int(q), int(r)), pieces=names.split("."))
                for q, r, names in ((*hex.split(","), names) for hex, _, names in asked)
            ],
        )
        found = _native.set_up_json(ruleset, turn[0] == "B", " ".join(stacks))
        assert found == set_up(said).model_dump_json(), changed
        tally["possible" if '"flaws":[]' in found else "impossible"] += 1
    assert min(tally.values()) > 10


@pytest.mark.parametrize("stacks", ["0,0", "0,0:wQ.", "0;0:wQ", "0,0:wQ  1,0:", "1234567890,0:wQ"])
def test_malformed_stacks_are_errors(stacks: str) -> None:
    assert _native.set_up_json("Base", False, stacks)[0] == "stack"
    assert _native.set_up_json("Basic", False, stacks) == ("ruleset", 1)
