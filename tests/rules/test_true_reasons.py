"""True reasons: what a reason blames must be what is in the way."""

from __future__ import annotations

import random

import pytest

from beespace.rules import (
    BaseBoard,
    Board,
    Bug,
    Hex,
    Piece,
    Reason,
    ReasonCode,
    Relocate,
    movement,
)
from beespace.rules.board.hive import Hive
from beespace.rules.movement import StepRules
from support import drawn_board
from support.random_play import games as random_games


def _queen_due(board_class: type[BaseBoard], turn: str) -> Reason:
    picture = "wG1 wA1 wS1 bS1 bG1 bA1" if turn == "White[4]" else "wQ  wG1 wA1 wS1 bS1 bG1 bA1"
    board = drawn_board.board_of(board_class, picture, "Base", turn)
    reason = board.why_immobile(Piece.parse(f"{turn[0].lower()}B1"))
    assert reason is not None
    assert reason.code is ReasonCode.QUEEN_DUE
    return reason


def test_queen_due_names_the_turn_of_the_player_to_move(board_class: type[BaseBoard]) -> None:
    assert _queen_due(board_class, "White[4]").text == (
        "White must place the queen now: it's turn 4"
    )
    assert _queen_due(board_class, "Black[4]").text == (
        "Black must place the queen now: it's turn 4"
    )


def test_queen_due_after_a_pass_names_that_turn(board_class: type[BaseBoard]) -> None:
    # Every white piece is covered or next to Black, so White has had to pass.
    picture = """
            bB1 bB2 bS1
              wA1 bQ
            bB1 on wG1
            bB2 on wS1
    """
    board = drawn_board.board_of(board_class, picture, "Base", "White[9]")
    reason = board.why_immobile(Piece.parse("wB1"))
    assert reason is not None
    assert (reason.code, reason.text) == (
        ReasonCode.QUEEN_DUE,
        "White must place the queen now: it's turn 9, and she was due on turn 4",
    )


def _are_joined(hive: Hive, a: Hex, b: Hex) -> bool:
    """Return whether a path of empty hexes leads from one hex to another."""
    hexes = [*hive, a, b]
    rows = range(min(hex.r for hex in hexes) - 1, max(hex.r for hex in hexes) + 2)
    columns = range(min(hex.q for hex in hexes) - 1, max(hex.q for hex in hexes) + 2)
    reached = {a}
    queue = [a]
    for hex in queue:
        for to in hex.neighbors():
            if to not in hive and to not in reached and to.q in columns and to.r in rows:
                reached.add(to)
                queue.append(to)
    return b in reached


def _assert_true_of_a_move(board: BaseBoard, piece: Piece, to: Hex, reason: Reason) -> None:
    """Check a reason by dropping the rule it blames, for a piece that is free to act."""
    hive = Hive()
    for hex, stack in board.stacks().items():
        for one in stack:
            if one is not piece:
                hive.put(one, hex)
    start = board.location(piece)
    assert start is not None
    bugs: list[Bug] = []
    if piece.color is board.turn:
        bugs = [piece.bug]
        if piece.bug is Bug.MOSQUITO:
            bugs = [Bug.BEETLE] if start in hive else movement.copied_bugs(hive, start)

    def reaches(rules: StepRules) -> bool:
        return any(to in movement.CREATURES[bug](hive, start, rules) for bug in bugs)

    rules = StepRules(stack_gates=board.ruleset.stack_gates)
    ungated = StepRules(gates=False, stack_gates=False)
    thrown = any(
        to in hive.locations[thrower].neighbors() and to not in hive
        for thrower in (Piece(board.turn, Bug.PILLBUG), Piece(board.turn, Bug.MOSQUITO))
        if hive.locations.get(thrower) in start.neighbors()
    )
    is_closed = to not in hive and start not in hive and not _are_joined(hive, start, to)
    near = Bug.ANT in bugs or (Bug.SPIDER in bugs and start.distance(to) <= 3)
    assert not reaches(rules)
    match reason.code:
        case ReasonCode.GATE if len(reason.hexes) == 1:
            assert near
            assert is_closed
            assert hive.neighbors(to)
        case ReasonCode.GATE:
            assert reaches(ungated) or thrown
        case ReasonCode.WRONG_DISTANCE:
            assert not reaches(ungated)
            assert Bug.ANT not in bugs or to in hive
            assert not (near and is_closed)
            assert to not in hive or Bug.BEETLE in bugs
        case ReasonCode.NO_CONTACT:
            assert not reaches(ungated)
            if hive.neighbors(to):
                loose = StepRules(contact=False, gates=False, stack_gates=False)
                walkers = [bug for bug in bugs if bug is not Bug.ANT]
                assert any(to in movement.CREATURES[bug](hive, start, loose) for bug in walkers)
        case ReasonCode.ENCLOSED:
            assert len(hive.neighbors(start)) == 6
            assert set(bugs) & {Bug.QUEEN, Bug.SPIDER, Bug.ANT, Bug.PILLBUG}
        case ReasonCode.OCCUPIED:
            assert to in hive
            assert Bug.BEETLE not in bugs
        case ReasonCode.NOTHING_TO_COPY:
            assert not bugs
        case ReasonCode.SAME_HEX:
            assert to == start
        case _:
            raise AssertionError(f"{piece} is free to act, but: {reason}")


# These keep a piece from acting wherever it would go.
ANYWHERE = {
    ReasonCode.GAME_OVER,
    ReasonCode.QUEEN_NOT_PLACED,
    ReasonCode.NOT_YOUR_PIECE,
    ReasonCode.COVERED,
    ReasonCode.STUNNED,
    ReasonCode.JUST_MOVED,
    ReasonCode.PINNED,
    ReasonCode.IN_STACK,
}


@pytest.mark.parametrize("ruleset", ["Base", "Base+MLP", "Base+MLP,no-stack-gates", "Base+M"])
def test_reasons_blame_what_is_in_the_way(ruleset: str) -> None:
    chance = random.Random(ruleset)
    found = set()
    for seed in range(12):
        for board, _ in random_games.play(Board, ruleset, seed):
            hexes = board.hexes()
            if len(hexes) < 6 or chance.random() < 0.5:
                continue
            near = sorted({hex for at in hexes for hex in (at, *at.neighbors())})
            pieces = [piece for stack in board.stacks().values() for piece in stack]
            for piece in chance.sample(pieces, 4):
                for to in chance.sample(near, 6):
                    reason = board.why_illegal(Relocate(piece, to))
                    if reason is not None and reason.code not in ANYWHERE:
                        _assert_true_of_a_move(board, piece, to, reason)
                        found.add(reason.code)
    assert {ReasonCode.GATE, ReasonCode.WRONG_DISTANCE, ReasonCode.OCCUPIED} <= found
