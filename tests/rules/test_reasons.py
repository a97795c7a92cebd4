"""Every code of a reason, with the data that goes with it, in a position drawn for it."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from beespace.errors import IllegalMoveError
from beespace.rules import (
    BaseBoard,
    Board,
    Bug,
    Hex,
    Move,
    Pass,
    Piece,
    Place,
    Reason,
    ReasonCode,
    Relocate,
    movement,
)
from beespace.rules.board.hive import Hive
from beespace.rules.movement import StepRules
from support import drawn_board, random_games


def _pieces(names: str) -> tuple[Piece, ...]:
    return tuple(Piece.parse(name) for name in names.split())


class Told(NamedTuple):
    """What is asked in a position, and the reason that is to be told.

    Asked is the text of a move, or a move where no text can say it, or a piece alone, and then
    why it cannot move.
    """

    code: ReasonCode
    asked: str | Move | Piece
    picture: str
    pieces: str = ""
    hexes: tuple[tuple[int, int], ...] = ()
    parts: tuple[str, ...] = ()
    ruleset: str = "Base+MLP"
    turn: str = "White[20]"
    stunned: str = "-"


LINE = """
    wA1 wQ  bQ  bA1
"""
PILLBUG = """
        bQ  bA1
      wQ  wP
"""
CLOSED = """
        wS1
          wG1 bG1
    wA1 wQ  x   bA1 wM
          bS1 bQ
        bB1
      bB2
    wS2
"""
RING = """
      wG1 bG1
    wQ  x   wB1
      bS1 bQ
"""
TOLD = [
    Told(ReasonCode.GAME_OVER, "wA1 -wQ", "  wS1 wS2\nwQ  bQ  wA1\n  bS1 bS2"),
    Told(ReasonCode.MUST_PLAY, "pass", LINE),
    Told(ReasonCode.QUEEN_DUE, "wB1 -wG1", "wG1 wA1 bA1 bQ", "wQ", turn="White[4]"),
    Told(ReasonCode.QUEEN_TOO_EARLY, "bQ wA1-", "wA1", turn="Black[1]"),
    Told(ReasonCode.QUEEN_NOT_PLACED, "wG1 bQ-", "wG1 wA1 bA1 bQ", "wQ", turn="White[3]"),
    Told(ReasonCode.QUEEN_NOT_PLACED, "bQ wP\\", "wA1 wP  bQ  bA1", "wQ", turn="White[3]"),
    Told(ReasonCode.NOT_IN_BOX, "wM -wA1", LINE, ruleset="Base+LP"),
    Told(ReasonCode.NOT_IN_BOX, Relocate(Piece.parse("wM"), Hex(5, 5)), LINE, ruleset="Base"),
    Told(ReasonCode.NOT_IN_BOX, Piece.parse("bP"), LINE, ruleset="Base+ML"),
    Told(ReasonCode.NOT_YOUR_PIECE, "bA1 /wA1", LINE),
    Told(ReasonCode.NOT_YOUR_PIECE, "bB1 bA1-", LINE),
    Told(ReasonCode.NOT_YOUR_PIECE, Piece.parse("bA1"), LINE),
    Told(
        ReasonCode.ALREADY_PLACED,
        Place(Piece.parse("wQ"), Hex(-1, 0)),
        LINE,
        hexes=((1, 0),),
    ),
    Told(ReasonCode.IN_HAND, Relocate(Piece.parse("wG1"), Hex(-1, 0)), LINE),
    Told(ReasonCode.NUMBER_ORDER, "wB2 -wA1", LINE, "wB1"),
    Told(ReasonCode.NUMBER_ORDER, Piece.parse("wG3"), LINE, "wG1"),
    Told(ReasonCode.COVERED, "wA1 /wQ", "bB1 wQ  bQ\nbB1 on wA1", "bB1"),
    Told(
        ReasonCode.COVERED,
        Piece.parse("wA1"),
        "bB1 wQ  bQ\nbB1 on wB1 on wA1",
        "wB1 bB1",
    ),
    # The pillbug that could throw it is covered.
    Told(
        ReasonCode.COVERED,
        "bA1 bB1\\",
        "wQ  bB1 bA1 bQ\nbB1 on wP",
        "bB1",
    ),
    Told(
        ReasonCode.JUST_MOVED,
        "bA1 wP\\",
        PILLBUG,
        hexes=((1, 0),),
        stunned="bA1",
    ),
    Told(
        ReasonCode.PINNED,
        "wQ \\wA1",
        "wA1 wQ  bQ  bA1\n  wS1",
        parts=("wA1 wS1", "bQ bA1"),
    ),
    Told(
        ReasonCode.PINNED,
        Piece.parse("wG1"),
        "      wQ\nbQ  wG1\n      bA1",
        parts=("bQ", "wQ", "bA1"),
    ),
    Told(ReasonCode.IN_STACK, "bB1 /wP", "wQ  wP  bB1 bQ\nbB1 on bA1", "bA1"),
    Told(
        ReasonCode.NOTHING_TO_COPY,
        "wM \\bM",
        "wM  bM  bQ  wQ",
        "bM",
    ),
    Told(ReasonCode.NOTHING_TO_COPY, Piece.parse("wM"), "wM  bM  bQ  wQ", "bM"),
    Told(
        ReasonCode.ENCLOSED,
        Piece.parse("wA1"),
        "  wS1 wS2\nwQ  wA1 bA1\n  bS1 bS2\nbQ",
        "bA1 bS2 bS1 wQ wS1 wS2",
    ),
    Told(ReasonCode.SAME_HEX, "wA1 wA1", LINE, hexes=((0, 0),)),
    Told(
        ReasonCode.FIRST_HEX,
        Place(Piece.parse("wA1"), Hex(3, 0)),
        "",
        hexes=((0, 0),),
        turn="White[1]",
    ),
    Told(ReasonCode.OCCUPIED, "wA1 wQ", LINE, "wQ", ((1, 0),)),
    Told(ReasonCode.OCCUPIED, "wB1 wQ", LINE, "wQ", ((1, 0),)),
    Told(ReasonCode.OCCUPIED, "bA1 wP", PILLBUG, "wP", ((0, 1),)),
    Told(ReasonCode.NOT_TOUCHING_HIVE, Place(Piece.parse("wB1"), Hex(9, 9)), LINE, "", ((9, 9),)),
    Told(ReasonCode.TOUCHES_OPPONENT, "wB1 wQ/", LINE, "bQ", ((2, -1),)),
    Told(ReasonCode.TOUCHES_OPPONENT, "wB1 bA1/", LINE, "bA1", ((4, -1),)),
    Told(
        ReasonCode.NO_SPACE,
        Piece.parse("wS1"),
        "  bS1\nbQ  wQ  bB1\n      bA1\nbB1 on wA1",
    ),
    # Nobody can be thrown where no hex is free.
    Told(
        ReasonCode.NO_SPACE,
        Piece.parse("bA1"),
        "  bA2 bQ\nwQ  wP  bA1\n  wS1 wS2",
        "wP",
    ),
    Told(
        ReasonCode.GATE,
        "wQ wS1\\",
        "  wG1 bA1\nwS1 wQ  bQ\n      bS1",
        "bS1 wS1",
        ((0, 1), (-1, 2)),
    ),
    # A gate of stacks: between bB1 and wB1 no beetle climbs down.
    Told(
        ReasonCode.GATE,
        "wB2 bB1-",
        "bB1 x\n  wB2 wB1\nbB1 on bQ\nwB2 on wQ\nwB1 on bA1",
        "bB1 wB1",
        ((0, 1), (1, 0)),
    ),
    Told(
        ReasonCode.NO_CONTACT,
        "wQ \\bA1",
        "  wQ  wS1\nx       bG1\n  bA1 bQ",
        hexes=((0, 0), (-1, 1)),
    ),
    Told(ReasonCode.WRONG_DISTANCE, "wQ bA1-", "wQ  wA1 bQ  bA1"),
    Told(ReasonCode.WRONG_DISTANCE, "wS1 \\wQ", "wS1 wQ  bQ  bA1"),
    # A gate keeps the ant out of a hole with a gap in its wall, and the wall itself out of a
    # closed one: both are Freedom to Move.
    Told(
        ReasonCode.GATE,
        "wA1 wQ-",
        "      wG1 bG1\nwA1 wQ  x\n      bS1 bQ",
        "bG1 bQ",
    ),
    Told(ReasonCode.GATE, "wA1 wQ-", CLOSED, "wG1 bG1 wQ bA1 bS1 bQ", ((0, 2),)),
    Told(ReasonCode.GATE, "wS1 wQ-", CLOSED, "wG1 bG1 wQ bA1 bS1 bQ", ((0, 2),)),
    Told(ReasonCode.GATE, "wM wQ-", CLOSED, "wG1 bG1 wQ bA1 bS1 bQ", ((0, 2),)),
    # An open wall would not help a spider that is four hexes away, nor a queen that is two.
    Told(ReasonCode.WRONG_DISTANCE, "wS2 wQ-", CLOSED),
    Told(ReasonCode.WRONG_DISTANCE, "wQ wA1-", "      wG1 bG1\nwQ  wA1 x   bA1\n      bS1 bQ"),
    # A piece of the wall that would step into the hole.
    Told(ReasonCode.GATE, "wQ wQ-", RING, "wG1 bS1", ((-1, 1), (0, 1))),
    Told(ReasonCode.GATE, "wB1 -wB1", RING, "bG1 bQ", ((1, 1), (0, 1))),
    # Out of a room of two hexes.
    Told(
        ReasonCode.GATE,
        "wA1 bQ-",
        "    wG1 wG2 wG3\n  bG1 wA1 y   wQ\n    bG2 bS1 bQ",
        "wG1 wG2 wG3 bG1 wQ bG2 bS1 bQ",
        ((0, 1),),
    ),
    # In such a room a spider can't take three steps.
    Told(
        ReasonCode.WRONG_DISTANCE,
        Piece.parse("wS1"),
        "    wG1 wG2 wG3\n  bG1 wS1 y   wQ\n    bG2 bS1 bQ",
    ),
    # A mosquito that can climb is not refused because a piece is there.
    Told(ReasonCode.WRONG_DISTANCE, "wM bQ", "wM  bB1 bQ  wQ  bS1"),
    Told(ReasonCode.OCCUPIED, "wM bQ", "wM  bS1 bQ  wQ", "bQ"),
    # Nothing is thrown out of a stack, so no gate is in the way of that either.
    Told(ReasonCode.WRONG_DISTANCE, "wB1 /wP", "wQ  wP  wB1 bQ\nwB1 on bA1"),
    Told(ReasonCode.UNKNOWN_REFERENCE, "wA1 bS1-", LINE, "bS1"),
    Told(ReasonCode.MISSING_REFERENCE, "wB1", LINE),
    Told(ReasonCode.MARKED_OCCUPIED, "wB1 wA1-", LINE, "wQ", ((1, 0),)),
    Told(
        ReasonCode.COVERED_REFERENCE,
        "wB1 bA1",
        "wB1 bB1 wQ  bQ\nbB1 on bA1",
        "bB1",
        ((1, 0),),
    ),
]


def _id(told: Told) -> str:
    asked = told.asked if isinstance(told.asked, (str, Piece)) else type(told.asked).__name__
    return f"{told.code}-{asked}"


@pytest.mark.parametrize("told", TOLD, ids=_id)
def test_reason_is_told_with_its_data(board_class: type[BaseBoard], told: Told) -> None:
    if told.picture:
        board = drawn_board.board_of(
            board_class, told.picture, told.ruleset, told.turn, told.stunned
        )
    else:
        board = board_class(told.ruleset)
    if isinstance(told.asked, Piece):
        reason = board.why_immobile(told.asked)
    else:
        reason = board.why_illegal(told.asked)
    assert reason is not None
    assert reason.code == told.code, reason
    if told.pieces:
        assert sorted(map(str, reason.pieces)) == sorted(told.pieces.split())
    if told.hexes:
        assert reason.hexes == tuple(Hex(*hex) for hex in told.hexes)
    if told.parts:
        found = sorted(" ".join(sorted(map(str, part))) for part in reason.parts)
        assert found == sorted(" ".join(sorted(part.split())) for part in told.parts)


def test_stun_names_the_thrower_and_where_it_threw_from(board_class: type[BaseBoard]) -> None:
    board = drawn_board.board_of(board_class, PILLBUG)
    board.push_uhp("bA1 wP\\")
    stunned = Reason(
        ReasonCode.STUNNED,
        "the black ant is resting: the white pillbug threw it last turn",
        _pieces("wP"),
        (Hex(1, 0), Hex(0, 2)),
    )
    assert board.why_illegal("bA1 /wQ") == stunned
    assert board.why_immobile(Piece.parse("bA1")) == stunned


def test_stun_names_all_who_may_have_thrown(board_class: type[BaseBoard]) -> None:
    picture = """
            bA1
          wP  wM
        wQ      bQ
    """
    board = drawn_board.board_of(board_class, picture)
    board.push_uhp("bA1 wP\\")
    reason = board.why_immobile(Piece.parse("bA1"))
    assert reason is not None
    assert reason.code is ReasonCode.STUNNED
    assert reason.pieces == _pieces("wP wM")


def test_stun_without_history_names_no_thrower(board_class: type[BaseBoard]) -> None:
    board = drawn_board.board_of(board_class, PILLBUG, turn="Black[20]", stunned="bA1")
    reason = board.why_immobile(Piece.parse("bA1"))
    assert reason is not None
    assert (reason.code, reason.pieces, reason.hexes) == (ReasonCode.STUNNED, (), (Hex(1, 0),))


def test_what_was_just_moved_is_told_with_where_it_came_from(
    board_class: type[BaseBoard],
) -> None:
    board = drawn_board.board_of(board_class, PILLBUG, turn="Black[20]")
    board.push_uhp("bA1 wP-")
    reason = board.why_illegal("bA1 wP\\")
    assert reason is not None
    assert reason.code is ReasonCode.JUST_MOVED
    assert reason.hexes == (Hex(1, 0), Hex(1, 1))


def test_stunned_thrower_is_the_reason_why_nobody_throws(board_class: type[BaseBoard]) -> None:
    picture = """
          bA1 bQ
        wP  bP
          wQ
    """
    board = drawn_board.board_of(board_class, picture, turn="Black[20]")
    board.push_uhp("wP bP\\")
    reason = board.why_illegal("bP wQ\\")
    assert reason is not None
    assert (reason.code, reason.pieces) == (ReasonCode.STUNNED, _pieces("bP"))
    assert "nothing can throw the black pillbug" in reason.text


def test_path_by_a_piece_that_cannot_throw_is_refused(board_class: type[BaseBoard]) -> None:
    board = drawn_board.board_of(board_class, PILLBUG)
    throw = board.parse_uhp("bA1 wP\\")
    assert board.path(throw, Piece.parse("wP")) == (Hex(1, 0), Hex(0, 1), Hex(0, 2))
    with pytest.raises(IllegalMoveError) as refusal:
        board.path(throw, Piece.parse("wQ"))
    assert refusal.value.reason.code is ReasonCode.CANNOT_THROW
    assert refusal.value.reason.pieces == _pieces("wQ")


def test_path_of_an_illegal_move_is_refused(board_class: type[BaseBoard]) -> None:
    with pytest.raises(IllegalMoveError):
        drawn_board.board_of(board_class, LINE).path(Pass())


def test_gates_are_the_reason_why_a_piece_is_stuck(board_class: type[BaseBoard]) -> None:
    picture = """
          wG1 bA1
        wS1 wQ  bQ
              bS1
    """
    reason = drawn_board.board_of(board_class, picture).why_immobile(Piece.parse("wQ"))
    assert reason is not None
    assert (reason.code, set(reason.pieces)) == (ReasonCode.GATE, set(_pieces("wS1 bS1")))


def test_sentences_are_for_people(board_class: type[BaseBoard]) -> None:
    board = drawn_board.board_of(board_class, LINE)
    reason = board.why_illegal("wQ \\wA1")
    assert str(reason) == "the white queen is pinned: moving it would split the hive in two"


def test_refusal_carries_move_reason_and_game(board_class: type[BaseBoard]) -> None:
    board = board_class("Base")
    board.push_uhp("wA1")
    with pytest.raises(IllegalMoveError) as refusal:
        board.push_uhp("bQ wA1-")
    error = refusal.value
    assert error.move == Place(Piece.parse("bQ"), Hex(1, 0))
    assert error.reason.code is ReasonCode.QUEEN_TOO_EARLY
    assert error.game_string == "Base;InProgress;Black[1];wA1"
    assert "bQ wA1-" in str(error)


def test_every_code_is_told_somewhere_above() -> None:
    elsewhere = {ReasonCode.STUNNED, ReasonCode.CANNOT_THROW}
    assert {told.code for told in TOLD} | elsewhere == set(ReasonCode)


# True reasons: what a reason blames must be what is in the way.


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
