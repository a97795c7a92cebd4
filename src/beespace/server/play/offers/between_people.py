"""Offers, answers and chat between two people."""

from __future__ import annotations

from beespace.rules import EndReason, Outcome, Result
from beespace.server import problems
from beespace.server.boards.messages import ColorLetter
from beespace.server.boards.turns import letter
from beespace.server.people.client import Client
from beespace.server.people.ids import new_id
from beespace.server.people.keys import swapped
from beespace.server.people.quota import StorageQuota
from beespace.server.play.live import LiveGame
from beespace.server.play.messages.games import ChatLine, Offer, OfferKind
from beespace.server.play.messages.socket import (
    SayAnswer,
    SayOffer,
    TellChat,
    TellOffers,
    TellRematch,
)
from beespace.server.play.offers.offers import Offers
from beespace.server.play.playing import Playing, check_ply, now, other, seats_of
from beespace.server.problems import ProblemError
from beespace.server.settings import Settings
from beespace.server.storage import StoredGame, StoredLine, WholeGame
from beespace.server.text import one_line

MOST_LINES = 500
# What a chat line takes beside its text.
_LINE_BYTES = 100


class Friends:
    """Offers and chat in games between people; what can't be done raises a ProblemError."""

    def __init__(self, settings: Settings, playing: Playing, quota: StorageQuota) -> None:
        self._settings = settings
        self._playing = playing
        self._quota = quota

    async def offer(self, game: LiveGame, client: Client, said: SayOffer) -> None:
        """Offer something, or agree to it if the other player has offered the same."""
        async with self._playing.changing(game):
            color = _seat(game, client, said.kind)
            await self._check(game, said.kind, said.ply)
            offers = game.offers
            theirs = offers.find(said.kind, other(color))
            if theirs is not None and theirs.is_open:
                await self._accept(game, said.kind, other(color))
                return
            mine = offers.find(said.kind, color)
            if mine is not None and (mine.is_open or mine.ply == game.ply):
                raise problems.offered_already()
            if said.kind == "takeback" and game.ply_before_last_move_of(color) is None:
                raise problems.nothing_to_undo()
            await self._set(game, offers.with_new(said.kind, color, game.ply))

    async def answer(self, game: LiveGame, client: Client, said: SayAnswer) -> None:
        """Accept or decline the other player's offer, or withdraw the client's own."""
        async with self._playing.changing(game):
            color = _seat(game, client, said.kind)
            await self._check(game, said.kind, said.ply)
            offers = game.offers
            if not game.is_with_friend:
                # Both players share one device: whoever didn't offer is answering.
                by = next((one.by for one in offers.open if one.kind == said.kind), other(color))
                color = other(by)
            theirs = offers.find(said.kind, other(color))
            mine = offers.find(said.kind, color)
            if theirs is not None and theirs.is_open:
                if said.accept:
                    await self._accept(game, said.kind, other(color))
                else:
                    declined = Offer(kind=said.kind, by=other(color))
                    await self._set(game, offers.closed(said.kind, other(color)), declined)
            elif mine is not None and mine.is_open and not said.accept:
                await self._set(game, offers.closed(said.kind, color))
            else:
                raise ProblemError("no-such-offer", "this offer is no longer open")

    async def chat(self, game: LiveGame, client: Client, text: str) -> None:
        """Send a chat message to the other player."""
        async with self._playing.changing(game):
            color = _seat(game, client)
            text = one_line(text)
            if not text:
                raise ProblemError("invalid", "the chat message is empty")
            if len(game.chat) >= MOST_LINES:
                raise problems.too_many(f"a game has at most {MOST_LINES} chat messages")
            self._quota.count(client, _LINE_BYTES + len(text.encode()))
            line = ChatLine(by=color, text=text, time=now())
            await self._playing.commit(game, line=StoredLine(color, text, line.time))
            game.chat.append(line)
            game.tell_event(TellChat(line=line, revision=game.stored.revision))

    async def _check(self, game: LiveGame, kind: OfferKind, ply: int) -> None:
        check_ply(game, ply)
        if kind != "rematch":
            await self._playing.check_running(game)
        elif game.outcome is None:
            raise ProblemError("not-over", "the game is not over yet")
        elif game.stored.rematch is not None:
            raise ProblemError("offered-already", "the rematch has already started")
        elif len({key.color for key in game.keys}) < 2:
            raise problems.waiting()

    async def _set(self, game: LiveGame, offers: Offers, declined: Offer | None = None) -> None:
        await self._playing.commit(game, offers=str(offers))
        game.tell_event(
            TellOffers(offers=offers.open, declined=declined, revision=game.stored.revision)
        )

    async def _accept(self, game: LiveGame, kind: OfferKind, by: ColorLetter) -> None:
        if kind == "draw":
            await self._playing.end(game, Outcome(Result.DRAW, EndReason.AGREEMENT))
        elif kind == "takeback":
            to_ply = game.ply_before_last_move_of(by)
            assert to_ply is not None, "a takeback needs a move to take back"
            await self._playing.rewind(game, to_ply)
        else:
            await self._begin_rematch(game)

    async def _begin_rematch(self, game: LiveGame) -> None:
        stored, time, began = game.stored, now(), self._settings.now_ms()
        control = game.time_control
        following = StoredGame(
            new_id(),
            *(time, time),
            stored.ruleset,
            *(stored.black, stored.white),
            mode=stored.mode,
            clock=stored.clock,
            turn_began=began,
            deadline=control.deadline([], began) if control is not None else None,
        )
        rematch_game = WholeGame(following, keys=swapped(game.keys))
        await self._playing.commit(game, rematch=following.id, offers="", rematch_game=rematch_game)
        game.tell_event(TellRematch(game=following.id, revision=game.stored.revision))


def _seat(game: LiveGame, client: Client, kind: OfferKind | None = None) -> ColorLetter:
    """Return the colour for which the client speaks.

    Two people at one device can agree on a draw; everything else takes two seats.
    """
    colors = seats_of(game, client)
    if not game.is_with_friend and kind != "draw":
        raise ProblemError("no-friend", "only two players on their own devices can do that")
    return colors[0] if len(colors) == 1 else letter(game.board.turn)
