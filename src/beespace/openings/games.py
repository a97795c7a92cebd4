"""Converts games for the opening database: the keys of their positions, and compact moves."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import blake2b

from beespace.backend import Board
from beespace.formats import GameRecord, Result
from beespace.openings.rows import NewGame
from beespace.rules import Hex, Move, Pass, Piece, Place, Relocate, Ruleset

_RESULTS = {Result.WHITE_WINS: "w", Result.DRAW: "draw", Result.BLACK_WINS: "b"}


def of_record(record: GameRecord) -> NewGame:
    """Convert a game record for adding it to the database.

    Raises:
        IllegalMoveError: the record contains an illegal move.
    """
    return new_game(
        record.ruleset,
        record.moves,
        _RESULTS.get(record.result, ""),
        white=record.white,
        black=record.black,
        date=record.date,
    )


def new_game(
    ruleset: Ruleset,
    moves: Sequence[Move],
    result: str,
    *,
    white: str = "",
    black: str = "",
    date: str = "",
    server_game: str | None = None,
    updated: str = "",
) -> NewGame:
    """Convert a game for adding it to the database; raises the same errors as `of_record`.

    Games with the same moves, players and date are considered duplicates, unless they are different
    games on the server.
    """
    board = Board(ruleset)
    keys = [board.symmetry_key()]
    for move in moves:
        board.push(move)
        keys.append(board.symmetry_key())
    text = write_moves(moves)
    identity = json.dumps([str(ruleset), text, result, white, black, date, server_game])
    return NewGame(
        keys,
        ruleset.game_type,
        result,
        str(ruleset),
        text,
        int.from_bytes(blake2b(identity.encode(), digest_size=8).digest(), "big"),
        white,
        black,
        date,
        server_game,
        updated,
    )


def write_moves(moves: Iterable[Move]) -> str:
    """Write moves as compact text, each as a piece and its destination.

    >>> write_moves([Place(Piece.parse("wS1"), Hex(0, 0)), Pass()])
    'wS1:0,0 pass'
    """
    return " ".join(
        "pass" if isinstance(move, Pass) else f"{move.piece}:{move.to.q},{move.to.r}"
        for move in moves
    )


def read_moves(text: str) -> list[Move]:
    """Parse the moves that `write_moves` wrote."""
    placed: set[str] = set()
    moves: list[Move] = []
    for word in text.split():
        if word == "pass":
            moves.append(Pass())
            continue
        name, _, place = word.partition(":")
        q, _, r = place.partition(",")
        kind = Relocate if name in placed else Place
        moves.append(kind(Piece.parse(name), Hex(int(q), int(r))))
        placed.add(name)
    return moves
