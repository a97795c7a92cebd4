"""The messages of a game's WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from beespace.server.boards.messages import (
    ColorLetter,
    HexPair,
    Message,
    PieceName,
    PlayedMove,
    Ply,
    Remark,
    Turn,
    Way,
    WhyNot,
)
from beespace.server.play.messages.games import (
    ChatLine,
    ClockState,
    Ending,
    Game,
    Offer,
    OfferKind,
    Presence,
)
from beespace.server.problems import TellProblem

# Messages from the client


class SayMove(Message):
    """Play a piece to a hex as the next move, when `ply` moves have been played."""

    type: Literal["move"]
    ply: Ply
    """How many moves have been played."""
    piece: PieceName
    """The piece to move."""
    to: HexPair
    """Where to."""


class SayMoveText(Message):
    """Play a move written in the notation of the Universal Hive Protocol."""

    type: Literal["move_text"]
    ply: Ply
    """How many moves have been played."""
    text: Annotated[str, Field(max_length=40)]
    """The move, such as `wA1 bQ-`."""


class SayUndo(Message):
    """Undo your last move and the engine's reply to it."""

    type: Literal["undo"]
    ply: Ply
    """How many moves have been played."""


class SayResign(Message):
    """Resign. If both seats are yours, the player to move resigns."""

    type: Literal["resign"]
    ply: Ply
    """How many moves have been played."""


class SayHint(Message):
    """Ask for a good move."""

    type: Literal["hint"]
    ply: Ply
    """How many moves have been played."""


class SayWhy(Message):
    """Ask why a piece can't move to a hex or, without a hex, can't move at all."""

    type: Literal["why"]
    ply: Ply
    """How many moves have been played."""
    piece: PieceName
    """The piece in question."""
    to: HexPair | None = None
    """The hex in question."""


class SayAbort(Message):
    """Abort a game with a friend, before the second move."""

    type: Literal["abort"]
    ply: Ply
    """How many moves have been played."""


class SayOffer(Message):
    """Make an offer. Offering what the other player has already offered accepts it.

    The engine only takes draw offers, on your turn, and replies with `draw_answer`. When two people
    share a device, the player to move makes the offer.
    """

    type: Literal["offer"]
    kind: OfferKind
    """What you offer."""
    ply: Ply
    """How many moves have been played."""


class SayAnswer(Message):
    """Accept or decline the other player's offer. Declining your own offer withdraws it."""

    type: Literal["answer"]
    kind: OfferKind
    """The offer you answer."""
    accept: Annotated[bool, Field(strict=True)]
    """Whether you accept it."""
    ply: Ply
    """How many moves have been played."""


class SayChat(Message):
    """Send a chat message to the other player."""

    type: Literal["chat"]
    text: Annotated[str, Field(min_length=1, max_length=300)]
    """What you say."""


class SayClock(Message):
    """Ask for the current clocks. If a flag has fallen, the game ends."""

    type: Literal["clock"]


class SayPong(Message):
    """Reply to a ping at once, so that the server can measure the network delay."""

    type: Literal["pong"]
    id: Annotated[int, Field(ge=0, le=2**53, strict=True)]
    """The ping's id."""


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


# Messages from the server


class TellGame(Message):
    """The whole game, sent on a new connection and for changes that no other message covers.

    Only the players receive the chat.
    """

    type: Literal["game"] = "game"
    game: Game
    """The game."""
    presence: Presence
    """Who is connected."""
    chat: list[ChatLine]
    """The chat so far."""


class Moved(Message):
    """The fields of `TellMoved` other than the turn."""

    move: PlayedMove
    """The move."""
    ending: Ending | None
    """How the game ended, if this move ended it."""
    can_undo: bool
    """Whether you can undo a move now."""
    revision: int
    """The number of this event."""
    clock: ClockState | None
    """The clocks, if the game has them."""
    offers: list[Offer]
    """The open offers."""
    can_abort: bool
    """Whether you can abort the game now."""


class TellMoved(Moved):
    """A move was played. `turn` is the position after it, and `turn.ply` includes it."""

    type: Literal["moved"] = "moved"
    turn: Turn
    """The position after the move."""


class TellOffers(Message):
    """The offers that are open now. `declined` is the offer that was just declined, if any."""

    type: Literal["offers"] = "offers"
    offers: list[Offer]
    """The open offers."""
    declined: Offer | None
    """The offer that was just declined, if any."""
    revision: int
    """The number of this event."""


class TellChat(Message):
    """A new chat message. Only the players receive it."""

    type: Literal["chat"] = "chat"
    line: ChatLine
    """The message."""
    revision: int
    """The number of this event."""


class TellRematch(Message):
    """A rematch has started, with colours swapped. `game` is the id of the new game."""

    type: Literal["rematch"] = "rematch"
    game: str
    """The id of the new game."""
    revision: int
    """The number of this event."""


class TellPresence(Message):
    """Someone connected or left."""

    type: Literal["presence"] = "presence"
    presence: Presence
    """Who is connected now."""


class TellClock(Message):
    """The reply to `clock`."""

    type: Literal["clock"] = "clock"
    clock: ClockState | None
    """The clocks, if the game has them."""


class TellPaused(Message):
    """Nothing can be stored, so all clocks are stopped; or everything works again.

    `clock` has the clocks as they continue. It is null during the pause, and in games without one.
    """

    type: Literal["paused"] = "paused"
    is_paused: bool
    """Whether the clocks are stopped."""
    clock: ClockState | None
    """The clocks as they continue."""


class TellPing(Message):
    """A ping, to be answered with `pong` at once."""

    type: Literal["ping"] = "ping"
    id: int
    """What to send back."""


class TellResumed(Message):
    """Sent after the events that a reconnecting client missed, instead of the whole game."""

    type: Literal["resumed"] = "resumed"
    revision: int
    """The number of the latest event."""
    clock: ClockState | None
    """The clocks, if the game has them."""
    presence: Presence
    """Who is connected."""


class TellHint(Message):
    """A good move in the position after `ply` moves."""

    type: Literal["hint"] = "hint"
    ply: Ply
    """How many moves have been played."""
    piece: str
    """The piece to move."""
    way: Way
    """Where it should go."""
    remark: Remark | None
    """What the move does, if there is something to say."""


# Why the engine accepts a draw (even) or declines it (ahead, or a queen isn't placed yet).
DrawReason = Literal["even", "ahead", "early"]


class TellDrawAnswer(Message):
    """The engine's reply to a draw offer, and its own estimated chance of winning, from 0 to 1.

    The engine doesn't evaluate positions in which a queen isn't placed yet.
    """

    type: Literal["draw_answer"] = "draw_answer"
    by: ColorLetter
    """The engine's colour."""
    accepted: bool
    """Whether it accepts."""
    reason: DrawReason
    """Why: the game is even, the engine is ahead, or it is too early to tell."""
    chance: float | None
    """The engine's chance of winning; null if it is too early to tell."""


class TellWhy(Message):
    """The reply to `why`. `why` is null if the move is allowed."""

    type: Literal["why"] = "why"
    ply: Ply
    """How many moves have been played."""
    piece: str
    """The piece in question."""
    to: HexPair | None
    """The hex in question."""
    why: WhyNot | None
    """The reason, if there is one."""


ServerMessage = Annotated[
    TellGame
    | TellMoved
    | TellOffers
    | TellChat
    | TellRematch
    | TellPresence
    | TellClock
    | TellPaused
    | TellPing
    | TellResumed
    | TellHint
    | TellDrawAnswer
    | TellWhy
    | TellProblem,
    Field(discriminator="type"),
]


class Done(Message):
    """A message sent over HTTP was carried out. `revision` is the game's latest event."""

    type: Literal["done"] = "done"
    revision: int
    """The number of the latest event."""


SaidAnswer = Annotated[
    Done | TellHint | TellDrawAnswer | TellWhy | TellClock | TellPaused,
    Field(discriminator="type"),
]
