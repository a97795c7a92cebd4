"""The position notation: a complete position in one line.

    Base+MLP Black[9] wB1 0,0:wS1 1,0:bG1.wB1 1,1:bQ

The fields are the ruleset, the turn, the piece that was moved last turn (`-` if none was), and each
stack as `q,r:` with its pieces bottom to top. All other pieces are in the players' hands. The empty
board has no stacks: `Base White[1] -`.
"""

from __future__ import annotations

import re
from itertools import pairwise

from beespace.errors import InvalidNotationError, InvalidPositionError
from beespace.rules.board.hive import Hive
from beespace.rules.board.position import LAST_TURN_FOR_QUEEN, Position
from beespace.rules.box.pieces import PIECE_PATTERN, Bug, Color, Piece
from beespace.rules.box.ruleset import Ruleset
from beespace.rules.hexgrid import Hex
from beespace.rules.notation.uhp import read_turn, write_turn
from beespace.rules.one_hive import parts

_STACK = re.compile(
    r"(?P<q>-?[0-9]{1,9}),(?P<r>-?[0-9]{1,9}):"
    rf"(?P<pieces>{PIECE_PATTERN}(?:\.{PIECE_PATTERN})*)"
)


# The codes let clients show these messages in other languages.
_PROBLEMS = {
    "hex-twice": "hex {hex} is given twice",
    "piece-twice": "{piece} is listed twice",
    "several-hives": "the pieces form {count} hives",
    "cannot-climb": "{piece} is on top of {below}, but the {bug} cannot climb",
    "nothing-to-copy": "{piece} is on top of {below}, but there is no Beetle to copy",
    "not-in-box": "{piece} is not part of {type}",
    "number-order": "{piece} is on the board, but {earlier} is not",
    "too-many-placed": "{color} has placed {count} pieces in {turns} turns",
    "nothing-placed": "{color} has had {turns} turns but placed nothing",
    "too-few-placed": "{color} has placed only {count} in {turns} turns, and no queen",
    "queen-missing": "{color} has placed {count} pieces but no queen",
    "queen-first": "{color} placed the queen on the first turn, which this ruleset forbids",
    "climbed-too-early": "{piece} is on top of another piece, but {color} cannot have moved yet",
    "moved-in-hand": "{piece} was moved last turn, but is not on the board",
    "moved-covered": "{piece} was moved last turn, but is covered",
    "moved-no-queen": "{piece} was moved last turn, but {color} has not placed the queen",
    "moved-while-placing": "{piece} was moved last turn, but {color} placed a piece every turn",
    "moved-by-nobody": "{piece} was thrown last turn, but {color} cannot have thrown it",
}


class PositionProblem(str):
    """Why a position is impossible: a sentence, with its code and the values in it."""

    __slots__ = ("code", "values")

    code: str
    values: dict[str, str]


def _problem(code: str, **values: object) -> PositionProblem:
    texts = {name: str(value) for name, value in values.items()}
    problem = PositionProblem(_PROBLEMS[code].format(**texts))
    problem.code, problem.values = code, texts
    return problem


def write_position(position: Position) -> str:
    """Return a position as a line; the stacks are sorted by hex."""
    stacks = [
        f"{hex.q},{hex.r}:" + ".".join(map(str, position.hive.stacks[hex]))
        for hex in sorted(position.hive)
    ]
    stunned = str(position.stunned) if position.stunned else "-"
    return " ".join([str(position.ruleset), write_turn(position.ply), stunned, *stacks])


def read_position(text: str) -> Position:
    """Parse a position.

    Raises:
        InvalidNotationError: the line does not follow the grammar.
        InvalidPositionError: no game can reach the position; `problems` lists every reason.
    """
    fields = text.split(" ")
    if len(fields) < 3:
        raise InvalidNotationError(
            "a position needs a ruleset, a turn and a stunned piece or '-'", text
        )
    ruleset, ply = Ruleset.parse(fields[0]), read_turn(fields[1])
    stunned = None if fields[2] == "-" else Piece.parse(fields[2])
    hive = Hive()
    problems: list[PositionProblem] = []
    column = len(" ".join(fields[:3])) + 2
    for field in fields[3:]:
        match = _STACK.fullmatch(field)
        if match is None:
            raise InvalidNotationError(
                f"{field!r} is not a stack such as 1,0:bG1.wB1", text, column
            )
        column += len(field) + 1
        hex = Hex(int(match["q"]), int(match["r"]))
        if hex in hive:
            problems.append(_problem("hex-twice", hex=f"{hex.q},{hex.r}"))
        for name in match["pieces"].split("."):
            piece = Piece.parse(name)
            if piece in hive.locations:
                problems.append(_problem("piece-twice", piece=piece))
            else:
                hive.put(piece, hex)
    position = Position(ruleset, hive, ply, stunned)
    problems += find_problems(position)
    if problems:
        raise InvalidPositionError(tuple(problems))
    return position


def find_problems(position: Position) -> list[PositionProblem]:
    """Return every reason why no game can reach a position; empty if none was found."""
    return [
        *_hive_problems(position.hive),
        *_box_problems(position),
        *_turn_problems(position),
        *_stun_problems(position),
    ]


def _hive_problems(hive: Hive) -> list[PositionProblem]:
    problems: list[PositionProblem] = []
    found = parts(hive)
    if len(found) > 1:
        problems.append(_problem("several-hives", count=len(found)))
    for stack in hive.stacks.values():
        for below, above in pairwise(stack):
            if not above.bug.can_climb:
                problems.append(_problem("cannot-climb", piece=above, below=below, bug=above.bug))
            elif above.bug is Bug.MOSQUITO and not any(
                piece.bug is Bug.BEETLE for piece in hive.locations
            ):
                problems.append(_problem("nothing-to-copy", piece=above, below=below))
    return problems


def _box_problems(position: Position) -> list[PositionProblem]:
    problems: list[PositionProblem] = []
    for piece in position.hive.locations:
        if not position.ruleset.has(piece.bug):
            problems.append(_problem("not-in-box", piece=piece, type=position.ruleset.game_type))
        elif piece.number > 1:
            earlier = Piece(piece.color, piece.bug, piece.number - 1)
            if earlier not in position.hive.locations:
                problems.append(_problem("number-order", piece=piece, earlier=earlier))
    return problems


def _turn_problems(position: Position) -> list[PositionProblem]:
    problems: list[PositionProblem] = []
    hive = position.hive
    for color in Color:
        turns = _turns(position, color)
        placed = [piece for piece in hive.locations if piece.color is color]
        count = len(placed)
        has_queen = position.is_queen_placed(color)
        if len(placed) > turns:
            problems.append(_problem("too-many-placed", color=color, count=count, turns=turns))
        if turns and not placed:
            problems.append(_problem("nothing-placed", color=color, turns=turns))
        # Without a queen a player can only place; and until the opponent can move, there is always
        # room for another piece.
        nobody_moved = not any(position.is_queen_placed(either) for either in Color)
        if not has_queen and len(placed) < (turns if nobody_moved else min(turns, 2)):
            problems.append(_problem("too-few-placed", color=color, count=count, turns=turns))
        if len(placed) >= LAST_TURN_FOR_QUEEN and not has_queen:
            problems.append(_problem("queen-missing", color=color, count=count))
        # The first turn is always a placement, so a player's only piece was placed then.
        if len(placed) == 1 and has_queen and not position.ruleset.queen_first:
            problems.append(_problem("queen-first", color=color))
        climbed = [piece for piece in placed if hive.stacks[hive.locations[piece]][0] is not piece]
        if climbed and (not has_queen or turns <= len(placed)):
            problems.append(_problem("climbed-too-early", piece=climbed[0], color=color))
    return problems


def _turns(position: Position, color: Color) -> int:
    """Return the number of turns a player has had."""
    return (position.ply + (color is Color.WHITE)) // 2


def _stun_problems(position: Position) -> list[PositionProblem]:
    """Check that the side that is not to move can have moved or thrown the stunned piece."""
    stunned, hive, mover = position.stunned, position.hive, position.turn.opponent
    if stunned is None:
        return []
    if stunned not in hive.locations:
        return [_problem("moved-in-hand", piece=stunned)]
    problems: list[PositionProblem] = []
    if hive.is_covered(stunned):
        problems.append(_problem("moved-covered", piece=stunned))
    if not position.is_queen_placed(mover):
        problems.append(_problem("moved-no-queen", piece=stunned, color=mover))
    if _turns(position, mover) <= sum(piece.color is mover for piece in hive.locations):
        problems.append(_problem("moved-while-placing", piece=stunned, color=mover))
    if stunned.color is not mover and not _can_have_thrown(hive, mover, stunned):
        problems.append(_problem("moved-by-nobody", piece=stunned, color=mover))
    return problems


def _can_have_thrown(hive: Hive, color: Color, thrown: Piece) -> bool:
    """Return whether a thrown piece is on the ground next to a possible thrower."""
    around = hive.neighbors(hive.locations[thrown])
    return hive.stands_alone(thrown) and any(
        hive.top(hex) in (Piece(color, Bug.PILLBUG), Piece(color, Bug.MOSQUITO))
        and hive.height(hex) == 1
        for hex in around
    )
