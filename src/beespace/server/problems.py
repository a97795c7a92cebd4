"""The errors that clients get."""

from __future__ import annotations

from typing import Literal

from beespace.rules import Reason
from beespace.server.boards.messages import Message, WhyNot
from beespace.server.boards.turns import why_not
from beespace.server.errors import DamagedGameError, DatabaseAwayError, StorageError


class Problem(Message):
    """Why a request failed: a code for programs and a text for people.

    If the rules forbid a move, `why` has the details.
    """

    code: str
    """What went wrong, as a code."""
    text: str
    """What went wrong, in English."""
    why: WhyNot | None = None
    """The rule that forbids the move."""


class TellProblem(Message):
    """A message from the client failed.

    For an illegal move, the code is the reason's code, as in `WhyNot`.
    """

    type: Literal["problem"] = "problem"
    problem: Problem
    """What went wrong."""


class ProblemError(Exception):
    """A request that can't be fulfilled. `http.errors` knows the status of each code."""

    def __init__(self, code: str, text: str, why: WhyNot | None = None) -> None:
        super().__init__(text)
        self.problem = Problem(code=code, text=text, why=why)

    def __reduce__(self) -> tuple[type[ProblemError], tuple[str, str, WhyNot | None]]:
        """Let worker processes send it."""
        return type(self), (self.problem.code, self.problem.text, self.problem.why)


def storage_problem(error: StorageError) -> Problem:
    """Return what clients are told about an error of the database, without its details."""
    if isinstance(error, DatabaseAwayError):
        return database_away().problem
    text = "the server couldn't read or save this; its log has the details"
    if isinstance(error, DamagedGameError):
        text = "this game is damaged; the server's log has the details"
    return Problem(code="storage", text=text)


def database_away() -> ProblemError:
    """Return the error for anything that needs the database during an outage."""
    text = "nothing can be saved right now; the clocks are stopped until it works again"
    return ProblemError("database-away", text)


def no_such_game(game_id: str) -> ProblemError:
    """Return the error for an unknown game."""
    return ProblemError("no-such-game", f"there is no game {game_id[:40]}")


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
    return ProblemError("not-your-seat", "you are watching; only the players can do this")


def waiting() -> ProblemError:
    """Return the error for playing before the friend has joined."""
    return ProblemError("waiting", "the other player hasn't joined yet")


def wrong_secret() -> ProblemError:
    """Return the error for a secret that is unknown or was used."""
    return ProblemError("wrong-secret", "this link doesn't work or has already been used")


def unknown_token() -> ProblemError:
    """Return the error for a token that opens no seat."""
    text = "this token opens no seat: it is wrong, was revoked, or its game was deleted"
    return ProblemError("unknown-token", text)


def seat_lost() -> ProblemError:
    """Return the error for a client whose key was revoked."""
    return ProblemError("seat-lost", "this device or program can no longer play this seat")


def busy() -> ProblemError:
    """Return the error for a server on which too many requests are waiting."""
    return ProblemError("busy", "the server is busy; try again in a moment")


def too_many(text: str = "too many requests; wait a moment") -> ProblemError:
    """Return the error for exceeding a limit."""
    return ProblemError("too-many", text)


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
