"""What page and server say on the socket of a game."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from beespace.server.messages.board import (
    ColorLetter,
    HexPair,
    Message,
    PieceName,
    PlayedMove,
    Ply,
    Turn,
    Way,
    WhyNot,
)
from beespace.server.messages.games import (
    ChatLine,
    ClockState,
    Ending,
    Game,
    Offer,
    OfferKind,
    Presence,
    Problem,
)

# The socket of a game: what the page says …


class SayMove(Message):
    """Bring a piece to a hex, as the next move after `ply` others."""

    type: Literal["move"]
    ply: Ply
    piece: PieceName
    to: HexPair


class SayMoveText(Message):
    """The next move as it was typed, in the Universal Hive Protocol's notation."""

    type: Literal["move_text"]
    ply: Ply
    text: Annotated[str, Field(max_length=40)]


class SayUndo(Message):
    """Take back the last own move, and the engine's after it."""

    type: Literal["undo"]
    ply: Ply


class SayResign(Message):
    """Give up: one's own seat, or the player to move if both are."""

    type: Literal["resign"]
    ply: Ply


class SayHint(Message):
    """Ask for a good move."""

    type: Literal["hint"]
    ply: Ply


class SayWhy(Message):
    """Ask why a piece may not go to a hex, or (without one) not move at all."""

    type: Literal["why"]
    ply: Ply
    piece: PieceName
    to: HexPair | None = None


class SayAbort(Message):
    """Call a game with a friend off, before the second move."""

    type: Literal["abort"]
    ply: Ply


class SayOffer(Message):
    """Offer the other player something; offering what they have offered accepts it.

    The engine takes draw offers on a person's turn and answers with `draw_answer`. For two people
    at one device, the player to move offers.
    """

    type: Literal["offer"]
    kind: OfferKind
    ply: Ply


class SayAnswer(Message):
    """Accept or decline what the other player has offered; declining one's own takes it back."""

    type: Literal["answer"]
    kind: OfferKind
    accept: Annotated[bool, Field(strict=True)]
    ply: Ply


class SayChat(Message):
    """Write to the other player."""

    type: Literal["chat"]
    text: Annotated[str, Field(min_length=1, max_length=300)]


class SayClock(Message):
    """Ask what the clocks show, and whether a flag has fallen."""

    type: Literal["clock"]


class SayPong(Message):
    """The answer to a ping, at once: it tells how long messages take."""

    type: Literal["pong"]
    id: Annotated[int, Field(ge=0, le=2**53, strict=True)]


PageMessage = Annotated[
    SayMove
    | SayMoveText
    | SayUndo
    | SayResign
    | SayHint
    | SayWhy
    | SayAbort
    | SayOffer
    | SayAnswer
    | SayChat
    | SayClock
    | SayPong,
    Field(discriminator="type"),
]


# … and what the server says.


class TellGame(Message):
    """The whole game: first on every connection, and whenever it did not just grow by a move.

    Only the players see the chat.
    """

    type: Literal["game"] = "game"
    game: Game
    presence: Presence
    chat: list[ChatLine]


class Moved(Message):
    """What is told of one more move besides the turn that comes now."""

    move: PlayedMove
    ending: Ending | None
    can_undo: bool
    revision: int
    clock: ClockState | None
    offers: list[Offer]
    can_abort: bool


class TellMoved(Moved):
    """One more move has been played; `turn.ply` counts it."""

    type: Literal["moved"] = "moved"
    turn: Turn


class TellOffers(Message):
    """The offers that are open now; `declined` is the one that the other player said no to."""

    type: Literal["offers"] = "offers"
    offers: list[Offer]
    declined: Offer | None
    revision: int


class TellChat(Message):
    """A line of the chat, for the players only."""

    type: Literal["chat"] = "chat"
    line: ChatLine
    revision: int


class TellRematch(Message):
    """The game goes on in another one, with colours swapped."""

    type: Literal["rematch"] = "rematch"
    game: str
    revision: int


class TellPresence(Message):
    """Somebody came or left."""

    type: Literal["presence"] = "presence"
    presence: Presence


class TellClock(Message):
    """The answer to `clock`."""

    type: Literal["clock"] = "clock"
    clock: ClockState | None


class TellPing(Message):
    """To be answered with `pong` at once."""

    type: Literal["ping"] = "ping"
    id: int


class TellResumed(Message):
    """The end of what a connection had missed: instead of the whole game if that is known."""

    type: Literal["resumed"] = "resumed"
    revision: int
    clock: ClockState | None
    presence: Presence


class TellHint(Message):
    """A good move in the position after `ply` moves."""

    type: Literal["hint"] = "hint"
    ply: Ply
    piece: str
    way: Way


class TellDrawAnswer(Message):
    """The engine's answer to a draw offer, and how likely it thinks it is to win, from 0 to 1."""

    type: Literal["draw_answer"] = "draw_answer"
    by: ColorLetter
    accepted: bool
    chance: float


class TellWhy(Message):
    """The answer to `why`; null when it is allowed."""

    type: Literal["why"] = "why"
    ply: Ply
    piece: str
    to: HexPair | None
    why: WhyNot | None


class TellProblem(Message):
    """Something the page said could not be done.

    A move that the rules forbid has the code of its reason, as in `WhyNot`.
    """

    type: Literal["problem"] = "problem"
    problem: Problem


ServerMessage = Annotated[
    TellGame
    | TellMoved
    | TellOffers
    | TellChat
    | TellRematch
    | TellPresence
    | TellClock
    | TellPing
    | TellResumed
    | TellHint
    | TellDrawAnswer
    | TellWhy
    | TellProblem,
    Field(discriminator="type"),
]


class Done(Message):
    """What was said over HTTP has been done; `revision` counts it."""

    type: Literal["done"] = "done"
    revision: int


SaidAnswer = Annotated[
    Done | TellHint | TellDrawAnswer | TellWhy | TellClock, Field(discriminator="type")
]
