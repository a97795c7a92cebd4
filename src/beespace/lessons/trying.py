"""Judge what a learner does in a step. Stateless: each try comes with what was done before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from beespace.errors import IllegalMoveError
from beespace.lessons.errors import TryError
from beespace.lessons.goals import Around, Look, Pick, Play
from beespace.lessons.lesson import Step
from beespace.rules import BaseBoard, Hex, Move, Pass, Piece, Reason

# Reasons outside the rules: the try is legal, but isn't what the step asks for.
NOT_ASKED = "not-asked"
CAN_MOVE = "can-move"
TAKEN = "taken"


@dataclass(frozen=True)
class Doing:
    """What a learner has done in a step so far: moves played and hexes found."""

    moves: Sequence[tuple[Piece, Hex] | None] = ()
    found: frozenset[Hex] = frozenset()


@dataclass(frozen=True)
class Answer:
    """Whether a try was right, and if not, why.

    `reason` is set if a rule forbids it; `code` says what is wrong in either case. `played` are
    the moves it led to, each with the board before it.
    """

    is_right: bool
    is_done: bool
    board: BaseBoard
    code: str = ""
    reason: Reason | None = None
    found: frozenset[Hex] = frozenset()
    left: int = 0
    played: tuple[tuple[BaseBoard, Move], ...] = ()


def answer(step: Step, before: Doing, piece: Piece | None, to: Hex | None) -> Answer:
    """Judge a try: a tapped hex, a move, a question about a piece, or a pass (neither given).

    Raises:
        TryError: what was done before is impossible in this step.
    """
    goal = step.goal
    if isinstance(goal, Look):
        return Answer(True, True, step.board())
    if isinstance(goal, Play):
        return _answer_move(step, goal, before, piece, to)
    board = step.board()
    wanted = goal.wanted(board)
    found = before.found & wanted
    if to is None and piece is not None:  # a question about a piece
        to = board.location(piece)
    if to is not None and to in wanted:
        found |= {to}
        return Answer(True, found == wanted, board, "", None, found, len(wanted - found))
    reason = goal.why_not(board, to) if to is not None else None
    code = NOT_ASKED
    if reason is not None:
        code = reason.code.value
    elif isinstance(goal, Pick) and to is not None and board.stack(to):
        code = CAN_MOVE
    elif isinstance(goal, Around) and to is not None and board.stack(to):
        code = TAKEN
    return Answer(False, False, board, code, reason, found, len(wanted - found))


def _answer_move(
    step: Step, goal: Play, before: Doing, piece: Piece | None, to: Hex | None
) -> Answer:
    board = replay(step, goal, before)
    turn = goal.turns[len(before.moves)]
    left = len(goal.turns) - len(before.moves)
    if piece is not None and to is None:
        reason = board.why_immobile(piece)
        return Answer(
            False, False, board, reason.code.value if reason else CAN_MOVE, reason, left=left
        )
    move = _as_move(board, None if piece is None or to is None else (piece, to))
    reason = board.why_illegal(move)
    if reason is not None:
        return Answer(False, False, board, reason.code.value, reason, left=left)
    if not turn.is_met(board, move):
        return Answer(False, False, board, NOT_ASKED, left=left)
    played = [(board.copy(), move)]
    board.push(move)
    reply = turn.reply_to(board)
    if reply is not None:
        played.append((board.copy(), reply))
        board.push(reply)
    return Answer(True, left == 1, board, left=left - 1, played=tuple(played))


def replay(step: Step, goal: Play, before: Doing) -> BaseBoard:
    """Return the board after the moves played before, with the opponent's replies.

    Raises:
        TryError: a move is illegal or doesn't meet the goal, or the step is already done.
    """
    board = step.board()
    if len(before.moves) >= len(goal.turns):
        raise TryError("this step is already done: there are no moves left to play")
    for turn, made in zip(goal.turns, before.moves, strict=False):
        move = _as_move(board, made)
        try:
            board.push(move)
        except IllegalMoveError as error:
            raise TryError(error.reason.text) from None
        board.pop()
        if not turn.is_met(board, move):
            raise TryError("a move does not meet the goal of this step")
        board.push(move)
        reply = turn.reply_to(board)
        if reply is not None:
            board.push(reply)
    return board


def _as_move(board: BaseBoard, made: tuple[Piece, Hex] | None) -> Move:
    return Pass() if made is None else board.move_to(*made)


def solution(step: Step, before: Doing) -> tuple[BaseBoard, Move | Hex | None]:
    """Return the current board and one right thing to do next, or None if there is none to do.

    Raises:
        TryError: what was done before is impossible, or the step is already done.
    """
    goal = step.goal
    if isinstance(goal, Look):
        return step.board(), None
    if isinstance(goal, Play):
        board = replay(step, goal, before)
        return board, goal.turns[len(before.moves)].solutions(board)[0]
    board = step.board()
    missing = sorted(goal.wanted(board) - before.found)
    if not missing:
        raise TryError("this step is already done: every hex has been found")
    return board, missing[0]
