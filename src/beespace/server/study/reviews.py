"""Reviews games in the background, one at a time and position by position.

Intermediate results are saved, so that a review continues after a restart of the server.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging

from beespace.errors import BeespaceError
from beespace.formats import GameRecord
from beespace.rules import Color
from beespace.server.boards.messages import PlayedMove
from beespace.server.boards.turns import letter, played_move
from beespace.server.people.client import Client
from beespace.server.play.records import Records
from beespace.server.play.service import Games
from beespace.server.problems import ProblemError, no_such_game
from beespace.server.search.service import Search
from beespace.server.settings import Settings
from beespace.server.storage.reviews import StoredReview, StoredReviews
from beespace.server.study.messages import (
    GameReview,
    ReviewedPly,
    ReviewedPosition,
    ReviewState,
)
from beespace.study import Evaluation, judge, winning_chance

_LOG = logging.getLogger(__name__)

_MOST_WAITING = 100
# How many positions to evaluate between saves.
_KEPT_EVERY = 4


class Reviews:
    """The reviews of one server. Whatever can't be done raises a ProblemError."""

    def __init__(
        self,
        settings: Settings,
        stored: StoredReviews,
        games: Games,
        records: Records,
        search: Search,
    ) -> None:
        self._nodes = settings.review_nodes
        self._stored = stored
        self._games = games
        self._records = records
        self._search = search
        # Who asked for each review, to share the engine fairly.
        self._clients: dict[str, str] = {}
        # The evaluations so far of each queued or running review, by game id.
        self._running: dict[str, list[Evaluation]] = {}
        self._totals: dict[str, int] = {}
        self._failed: set[str] = set()
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start working, first on unfinished reviews."""
        for name, total in (await self._stored.unfinished()).items():
            self._running[name] = []
            self._totals[name] = total
            self._queue.put_nowait(name)
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop working. Saved results remain."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def begin(self, game_id: str, client: Client) -> ReviewState:
        """Queue the review of a finished game. A no-op if it is already queued or done."""
        state = await self.state(game_id)
        if state.state not in ("none", "failed"):
            return state
        if len(self._running) >= _MOST_WAITING:
            raise ProblemError("busy", "too many reviews are waiting; try again later")
        async with self._games.opened(game_id) as game:
            ending, plies = game.ending, game.ply
        if ending is None:
            raise ProblemError("game-not-over", "you can review a game once it is over")
        if plies == 0:
            raise ProblemError("nothing-to-review", "the game has no moves")
        self._failed.discard(game_id)
        self._clients[game_id] = client.name
        self._running[game_id] = []
        self._totals[game_id] = plies + 1
        self._queue.put_nowait(game_id)
        return await self.state(game_id)

    async def state(self, game_id: str) -> ReviewState:
        """Return the progress of a game's review."""
        if game_id in self._running:
            done = len(self._running[game_id])
            total = self._totals[game_id]
            return ReviewState(
                state="running" if done else "waiting", done=done, total=total, review=None
            )
        record = await self._record(game_id)
        total = len(record.line) + 1
        kept = await self._kept(game_id, record)
        if len(kept) == total:
            review = await asyncio.to_thread(message_of, record, kept)
            return ReviewState(state="done", done=total, total=total, review=review)
        has_failed = game_id in self._failed
        return ReviewState(
            state="failed" if has_failed else "none", done=0, total=total, review=None
        )

    # Background work

    async def _work(self) -> None:
        while True:
            game_id = await self._queue.get()
            try:
                await self._review(game_id)
            except ProblemError:
                pass  # the game was deleted, and its review with it
            except Exception:
                _LOG.exception("game %s: the review failed", game_id)
                self._failed.add(game_id)
            finally:
                self._running.pop(game_id, None)

    async def _review(self, game_id: str) -> None:
        record = await self._record(game_id)
        found = self._running[game_id]
        self._totals[game_id] = len(record.line) + 1
        found.extend(await self._kept(game_id, record))
        first = len(found)
        for ply in range(first, len(record.line) + 1):
            board = await asyncio.to_thread(record.board, ply)
            client = self._clients.get(game_id, game_id)
            found.append(await self._search.evaluate(board, self._nodes, client=client))
            if (ply - first) % _KEPT_EVERY == 0 or ply == len(record.line):
                await self._keep(game_id, record, found)

    async def _record(self, game_id: str) -> GameRecord:
        async with self._games.opened(game_id) as game:
            return await self._records.record(game)

    async def _keep(self, game_id: str, record: GameRecord, found: list[Evaluation]) -> None:
        evaluations = [one.as_data() for one in found]
        total = len(record.line) + 1
        review = StoredReview(game_id, _name(record, self._nodes), total, evaluations)
        if not await self._stored.keep(review):
            raise no_such_game(game_id)

    async def _kept(self, game_id: str, record: GameRecord) -> list[Evaluation]:
        """Return the saved evaluations, if they are for these moves and this number of nodes."""
        kept = await self._stored.get(game_id)
        if kept is None or kept.fingerprint != await asyncio.to_thread(_name, record, self._nodes):
            return []
        return [Evaluation.from_data(one) for one in kept.evaluations]


def _name(record: GameRecord, nodes: int) -> str:
    """Return a hash of the game and the number of nodes, because moves can be taken back."""
    moves = ";".join([str(record.ruleset), str(nodes), *record.uhp_moves()])
    return hashlib.sha256(moves.encode()).hexdigest()


def message_of(record: GameRecord, evaluations: list[Evaluation]) -> GameReview:
    """Return a review as a message."""
    review = judge(record, evaluations)
    moves = []
    boards = record.boards()
    for move in review.moves:
        board = next(boards)
        better: list[PlayedMove] = []
        if move.better:
            after = board.copy()
            for text in move.better:
                try:
                    meant = after.parse_uhp(text)
                except BeespaceError:  # saved by another version, and no longer valid
                    break
                better.append(played_move(after, meant))
                after.push_unchecked(meant)
        moves.append(
            ReviewedPly(
                ply=move.ply,
                color=letter(move.color),
                before=move.before,
                after=move.after,
                judgement=move.judgement.value if move.judgement is not None else None,
                missed_win=move.missed_win,
                better=better,
                spent_ms=move.spent_ms,
            )
        )
    return GameReview(
        positions=[_position(one) for one in review.evaluations],
        moves=moves,
        accuracy={letter(color): review.accuracy[color] for color in Color},
    )


def _position(one: Evaluation) -> ReviewedPosition:
    score = one.for_color(Color.WHITE)
    return ReviewedPosition(
        score=one.score, win_in=score.win_in, chance=winning_chance(score), depth=one.depth
    )
