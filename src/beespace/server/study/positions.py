"""Positions of the analysis board, converted between messages and boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from beespace.backend import Board
from beespace.errors import IllegalMoveError, InvalidNotationError, InvalidPositionError
from beespace.formats.replay import Replay
from beespace.rules import BaseBoard, Color, Hex, Move, Pass, Piece, Place, Relocate, Ruleset
from beespace.rules.notation.position import PositionProblem
from beespace.rules.notation.uhp import write_turn
from beespace.server.boards.messages import DiagramWhy
from beespace.server.boards.turns import played_move, turn_of, why_not
from beespace.server.play.messages.games import Ending
from beespace.server.problems import ProblemError, refused
from beespace.server.study.messages import (
    LineMove,
    PositionFlaw,
    SayPosition,
    SaySetUp,
    SayTurn,
    SayWhyNot,
    SetUp,
    StudyTurn,
)

# How many more turns than placements to try when numbering the turn of a position set up by hand.
_MOST_MORE_TURNS = 30


def board_of(asked: SayPosition) -> BaseBoard:
    """Return the board of a position message.

    Raises:
        ProblemError: the position or a move is invalid.
    """
    try:
        ruleset = Ruleset.parse(asked.start.partition(" ")[0] if asked.start else asked.ruleset)
        replay = Replay(ruleset, infer_queen_first=False, start=asked.start)
        for text in asked.moves:
            replay.read(text)
    except IllegalMoveError as error:
        raise refused(error.reason) from None
    except (InvalidNotationError, InvalidPositionError) as error:
        raise ProblemError("invalid-position", str(error)) from None
    return replay.board


def study_turn(asked: SayTurn) -> str:
    """Return the legal moves in a position, optionally after one more move.

    The result is a `StudyTurn` as JSON.
    """
    board = board_of(asked)
    if asked.text is not None or asked.piece is not None:
        move = _move(board, asked)
        played = played_move(board, move)
        board.push_unchecked(move)
    elif board.moves:
        last = board.pop()
        played = played_move(board, last)
        board.push_unchecked(last)
    else:
        played = None
    return StudyTurn(
        turn=turn_of(board),
        played=played,
        ending=Ending.of(board.outcome()),
        position=board.position(),
    ).model_dump_json()


def _move(board: BaseBoard, asked: SayTurn) -> Move:
    try:
        if asked.text is not None:
            return board.parse_uhp(asked.text.strip(), tolerant=True)
        assert asked.piece is not None
        move = _brought(board, asked.piece, asked.to)
    except InvalidNotationError as error:
        raise ProblemError("invalid-notation", str(error)) from None
    except IllegalMoveError as error:
        raise refused(error.reason) from None
    reason = board.why_illegal(move)
    if reason is not None:
        raise refused(reason)
    return move


def _brought(board: BaseBoard, name: str, to: Sequence[int] | None) -> Place | Relocate:
    if to is None:
        raise ProblemError("invalid", "a move needs a hex in `to`")
    return board.move_to(Piece.parse(name), Hex(*to))


def why(asked: SayWhyNot) -> DiagramWhy:
    """Return why a move isn't allowed in a position; null if it is."""
    board = board_of(asked)
    piece = Piece.parse(asked.piece)
    if asked.to is None:
        reason = board.why_immobile(piece)
    else:
        reason = board.why_illegal(_brought(board, asked.piece, asked.to))
    return DiagramWhy(why=why_not(reason) if reason is not None else None)


def after_a_pass(board: BaseBoard) -> BaseBoard | None:
    """Return the position with the other player to move, or None if it is impossible."""
    fields = board.position().split(" ")
    fields[1], fields[2] = write_turn(board.ply + 1), "-"
    try:
        return Board.from_position(" ".join(fields))
    except InvalidPositionError:
        return None


def line_moves(board: BaseBoard, lines: Iterable[Sequence[Move]]) -> list[list[LineMove]]:
    """Return lines of legal moves as messages."""
    return [_line(board.copy(), moves) for moves in lines]


def _line(board: BaseBoard, moves: Sequence[Move]) -> list[LineMove]:
    found = []
    for move in moves:
        text = board.uhp(move)
        if isinstance(move, Pass):
            found.append(LineMove(text=text, piece=None, origin=None, to=None))
        else:
            origin = board.location(move.piece)
            came = (origin.q, origin.r) if origin is not None else None
            to = (move.to.q, move.to.r)
            found.append(LineMove(text=text, piece=str(move.piece), origin=came, to=to))
        board.push_unchecked(move)
    return found


# The editor


def set_up(asked: SaySetUp) -> SetUp:
    """Return the notation of a position set up by hand, or what is wrong with it.

    The turn number is the lowest one at which a game can reach the position.
    """
    try:
        ruleset = Ruleset.parse(asked.ruleset)
    except InvalidNotationError as error:
        raise ProblemError("invalid-ruleset", str(error)) from None
    stacks = [f"{one.hex[0]},{one.hex[1]}:" + ".".join(one.pieces) for one in asked.stacks]
    placed = [name for one in asked.stacks for name in one.pieces]
    most = max(sum(name[0] == color for name in placed) for color in "wb")
    color = Color.WHITE if asked.color == "w" else Color.BLACK
    least: tuple[PositionProblem, ...] | None = None
    first = max(2 * most - 2, 0)
    for ply in range(first, first + 2 * _MOST_MORE_TURNS):
        if (ply % 2 == 1) is not (color is Color.BLACK):
            continue
        text = " ".join([str(ruleset), write_turn(ply), "-", *stacks])
        try:
            return SetUp(position=Board.from_position(text).position(), flaws=[])
        except InvalidPositionError as error:
            problems = _problems(error)
            if least is None or len(problems) < len(least):
                least = problems
    assert least is not None
    flaws = [PositionFlaw(code=one.code, values=one.values, text=str(one)) for one in least]
    return SetUp(position=None, flaws=flaws)


def _problems(error: InvalidPositionError) -> tuple[PositionProblem, ...]:
    return tuple(one for one in error.problems if isinstance(one, PositionProblem))
