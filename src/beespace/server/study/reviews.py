"""Reviews games in the background, position by position; the search service says whose turn it is.

Intermediate results are saved, so that a review continues after a restart of the server.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Iterable
from typing import Literal

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

# How many positions to evaluate between saves.
_KEPT_EVERY = 4


class _RunningReview:
    """A review that is waiting for the engine or under way."""

    def __init__(self, total: int, client: str) -> None:
        self.total = total
        # Who asked for it, to share the engine fairly.
        self.client = client
        self.found: list[Evaluation] = []
        # Set and replaced when there is news.
        self.news = asyncio.Event()

    def add(self, evaluations: Iterable[Evaluation]) -> None:
        self.found.extend(evaluations)
        self.tell()

    def tell(self) -> None:
        self.news.set()
        self.news = asyncio.Event()

    def state(self, first: int = 0) -> ReviewState:
        return ReviewState(
            state="running" if self.found else "waiting",
            done=len(self.found),
            total=self.total,
            first=first,
            positions=[_position(one) for one in self.found[first:]],
        )


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
        self._most = settings.most_reviews
        self._stored = stored
        self._games = games
        self._records = records
        self._search = search
        # By game id.
        self._running: dict[str, _RunningReview] = {}
        self._failed: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Continue unfinished reviews."""
        for game_id, total in (await self._stored.unfinished()).items():
            self._start(game_id, _RunningReview(total, client=game_id))

    async def close(self) -> None:
        """Stop working. Saved results remain."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def begin(self, game_id: str, client: Client) -> ReviewState:
        """Start the review of a finished game. A no-op if it is already running or done."""
        state = await self.state(game_id)
        if state.state not in ("none", "failed"):
            return state
        if len(self._running) >= self._most:
            raise ProblemError("busy", "too many reviews are waiting; try again later")
        async with self._games.opened(game_id) as game:
            ending, plies = game.ending, game.ply
        if ending is None:
            raise ProblemError("game-not-over", "you can review a game once it is over")
        if plies == 0:
            raise ProblemError("nothing-to-review", "the game has no moves")
        if game_id not in self._running:
            self._failed.discard(game_id)
            self._start(game_id, _RunningReview(plies + 1, client.name))
        return self._running[game_id].state()

    async def state(self, game_id: str) -> ReviewState:
        """Return the progress of a game's review, with all positions so far."""
        running = self._running.get(game_id)
        if running is not None:
            return running.state()
        record = await self._record(game_id)
        total = len(record.line) + 1
        kept = await self._kept(game_id, record)
        if len(kept) == total:
            review = await asyncio.to_thread(message_of, record, kept)
            return ReviewState(state="done", done=total, total=total, review=review)
        state: Literal["failed", "none"] = "failed" if game_id in self._failed else "none"
        return ReviewState(state=state, done=0, total=total)

    async def follow(self, game_id: str) -> AsyncIterator[ReviewState]:
        """Yield the progress whenever there is news, with the new positions, until the end."""
        first = 0
        while (running := self._running.get(game_id)) is not None:
            news, state = running.news, running.state(first)
            first = state.done
            yield state
            await news.wait()
        yield await self.state(game_id)

    # Background work

    def _start(self, game_id: str, running: _RunningReview) -> None:
        self._running[game_id] = running
        task = asyncio.create_task(self._work(game_id, running))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, game_id: str, running: _RunningReview) -> None:
        try:
            await self._review(game_id, running)
        except ProblemError:
            pass  # the game was deleted, and its review with it
        except Exception:
            _LOG.exception("game %s: the review failed", game_id)
            self._failed.add(game_id)
        finally:
            self._running.pop(game_id, None)
            running.tell()

    async def _review(self, game_id: str, running: _RunningReview) -> None:
        record = await self._record(game_id)
        running.total = len(record.line) + 1
        running.add(await self._kept(game_id, record))
        first = len(running.found)
        for ply, board in enumerate(record.boards()):
            if ply < first:
                continue
            found = await self._search.evaluate(board, self._nodes, client=running.client)
            running.add([found])
            if (ply - first) % _KEPT_EVERY == 0 or ply == len(record.line):
                await self._keep(game_id, record, running.found)

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
