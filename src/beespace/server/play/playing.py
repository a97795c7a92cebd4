"""The course of a game: moves, the engine's replies, flags and endings.

The server writes every change to the database first, then sends it to all followers.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from beespace.engine import level as level_of
from beespace.engine.levels import FULL_STRENGTH
from beespace.errors import IllegalMoveError, InvalidNotationError
from beespace.formats.replay import tidy_move
from beespace.rules import BaseBoard, Color, EndReason, Hex, Move, Outcome, Pass, Piece, Result
from beespace.server import problems
from beespace.server.boards.messages import ColorLetter
from beespace.server.boards.turns import letter, played_move, remark_of, way_of, why_not
from beespace.server.people.client import Client
from beespace.server.play.clocks import has_fallen
from beespace.server.play.live import LiveGame
from beespace.server.play.messages.games import Ending
from beespace.server.play.messages.socket import (
    Moved,
    SayMove,
    SayMoveText,
    SayWhy,
    TellHint,
    TellWhy,
)
from beespace.server.play.outages import Outages
from beespace.server.problems import Problem, ProblemError, TellProblem, storage_problem
from beespace.server.search.service import Search
from beespace.server.settings import Settings
from beespace.server.storage import (
    ConflictError,
    Database,
    DatabaseAwayError,
    StorageError,
    StoredKey,
    StoredLine,
    StoredMove,
    WholeGame,
)
from beespace.study import about_move, line_texts

_LOG = logging.getLogger(__name__)

# A typical game of Hive takes about 60 plies. Without a limit, a game could grow forever.
MOST_PLIES = 2000
ABORTED = Outcome(Result.UNFINISHED, EndReason.ABORT)
# How long to wait for a game in which a change is waiting for the database.
_LOCK_LIMIT_S = 2


class Playing:
    """Plays games. It raises a ProblemError for requests it refuses."""

    def __init__(
        self, settings: Settings, database: Database, search: Search, outages: Outages
    ) -> None:
        self._settings = settings
        self._database = database
        self._outages = outages
        self._search = search
        self.moves_played = 0
        # The event loop keeps only weak references to tasks.
        self._answers: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Stop the engine in all games."""
        for task in self._answers:
            task.cancel()
        await asyncio.gather(*self._answers, return_exceptions=True)

    # Changing a game

    @contextlib.asynccontextmanager
    async def changing(self, game: LiveGame) -> AsyncIterator[None]:
        """Lock a game. If it differs from the database, reload it."""
        async with self.locked(game):
            if game.is_doubtful:
                await self._follow_database(game)
            try:
                yield
            except ConflictError:
                await self._follow_database(game)
                raise problems.stale(game.ply) from None

    @contextlib.asynccontextmanager
    async def locked(self, game: LiveGame) -> AsyncIterator[None]:
        """Lock a game. During an outage a change can hold the lock for long, so don't wait."""
        try:
            async with asyncio.timeout(_LOCK_LIMIT_S if self._outages.is_on else None):
                await game.lock.acquire()
        except TimeoutError:
            raise problems.database_away() from None
        try:
            yield
        finally:
            game.lock.release()

    async def commit(
        self,
        game: LiveGame,
        *,
        move: StoredMove | None = None,
        line: StoredLine | None = None,
        added: Sequence[StoredKey] = (),
        removed: Sequence[StoredKey] = (),
        rematch_game: WholeGame | None = None,
        **values: Any,
    ) -> None:
        """Write a change to the database, then apply it in memory. The caller holds the lock."""
        if self._outages.is_on:
            raise problems.database_away()
        before = game.stored
        after = replace(before, revision=before.revision + 1, updated=now(), **values)
        numbered = (len(game.chat), line) if line is not None else None
        try:
            await self._database.change(
                *(before, after),
                move=move,
                line=numbered,
                added=added,
                removed=removed,
                rematch_game=rematch_game,
            )
        except BaseException:
            # If the connection broke during the commit, the change may or may not have been made.
            game.is_doubtful = True
            raise
        game.stored = after
        if after.outcome is not None:
            self._search.forget(after.id)
        if added or removed:
            game.keys = [key for key in game.keys if key not in removed] + list(added)
            game.followers.regroup(game.seats_of)

    async def _follow_database(self, game: LiveGame) -> None:
        whole = await self._database.game(game.stored.id)
        if whole is None:
            raise problems.no_such_game(game.stored.id)
        if whole.game == game.stored:
            game.is_doubtful = False
            return
        _LOG.warning("game %s: reloaded; memory differed from the database", game.stored.id)
        game.set_to(whole)
        game.tell_game()

    # A turn

    async def move(self, game: LiveGame, client: Client, said: SayMove | SayMoveText) -> None:
        """Play a person's move, then forced passes and the engine's reply."""
        async with self.changing(game):
            # One time for both: a move that is in time is charged with no more than was left.
            at_ms = self._settings.now_ms()
            await self.check_own_turn(game, client, said.ply, at_ms)
            await self._play(game, read_move(game, said), at_ms)
            await self.continue_game(game)

    async def undo(self, game: LiveGame, client: Client, ply: int) -> None:
        """Undo a person's last move, or just a resignation or agreed draw."""
        async with self.changing(game):
            seats_of(game, client)
            if game.is_with_friend:
                raise ProblemError("ask-takeback", "ask the other player for a takeback")
            check_ply(game, ply)
            if not game.can_undo:
                raise problems.nothing_to_undo()
            to_ply = game.ply_before_last_own_move
            if game.was_ended_by_players or to_ply is None:
                to_ply = game.ply
            await self.rewind(game, to_ply)

    async def rewind(self, game: LiveGame, to_ply: int) -> None:
        """Take moves back until `to_ply` are left, with the clocks as they were then."""
        stop_thinking(game)
        timed: dict[str, Any] = {}
        if game.is_with_friend:
            began, control = self._settings.now_ms(), game.time_control
            deadline = control.deadline(game.moves[:to_ply], began) if control else None
            timed = {"turn_began": began, "deadline": deadline}
        await self.commit(
            game,
            plies=to_ply,
            outcome=None,
            stopped_ms=None,
            offers="",
            **timed,
        )
        while game.ply > to_ply:
            game.board.pop()
            game.moves.pop()
        game.changed()
        game.tell_game()
        await self.continue_game(game)

    async def resign(self, game: LiveGame, client: Client, ply: int) -> None:
        """Resign for the client's colour; if it has both, for the player to move."""
        async with self.changing(game):
            colors = seats_of(game, client)
            if len(colors) > 1:  # whose turn it is decides who loses
                check_ply(game, ply)
            await self.check_running(game)
            loser = Color(colors[0]) if len(colors) == 1 else game.board.turn
            await self.end(game, Outcome(Result.won_by(loser.opponent), EndReason.RESIGN))

    async def abort(self, game: LiveGame, client: Client, ply: int) -> None:
        """Abort a game with a friend before the second move."""
        async with self.changing(game):
            seats_of(game, client)
            check_ply(game, ply)
            await self.check_running(game, may_wait=True)
            if not game.can_abort:
                raise ProblemError("too-late", "a game can only be aborted before the second move")
            await self.end(game, ABORTED)

    async def end(self, game: LiveGame, outcome: Outcome) -> None:
        """End a game without a move, and send it to all followers."""
        stop_thinking(game)
        deadline = game.stored.deadline
        left = None if deadline is None else max(deadline - self._settings.now_ms(), 0)
        await self.commit(
            game,
            outcome=outcome,
            deadline=None,
            # A fallen flag shows zero.
            stopped_ms=0 if outcome.reason is EndReason.TIME else left,
            offers="",
            is_waiting=False,
        )
        game.changed()
        game.tell_game()

    async def settle_flag(self, game: LiveGame, at_ms: int | None = None) -> None:
        """End a game whose clock has run out by now, or at a time. The caller holds the lock."""
        if self._outages.is_on:
            return
        at_ms = self._settings.now_ms() if at_ms is None else at_ms
        turn = game.board.turn
        if has_fallen(game.stored.deadline, at_ms, game.lag_of(letter(turn))):
            await self.end(game, Outcome(Result.won_by(turn.opponent), EndReason.TIME))

    # Questions

    async def hint(self, game: LiveGame, client: Client, ply: int) -> TellHint:
        """Return a good move for the person to move."""
        async with self.changing(game):
            if game.is_with_friend:
                raise ProblemError("no-help", "games with a friend have no hints")
            await self.check_own_turn(game, client, ply)
            board = game.board.copy()
        line = await self._search.hint(board, game=game.stored.id, client=client.names)
        move = line.moves[0]
        assert not isinstance(move, Pass), "forced passes are played automatically"
        remark = about_move(board, line_texts(board, line.moves))
        return TellHint(
            ply=ply, piece=str(move.piece), way=way_of(board, move), remark=remark_of(remark)
        )

    async def why(self, game: LiveGame, asked: SayWhy) -> TellWhy:
        """Return why a piece can't move to a hex or, without a hex, can't move at all."""
        async with self.locked(game):
            check_ply(game, asked.ply)
            board, piece = game.board, Piece.parse(asked.piece)
            if game.outcome is not None and board.outcome() is None:
                raise problems.game_over()
            if asked.to is None:
                reason = board.why_immobile(piece)
            else:
                reason = board.why_illegal(board.move_to(piece, Hex(*asked.to)))
        return TellWhy(
            ply=asked.ply,
            piece=asked.piece,
            to=asked.to,
            why=why_not(reason) if reason is not None else None,
        )

    # Continuing a game

    async def check_running(
        self, game: LiveGame, at_ms: int | None = None, *, may_wait: bool = False
    ) -> None:
        """Raise a ProblemError unless the game is running."""
        await self.settle_flag(game, at_ms)
        if game.outcome is not None:
            raise problems.game_over()
        if game.stored.is_waiting and not may_wait:
            raise problems.waiting()

    async def check_own_turn(
        self, game: LiveGame, client: Client, ply: int, at_ms: int | None = None
    ) -> None:
        """Raise a ProblemError unless it is the client's turn."""
        colors = seats_of(game, client)
        check_ply(game, ply)
        await self.check_running(game, at_ms)
        if game.is_engines_turn:
            raise problems.not_your_turn("the engine's")
        if letter(game.board.turn) not in colors:
            raise problems.not_your_turn("the other player's")

    async def _play(self, game: LiveGame, move: Move, at_ms: int | None = None) -> None:
        """Play a legal move, write it to the database and send it to all followers."""
        board, ply = game.board, game.ply
        at_ms = self._settings.now_ms() if at_ms is None else at_ms
        if ply >= MOST_PLIES:  # an import, or a game from before this limit
            raise ProblemError("too-long", f"a game has at most {MOST_PLIES} moves")
        played, granted = played_move(board, move, game.spent_ms(at_ms)), 0
        control = game.time_control
        if control is not None:
            spent = played.spent_ms or 0
            if game.stored.deadline is not None:
                granted = min(game.lag_of(letter(board.turn)), spent)
            played.clock_ms = control.after_move(game.moves, spent, granted)
        offers = "" if game.has_engine else str(game.offers.after_move(letter(board.turn)))
        board.push_unchecked(move)
        game.moves.append(played)
        try:
            outcome = _outcome(board)
            has_next = control is not None and outcome is None
            await self.commit(
                game,
                move=StoredMove(played.text, played.spent_ms, played.clock_ms),
                plies=ply + 1,
                outcome=outcome,
                offers=offers,
                turn_began=at_ms if game.is_with_friend else None,
                deadline=control.deadline(game.moves, at_ms) if control and has_next else None,
            )
        except BaseException:
            board.pop()
            game.moves.pop()
            raise
        self.moves_played += 1
        game.lag_budgets["b" if ply % 2 else "w"].spend(granted)
        game.changed()
        game.tell_moved(
            Moved(
                move=played,
                ending=Ending.of(game.outcome),
                can_undo=game.can_undo,
                revision=game.stored.revision,
                clock=game.clock(),
                offers=game.offers.open,
                can_abort=game.can_abort,
            )
        )

    async def continue_game(self, game: LiveGame) -> None:
        """Play forced passes, and start the engine if it is its turn."""
        if game.stored.is_waiting:
            return
        while game.outcome is None and game.board.legal_moves[0] == Pass():
            await self._play(game, Pass())
        if not game.is_engines_turn or (game.thinking is not None and not game.thinking.done()):
            return
        if self._search.is_busy and not game.followers:
            return  # the engine starts when someone opens the game
        game.thinking = asyncio.create_task(self._answer(game, game.ply))
        self._answers.add(game.thinking)
        game.thinking.add_done_callback(self._answers.discard)

    async def _answer(self, game: LiveGame, ply: int) -> None:
        """Play the engine's move. If the engine fails, report it and leave the game as it is."""
        level = level_of(game.player(game.board.turn).level or FULL_STRENGTH.number)
        try:
            move = await self._search.choose(
                game.board, level, game=game.stored.id, client=(game.owner,)
            )
            async with self.changing(game):
                if game.ply != ply or not game.is_engines_turn:
                    return
                game.thinking = None  # from here on, it must not be cancelled
                await self._play(game, move)
                await self.continue_game(game)
        except asyncio.CancelledError:
            raise
        except (ProblemError, DatabaseAwayError) as error:
            # After an outage, the engine continues.
            if isinstance(error, ProblemError) and not self._outages.is_on:
                game.tell(TellProblem(problem=error.problem))
        except StorageError as error:
            _LOG.error("%s", error)
            game.tell(TellProblem(problem=storage_problem(error)))
        except Exception:
            _LOG.exception("game %s: the engine failed", game.stored.id)
            text = "the engine couldn't find a move; open the game again to retry"
            game.tell(TellProblem(problem=Problem(code="engine-failed", text=text)))


def now() -> str:
    """Return the current time in the format of the database."""
    return _written(datetime.now(UTC))


def as_stored(time_ms: int) -> str:
    """Return a time in the format of the database."""
    return _written(datetime.fromtimestamp(time_ms / 1000, UTC))


def _written(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def other(color: ColorLetter) -> ColorLetter:
    """Return the opponent's colour."""
    return "b" if color == "w" else "w"


def seats_of(game: LiveGame, client: Client) -> list[ColorLetter]:
    """Return the colours that the client plays. Raises a ProblemError for watchers."""
    colors = game.seats_of(client.hashes)
    if not colors:
        raise problems.not_your_seat()
    return colors


def check_ply(game: LiveGame, ply: int) -> None:
    """Raise a ProblemError if the client's number of moves is out of date."""
    if ply != game.ply:
        raise problems.stale(game.ply)


def stop_thinking(game: LiveGame) -> None:
    """Cancel the engine's search."""
    if game.thinking is not None:
        game.thinking.cancel()
        game.thinking = None


def read_move(game: LiveGame, said: SayMove | SayMoveText) -> Move:
    """Return the move of a message. Raises a ProblemError if it is illegal."""
    board = game.board
    if isinstance(said, SayMove):
        move = board.move_to(Piece.parse(said.piece), Hex(*said.to))
        reason = board.why_illegal(move)
        if reason is not None:
            raise problems.refused(reason)
        return move
    try:
        return board.parse_uhp(tidy_move(" ".join(said.text.split())), tolerant=True)
    except InvalidNotationError as error:
        raise ProblemError("invalid-notation", str(error)) from None
    except IllegalMoveError as error:
        raise problems.refused(error.reason) from None


def _outcome(board: BaseBoard) -> Outcome | None:
    """Return how the last move ended the game, if it did."""
    outcome = board.outcome()
    if outcome is None and board.is_deadlocked():
        return Outcome(Result.DRAW, EndReason.DEADLOCK)
    if outcome is None and board.ply == MOST_PLIES:
        # No more moves are possible, so end it before a clock runs out.
        return Outcome(Result.DRAW, EndReason.LENGTH)
    return outcome
