"""Reads recorded games of people: the moves they chose from, and the one they played."""

from __future__ import annotations

import json
import multiprocessing
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from beespace import Board, Ruleset
from beespace.engine.native import as_native
from beespace.fast import _native

TEST_EVERY, TEST, TUNING = 10, 0, 5  # of ten games, number 0 is for testing and number 5 for tuning


@dataclass(frozen=True)
class Positions:
    """Positions in which a person had a choice.

    A position has candidates: moves that lead to different positions. All inputs of all candidates
    follow one another in `inputs`.
    """

    inputs: NDArray[np.uint16]
    sizes: NDArray[np.uint16]  # the number of inputs of each candidate
    counts: NDArray[np.uint16]  # the number of candidates of each position
    chosen: NDArray[np.uint16]  # the candidate that was played
    game: NDArray[np.int32]  # the number of the game, from 0
    ply: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.counts)


def zero_weights() -> bytes:
    """Return weights with which all moves are equally likely, to read inputs without a network."""
    inputs, units = _native.policy_inputs(), 1
    sizes = np.array([inputs, units], "<u2").tobytes()
    return sizes + bytes(inputs * units + 2 * (inputs + 2 * units))


def board_of(game: dict[str, Any]) -> Board:
    """Return the starting position of a recorded game."""
    ruleset = Ruleset.parse(game["game_type"])
    return Board(replace(ruleset, queen_first=True) if game.get("queen_first") else ruleset)


_policy = _native.Policy(zero_weights(), False)


def choices(game: dict[str, Any]) -> Iterator[tuple[Board, int, list[tuple[list[int], bytes]]]]:
    """Yield each position with a choice: the board, the candidate played, and all candidates."""
    board = board_of(game)
    for text in game["moves"]:
        move = board.parse_uhp(text)
        if board.outcome() is None:
            legal = list(board.legal_moves)
            if len(legal) > 1:
                place = legal.index(move)
                found = _policy.inputs(as_native(board))
                if len(found) > 1:
                    played = next(i for i, (same, _) in enumerate(found) if place in same)
                    yield board, played, found
        board.push(move)


def _read(line: str) -> tuple[bytes, list[int], list[int], list[int], list[int]]:
    inputs: list[bytes] = []
    sizes: list[int] = []
    counts: list[int] = []
    chosen: list[int] = []
    plies: list[int] = []
    for board, played, found in choices(json.loads(line)):
        inputs += [one for _, one in found]
        sizes += [len(one) // 2 for _, one in found]
        counts.append(len(found))
        chosen.append(played)
        plies.append(board.ply)
    return b"".join(inputs), sizes, counts, chosen, plies


def read(path: Path, most: int | None = None) -> Positions:
    """Read a file with a game in each line, on all processors."""
    try:
        lines = path.read_text("utf-8").splitlines()[:most]
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"cannot read the games: {error}")
    with multiprocessing.Pool() as pool:
        found = list(track(pool.imap(_read, lines, chunksize=4), "reading", len(lines)))
    numbers = [[number] * len(one[2]) for number, one in enumerate(found)]

    def joined(lists: Any, kind: type[np.generic]) -> NDArray[Any]:
        return np.array([value for some in lists for value in some], kind)

    return Positions(
        np.frombuffer(b"".join(one[0] for one in found), "<u2"),
        joined((one[1] for one in found), np.uint16),
        joined((one[2] for one in found), np.uint16),
        joined((one[3] for one in found), np.uint16),
        joined(numbers, np.int32),
        joined((one[4] for one in found), np.int32),
    )
