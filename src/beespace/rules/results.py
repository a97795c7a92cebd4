"""How games end: the result, the reason, and both together as an outcome.

Boards, game records, files, the server and the page all use these types.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from beespace.rules.box.pieces import Color


class Result(StrEnum):
    """Who won; all values but the last come from the Universal Hive Protocol."""

    WHITE_WINS = "WhiteWins"
    BLACK_WINS = "BlackWins"
    DRAW = "Draw"
    UNFINISHED = "InProgress"
    UNKNOWN = "Unknown"

    @classmethod
    def won_by(cls, winner: Color | None) -> Result:
        """Return the result of a finished game; without a winner it is a draw."""
        return cls(f"{winner}Wins") if winner is not None else cls.DRAW

    @classmethod
    def from_code(cls, code: str | None) -> Result:
        """Return the result that messages and databases write as `w`, `b` or `draw`."""
        return _RESULTS.get(code or "", cls.UNKNOWN)

    @property
    def code(self) -> Literal["w", "b", "draw", ""]:
        """`w`, `b` or `draw`, as in messages and databases; empty if the game isn't decided."""
        return _CODES.get(self, "")

    @property
    def is_decided(self) -> bool:
        """Whether the game was won or drawn."""
        return self in _CODES

    @property
    def winner(self) -> Color | None:
        """The winner, or None if there is none or it is unknown."""
        return {Result.WHITE_WINS: Color.WHITE, Result.BLACK_WINS: Color.BLACK}.get(self)


_CODES: dict[Result, Literal["w", "b", "draw"]] = {
    Result.WHITE_WINS: "w",
    Result.BLACK_WINS: "b",
    Result.DRAW: "draw",
}
_RESULTS: dict[str, Result] = {code: result for result, code in _CODES.items()}


class EndReason(StrEnum):
    """Why a game ended. Boards show only `SURROUND` and `REPETITION`; records know all but `ABORT`.

    `LENGTH` means that the game hit the server's limit on moves. An aborted game has no result and
    doesn't count, so its record is unfinished.
    """

    SURROUND = "surround"
    RESIGN = "resign"
    AGREEMENT = "agreement"
    TIME = "time"
    REPETITION = "repetition"
    DEADLOCK = "deadlock"
    ADJUDICATION = "adjudication"
    LENGTH = "length"
    ABORT = "abort"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game and its reason, which is None if it is unknown.

    A draw by `SURROUND` means that both queens are surrounded.
    """

    result: Result
    reason: EndReason | None = None

    @property
    def winner(self) -> Color | None:
        """The winner, or None in a draw."""
        return self.result.winner
