"""Games on the page: unfinished ones for tests to continue, and what the browser has stored."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from beespace import Board
from beespace.rules import Ruleset, differences, edition_of
from beespace.server.boards.turns import turn_of

# Two moves each: both queens are placed, and the pieces at the ends can move.
OPENING = r"Base;InProgress;White[3];wS1;bG1 wS1-;wQ -wS1;bQ bG1-"

# An ant can walk around a hive of ten pieces.
ANT_WALKS = (
    r"Base;InProgress;White[6];wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wA1 -wQ;bA1 bQ-;wB1 wA1\;bB1 \bA1;"
    r"wG1 \wQ;bS1 bA1-"
)

# Black to move: the black pillbug can throw the white mosquito.
PILLBUG_THROWS = r"Base+MLP;InProgress;Black[4];wM;bP -wM;wP wM/;bQ /bP;wQ wM-;bB1 bQ\;wQ -wP"
# Black to move: the black mosquito, which touches a pillbug, can throw the white pillbug.
MOSQUITO_THROWS = (
    r"Base+MLP;InProgress;Black[5];wP;bM \wP;wQ /wP;bA1 -bM;wA1 wQ\;bP bM/;wM wQ-;bQ bP/;wM bA1\ "
).strip()

# The last move makes a stack of three: wB1, bB2, wB2.
STACK_OF_THREE = (
    r"Base;InProgress;Black[6];wB1;bB1 /wB1;wQ wB1-;bQ bB1\;wB2 wQ-;bB2 -bB1;wB2 wQ;bB2 bB1;"
    r"wS1 \wB1;bB2 wB1;wB2 bB2"
)

# 24 moves, more than a phone's list of moves shows at once.
TWELVE_TURNS = (
    r"Base;InProgress;White[13];wA1;bG1 -wA1;wS1 wA1/;bB1 -bG1;wQ wA1-;bS1 bB1\;wA2 wA1\;bQ \bG1;"
    r"wA2 /bS1;bA1 -bQ;wA3 wS1-;bA1 wA3-;wS1 \bQ;bB2 bA1\;wB1 -wA3;bB1 bG1;wB2 wS1/;bS2 bA1/;"
    r"wB2 wS1-;bG2 bA1-;wA2 /wS1;bA2 bG2-;wB1 bQ-;bB1 wB1"
)


def without_last(game_string: str, count: int = 1) -> tuple[str, list[str]]:
    """Return a game without its last moves, and those moves."""
    moves = game_string.split(";")[3:]
    board = Board(game_string.split(";")[0])
    for move in moves[:-count]:
        board.push_uhp(move)
    return board.game_string(), moves[-count:]


_STORED = """new Promise((resolve, reject) => {
    const opening = indexedDB.open("beespace");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const asking = opening.result.transaction("games").objectStore("games").get(ID);
        asking.onsuccess = () => { opening.result.close(); resolve(asking.result ?? null); };
    };
})"""


def stored_game(evaluate: Callable[[str], Any], game_id: str) -> dict[str, Any] | None:
    """Return a game as the browser has stored it, or None if it hasn't."""
    found: dict[str, Any] | None = evaluate(_STORED.replace("ID", json.dumps(game_id)))
    return found


def message_of(row: dict[str, Any]) -> dict[str, Any]:
    """Return a stored game with what the server would say about it."""
    ruleset = Ruleset.parse(row["ruleset"])
    edition, board = edition_of(ruleset), Board(ruleset)
    for move in row["moves"]:
        board.push_uhp(move["text"])
    return {
        **row,
        "plies": len(row["moves"]),
        "edition": None if edition is None else edition.id,
        "differences": differences(ruleset),
        "turn": turn_of(board, is_over=row["ending"] is not None).model_dump(mode="json"),
    }
