"""The games of this server: making, opening and changing them, and the engine's part in them.

The database is the truth; boards in memory follow it. Every change goes there first and is told to
all who look at the game afterwards.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

from beespace.engine import level as level_of
from beespace.engine.levels import FULL_STRENGTH
from beespace.errors import BeespaceError, IllegalMoveError, InvalidNotationError
from beespace.formats.record import of_outcome
from beespace.formats.replay import tidy_move
from beespace.rules import Color, Hex, Move, Outcome, Pass, Piece, Place, Relocate, Ruleset
from beespace.server.games import problems
from beespace.server.games.live import LiveGame, summary_of
from beespace.server.games.problems import ProblemError
from beespace.server.games.thinking import Thinking
from beespace.server.games.turns import letter, played_move, way_of, why_not
from beespace.server.messages import (
    Game,
    GamePage,
    NewGame,
    Problem,
    SayMove,
    SayMoveText,
    SayWhy,
    TellHint,
    TellMoved,
    TellProblem,
    TellWhy,
)
from beespace.server.settings import Settings
from beespace.server.storage import (
    Database,
    NewlyStored,
    PlyConflictError,
    StorageError,
    StoredGame,
    StoredMove,
    StoredPlayer,
)

_LOG = logging.getLogger(__name__)

# Boards kept although nobody looks at them: opening one again takes a few milliseconds.
_MOST_UNUSED = 50
# Hive games take 60 plies or so; without an end a file could hold any number.
MOST_PLIES = 2000
# Letters that nobody confuses when reading an address aloud.
_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_ID_LENGTH = 12


class Games:
    """All games, as the routes and sockets use them. Whatever cannot be done is a ProblemError."""

    def __init__(self, settings: Settings, database: Database, thinking: Thinking) -> None:
        self._settings = settings
        self._database = database
        self._thinking = thinking
        self._live: dict[str, LiveGame] = {}
        self._opening = asyncio.Lock()
        # The event loop itself would let go of tasks that nobody holds.
        self._answers: set[asyncio.Task[None]] = set()

    # The collection

    async def create(self, new: NewGame) -> Game:
        """Begin a game."""
        try:
            ruleset = Ruleset.parse(new.ruleset)
        except InvalidNotationError as error:
            raise ProblemError("invalid-ruleset", str(error), 422) from None
        stored = StoredGame(new_id(), now(), now(), str(ruleset), *_players(new))
        await self._database.create(NewlyStored(stored))
        async with self.opened(stored.id) as game, game.lock:
            await self._go_on(game)
            return game.message()

    async def page(self, offset: int, limit: int) -> GamePage:
        """Some of the games, the last played first."""
        stored, total = await self._database.games(offset, limit)
        return GamePage(games=[summary_of(game) for game in stored], total=total)

    async def message(self, game_id: str) -> Game:
        """A game as it stands."""
        async with self.opened(game_id) as game, game.lock:
            return game.message()

    async def delete(self, game_id: str) -> None:
        """Forget a game, and send those away who look at it."""
        if not await self._database.delete(game_id):
            raise problems.no_such_game(game_id)
        game = self._live.pop(game_id, None)
        if game is not None:
            _stop_thinking(game)
            gone = problems.no_such_game(game_id).problem
            game.tell(TellProblem(problem=gone))
            for listener in list(game.listeners):
                listener.close()

    @contextlib.asynccontextmanager
    async def opened(self, game_id: str) -> AsyncIterator[LiveGame]:
        """A game to work with; as long as it is open there is no other object for it."""
        game = await self._find(game_id)
        game.users += 1
        try:
            yield game
        finally:
            game.users -= 1
            self._forget_unused()

    async def _find(self, game_id: str) -> LiveGame:
        async with self._opening:
            game = self._live.get(game_id)
            if game is None:
                found = await self._database.game(game_id)
                if found is None:
                    raise problems.no_such_game(game_id)
                try:
                    game = await asyncio.to_thread(LiveGame, *found)
                except BeespaceError as error:
                    raise StorageError(f"game {game_id} is damaged: {error}") from error
                self._live[game_id] = game
        # The last one used stands last.
        self._live[game_id] = self._live.pop(game_id, game)
        return game

    def _forget_unused(self) -> None:
        unused = [game_id for game_id, game in self._live.items() if not _is_used(game)]
        for game_id in unused[: max(len(unused) - _MOST_UNUSED, 0)]:
            del self._live[game_id]

    async def close(self) -> None:
        """End the engine's thinking in all games."""
        for task in self._answers:
            task.cancel()
        await asyncio.gather(*self._answers, return_exceptions=True)

    # Those who look at a game

    async def someone_came(self, game: LiveGame) -> None:
        """What had been left because nobody looked is taken up again."""
        async with self._changing(game):
            await self._go_on(game)

    def someone_left(self, game: LiveGame) -> None:
        """When nobody looks at a game any more, its engine need not think."""
        if not game.listeners:
            _stop_thinking(game)

    # A turn

    async def move(self, game: LiveGame, said: SayMove | SayMoveText) -> None:
        """Play a person's move, and let the game go on."""
        async with self._changing(game):
            _check_own_turn(game, said.ply)
            await self._play(game, _read_move(game, said))
            await self._go_on(game)

    async def undo(self, game: LiveGame, ply: int) -> None:
        """Give a person the last turn back that was theirs; a resignation is taken back alone."""
        async with self._changing(game):
            _check_ply(game, ply)
            if not game.can_undo:
                raise ProblemError("nothing-to-undo", "there is no move to take back")
            to_ply = game.ply_before_last_own_move
            if game.stored.end_reason == "resign" or to_ply is None:
                to_ply = game.ply
            _stop_thinking(game)
            updated = now()
            await self._database.rewind(game.stored.id, ply, to_ply, updated)
            while game.ply > to_ply:
                game.board.pop()
                game.moves.pop()
            game.stored = replace(
                game.stored, plies=to_ply, updated=updated, result=None, end_reason=None
            )
            game.changed()
            game.tell_game()
            await self._go_on(game)

    async def resign(self, game: LiveGame, ply: int) -> None:
        """Give up for the person, or for the player to move if both are persons."""
        async with self._changing(game):
            _check_ply(game, ply)
            if game.ending is not None:
                raise problems.game_over()
            people = [color for color in Color if game.player(color).kind == "human"]
            loser = people[0] if len(people) == 1 else game.board.turn
            _stop_thinking(game)
            updated, result = now(), letter(loser.opponent)
            await self._database.end(game.stored.id, ply, updated, result, "resign")
            game.stored = replace(game.stored, updated=updated, result=result, end_reason="resign")
            game.changed()
            game.tell_game()

    async def hint(self, game: LiveGame, ply: int) -> TellHint:
        """A good move for the person to move."""
        async with game.lock:
            _check_own_turn(game, ply)
            board = game.board.copy()
        move = await self._thinking.choose(board, FULL_STRENGTH, self._settings.hint_time_s)
        assert not isinstance(move, Pass), "a forced pass has been played"
        return TellHint(ply=ply, piece=str(move.piece), way=way_of(board, move))

    async def why(self, game: LiveGame, asked: SayWhy) -> TellWhy:
        """Why a piece may not go to a hex, or nowhere."""
        async with game.lock:
            _check_ply(game, asked.ply)
            board, piece = game.board, Piece.parse(asked.piece)
            if game.ending is not None and board.outcome() is None:
                raise problems.game_over()
            if asked.to is None:
                reason = board.why_immobile(piece)
            else:
                reason = board.why_illegal(_bring(game, piece, Hex(*asked.to)))
        return TellWhy(
            ply=asked.ply,
            piece=asked.piece,
            to=asked.to,
            why=why_not(reason) if reason is not None else None,
        )

    # How a game goes on

    @contextlib.asynccontextmanager
    async def _changing(self, game: LiveGame) -> AsyncIterator[None]:
        """Hold a game; if the database turns out to know better, follow it."""
        async with game.lock:
            try:
                yield
            except PlyConflictError:
                found = await self._database.game(game.stored.id)
                if found is None:
                    raise problems.no_such_game(game.stored.id) from None
                _LOG.warning("game %s: memory and database differed", game.stored.id)
                game.set_to(*found)
                game.tell_game()
                raise problems.stale(game.ply) from None

    async def _play(self, game: LiveGame, move: Move) -> None:
        """Write a legal move down, play it and tell it."""
        board, ply = game.board, game.ply
        if ply >= MOST_PLIES:
            raise ProblemError("too-long", f"a game has at most {MOST_PLIES} moves")
        played = played_move(board, move, game.spent_ms())
        updated = now()
        board.push_unchecked(move)
        try:
            result, end_reason = _ending(board.outcome())
            await self._database.append(
                game.stored.id,
                ply,
                StoredMove(played.text, played.spent_ms),
                *(updated, result, end_reason),
            )
        except BaseException:
            board.pop()
            raise
        game.moves.append(played)
        game.stored = replace(
            game.stored, plies=ply + 1, updated=updated, result=result, end_reason=end_reason
        )
        game.changed()
        game.tell(
            TellMoved(move=played, turn=game.turn(), ending=game.ending, can_undo=game.can_undo)
        )

    async def _go_on(self, game: LiveGame) -> None:
        """Play what nobody has to choose, and let the engine think if it is its turn."""
        while game.ending is None and game.board.legal_moves[0] == Pass():
            await self._play(game, Pass())
        if not game.is_engines_turn or (game.thinking is not None and not game.thinking.done()):
            return
        if self._thinking.is_full and not game.listeners:
            return  # it will think when somebody comes to look
        game.thinking = asyncio.create_task(self._answer(game, game.ply))
        self._answers.add(game.thinking)
        game.thinking.add_done_callback(self._answers.discard)

    async def _answer(self, game: LiveGame, ply: int) -> None:
        """Let the engine choose and play; if it fails, say so and leave the game as it is."""
        level = level_of(game.player(game.board.turn).level or FULL_STRENGTH.number)
        try:
            move = await self._thinking.choose(game.board, level, self._settings.think_time_s)
            async with self._changing(game):
                if game.ply != ply or not game.is_engines_turn:
                    return
                game.thinking = None  # from here on nobody may cancel it
                await self._play(game, move)
                await self._go_on(game)
        except asyncio.CancelledError:
            raise
        except ProblemError as error:
            game.tell(TellProblem(problem=error.problem))
        except Exception:
            _LOG.exception("game %s: the engine failed", game.stored.id)
            text = "the engine could not find a move; open the game again to let it try once more"
            game.tell(TellProblem(problem=Problem(code="engine-failed", text=text)))


def new_id() -> str:
    """A name for a new game, which nobody can guess."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


def now() -> str:
    """The present time as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _players(new: NewGame) -> tuple[StoredPlayer, StoredPlayer]:
    white = StoredPlayer("human", new.white_name)
    black = StoredPlayer("human", new.black_name)
    if new.opponent == "local":
        return white, black
    engine = StoredPlayer("engine", level_of(new.level).name, new.level)
    own = random.choice("wb") if new.color == "random" else new.color
    return (white, engine) if own == "w" else (engine, black)


def _is_used(game: LiveGame) -> bool:
    is_thinking = game.thinking is not None and not game.thinking.done()
    return bool(game.users or game.listeners or is_thinking)


def _stop_thinking(game: LiveGame) -> None:
    if game.thinking is not None:
        game.thinking.cancel()
        game.thinking = None


def _check_ply(game: LiveGame, ply: int) -> None:
    if ply != game.ply:
        raise problems.stale(game.ply)


def _check_own_turn(game: LiveGame, ply: int) -> None:
    _check_ply(game, ply)
    if game.ending is not None:
        raise problems.game_over()
    if game.is_engines_turn:
        raise problems.not_your_turn()


def _read_move(game: LiveGame, said: SayMove | SayMoveText) -> Move:
    board = game.board
    if isinstance(said, SayMove):
        move = _bring(game, Piece.parse(said.piece), Hex(*said.to))
        reason = board.why_illegal(move)
        if reason is not None:
            raise problems.refused(reason)
        return move
    try:
        return board.parse_uhp(tidy_move(" ".join(said.text.split())), tolerant=True)
    except InvalidNotationError as error:
        raise ProblemError("invalid-notation", str(error), 422) from None
    except IllegalMoveError as error:
        raise problems.refused(error.reason) from None


def _bring(game: LiveGame, piece: Piece, to: Hex) -> Place | Relocate:
    return Place(piece, to) if game.board.location(piece) is None else Relocate(piece, to)


def _ending(outcome: Outcome | None) -> tuple[str | None, str | None]:
    if outcome is None:
        return None, None
    result = letter(outcome.winner) if outcome.winner is not None else "draw"
    return result, of_outcome(outcome)[1].value
