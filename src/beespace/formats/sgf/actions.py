"""Reads a player's action from a BoardSpace node, such as `; P0[2 dropb wB1 N 13 .]TM[2035]`.

The text after column and row is for people and is ignored. Players may pick up and drop pieces as
often as they like; only `done`, and commands that include it, turn that into a move.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from beespace.formats.sgf.nodes import Node, Property
from beespace.formats.source import Chunk
from beespace.rules import Color
from beespace.rules.box.pieces import BUG_LETTERS, SINGLE_LETTERS

_PLAYERS = {"P0": Color.WHITE, "P1": Color.BLACK}
_PIECE = re.compile(rf"(?P<color>[wb])?(?P<bug>[{BUG_LETTERS}])(?P<number>[123])?", re.IGNORECASE)


class Kind(Enum):
    """The kinds of action; several commands can map to the same kind."""

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


# Commands in lower case; BoardSpace's own case varies.
_COMMANDS = {
    "start": Kind.START,
    "pick": Kind.PICK,
    "pickb": Kind.PICK,
    "drop": Kind.PICK,  # dropped back on the rack, as if it were still picked up
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

    `piece` is a name such as `wA1`, `cell` is the column and row, and `commits` means that the
    command includes `done`. `time_ms` is the player's total time used so far.
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
    """Return the actions of all nodes.

    Raises:
        RecordError: a command is unknown or incomplete.
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
        raise chunk.error("expected a player's action", entry.offset)
    command = words[0].lower()
    kind = _COMMANDS.get(command)
    if kind is None:
        raise chunk.error(f"unknown command {words[0]!r}", entry.offset)
    action = Action(kind, _PLAYERS[entry.name], entry.offset, commits=command.endswith("done"))
    if kind is Kind.DROP:
        _read_drop(chunk, action, command, words[1:])
    return action


def _read_drop(chunk: Chunk, action: Action, command: str, words: list[str]) -> None:
    owner = action.player
    if "move" in command:
        # `move W wQ O 13`: the piece's owner comes first.
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
        raise chunk.error(
            f"expected a column and a row such as N 13, not {words[1]} {row}", action.offset
        )
    action.cell = _column_number(column), int(row)


def _piece(chunk: Chunk, word: str, owner: Color, offset: int) -> str:
    """Return a piece's name; a bare `b1` is the owner's first beetle, not a black piece."""
    match = _PIECE.fullmatch(word)
    if match is None:
        raise chunk.error(f"expected a piece such as wA1, not {word!r}", offset)
    color = (match["color"] or owner.value).lower()
    bug = match["bug"].upper()
    if bug in SINGLE_LETTERS:
        return color + bug
    if match["number"] is None:
        raise chunk.error(f"the piece {word!r} needs a number, such as {word}1", offset)
    return color + bug + match["number"]


def _column_number(letters: str) -> int:
    """Return a column's number: A is 1, Z is 26, AA is 27."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
