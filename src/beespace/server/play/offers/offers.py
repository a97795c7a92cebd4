"""Offers between players: a draw, a takeback, a rematch.

An offer is for one position. It lapses when the other player moves. If it is declined, it can't be
repeated before the next move.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import get_args

from beespace.server.boards.messages import ColorLetter
from beespace.server.play.messages.games import Offer, OfferKind

_OPEN, _DECLINED = "open", "declined"


@dataclass(frozen=True, slots=True)
class Made:
    """An offer that was made, and whether it is still open."""

    kind: OfferKind
    by: ColorLetter
    ply: int
    is_open: bool = True


class Offers:
    """The offers of a game. Immutable; methods return new instances."""

    def __init__(self, made: Iterable[Made] = ()) -> None:
        self._made = tuple(made)

    @classmethod
    def parse(cls, text: str) -> Offers:
        """Parse the output of `str`.

        >>> str(Offers.parse("draw:w:12:open takeback:b:11:declined"))
        'draw:w:12:open takeback:b:11:declined'
        """
        made = []
        for part in text.split():
            kind, by, ply, state = part.split(":")
            assert kind in get_args(OfferKind), text
            made.append(Made(kind, "w" if by == "w" else "b", int(ply), state == _OPEN))  # type: ignore[arg-type]  # checked above
        return cls(made)

    def __str__(self) -> str:
        return " ".join(
            f"{made.kind}:{made.by}:{made.ply}:{_OPEN if made.is_open else _DECLINED}"
            for made in self._made
        )

    @property
    def open(self) -> list[Offer]:
        """The offers that are waiting for an answer."""
        return [Offer(kind=made.kind, by=made.by) for made in self._made if made.is_open]

    def find(self, kind: OfferKind, by: ColorLetter) -> Made | None:
        """Return a player's offer of this kind, open or declined."""
        return next((m for m in self._made if m.kind == kind and m.by == by), None)

    def with_new(self, kind: OfferKind, by: ColorLetter, ply: int) -> Offers:
        """Return the offers with a new one, replacing the player's last one of this kind."""
        others = [m for m in self._made if (m.kind, m.by) != (kind, by)]
        return Offers([*others, Made(kind, by, ply)])

    def closed(self, kind: OfferKind, by: ColorLetter) -> Offers:
        """Return the offers with one closed. It can't be repeated for this position."""
        return Offers(
            replace(made, is_open=False) if (made.kind, made.by) == (kind, by) else made
            for made in self._made
        )

    def after_move(self, by: ColorLetter) -> Offers:
        """Return what is left after a player's move: only their own open draw offer."""
        return Offers(m for m in self._made if m.is_open and m.kind == "draw" and m.by == by)
