r"""The notation of the Universal Hive Protocol: moves such as `wA1 \bQ`, and game strings.

A move names the moving piece and a reference piece, with a marker for the side on which the moving
piece ends up: `-X` west, `X-` east, `/X` south-west, `X/` north-east, `\X` north-west, `X\`
south-east, and a bare `X` on top of X. Texts are resolved against the board before the move. This
module doesn't check whether a move is legal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from beespace.errors import InvalidNotationError
from beespace.rules.board.hive import Hive
from beespace.rules.box.pieces import EXPANSIONS, PIECE_PATTERN, Piece
from beespace.rules.box.ruleset import GAME_TYPES, Ruleset
from beespace.rules.hexgrid import ORIGIN, Direction, Hex
from beespace.rules.moves import Move, Pass
from beespace.rules.reasons import Reason, ReasonCode

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
# Tolerant readers accept the letters of the expansions in any order.
TOLERANT_GAME_TYPE = rf"Base(?:\+[{EXPANSIONS}]{{1,{len(EXPANSIONS)}}})?"
_GAME_TYPES = tuple(re.escape(game_type) for game_type in GAME_TYPES)
_STATES = ("NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins")


def parse_piece_and_reference(text: str) -> re.Match[str]:
    """Match the text of a move that is not a pass.

    Raises:
        InvalidNotationError: it does not follow the grammar.
    """
    match = _MOVE.fullmatch(text)
    if match is None or (match["before"] and match["after"]):
        prefix = _MOVE.match(text)
        column = prefix.end() + 1 if prefix and not match else 1
        raise InvalidNotationError(
            f"{text!r} is not a move: expected a piece, one space and a reference, such as "
            "'wA1 bQ-', or 'pass'",
            text,
            column,
        )
    return match


def read_move(text: str, hive: Hive, names: Names | None = None) -> Move | Reason:
    """Return the move that a text names on a hive, or the reason why it names none.

    With `names` the parser is tolerant: pieces can have any number, and a marker that points at an
    occupied hex means a climb.

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
    return hive.move_to(piece, to)


def _destination(match: re.Match[str], hive: Hive, names: Names | None) -> Hex | Reason:
    if match["reference"] is None:
        if not hive.stacks:
            return ORIGIN
        return Reason(
            ReasonCode.MISSING_REFERENCE,
            "only the first move of a game has no reference: add the piece it goes next to",
        )
    reference = names.reference(match["reference"]) if names else Piece.parse(match["reference"])
    hex = hive.locations.get(reference)
    if hex is None:
        return Reason(
            ReasonCode.UNKNOWN_REFERENCE,
            f"{reference} isn't on the board",
            (reference,),
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
                f"{reference} is covered: to climb the stack, name its top piece, {top}",
                (top,),
                (hex,),
            )
        return hex
    if to in hive and names is None:
        top = hive.top(to)
        return Reason(
            ReasonCode.MARKED_OCCUPIED,
            f"the marker points at {top}: to climb onto it, write {top} without a marker",
            (top,),
            (to,),
        )
    return to


class Names:
    """Maps the piece names of a game that is read tolerantly to our pieces.

    Some records number identical pieces in any order. Here the first one placed is number 1,
    whatever the record calls it, and the record's name refers to it for the rest of the game.
    """

    def __init__(self) -> None:
        self._pieces: dict[str, Piece] = {}

    def mover(self, name: str, hive: Hive) -> Piece:
        """Return the piece that moves, which is a new one if the name is new."""
        if name not in self._pieces:
            named = Piece.parse(name)
            known = self._pieces.values()
            if named in hive.locations and named not in known:
                return named  # it was on the board before this game was read
            numbers = range(1, named.bug.count + 1)
            copies = [Piece(named.color, named.bug, number) for number in numbers]
            # If all copies are on the board, the caller rejects the name itself, with a reason.
            self._pieces[name] = next((p for p in copies if p not in hive.locations), named)
        return self._pieces[name]

    def reference(self, name: str) -> Piece:
        """Return the piece that a reference names."""
        return self._pieces.get(name) or Piece.parse(name)


def write_move(move: Move, hive: Hive) -> str:
    """Return the canonical text of a move.

    The reference is the first neighbour of the destination, clockwise from the east, that stays in
    place.

    Raises:
        InvalidNotationError: no text can name the destination, as no piece is next to it.
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
    if below is not None:  # it climbs down next to its own stack and touches no other
        return below
    raise InvalidNotationError(f"no piece is next to the destination of {piece}")


@dataclass(frozen=True, slots=True)
class GameText:
    """The fields of a game string, with their syntax checked and the moves not parsed yet."""

    game_type: str
    state: str
    turn: str
    moves: tuple[str, ...]

    @property
    def head(self) -> tuple[str, str, str]:
        """The fields before the moves."""
        return self.game_type, self.state, self.turn

    def ruleset(self) -> Ruleset:
        """Return tournament rules for this game type, with `queen_first` if the moves need it."""
        shows_queen_first = any(move[1:2] == "Q" for move in self.moves[:2])
        return Ruleset(self.game_type[5:], queen_first=shows_queen_first)


def split_game_string(text: str, tolerant: bool = False) -> GameText:
    """Split a game string into its fields.

    Raises:
        InvalidNotationError: a field does not follow the grammar, with its column.
    """
    fields = text.strip().split(";") if tolerant else text.split(";")
    checks = (
        ("game type", TOLERANT_GAME_TYPE if tolerant else "|".join(_GAME_TYPES)),
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
    """Return the turn after a number of plies: `White[1]`, `Black[1]`, `White[2]` and so on."""
    return f"{'Black' if ply % 2 else 'White'}[{ply // 2 + 1}]"


def read_turn(text: str) -> int:
    """Return the number of plies before a turn such as `Black[3]`.

    Raises:
        InvalidNotationError: it is not a turn.
    """
    match = _TURN.fullmatch(text)
    if match is None:
        raise InvalidNotationError(f"{text!r} is not a turn such as White[1]", text)
    return 2 * (int(match["number"]) - 1) + (match["color"] == "Black")
