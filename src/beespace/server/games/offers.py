"""What players offer each other: a draw, a takeback, a rematch.

An offer is made for one position. When the other player moves it lapses; when it is declined the
same cannot be offered again before the next move.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import get_args

from beespace.server.messages.board import ColorLetter
from beespace.server.messages.games import Offer, OfferKind

_OPEN, _DECLINED = "open", "declined"


@dataclass(frozen=True, slots=True)
class Made:
    """An offer and what became of it."""

    kind: OfferKind
    by: ColorLetter
    ply: int
    is_open: bool = True


class Offers:
    """The offers of a game; it is not changed, but makes others."""

    def __init__(self, made: Iterable[Made] = ()) -> None:
        self._made = tuple(made)

    @classmethod
    def parse(cls, text: str) -> Offers:
        """What `str` wrote.

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
        """Those that wait for an answer."""
        return [Offer(kind=made.kind, by=made.by) for made in self._made if made.is_open]

    def find(self, kind: OfferKind, by: ColorLetter) -> Made | None:
        """A player's offer of this kind, open or declined."""
        return next((m for m in self._made if m.kind == kind and m.by == by), None)

    def with_new(self, kind: OfferKind, by: ColorLetter, ply: int) -> Offers:
        """With one more."""
        others = [m for m in self._made if (m.kind, m.by) != (kind, by)]
        return Offers([*others, Made(kind, by, ply)])

    def closed(self, kind: OfferKind, by: ColorLetter) -> Offers:
        """With one declined or withdrawn, which cannot come again for this position."""
        return Offers(
            replace(made, is_open=False) if (made.kind, made.by) == (kind, by) else made
            for made in self._made
        )

    def after_move(self, by: ColorLetter) -> Offers:
        """What is left when a player has moved: a draw that this player offers along."""
        return Offers(m for m in self._made if m.is_open and m.kind == "draw" and m.by == by)
