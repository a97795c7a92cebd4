"""Games and files: imports, downloads and drawings.

Reading, writing and drawing are slow, so they run in other processes.
"""

from __future__ import annotations

import asyncio
import io
import pickle
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from beespace import formats, svg
from beespace.errors import BeespaceError, MissingExtraError, RecordError
from beespace.formats import GameRecord, Result
from beespace.formats.replay import Replay
from beespace.rules import Move, Outcome, Ruleset
from beespace.server.boards.messages import PlayedMove
from beespace.server.people.client import Client
from beespace.server.people.ids import new_id
from beespace.server.people.keys import GUEST, TOKEN
from beespace.server.people.quota import StorageQuota
from beespace.server.play.clocks import TimeControl
from beespace.server.play.live import LiveGame, summary_of
from beespace.server.play.messages.games import Imported
from beespace.server.play.playing import MOST_PLIES, now
from beespace.server.play.service import Games
from beespace.server.problems import ProblemError
from beespace.server.storage import (
    Database,
    StoredGame,
    StoredKey,
    StoredMove,
    StoredPlayer,
    WholeGame,
)
from beespace.server.text import one_line
from beespace.server.work.service import CHARS_PER_MOVE, Workers

_Result = TypeVar("_Result")

MOST_GAMES = 500
_MOST_SKIPPED = 100
_MOST_NAME_CHARS = 100
_MOST_DRAWN = 40
# Storing this many moves takes a few hundredths of a second.
_MOVES_AT_ONCE = 2000
# How long to wait after storing that, compared to the time it took.
_PAUSE = 2
# Pixels per unit of the drawing, for sharp pictures on high-resolution screens.
_PNG_SCALE = 2.0


# What a game's record is made of.
_Given = tuple[StoredGame, tuple[Move, ...], list[PlayedMove], str | None]


@dataclass(frozen=True)
class Download:
    """A file to download."""

    name: str
    media_type: str
    content: bytes


class Records:
    """Imports, downloads and drawings. It raises a ProblemError for requests it refuses."""

    def __init__(
        self, database: Database, games: Games, workers: Workers, quota: StorageQuota
    ) -> None:
        self._database = database
        self._quota = quota
        self._games = games
        self._workers = workers
        self._storing = asyncio.Lock()
        # The last drawings, because messengers and pages ask for the same ones again.
        self._drawn: OrderedDict[tuple[object, ...], bytes] = OrderedDict()

    async def import_text(self, text: str, client: Client) -> Imported:
        """Import the games of a text. They belong to the client.

        Games that can't be read are skipped; the result says why.
        """
        parts, skipped = await self._workers.run(client.names, _read, text, chars=len(text))
        await self._quota.check(client, sum(part.source_bytes for part in parts))
        kind, owner = (GUEST, client.guest) if client.guest is not None else (TOKEN, client.token)
        assert owner is not None, "a client is a guest or has a token"
        keys = [StoredKey(color, owner, kind, now()) for color in ("w", "b")]
        new: list[StoredGame] = []
        for part in parts:
            # One part of one import at a time, and most of the time none: moves of running games
            # must get in between.
            async with self._storing:
                began_s = time.monotonic()
                games: list[WholeGame] = pickle.loads(zlib.decompress(part.games))
                await self._database.create(*(replace(one, keys=keys) for one in games))
                if part is not parts[-1]:
                    await asyncio.sleep(_PAUSE * (time.monotonic() - began_s))
            new += [one.game for one in games]
        return Imported(games=[summary_of(game, ["w", "b"]) for game in new], skipped=skipped)

    async def download(self, game_id: str, format: str, client: Client) -> Download:
        """Return a game as a file."""
        async with self._games.opened(game_id) as game:
            name = _file_name(game.stored)
            return await self.with_record(game, client, file_of, format, name)

    async def with_record(
        self,
        game: LiveGame,
        client: Client,
        function: Callable[..., _Result],
        *values: Any,
    ) -> _Result:
        """Call a function with a game's record, in another process if the game is long.

        The record has the comments and variations that the game was imported with.
        """
        async with game.lock:
            stored, moves = game.stored, game.board.moves
            played = list(game.moves)
        source = await self._database.source(stored.id)
        # An imported file can be much longer than its game.
        length = len(moves) + len(source or "") // CHARS_PER_MOVE
        given = stored, moves, played, source
        return await self._workers.run_if_long(
            client.names, length, _with_record, given, function, values
        )

    async def drawing(
        self, game_id: str, format: str, ply: int | None, theme: str, pieces: str, client: Client
    ) -> Download:
        """Return a picture of the board after `ply` moves, or of the current position."""
        async with self._games.opened(game_id) as game, game.lock:
            stored, length = game.stored, game.ply
            if ply is not None and ply > length:
                raise ProblemError("no-such-ply", f"the game has {length} moves")
            ply = length if ply is None else ply
            # A game can change by a takeback, but not at the same revision.
            wanted = (game_id, stored.revision, ply, format, theme, pieces)
            content = self._drawn.get(wanted)
            moves = tuple(move.text for move in game.moves[:ply]) if content is None else ()
        if content is None:
            given = stored.ruleset, moves, format, theme, pieces
            content = await self._workers.run(client.names, _draw, *given)
            self._drawn[wanted] = content
            while len(self._drawn) > _MOST_DRAWN:
                self._drawn.popitem(last=False)
        media_type = "image/png" if format == "png" else "image/svg+xml"
        return Download(f"{_file_name(stored)}-{ply}.{format}", media_type, content)


# Reading


class _Part(NamedTuple):
    """Some games of an import, with few moves in total, and the size of their sources."""

    # Pickled, because unpickling thousands of moves at once would hold up everything else; and
    # compressed, because many imports may wait until they are stored.
    games: bytes
    source_bytes: int


def _read(text: str) -> tuple[list[_Part], list[str]]:
    parts: list[_Part] = []
    part: list[WholeGame] = []
    skipped: list[str] = []
    try:
        reader = formats.read_games(io.StringIO(text), name="text")
        for game in _stored_games(reader, skipped):
            part.append(game)
            if sum(len(one.moves) for one in part) >= _MOVES_AT_ONCE:
                parts.append(_part(part))
                part = []
        skipped += [_told(error) for error in reader.skipped]
    except RecordError as error:
        skipped = [_told(error)]
    if part:
        parts.append(_part(part))
    if len(skipped) > _MOST_SKIPPED:
        skipped[_MOST_SKIPPED:] = [f"and {len(skipped) - _MOST_SKIPPED} more"]
    return parts, skipped


def _part(games: list[WholeGame]) -> _Part:
    return _Part(zlib.compress(pickle.dumps(games), 1), sum(len(one.source or "") for one in games))


def _stored_games(reader: Iterable[GameRecord], skipped: list[str]) -> Iterator[WholeGame]:
    """Yield games to store. Adds to `skipped` why others can't be."""
    stored = 0
    for number, record in enumerate(reader, 1):
        if stored == MOST_GAMES:
            skipped.append(f"only the first {MOST_GAMES} games were read")
            return
        if record.start:
            skipped.append(
                f"game {number} starts from a position; open it on the analysis board instead"
            )
            continue
        if len(record.line) > MOST_PLIES:
            skipped.append(f"game {number} has more than {MOST_PLIES} moves")
            continue
        try:
            yield _stored(record)
        except RecordError as error:
            skipped.append(f"game {number}: {error}")
        else:
            stored += 1


def _told(error: RecordError) -> str:
    """Return the message for an error in the client's text."""
    place = f"line {error.line}, column {error.column}: " if error.line else ""
    return place + error.reason


def _stored(record: GameRecord) -> WholeGame:
    """Return a record as a game between two people, with the record as its source."""
    time = now()
    game = StoredGame(
        new_id(),
        *(time, time),
        str(record.ruleset),
        StoredPlayer("human", one_line(record.white)[:_MOST_NAME_CHARS]),
        StoredPlayer("human", one_line(record.black)[:_MOST_NAME_CHARS]),
        len(record.line),
        record.outcome if record.result.is_decided else None,
        is_imported=True,
    )
    texts = record.uhp_moves()
    moves = [
        StoredMove(text, played.spent_ms) for text, played in zip(texts, record.line, strict=True)
    ]
    return WholeGame(game, moves, source=formats.dumps(record, "json"))


# Writing


def file_of(record: GameRecord, format: str, name: str) -> Download:
    """Return a record as a file with this name and the format's extension."""
    try:
        text = formats.dumps(record, format)
    except RecordError as error:
        raise ProblemError("cannot-write", str(error)) from None
    media_type = "application/json" if format == "json" else "text/plain; charset=utf-8"
    ending = formats.FORMATS[format].extensions[0]
    return Download(f"{name}{ending}", media_type, (text.rstrip("\n") + "\n").encode())


def _with_record(
    given: _Given, function: Callable[[GameRecord, *tuple[Any, ...]], _Result], values: Any
) -> _Result:
    return function(_record(*given), *values)


def _record(
    stored: StoredGame, moves: tuple[Move, ...], played: list[PlayedMove], source: str | None
) -> GameRecord:
    record = formats.loads(source, "json") if source is not None else _new_record(stored)
    # Keep the notes of the imported file up to the first move that differs from it.
    common = 0
    while common < min(len(record.line), len(moves)) and record.line[common].move == moves[common]:
        common += 1
    if common < len(record.line) or common < len(moves) or stored.outcome is not None:
        outcome = stored.outcome
        if outcome is None or not outcome.result.is_decided:
            outcome = Outcome(Result.UNFINISHED)  # of aborted games, records say nothing more
        record.outcome = outcome
    record.line[common:] = [
        formats.PlayedMove(move, spent_ms=told.spent_ms, clock_ms=told.clock_ms)
        for move, told in zip(moves[common:], played[common:], strict=True)
    ]
    return record


def _new_record(stored: StoredGame) -> GameRecord:
    date, _, time = stored.created.partition("T")
    return GameRecord(
        Ruleset.parse(stored.ruleset),
        white=_name(stored.white),
        black=_name(stored.black),
        date=date.replace("-", "."),
        time=time[:8],
        site="Beespace",
        tags={"TimeControl": TimeControl.parse(stored.clock).pgn} if stored.clock else {},
    )


def _name(player: StoredPlayer) -> str:
    if player.kind == "engine":
        return f"Beespace {player.name} (level {player.level})"
    return one_line(player.name)  # earlier versions stored names unchecked


def _file_name(stored: StoredGame) -> str:
    return f"beespace-{stored.created[:10]}-{stored.id}"


# Drawing


def _draw(ruleset: str, moves: tuple[str, ...], format: str, theme: str, pieces: str) -> bytes:
    try:
        replay = Replay(Ruleset.parse(ruleset), infer_queen_first=False)
        for text in moves:
            replay.read(text)
        board = replay.board
        drawing = svg.board(board, theme=theme, pieces=pieces)
        return svg.png(drawing, scale=_PNG_SCALE) if format == "png" else drawing.encode()
    except MissingExtraError as error:
        raise ProblemError("missing-extra", str(error)) from None
    except BeespaceError as error:
        raise ProblemError("cannot-draw", str(error)) from None
