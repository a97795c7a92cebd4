"""What a player did in a node of a BoardSpace game: `; P0[2 dropb wB1 N 13 .]TM[2035]`.

The text behind column and row is for people and is not looked at. Players pick pieces up and put
them down as they like; only `done`, and the commands that include it, make a move of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from beespace.formats.sgf.nodes import Node, Property
from beespace.formats.source import Chunk
from beespace.rules import Color

_PLAYERS = {"P0": Color.WHITE, "P1": Color.BLACK}
_PIECE = re.compile(r"(?P<color>[wb])?(?P<bug>[qsbgamlp])(?P<number>[123])?", re.IGNORECASE)
_LONE_BUGS = "QMLP"


class Kind(Enum):
    """The kinds of action, whatever the commands for them are called."""

    START = "start"
    PICK = "pick"
    DROP = "drop"
    PASS = "pass"
    DONE = "done"
    OFFER = "offer"
    ACCEPT = "accept"
    DECLINE = "decline"
    RESIGN = "resign"
    TIME = "time"
    SWAP = "swap"
    EDIT = "edit"
    NOTHING = "nothing"


# Commands in lower case; BoardSpace writes them in any.
_COMMANDS = {
    "start": Kind.START,
    "pick": Kind.PICK,
    "pickb": Kind.PICK,
    "drop": Kind.PICK,  # back to the rack: as if it were still in the hand
    "dropb": Kind.DROP,
    "pdropb": Kind.DROP,
    "move": Kind.DROP,
    "pmove": Kind.DROP,
    "movedone": Kind.DROP,
    "pmovedone": Kind.DROP,
    "pass": Kind.PASS,
    "passdone": Kind.PASS,
    "done": Kind.DONE,
    "offerdraw": Kind.OFFER,
    "acceptdraw": Kind.ACCEPT,
    "declinedraw": Kind.DECLINE,
    "resign": Kind.RESIGN,
    "gameovertime": Kind.TIME,
    "gameoverontime": Kind.TIME,
    "swap": Kind.SWAP,
    "playwhite": Kind.SWAP,
    "playblack": Kind.SWAP,
    "edit": Kind.EDIT,
    "reset": Kind.NOTHING,
}


@dataclass(slots=True)
class Action:
    """One action of a player.

    `piece` is a name such as `wA1`, `cell` the column and row, and `commits` says that the command
    includes `done`. `time_ms` is what the player has used of the clock so far.
    """

    kind: Kind
    player: Color
    offset: int
    piece: str = ""
    cell: tuple[int, int] = (0, 0)
    commits: bool = False
    is_robots: bool = False
    time_ms: int | None = None
    comment: str = ""


def read_actions(chunk: Chunk, nodes: list[Node]) -> list[Action]:
    """The actions of the nodes behind the head.

    Raises:
        RecordError: a command is not known or lacks something.
    """
    actions: list[Action] = []
    for node in nodes:
        for entry in node.properties:
            if entry.name in _PLAYERS:
                actions.append(_read_action(chunk, entry))
            elif not actions:
                continue
            elif entry.name == "TM" and entry.value.isascii() and entry.value.isdigit():
                actions[-1].time_ms = int(entry.value[:12])
            elif entry.name == "C":
                actions[-1].comment = entry.value.strip()
    return actions


def _read_action(chunk: Chunk, entry: Property) -> Action:
    words = entry.value.split()
    if words and words[0].isdigit():
        del words[0]
    if not words:
        raise chunk.error("a player's action is missing", entry.offset)
    command = words[0].lower()
    kind = _COMMANDS.get(command)
    if kind is None:
        raise chunk.error(f"the command {words[0]!r} is not known", entry.offset)
    action = Action(kind, _PLAYERS[entry.name], entry.offset, commits=command.endswith("done"))
    if kind is Kind.DROP:
        _read_drop(chunk, action, command, words[1:])
    return action


def _read_drop(chunk: Chunk, action: Action, command: str, words: list[str]) -> None:
    owner = action.player
    if "move" in command:
        # `move W wQ O 13`: whose piece it is comes first.
        action.is_robots = True
        pool = words.pop(0).lower() if words else ""
        if pool not in ("w", "b"):
            raise chunk.error(
                f"{command} needs W or B, then a piece, column and row", action.offset
            )
        owner = Color(pool)
    if len(words) < 3:
        raise chunk.error(f"{command} needs a piece, a column and a row", action.offset)
    action.piece = _piece(chunk, words[0], owner, action.offset)
    column, row = words[1].upper(), words[2]
    if not re.fullmatch("[A-Z]{1,2}", column) or not re.fullmatch("-?[0-9]{1,4}", row):
        raise chunk.error(f"{words[1]} {row} is not a column and a row", action.offset)
    action.cell = _column_number(column), int(row)


def _piece(chunk: Chunk, word: str, owner: Color, offset: int) -> str:
    """A piece's name; `b1` alone is a beetle of the owner's, not something black."""
    match = _PIECE.fullmatch(word)
    if match is None:
        raise chunk.error(f"{word!r} is not a piece", offset)
    color = (match["color"] or owner.value).lower()
    bug = match["bug"].upper()
    if bug in _LONE_BUGS:
        return color + bug
    if match["number"] is None:
        raise chunk.error(f"{word!r} lacks the number of the piece", offset)
    return color + bug + match["number"]


def _column_number(letters: str) -> int:
    """A is 1, Z is 26, AA is 27."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
