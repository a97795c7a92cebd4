"""Converts games for the opening database: the keys of their positions, and compact moves."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import blake2b

from beespace.errors import BeespaceError
from beespace.formats import GameRecord, PlayedMove
from beespace.openings.rows import KnownGame, NewGame
from beespace.rules import Hex, Move, Outcome, Pass, Piece, Place, Relocate, Ruleset


def of_record(record: GameRecord, server_game: str | None = None, updated: str = "") -> NewGame:
    """Convert a game record for adding it to the database.

    Games with the same moves, players and date are considered duplicates, unless they are different
    games on the server.

    Raises:
        BeespaceError: the game doesn't start with the first move.
        IllegalMoveError: the record contains an illegal move.
    """
    if record.start:
        raise BeespaceError("it starts from a position, not from the first move")
    moves = write_moves(record.moves)
    players = record.white, record.black, record.date
    identity = json.dumps([str(record.ruleset), moves, record.result.code, *players, server_game])
    return NewGame(
        [board.symmetry_key() for board in record.boards()],
        record.ruleset.game_type,
        record.result,
        str(record.ruleset),
        moves,
        int.from_bytes(blake2b(identity.encode(), digest_size=8).digest(), "big"),
        *players,
        server_game,
        updated,
    )


def to_record(game: KnownGame) -> GameRecord:
    """Return the record of a game in the database."""
    record = GameRecord(
        Ruleset.parse(game.ruleset),
        white=game.white,
        black=game.black,
        date=game.date,
        line=[PlayedMove(move) for move in read_moves(game.moves)],
    )
    shown = record.board().outcome()
    record.outcome = Outcome(game.result, shown.reason if shown else None)
    return record


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
