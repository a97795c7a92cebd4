"""The opening explorer: positions, the moves played in them, and the engine's scores.

It also counts games finished on this server: each query first counts newly finished games.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from beespace import formats
from beespace.backend import BACKEND, Board
from beespace.engine import Limit, Score
from beespace.errors import BeespaceError
from beespace.formats import GameRecord, Result
from beespace.formats.replay import Replay
from beespace.openings import Explored, KnownGame, Tally, explore
from beespace.openings.games import of_record, to_record
from beespace.openings.reading import OpeningReader
from beespace.openings.rows import NewGame
from beespace.rules import BaseBoard, Color, Hex, Move, Pass, Piece, Ruleset
from beespace.server import problems
from beespace.server.boards.messages import PlayedMove, Turn
from beespace.server.boards.turns import played_move, turn_of
from beespace.server.openings.messages import (
    OpenedGame,
    OpeningAnswer,
    OpeningGame,
    OpeningMove,
    OpeningScore,
    OpeningScores,
    OpeningTally,
    SayOpening,
)
from beespace.server.people.client import Client
from beespace.server.play.records import Records
from beespace.server.problems import ProblemError
from beespace.server.search.service import Search
from beespace.server.settings import Settings
from beespace.server.storage import Database, StoredGame, StoredMove
from beespace.server.storage.openings import StoredOpenings, finished_games, held_games
from beespace.server.work.queue import Priority

# How long a query waits for newly finished games to be counted.
_MOST_WAIT_S = 0.05
# How often to check for newly finished games.
_LOOK_EVERY_S = 0.5
# How many moves to score per request, and how much work to spend on each.
_SCORED_AT_ONCE = 6
_SCORE_NODES = 30_000
_SCORE_TIME_S = 0.4
_SCORE_HASH_MB = 8


class OpeningExplorer:
    """Answers queries about positions. All errors are ProblemErrors."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        openings: StoredOpenings,
        records: Records,
        search: Search,
    ) -> None:
        self._settings = settings
        self._database = database
        self._openings = openings
        self._reader = openings.reader
        self._records = records
        self._search = search
        self._counting: asyncio.Task[None] | None = None
        self._looked_s = -_LOOK_EVERY_S
        # The finished games at the last check, set once all of them were counted.
        self._counted: dict[str, str] | None = None
        self._copying = asyncio.Lock()

    async def close(self) -> None:
        """Finish counting."""
        if self._counting is not None:
            await asyncio.wait({self._counting})

    async def explore(self, said: SayOpening, client: Client) -> OpeningAnswer:
        """Return a position and the moves played in it.

        All games are counted, but only imported games and the client's own are listed.
        """
        is_counting = await self._count_finished()
        answer, games = await asyncio.to_thread(_answer, self._reader, said)
        theirs = await self._held([game.server_game for game in games if game.server_game], client)
        answer.games = [
            _game(game) for game in games if game.server_game is None or game.server_game in theirs
        ]
        answer.is_counting = is_counting
        return answer

    async def scores(self, said: SayOpening, client: Client) -> OpeningScores:
        """Return the engine's scores of the moves played. Each call scores more of them."""
        scores, new = await self._search.run(
            Priority.OPENINGS, client.names, lambda: _scores(self._reader, said)
        )
        await self._openings.keep_scores(new)
        return scores

    async def _held(self, names: list[str], client: Client) -> set[str]:
        if not names:
            return set()
        with_ownerless = self._settings.is_private
        return await held_games(self._database, names, client.hashes, with_ownerless=with_ownerless)

    async def open_game(self, number: int, client: Client) -> OpenedGame:
        """Return the id of a game to open. An imported game is first copied to the server."""
        async with self._copying:
            found = await asyncio.to_thread(self._reader.games, [number])
            game = found[0] if found else None
            if game is None or (
                game.server_game is not None and not await self._held([game.server_game], client)
            ):
                raise ProblemError("no-such-game", f"there is no game {number}")
            known = game.server_game or game.copy
            if known is not None and await self._database.game(known) is not None:
                return OpenedGame(id=known)
            text = await asyncio.to_thread(_record_text, game)
            copied = await self._records.import_text(text, client)
            name = copied.games[0].id
            await self._openings.keep_copy(number, name)
            return OpenedGame(id=name)

    async def _count_finished(self) -> bool:
        """Count finished games, without waiting long. Return whether some are left to count."""
        if self._counting is None or self._counting.done():
            if time.monotonic() < self._looked_s + _LOOK_EVERY_S:
                return False
            self._looked_s = time.monotonic()
            self._counting = asyncio.create_task(self._count())
        await asyncio.wait({self._counting}, timeout=_MOST_WAIT_S)
        return not self._counting.done()

    async def _count(self) -> None:
        """Add newly finished games, and remove those that were reopened or deleted."""
        finished = await finished_games(self._database)
        if finished == self._counted:
            return
        known = await asyncio.to_thread(self._reader.server_games)
        copies = await asyncio.to_thread(self._reader.copies)
        gone = [name for name, updated in known.items() if finished.get(name) != updated]
        new = [
            name
            for name, updated in finished.items()
            if name not in copies and known.get(name) != updated
        ]
        for name in gone:
            old = await asyncio.to_thread(_counted, self._reader, name)
            if old is not None:
                await self._openings.remove(old)
        for name in new:
            found = await self._database.game(name)
            if found is not None:
                added = await asyncio.to_thread(_to_count, found.game, found.moves)
                await self._openings.add(added)
        self._counted = finished


# Counting


def _to_count(stored: StoredGame, moves: Sequence[StoredMove]) -> list[NewGame]:
    """Return a game to add, or nothing if it is damaged: opening it reports the error."""
    try:
        replay = Replay(Ruleset.parse(stored.ruleset), infer_queen_first=False)
        record = GameRecord(
            replay.board.ruleset,
            white=_name(stored, Color.WHITE),
            black=_name(stored, Color.BLACK),
            date=stored.created[:10].replace("-", "."),
            result=stored.outcome.result if stored.outcome is not None else Result.UNKNOWN,
            line=[formats.PlayedMove(replay.read(move.text)) for move in moves],
        )
        game = of_record(record, stored.id, stored.updated)
    except BeespaceError:
        return []
    return [game]


def _counted(openings: OpeningReader, name: str) -> NewGame | None:
    """Return a game as it was added, to remove it."""
    game = openings.server_game(name)
    return of_record(to_record(game), name) if game is not None else None


def _name(stored: StoredGame, color: Color) -> str:
    player = stored.white if color is Color.WHITE else stored.black
    return f"Beespace {player.name}" if player.kind == "engine" else player.name


# Answering


def _board(said: SayOpening) -> tuple[BaseBoard, list[str], PlayedMove | None]:
    """Return the board after the moves, the moves in UHP notation, and the last one.

    Placing the queen first is always allowed here, because some games begin that way.
    """
    game_type = "Base+MLP" if said.game_type == "all" else said.game_type
    board = Board(f"{game_type},queen-first")
    line: list[str] = []
    last: PlayedMove | None = None
    for number, one in enumerate(said.moves, 1):
        move = _move(board, one.piece, one.to)
        reason = board.why_illegal(move)
        if reason is not None:
            raise problems.refused(reason)
        line.append(board.uhp(move))
        if number == len(said.moves) and not isinstance(move, Pass):
            last = played_move(board, move)
        board.push_unchecked(move)
    return board, line, last


def _move(board: BaseBoard, piece_name: str | None, to: tuple[int, int] | None) -> Move:
    if piece_name is None or to is None:
        return Pass()
    piece = Piece.parse(piece_name)
    return board.move_to(piece, Hex(*to))


def _types(said: SayOpening) -> list[str] | None:
    return None if said.game_type == "all" else [said.game_type]


def _answer(openings: OpeningReader, said: SayOpening) -> tuple[OpeningAnswer, list[KnownGame]]:
    board, line, last = _board(said)
    explored = explore(openings, board, _types(said))
    turn = turn_of(board)
    answer = OpeningAnswer(
        turn=turn,
        last=last,
        line=line,
        expansions=board.ruleset.expansions,
        tally=_tally(explored.tally),
        moves=_moves(board, turn, explored),
        games=[],
        has_games=bool(explored.moves) or openings.has_games(),
        is_counting=False,
    )
    return answer, openings.games(explored.games)


def _moves(board: BaseBoard, turn: Turn, explored: Explored) -> list[OpeningMove]:
    # The turn already has the paths. Computing each again would take longer than everything else.
    ways = {(one.piece, way.to): way for one in turn.movable for way in one.ways}
    found = []
    for one in explored.moves:
        move = one.move
        played = PlayedMove(text=board.uhp(move))
        if not isinstance(move, Pass):
            origin = board.location(move.piece)
            way = ways[str(move.piece), (move.to.q, move.to.r)]
            played.piece, played.to = str(move.piece), way.to
            played.origin = (origin.q, origin.r) if origin is not None else None
            played.path, played.thrower = way.path, way.thrower
        found.append(OpeningMove(move=played, twins=len(one.twins), tally=_tally(one.tally)))
    return found


def _tally(tally: Tally) -> OpeningTally:
    return OpeningTally(white=tally.white, draw=tally.draw, black=tally.black, other=tally.other)


def _game(game: KnownGame) -> OpeningGame:
    return OpeningGame(
        id=game.id,
        ruleset=game.ruleset,
        white=game.white,
        black=game.black,
        date=game.date,
        result=game.result.code,
        plies=game.plies,
    )


# Scores


def _scores(
    openings: OpeningReader, said: SayOpening
) -> tuple[OpeningScores, list[tuple[int, str, int, int]]]:
    """Return scores, and those of them to store: position, game type, score and depth of each."""
    board, _, _ = _board(said)
    explored = explore(openings, board, _types(said))
    game_type = board.ruleset.game_type
    sign = -1 if board.turn is Color.WHITE else 1  # the scores are the next player's
    scores: dict[str, OpeningScore] = {}
    missing = []
    for one in explored.moves:
        value = openings.score(one.child, game_type)
        if value is None:
            missing.append(one)
        else:
            scores[board.uhp(one.move)] = _score(sign * value)
    new = []
    for one in missing[:_SCORED_AT_ONCE] if BACKEND == "native" else ():
        after = board.copy()
        after.push_unchecked(one.move)
        value, depth = _think(after)
        new.append((one.child, game_type, value, depth))
        scores[board.uhp(one.move)] = _score(sign * value)
    is_complete = BACKEND != "native" or len(missing) <= _SCORED_AT_ONCE
    return OpeningScores(scores=scores, is_complete=is_complete), new


def _think(board: BaseBoard) -> tuple[int, int]:
    """Return the score for the player to move, and its depth, after a short search."""
    from beespace.engine.native import NativePlayer

    outcome = board.outcome()
    if outcome is not None:
        if outcome.winner is None:
            return 0, 0
        return (1 if outcome.winner is board.turn else -1) * Score.win(0).value, 0
    player = NativePlayer(hash_mb=_SCORE_HASH_MB)
    try:
        value, depth = 0, 0
        for analysis in player.analyse(board, Limit(_SCORE_TIME_S, nodes=_SCORE_NODES)):
            value, depth = analysis.best.score.value, analysis.depth
        return value, depth
    finally:
        player.close()


def _score(value: int) -> OpeningScore:
    return OpeningScore(value=value, win_in=Score(value).win_in)


# Copying imported games


def _record_text(game: KnownGame) -> str:
    return formats.dumps(to_record(game), "json")  # the one format that can hold any name
