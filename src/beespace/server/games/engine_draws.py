"""Draw offers to the engine, which decides by its evaluation of the position."""

from __future__ import annotations

from beespace.engine import Score
from beespace.server.games import problems
from beespace.server.games.live import Asker, LiveGame
from beespace.server.games.playing import Playing, other
from beespace.server.games.problems import ProblemError
from beespace.server.games.thinking import Thinking
from beespace.server.games.turns import letter
from beespace.server.messages.games import Offer
from beespace.server.messages.socket import SayOffer, TellDrawAnswer, TellOffers
from beespace.server.settings import Settings
from beespace.study.chances import winning_chance

# From this occurrence of a position on, the engine declines only if it sees a forced win.
_REPETITIONS = 3


def accepts_draw(score: Score, repetitions: int) -> bool:
    """Return whether the engine agrees to a draw, given its own score of the position.

    >>> accepts_draw(Score(-20), 1), accepts_draw(Score(20), 1), accepts_draw(Score(20), 3)
    (True, False, True)
    """
    if score.is_decided:
        return score.value < 0
    return score.value <= 0 or repetitions >= _REPETITIONS


class EngineDraws:
    """Answers draw offers for the engine; what can't be done raises a ProblemError."""

    def __init__(self, settings: Settings, playing: Playing, thinking: Thinking) -> None:
        self._settings = settings
        self._playing = playing
        self._thinking = thinking

    async def offer(self, game: LiveGame, asker: Asker, said: SayOffer) -> TellDrawAnswer:
        """Offer the engine a draw on a person's turn, and return its answer."""
        if said.kind != "draw":
            raise ProblemError("no-friend", "the engine only takes draw offers")
        async with self._playing.changing(game):
            await self._playing.check_own_turn(game, asker, said.ply)
            color = letter(game.board.turn)
            if game.offers.find("draw", color) is not None:
                raise problems.offered_already()
            # Store the offer first, so that repeated offers don't evaluate the position again.
            offers = game.offers.with_new("draw", color, game.ply)
            await self._playing.commit(game, offers=str(offers))
            revision = game.stored.revision
            game.tell_event(TellOffers(offers=offers.open, declined=None, revision=revision))
            board = game.board.copy()
        score = -await self._thinking.score(board, self._settings.hint_time_s)
        is_accepted = accepts_draw(score, board.repetition_count())
        async with self._playing.changing(game):
            made = game.offers.find("draw", color)
            if game.ply != said.ply or made is None or not made.is_open:
                raise problems.stale(game.ply)
            if is_accepted:
                await self._playing.end(game, "draw", "agreement")
            else:
                offers = game.offers.closed("draw", color)
                await self._playing.commit(game, offers=str(offers))
                declined = Offer(kind="draw", by=color)
                revision = game.stored.revision
                game.tell_event(
                    TellOffers(offers=offers.open, declined=declined, revision=revision)
                )
        return TellDrawAnswer(
            by=other(color), accepted=is_accepted, chance=round(winning_chance(score), 3)
        )
