"""What can go wrong with a request, in the words that the page gets."""

from __future__ import annotations

from beespace.rules import Reason
from beespace.server.games.turns import why_not
from beespace.server.messages.board import WhyNot
from beespace.server.messages.games import Problem


class ProblemError(Exception):
    """A request that cannot be granted; `status` is what HTTP calls it."""

    def __init__(self, code: str, text: str, status: int = 409, why: WhyNot | None = None) -> None:
        super().__init__(text)
        self.problem = Problem(code=code, text=text, why=why)
        self.status = status


def no_such_game(game_id: str) -> ProblemError:
    """There is no game of this name."""
    return ProblemError("no-such-game", f"there is no game {game_id[:40]}", 404)


def stale(ply: int) -> ProblemError:
    """The page spoke of a position that is not the present one."""
    return ProblemError("stale", f"the game has gone on: it has {ply} moves now")


def game_over() -> ProblemError:
    """Nothing can be played any more."""
    return ProblemError("game-over", "the game is over")


def not_your_turn(whose: str) -> ProblemError:
    """Somebody else is to move."""
    return ProblemError("not-your-turn", f"it is {whose} turn")


def not_your_seat() -> ProblemError:
    """Somebody who looks on wants to do what only a player may."""
    return ProblemError("not-your-seat", "you are looking on: only the players may do that", 403)


def waiting() -> ProblemError:
    """The friend has not taken the other seat."""
    return ProblemError("waiting", "the other player has not come yet")


def wrong_secret() -> ProblemError:
    """A secret that opens nothing, or nothing any more."""
    return ProblemError("wrong-secret", "this link does not work, or does not work any more", 403)


def unknown_token() -> ProblemError:
    """A program shows a token that opens no seat, or none any more."""
    text = "this token opens no seat: it is wrong, was revoked, or its game is gone"
    return ProblemError("unknown-token", text, 401)


def seat_lost() -> ProblemError:
    """What somebody held a seat by has been revoked."""
    return ProblemError("seat-lost", "this device or program may not play the seat any more", 403)


def too_many(text: str = "that is too much at once: wait a moment") -> ProblemError:
    """Somebody asks more than anybody needs."""
    return ProblemError("too-many", text, 429)


def too_many_waiting(most: int) -> ProblemError:
    """Somebody invites more friends than anybody has."""
    text = f"{most} of your games are waiting for a friend: call some of them off first"
    return ProblemError("too-many-waiting", text)


def offered_already() -> ProblemError:
    """A second offer of the same kind in one turn."""
    return ProblemError("offered-already", "you can offer that once per turn")


def refused(reason: Reason) -> ProblemError:
    """The rules forbid a move: the code is that of the reason."""
    return ProblemError(reason.code.value, reason.text, why=why_not(reason))


def nothing_to_undo() -> ProblemError:
    """There is no move of the player's own."""
    return ProblemError("nothing-to-undo", "there is no move to take back")
