"""The errors that clients get."""

from __future__ import annotations

from beespace.rules import Reason
from beespace.server.boards.messages import WhyNot
from beespace.server.boards.turns import why_not
from beespace.server.play.messages.games import Problem


class ProblemError(Exception):
    """A request that can't be fulfilled. `status` is the HTTP status."""

    def __init__(self, code: str, text: str, status: int = 409, why: WhyNot | None = None) -> None:
        super().__init__(text)
        self.problem = Problem(code=code, text=text, why=why)
        self.status = status


def no_such_game(game_id: str) -> ProblemError:
    """Return the error for an unknown game."""
    return ProblemError("no-such-game", f"there is no game {game_id[:40]}", 404)


def stale(ply: int) -> ProblemError:
    """Return the error for a message about an earlier position."""
    return ProblemError("stale", f"the game now has {ply} moves; fetch it again")


def game_over() -> ProblemError:
    """Return the error for playing in a finished game."""
    return ProblemError("game-over", "the game is over")


def not_your_turn(whose: str) -> ProblemError:
    """Return the error for moving out of turn."""
    return ProblemError("not-your-turn", f"it's {whose} turn")


def not_your_seat() -> ProblemError:
    """Return the error for a watcher who tries to do what only players can."""
    return ProblemError("not-your-seat", "you are watching; only the players can do this", 403)


def waiting() -> ProblemError:
    """Return the error for playing before the friend has joined."""
    return ProblemError("waiting", "the other player hasn't joined yet")


def wrong_secret() -> ProblemError:
    """Return the error for a secret that is unknown or was used."""
    return ProblemError("wrong-secret", "this link doesn't work or has already been used", 403)


def unknown_token() -> ProblemError:
    """Return the error for a token that opens no seat."""
    text = "this token opens no seat: it is wrong, was revoked, or its game was deleted"
    return ProblemError("unknown-token", text, 401)


def seat_lost() -> ProblemError:
    """Return the error for a client whose key was revoked."""
    return ProblemError("seat-lost", "this device or program can no longer play this seat", 403)


def too_many(text: str = "too many requests; wait a moment") -> ProblemError:
    """Return the error for exceeding a limit."""
    return ProblemError("too-many", text, 429)


def too_many_waiting(most: int) -> ProblemError:
    """Return the error for too many open invitations."""
    text = f"{most} of your games are waiting for a friend; cancel some of them first"
    return ProblemError("too-many-waiting", text)


def offered_already() -> ProblemError:
    """Return the error for repeating an offer in the same turn."""
    return ProblemError("offered-already", "you can offer that once per turn")


def refused(reason: Reason) -> ProblemError:
    """Return the error for an illegal move, with the reason's code."""
    return ProblemError(reason.code.value, reason.text, why=why_not(reason))


def nothing_to_undo() -> ProblemError:
    """Return the error for an undo or takeback without a move."""
    return ProblemError("nothing-to-undo", "there is no move to take back")
