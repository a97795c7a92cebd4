"""Reviews games in the background. The search service decides which position is next.

Intermediate results are saved, so that a review continues after a restart of the server.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from typing import Literal, NamedTuple

from beespace.errors import BeespaceError
from beespace.formats import GameRecord
from beespace.rules import Color
from beespace.server.boards.messages import PlayedMove
from beespace.server.boards.turns import letter, played_move, remark_of
from beespace.server.people.client import Client
from beespace.server.play.records import Records
from beespace.server.play.service import Games
from beespace.server.problems import ProblemError, no_such_game, too_many
from beespace.server.refusals import LimitName, Refusals
from beespace.server.search.service import Search
from beespace.server.settings import Settings
from beespace.server.storage import DatabaseAwayError
from beespace.server.storage.reviews import StoredReview, StoredReviews
from beespace.server.study.messages import (
    GameReview,
    ReviewedPly,
    ReviewedPosition,
    ReviewState,
)
from beespace.study import Evaluation, judge, winning_chance

_LOG = logging.getLogger(__name__)

# A review is saved after at least four more positions, or a sixteenth of those evaluated so far.
_LEAST_BETWEEN_SAVES = 4
_SAVES_PER_LENGTH = 16
# How long to wait before saving again while nothing can be stored.
_RETRY_S = 1.0
_MOST_KNOWN = 50
# The client of what the server does by itself.
_BACKGROUND = Client(None)


class _Line(NamedTuple):
    """The moves of a game under review."""

    ruleset: str
    moves: tuple[str, ...]
    fingerprint: str


class _RunningReview:
    """A review that is waiting for the engine or under way."""

    def __init__(self, total: int, client: tuple[str, ...]) -> None:
        self.total = total
        # The names of the client who asked for it, to share the engine fairly.
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
    """The reviews of one server. It raises a ProblemError for requests it refuses."""

    def __init__(
        self,
        settings: Settings,
        stored: StoredReviews,
        games: Games,
        records: Records,
        search: Search,
        refusals: Refusals,
    ) -> None:
        self._nodes = settings.review_nodes
        self._most = settings.most_reviews
        self._most_per_client = settings.reviews_per_client
        self._refusals = refusals
        self._stored = stored
        self._games = games
        self._records = records
        self._search = search
        # By game id.
        self._running: dict[str, _RunningReview] = {}
        self._failed: set[str] = set()
        # The last finished reviews as JSON, by game and revision.
        self._known: OrderedDict[tuple[str, int], str] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Continue unfinished reviews."""
        for game_id, total in (await self._stored.unfinished()).items():
            self._start(game_id, _RunningReview(total, client=(game_id,)))

    async def close(self) -> None:
        """Stop working. Saved results remain."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def begin(self, game_id: str, client: Client) -> str:
        """Start the review of a finished game. A no-op if it is already running or done."""
        if game_id in self._running or await self._finished(game_id, client) is not None:
            return await self.state(game_id, client)
        self._check_room(client)
        async with self._games.opened(game_id) as game:
            outcome, plies = game.outcome, game.ply
        if outcome is None:
            raise ProblemError("game-not-over", "you can review a game once it is over")
        if plies == 0:
            raise ProblemError("nothing-to-review", "the game has no moves")
        if game_id not in self._running:
            self._failed.discard(game_id)
            self._start(game_id, _RunningReview(plies + 1, client.names))
        return self._running[game_id].state().model_dump_json()

    def _check_room(self, client: Client) -> None:
        running = [one.client for one in self._running.values()]
        most = self._most_per_client
        if any(sum(name in one for one in running) >= most for name in client.names):
            self._refusals.note(LimitName.REVIEWS)
            raise too_many(f"you have {most} reviews waiting; wait for one to finish")
        if len(running) >= self._most:
            self._refusals.note(LimitName.REVIEWS)
            raise ProblemError("busy", "too many reviews are waiting; try again later")

    async def state(self, game_id: str, client: Client) -> str:
        """Return the progress of a game's review, a `ReviewState` as JSON.

        It has all positions so far.
        """
        running = self._running.get(game_id)
        if running is not None:
            return running.state().model_dump_json()
        finished = await self._finished(game_id, client)
        if finished is not None:
            return finished
        state: Literal["failed", "none"] = "failed" if game_id in self._failed else "none"
        async with self._games.opened(game_id) as game:
            return ReviewState(state=state, done=0, total=game.ply + 1).model_dump_json()

    async def _finished(self, game_id: str, client: Client) -> str | None:
        """Return a finished review as JSON, if there is one for the game's current moves."""
        async with self._games.opened(game_id) as game:
            known = game_id, game.stored.revision
            if known not in self._known:
                kept = await self._stored.get(game_id)
                if kept is None or len(kept.evaluations) != game.ply + 1:
                    return None
                given = self._nodes, kept
                text = await self._records.with_record(game, client, _finished_text, *given)
                if text is None:
                    return None
                self._known[known] = text
                while len(self._known) > _MOST_KNOWN:
                    self._known.popitem(last=False)
            return self._known[known]

    async def follow(self, game_id: str, client: Client) -> AsyncIterator[str]:
        """Yield the progress whenever there is news, with the new positions, until the end."""
        first = 0
        while (running := self._running.get(game_id)) is not None:
            news, state = running.news, running.state(first)
            first = state.done
            yield state.model_dump_json()
            await news.wait()
        yield await self.state(game_id, client)

    # Background work

    def _start(self, game_id: str, running: _RunningReview) -> None:
        self._running[game_id] = running
        task = asyncio.create_task(self._work(game_id, running))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, game_id: str, running: _RunningReview) -> None:
        try:
            await self._review(game_id, running)
        except ProblemError as error:
            # If the game was deleted, its review was, too. Otherwise the server was too busy.
            if error.problem.code != no_such_game(game_id).problem.code:
                self._failed.add(game_id)
        except DatabaseAwayError:
            self._failed.add(game_id)  # `play.outages` logs it
        except Exception:
            _LOG.exception("game %s: the review failed", game_id)
            self._failed.add(game_id)
        finally:
            self._running.pop(game_id, None)
            running.tell()

    async def _review(self, game_id: str, running: _RunningReview) -> None:
        async with self._games.opened(game_id) as game:
            line = await self._records.with_record(game, _BACKGROUND, _line_of, self._nodes)
        running.total = len(line.moves) + 1
        running.add(await self._kept(game_id, line))
        next_save = len(running.found) + 1
        for ply in range(len(running.found), running.total):
            given = line.ruleset, line.moves[:ply], self._nodes
            running.add([await self._search.evaluate(*given, client=running.client)])
            done = len(running.found)
            if done in (next_save, running.total):
                await self._keep(game_id, line, running.found)
                next_save = done + max(_LEAST_BETWEEN_SAVES, done // _SAVES_PER_LENGTH)

    async def _keep(self, game_id: str, line: _Line, found: list[Evaluation]) -> None:
        evaluations = [one.as_data() for one in found]
        total = len(line.moves) + 1
        review = StoredReview(game_id, line.fingerprint, total, evaluations)
        while True:
            try:
                is_kept = await self._stored.keep(review)
            except DatabaseAwayError:  # `play.outages` logs it
                await asyncio.sleep(_RETRY_S)
                continue
            if not is_kept:
                raise no_such_game(game_id)
            return

    async def _kept(self, game_id: str, line: _Line) -> list[Evaluation]:
        """Return the saved evaluations, if they are for these moves and this number of nodes."""
        kept = await self._stored.get(game_id)
        if kept is None or kept.fingerprint != line.fingerprint:
            return []
        return [Evaluation.from_data(one) for one in kept.evaluations]


def _line_of(record: GameRecord, nodes: int) -> _Line:
    moves = tuple(record.uhp_moves())
    # The fingerprint tells whether saved results still hold, because moves can be taken back.
    text = ";".join([str(record.ruleset), str(nodes), *moves])
    fingerprint = hashlib.sha256(text.encode()).hexdigest()
    return _Line(str(record.ruleset), moves, fingerprint)


def _finished_text(record: GameRecord, nodes: int, kept: StoredReview) -> str | None:
    """Return a finished review as JSON, or None if it is for other moves."""
    if kept.fingerprint != _line_of(record, nodes).fingerprint:
        return None
    evaluations = [Evaluation.from_data(one) for one in kept.evaluations]
    total = len(evaluations)
    review = message_of(record, evaluations)
    return ReviewState(state="done", done=total, total=total, review=review).model_dump_json()


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
                remark=remark_of(move.remark),
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
