r"""The Universal Hive Protocol's texts: moves such as `wA1 \bQ`, and whole game strings.

A move names the mover and a reference piece with a marker for the side on which the mover
ends: `-X` west, `X-` east, `/X` south-west, `X/` north-east, `\X` north-west, `X\` south-east,
and a bare `X` on top of X. Reading resolves the text to a move against the pieces on the board
before the mover is lifted. Whether that move is legal is not decided here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from beespace.errors import InvalidNotationError
from beespace.rules.hexgrid import ORIGIN, Direction, Hex
from beespace.rules.hive import Hive
from beespace.rules.moves import Move, Pass, Place, Relocate
from beespace.rules.pieces import PIECE_PATTERN, Piece
from beespace.rules.reasons import Reason, ReasonCode
from beespace.rules.ruleset import Ruleset

_BEFORE = {"-": Direction.WEST, "/": Direction.SOUTH_WEST, "\\": Direction.NORTH_WEST}
_AFTER = {"-": Direction.EAST, "/": Direction.NORTH_EAST, "\\": Direction.SOUTH_EAST}
_TEMPLATES = {direction: mark + "{}" for mark, direction in _BEFORE.items()} | {
    direction: "{}" + mark for mark, direction in _AFTER.items()
}

_MOVE = re.compile(
    rf"(?P<piece>{PIECE_PATTERN})"
    rf"(?: (?P<before>[-/\\])?(?P<reference>{PIECE_PATTERN})(?P<after>[-/\\])?)?"
)
_TURN = re.compile(r"(?P<color>White|Black)\[(?P<number>[1-9][0-9]{0,8})\]")
_STATES = ("NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins")


def parse_piece_and_reference(text: str) -> re.Match[str]:
    """Split the text of a move that is not a pass.

    Raises:
        InvalidNotationError: it does not follow the grammar.
    """
    match = _MOVE.fullmatch(text)
    if match is None or (match["before"] and match["after"]):
        prefix = _MOVE.match(text)
        column = prefix.end() + 1 if prefix and not match else 1
        raise InvalidNotationError(
            f"{text!r} is not a move: expected a piece, then one blank and a reference such as "
            "'wA1 bQ-', or 'pass'",
            text,
            column,
        )
    return match


def read_move(text: str, hive: Hive, names: Names | None = None) -> Move | Reason:
    """The move that a text names on a hive, or the reason why it names none.

    With `names` the text is read tolerantly: pieces may be numbered freely, and a marker that
    points at an occupied hex is a climb.

    Raises:
        InvalidNotationError: the text does not follow the grammar.
    """
    if text == "pass":
        return Pass()
    match = parse_piece_and_reference(text)
    piece = names.mover(match["piece"], hive) if names else Piece.parse(match["piece"])
    to = _destination(match, hive, names)
    if isinstance(to, Reason):
        return to
    return Relocate(piece, to) if piece in hive.locations else Place(piece, to)


def _destination(match: re.Match[str], hive: Hive, names: Names | None) -> Hex | Reason:
    if match["reference"] is None:
        if not hive.stacks:
            return ORIGIN
        return Reason(
            ReasonCode.MISSING_REFERENCE,
            "only the first move of a game is a piece alone: say next to which piece it goes",
        )
    reference = names.reference(match["reference"]) if names else Piece.parse(match["reference"])
    hex = hive.locations.get(reference)
    if hex is None:
        return Reason(
            ReasonCode.UNKNOWN_REFERENCE, f"{reference.name} is not on the board", (reference,)
        )
    if match["before"]:
        to = hex + _BEFORE[match["before"]].value
    elif match["after"]:
        to = hex + _AFTER[match["after"]].value
    else:
        top = hive.top(hex)
        if top is not reference and names is None:
            return Reason(
                ReasonCode.COVERED_REFERENCE,
                f"{reference.name} is covered: a climb names the top of the stack, {top}",
                (top,),
                (hex,),
            )
        return hex
    if to in hive and names is None:
        top = hive.top(to)
        return Reason(
            ReasonCode.MARKED_OCCUPIED,
            f"the marker points at {top.name}: a climb is written with the bare name {top}",
            (top,),
            (to,),
        )
    return to


class Names:
    """Which piece a tolerantly read game means by a name.

    Some records number equal pieces freely. Here the first of a kind to enter is number 1,
    whatever the record calls it, and keeps that record's name for the rest of the game.
    """

    def __init__(self) -> None:
        self._pieces: dict[str, Piece] = {}

    def mover(self, name: str, hive: Hive) -> Piece:
        """The piece named as the mover, which is a new one if the name is new."""
        if name not in self._pieces:
            named = Piece.parse(name)
            known = self._pieces.values()
            if named in hive.locations and named not in known:
                return named  # it stood there before this game was read
            numbers = range(1, named.bug.count + 1)
            copies = [Piece(named.color, named.bug, number) for number in numbers]
            # With all copies on the board the name itself will be refused, with the reason.
            self._pieces[name] = next((p for p in copies if p not in hive.locations), named)
        return self._pieces[name]

    def reference(self, name: str) -> Piece:
        """The piece named as the reference."""
        return self._pieces.get(name) or Piece.parse(name)


def write_move(move: Move, hive: Hive) -> str:
    """The canonical text of a move: the first neighbour, clockwise from the east, that stays.

    Raises:
        InvalidNotationError: the destination touches nothing, so no text can name it.
    """
    if isinstance(move, Pass):
        return "pass"
    piece, to = move.piece, move.to
    if not hive.stacks:
        return str(piece)
    if to in hive and hive.top(to) is not piece:
        return f"{piece} {hive.top(to)}"
    below = None
    for direction in Direction:
        neighbor = to - direction.value
        stack = hive.stacks.get(neighbor)
        if stack is None:
            continue
        if stack[-1] is not piece:
            return f"{piece} {_TEMPLATES[direction].format(stack[-1])}"
        if len(stack) > 1:
            below = f"{piece} {_TEMPLATES[direction].format(stack[-2])}"
    if below is not None:  # a climber steps down beside the only stack it touches: its own
        return below
    raise InvalidNotationError(f"no piece is next to the destination of {piece}")


@dataclass(frozen=True, slots=True)
class GameText:
    """The fields of a game string, syntax checked, moves not yet read."""

    game_type: str
    state: str
    turn: str
    moves: tuple[str, ...]

    @property
    def head(self) -> tuple[str, str, str]:
        """The fields before the moves."""
        return self.game_type, self.state, self.turn

    def ruleset(self) -> Ruleset:
        """Tournament rules with this game type; the queen first if the moves show it."""
        shows_queen_first = any(move[1:2] == "Q" for move in self.moves[:2])
        return Ruleset(self.game_type[5:], queen_first=shows_queen_first)


def split_game_string(text: str, tolerant: bool = False) -> GameText:
    """Read the fields of a game string.

    Raises:
        InvalidNotationError: a field does not follow the grammar, with its column.
    """
    fields = text.strip().split(";") if tolerant else text.split(";")
    checks = (
        ("game type", r"Base(?:\+[MLP]{1,3})?" if tolerant else r"Base(?:\+(?=[MLP])M?L?P?)?"),
        ("state", "|".join(_STATES)),
        ("turn", _TURN.pattern),
    )
    column = 1
    for i, (name, pattern) in enumerate(checks):
        if i >= len(fields):
            raise InvalidNotationError(f"a game string needs a {name}", text, column)
        if not re.fullmatch(pattern, fields[i]):
            raise InvalidNotationError(
                f"{fields[i]!r} is not a {name} (column {column})", text, column
            )
        column += len(fields[i]) + 1
    return GameText(fields[0], fields[1], fields[2], tuple(fields[3:]))


def write_turn(ply: int) -> str:
    """The turn after that many plies: `White[1]`, `Black[1]`, `White[2]` and so on."""
    return f"{'Black' if ply % 2 else 'White'}[{ply // 2 + 1}]"


def read_turn(text: str) -> int:
    """How many plies were played before a turn such as `Black[3]`.

    Raises:
        InvalidNotationError: it is not a turn.
    """
    match = _TURN.fullmatch(text)
    if match is None:
        raise InvalidNotationError(f"{text!r} is not a turn such as White[1]", text)
    return 2 * (int(match["number"]) - 1) + (match["color"] == "Black")
