"""Games as JSON: players, clocks, offers and seats, with the requests and responses about them."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field

from beespace.engine import LEVELS
from beespace.rules import Difference, EndReason, Outcome
from beespace.server.boards.messages import ColorLetter, Message, PlayedMove, Turn
from beespace.server.boards.turns import letter
from beespace.server.text import one_line

PlayerName = Annotated[str, Field(max_length=40), AfterValidator(one_line)]


EditionId = Literal["base", "pocket", "ultimate"]


class PlayerInfo(Message):
    """The player of a colour."""

    kind: Literal["human", "engine"]
    """A person or the engine."""
    name: str = ""
    """The name; may be empty."""
    level: int | None = None
    """The engine's level; null for people."""


# Written for an `Outcome`, which is what all other code uses.
class Ending(Message):
    """How a game ended.

    `winner` is null for draws and for aborted games. Aborted games don't count.
    """

    winner: ColorLetter | None
    """The colour that won."""
    reason: EndReason | Literal["unknown"]
    """Why the game ended; `unknown` if an imported record doesn't say."""

    @classmethod
    def of(cls, outcome: Outcome | None) -> Self | None:
        """Return the message about an outcome, if there is one."""
        if outcome is None:
            return None
        winner = letter(outcome.winner) if outcome.winner is not None else None
        return cls(winner=winner, reason=outcome.reason or "unknown")


class LiveClock(Message):
    """A time limit for the whole game, plus an increment for every move."""

    kind: Literal["live"] = "live"
    """A clock for one sitting."""
    base_s: Annotated[int, Field(ge=10, le=3 * 3600, strict=True)]
    """The seconds that each player starts with."""
    increment_s: Annotated[int, Field(ge=0, le=180, strict=True)] = 0
    """The seconds that each move adds."""


class DaysClock(Message):
    """A time limit in days for each move."""

    kind: Literal["days"] = "days"
    """A clock for a game over days."""
    days: Annotated[int, Field(ge=1, le=30, strict=True)]
    """The days for each move."""


Clock = Annotated[LiveClock | DaysClock, Field(discriminator="kind")]


class ClockState(Message):
    """The clocks at the time the message is sent, and which one is running."""

    ms: dict[ColorLetter, int]
    """The milliseconds that each player has left."""
    running: ColorLetter | None
    """The player whose clock is running."""


OfferKind = Literal["draw", "takeback", "rematch"]


class Offer(Message):
    """An offer that the other player hasn't answered yet."""

    kind: OfferKind
    """What is offered."""
    by: ColorLetter
    """The player who offers it."""


class ChatLine(Message):
    """A chat message from one player to the other."""

    by: ColorLetter
    """The player who wrote it."""
    text: str
    """What it says."""
    time: str
    """When it was sent (ISO 8601, UTC)."""


class Presence(Message):
    """Which players are connected, and how many people are watching."""

    w: bool
    """Whether White is connected."""
    b: bool
    """Whether Black is connected."""
    watchers: int
    """How many others are watching."""


class GameSummary(Message):
    """A game in a list."""

    id: str
    """The game's id, as in its link."""
    created: str
    """When it was created (ISO 8601, UTC)."""
    updated: str
    """When it last changed (ISO 8601, UTC)."""
    ruleset: str
    """The game type and options, as `Ruleset.parse` reads them."""
    edition: EditionId | None
    """The box with these pieces; null for a custom mix."""
    differences: list[Difference]
    """How the rules differ from the box's booklet."""
    players: dict[ColorLetter, PlayerInfo]
    """The player of each colour."""
    plies: int
    """How many moves have been played."""
    ending: Ending | None
    """How it ended; null while it is being played."""
    mode: Literal["board", "friend"]
    """`board`: played on one device. `friend`: two people with a seat each."""
    yours: list[ColorLetter]
    """The colours that you play; empty for watchers."""
    is_waiting: bool
    """Whether the friend hasn't joined yet."""
    time_control: Clock | None
    """The clock, if the game has one."""


class Game(GameSummary):
    """A game with its moves and current position."""

    expansions: str
    """The letters of the expansions, such as `MLP`."""
    moves: list[PlayedMove]
    """The moves so far."""
    turn: Turn
    """The current position."""
    can_undo: bool
    """Whether you can undo a move now."""
    revision: int
    """The number of the latest event. After a lost connection, resume from here."""
    clock: ClockState | None
    """The clocks, if the game has them."""
    offers: list[Offer]
    """The open offers."""
    can_abort: bool
    """Whether you can abort the game now."""
    rematch: str | None
    """The id of the rematch, if there is one."""


class GamePage(Message):
    """One page of a list of games, most recently played first, and how many there are in total."""

    games: list[GameSummary]
    """The games on this page."""
    total: int
    """How many games there are in all."""


class NewGame(Message):
    """A request for a new game.

    `edition` selects a box with the rules of its booklet. `ruleset` selects any other mix: a game
    type such as `Base+ML`, with options. Give at most one of them; the default is the base game by
    its booklet. `color` is the colour you want, unless two people share the device. `name` is your
    name when you invite a friend.
    """

    opponent: Literal["engine", "local", "friend"]
    """The engine, someone on the same device, or a friend with a link."""
    level: Annotated[int, Field(ge=1, le=len(LEVELS), strict=True)] = 1
    """The engine's level, from 1."""
    edition: EditionId | None = None
    """The box."""
    ruleset: Annotated[str, Field(max_length=60)] | None = None
    """Any other mix, such as `Base+ML`."""
    color: Literal["w", "b", "random"] = "random"
    """The colour you want."""
    white_name: PlayerName = ""
    """White's name, for two on one device."""
    black_name: PlayerName = ""
    """Black's name, for two on one device."""
    name: PlayerName = ""
    """Your name, for a game with a friend."""
    clock: Clock | None = None
    """The clock; only with a friend."""
    with_token: bool = False
    """Whether to return a token, for programs."""


# The proof that a link or a program owns a seat.
Secret = Annotated[str, Field(min_length=16, max_length=100)]


class CreatedGame(Game):
    """A new game with its secrets, which are shown only once.

    `invitation` goes into the link for the friend: /join/ID#INVITATION. Programs without cookies
    send `Authorization: Bearer TOKEN`.
    """

    invitation: str | None
    """The secret for the friend's link; null without a friend."""
    token: str | None
    """The bearer token, if you asked for one."""


class SayJoin(Message):
    """Take the seat that a secret opens: the friend's, or your own on another device."""

    secret: Secret
    """The secret from the link."""
    name: PlayerName = ""
    """Your name."""
    with_token: bool = False
    """Whether to return a token, for programs."""


class ShownSecret(Message):
    """A secret to look up."""

    secret: Secret
    """The secret from the link."""


class JoinedGame(Game):
    """The game that was joined, and a token for programs if one was requested."""

    token: str | None
    """The bearer token, if you asked for one."""


class InvitationShown(Message):
    """What a secret opens. Looking it up doesn't use it."""

    kind: Literal["invitation", "device"]
    """The friend's seat, or your own on another device."""
    color: ColorLetter
    """The colour of that seat."""
    game: GameSummary
    """The game."""


class NewSecret(Message):
    """A new secret, which is shown only once.

    A secret for a friend or a device goes into a link, /join/ID#SECRET, and works once. A secret
    for a program is a bearer token.
    """

    secret: str
    """The secret."""


KeyKind = Literal["guest", "token", "device"]


class SeatKey(Message):
    """A key to your seat: a browser, a program, or an unused link."""

    id: str
    """The key's id, to revoke it."""
    kind: KeyKind
    """A browser, a program, or an unused link."""
    colors: list[ColorLetter]
    """The colours it can play."""
    created: str
    """When it was made (ISO 8601, UTC)."""
    is_yours: bool
    """Whether this request uses it."""


class SeatKeys(Message):
    """All keys to your seat."""

    keys: list[SeatKey]
    """The keys; White's first, if both seats are yours."""


class ImportText(Message):
    """Games as text, in any supported format: PGN, JSON, UHP or SGF."""

    text: Annotated[str, Field(max_length=2_000_000)]
    """The text of one or more games."""


class Imported(Message):
    """The imported games, and why others were skipped."""

    games: list[GameSummary]
    """The games that were imported."""
    skipped: list[str]
    """Why each of the others was skipped."""


class LevelInfo(Message):
    """A difficulty level of the engine."""

    number: int
    """The level, from 1."""
    name: str
    """Its name in English."""
    description: str
    """How it plays, in English."""


class RulesetInfo(Message):
    """A named ruleset."""

    name: str
    """Its name."""
    text: str
    """The game type and options, as `Ruleset.parse` reads them."""
    expansions: str
    """The letters of the expansions, such as `MLP`."""
    queen_first: bool
    """Whether the first piece may be the queen."""


class EditionInfo(Message):
    """A box: its pieces and the rules in its booklet."""

    id: EditionId
    """Its id."""
    name: str
    """The name on the box."""
    year: int
    """When it appeared."""
    pieces: int
    """How many pieces each player has."""
    ruleset: str
    """The game type and options, as `Ruleset.parse` reads them."""
    expansions: str
    """The letters of the expansions, such as `MLP`."""
    queen_first: bool
    """Whether the first piece may be the queen."""


class ServerInfo(Message):
    """The server's version, levels, editions, rulesets and addresses."""

    version: str
    """The version of Beespace."""
    backend: Literal["native", "python"]
    """Whether the C++ core or only the Python rules are in use."""
    levels: list[LevelInfo]
    """The engine's levels."""
    editions: list[EditionInfo]
    """The boxes."""
    rulesets: list[RulesetInfo]
    """The rulesets with a name."""
    addresses: list[str]
    """The addresses for other devices on the network; empty if only this machine can connect."""
