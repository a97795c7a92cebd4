"""The match file: one JSON record per line, so that an interrupted match can be continued.

The tags of each record contain the match settings and the number of the game. A truncated last
line is dropped, and its game is played again.
"""

from __future__ import annotations

import datetime
import json
import os
import sys
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any

from beespace.errors import BeespaceError
from beespace.formats import json as json_format
from beespace.formats.record import GameRecord, PlayedMove, settle
from beespace.rules import Color, EndReason, Outcome, Result
from beespace.uhp.match.game import PlayedGame, ruleset_of
from beespace.uhp.match.settings import MatchSettings

_TAG_MATCH, _TAG_GAME, _TAG_END, _TAG_FAULT = "Match", "Game", "End", "Fault"


class MatchFileError(BeespaceError):
    """A match file can't be used."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The facts about a finished game that a match needs."""

    number: int
    game_type: str
    a_points: float
    end: str
    fault: str
    plies: int
    # Milliseconds, rounded, for each move of A and of B.
    spent_ms: tuple[tuple[int, ...], tuple[int, ...]]


def to_record(game: PlayedGame, settings: MatchSettings) -> GameRecord:
    """Return the record of a match game."""
    scheduled = game.scheduled
    names = settings.a.identity(), settings.b.identity()
    record = GameRecord(
        ruleset_of(scheduled.game_type),
        white=names[0 if scheduled.a_is_white else 1],
        black=names[1 if scheduled.a_is_white else 0],
        date=datetime.datetime.now(datetime.UTC).strftime("%Y.%m.%d"),
        event="Match",
        round=f"{scheduled.pair + 1}.{scheduled.number % 2 + 1}",
    )
    record.line = [
        PlayedMove(move, spent_ms=None if spent is None else round(spent))
        for move, spent in zip(game.moves, game.spent_ms, strict=True)
    ]
    winner = None
    if game.winner is not None:
        winner = Color.WHITE if (game.winner == 0) == scheduled.a_is_white else Color.BLACK
    record.outcome = settle(record.board(), Outcome(Result.won_by(winner), EndReason.ADJUDICATION))
    record.tags = {
        _TAG_GAME: str(scheduled.number),
        _TAG_MATCH: settings.fingerprint(),
        _TAG_END: game.end,
    }
    if game.fault:
        record.tags[_TAG_FAULT] = game.fault
    return record


def summary(game: PlayedGame) -> Finished:
    """Return the facts about a game that was just played."""
    scheduled = game.scheduled
    spent: tuple[list[int], list[int]] = ([], [])
    for ply, time_ms in enumerate(game.spent_ms):
        if time_ms is not None:
            spent[_side(ply, scheduled.number)].append(round(time_ms))
    return Finished(
        scheduled.number,
        scheduled.game_type,
        game.a_points,
        game.end,
        game.fault,
        len(game.moves),
        (tuple(spent[0]), tuple(spent[1])),
    )


def _side(ply: int, number: int) -> int:
    """Return the side that made a move; A (0) has White in even games."""
    return (ply + number) % 2


class MatchFile:
    """The file to which a match appends its games, locked against other matches.

    Raises:
        MatchFileError: the file isn't a match file, belongs to another match, can't be read or
            written, or is in use by another match.
    """

    def __init__(self, path: Path, settings: MatchSettings) -> None:
        self._path = path
        self._settings = settings
        if path.exists() and not path.is_file():
            raise MatchFileError(f"{path} is not a file")
        try:
            # Unbuffered, so that closing the file doesn't retry a failed write.
            self._file = path.open("ab", buffering=0)
        except OSError as error:
            raise MatchFileError(f"cannot write {path}: {error.strerror}") from None
        try:
            _lock(self._file, path)
            self.finished = _read(path, settings)
        except OSError as error:
            self._file.close()
            raise MatchFileError(f"cannot read {path}: {error.strerror}") from None
        except MatchFileError:
            self._file.close()
            raise

    def add(self, game: PlayedGame) -> None:
        """Append a game and sync the file, so that no counted game is lost in a power cut.

        Raises:
            MatchFileError: the file can't be written.
        """
        rest = json_format.write(to_record(game, self._settings)).encode() + b"\n"
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise MatchFileError(f"cannot write {self._path}: {error.strerror}") from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _lock(file: FileIO, path: Path) -> None:
    """Lock the file until it is closed, if the system supports locks."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise MatchFileError(f"another match is writing to {path}") from None
    except OSError:
        pass  # some network file systems don't support locks


def _read(path: Path, settings: MatchSettings) -> list[Finished]:
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        # Drop a truncated last line, but never truncate a file that isn't a match file.
        if not data.startswith(b'{"format"'):
            raise MatchFileError(f"{path} is not a match file")
        with path.open("r+b") as file:
            file.truncate(len(whole))
    found: dict[int, Finished] = {}
    for line_number, line in enumerate(whole.decode("utf-8", "replace").splitlines(), 1):
        try:
            game = _finished(json.loads(line), settings)
        except (ValueError, KeyError, TypeError):
            raise MatchFileError(f"{path}:{line_number}: not a match game") from None
        if isinstance(game, str):
            raise MatchFileError(
                f"{path} contains games of another match; save this match to another file.\n"
                f"  in the file: {game}\n  this match:  {settings.fingerprint()}"
            )
        found[game.number] = game
    return list(found.values())


def _finished(data: dict[str, Any], settings: MatchSettings) -> Finished | str:
    """Return the game of a line or, if it is from another match, that match's settings."""
    tags = data["tags"]
    if tags[_TAG_MATCH] != settings.fingerprint():
        return str(tags[_TAG_MATCH])
    number = int(tags[_TAG_GAME])
    spent: tuple[list[int], list[int]] = ([], [])
    for ply, move in enumerate(data["moves"]):
        if isinstance(move, dict) and "spent_ms" in move:
            spent[_side(ply, number)].append(int(move["spent_ms"]))
    white_points = {"WhiteWins": 1.0, "Draw": 0.5, "BlackWins": 0.0}[data["result"]]
    return Finished(
        number,
        data["ruleset"].partition(",")[0],
        white_points if number % 2 == 0 else 1.0 - white_points,
        tags[_TAG_END],
        tags.get(_TAG_FAULT, ""),
        len(data["moves"]),
        (tuple(spent[0]), tuple(spent[1])),
    )
