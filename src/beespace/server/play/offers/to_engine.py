"""Draw offers to the engine, which decides by its evaluation of the position."""

from __future__ import annotations

from beespace.engine import Score
from beespace.rules import BaseBoard, Bug, Color, EndReason, Outcome, Piece, Result
from beespace.server import problems
from beespace.server.boards.turns import letter
from beespace.server.people.client import Client
from beespace.server.play.live import LiveGame
from beespace.server.play.messages.games import Offer
from beespace.server.play.messages.socket import DrawReason, SayOffer, TellDrawAnswer, TellOffers
from beespace.server.play.playing import Playing, other
from beespace.server.problems import ProblemError
from beespace.server.search.service import Search
from beespace.study.chances import winning_chance

# The engine plays on from here, in hundredths of a free ant: with less it isn't clearly ahead.
_AHEAD = 50
# From this occurrence of a position on, it only plays on if it sees a forced win.
_REPETITIONS = 3


def draw_reason(score: Score, repetitions: int) -> DrawReason:
    """Return why the engine accepts or declines a draw, given its own score of the position.

    >>> draw_reason(Score(-20), 1), draw_reason(Score(80), 1), draw_reason(Score(80), 3)
    ('even', 'ahead', 'even')
    """
    if score.is_decided:
        return "ahead" if score.value > 0 else "even"
    return "ahead" if score.value > _AHEAD and repetitions < _REPETITIONS else "even"


class EngineDraws:
    """Answers draw offers for the engine; what can't be done raises a ProblemError."""

    def __init__(self, playing: Playing, search: Search) -> None:
        self._playing = playing
        self._search = search

    async def offer(self, game: LiveGame, client: Client, said: SayOffer) -> TellDrawAnswer:
        """Offer the engine a draw on a person's turn, and return its answer."""
        if said.kind != "draw":
            raise ProblemError("no-friend", "the engine only takes draw offers")
        async with self._playing.changing(game):
            await self._playing.check_own_turn(game, client, said.ply)
            color = letter(game.board.turn)
            if game.offers.find("draw", color) is not None:
                raise problems.offered_already()
            # Store the offer first, so that repeated offers don't evaluate the position again.
            offers = game.offers.with_new("draw", color, game.ply)
            await self._playing.commit(game, offers=str(offers))
            revision = game.stored.revision
            game.tell_event(TellOffers(offers=offers.open, declined=None, revision=revision))
            board = game.board.copy()
        reason: DrawReason = "early"
        chance = None
        if _queens_are_placed(board):
            line = await self._search.hint(board, game=game.stored.id, client=client.names)
            score = -line.score
            reason, chance = draw_reason(score, board.repetition_count()), winning_chance(score)
        async with self._playing.changing(game):
            made = game.offers.find("draw", color)
            if game.ply != said.ply or made is None or not made.is_open:
                raise problems.stale(game.ply)
            if reason == "even":
                await self._playing.end(game, Outcome(Result.DRAW, EndReason.AGREEMENT))
            else:
                offers = game.offers.closed("draw", color)
                await self._playing.commit(game, offers=str(offers))
                declined = Offer(kind="draw", by=color)
                revision = game.stored.revision
                game.tell_event(
                    TellOffers(offers=offers.open, declined=declined, revision=revision)
                )
        return TellDrawAnswer(
            by=other(color),
            accepted=reason == "even",
            reason=reason,
            chance=None if chance is None else round(chance, 3),
        )


def _queens_are_placed(board: BaseBoard) -> bool:
    return all(board.location(Piece(color, Bug.QUEEN)) is not None for color in Color)
