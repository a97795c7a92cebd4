"""Games as JSON: players, clocks, offers and seats, with the requests and responses about them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from beespace.engine import LEVELS
from beespace.rules import Difference
from beespace.server.boards.messages import ColorLetter, Message, PlayedMove, Turn
from beespace.server.text import one_line

PlayerName = Annotated[str, Field(max_length=40), AfterValidator(one_line)]


EditionId = Literal["base", "pocket", "ultimate"]


class PlayerInfo(Message):
    """The player of a colour."""

    kind: Literal["human", "engine"]
    name: str = ""
    level: int | None = None


class Ending(Message):
    """How a game ended.

    `winner` is null for draws and for aborted games. Aborted games don't count.
    """

    winner: ColorLetter | None
    reason: str  # one of beespace.formats.EndReason, "abort", "length" or "unknown"


class LiveClock(Message):
    """A time limit for the whole game, plus an increment for every move."""

    kind: Literal["live"] = "live"
    base_s: Annotated[int, Field(ge=10, le=3 * 3600, strict=True)]
    increment_s: Annotated[int, Field(ge=0, le=180, strict=True)] = 0


class DaysClock(Message):
    """A time limit in days for each move."""

    kind: Literal["days"] = "days"
    days: Annotated[int, Field(ge=1, le=30, strict=True)]


Clock = Annotated[LiveClock | DaysClock, Field(discriminator="kind")]


class ClockState(Message):
    """The clocks at the time the message is sent, and which one is running."""

    ms: dict[ColorLetter, int]
    running: ColorLetter | None


OfferKind = Literal["draw", "takeback", "rematch"]


class Offer(Message):
    """An offer that the other player hasn't answered yet."""

    kind: OfferKind
    by: ColorLetter


class ChatLine(Message):
    """A chat message from one player to the other."""

    by: ColorLetter
    text: str
    time: str  # ISO 8601, UTC


class Presence(Message):
    """Which players are connected, and how many people are watching."""

    w: bool
    b: bool
    watchers: int


class GameSummary(Message):
    """A game in a list."""

    id: str
    created: str  # ISO 8601, UTC
    updated: str
    ruleset: str  # as Ruleset.parse reads it
    # The box with these pieces (null for a custom mix), and how the rules differ from its booklet.
    edition: EditionId | None
    differences: list[Difference]
    players: dict[ColorLetter, PlayerInfo]
    plies: int
    ending: Ending | None
    # "board": played on one device. "friend": two people with a seat each.
    mode: Literal["board", "friend"]
    # The colours that the client plays; empty for watchers.
    yours: list[ColorLetter]
    # Whether the friend hasn't joined yet.
    is_waiting: bool
    time_control: Clock | None


class Game(GameSummary):
    """A game with its moves and current position."""

    expansions: str
    moves: list[PlayedMove]
    turn: Turn
    can_undo: bool
    # The number of the latest event. After a lost connection, the client resumes from here.
    revision: int
    clock: ClockState | None
    offers: list[Offer]
    can_abort: bool
    rematch: str | None  # the id of the rematch


class GamePage(Message):
    """One page of a list of games, most recently played first, and how many there are in total."""

    games: list[GameSummary]
    total: int


class NewGame(Message):
    """A request for a new game.

    `edition` selects a box with the rules of its booklet. `ruleset` selects any other mix: a game
    type such as `Base+ML`, with options. Give at most one of them; the default is the base game by
    its booklet. `color` is the colour you want, unless two people share the device. `name` is your
    name when you invite a friend.
    """

    opponent: Literal["engine", "local", "friend"]
    level: Annotated[int, Field(ge=1, le=len(LEVELS), strict=True)] = 1
    edition: EditionId | None = None
    ruleset: Annotated[str, Field(max_length=60)] | None = None
    color: Literal["w", "b", "random"] = "random"
    white_name: PlayerName = ""
    black_name: PlayerName = ""
    name: PlayerName = ""
    clock: Clock | None = None  # only with a friend
    with_token: bool = False  # for programs: see `CreatedGame.token`


# The proof that a link or a program owns a seat.
Secret = Annotated[str, Field(min_length=16, max_length=100)]


class CreatedGame(Game):
    """A new game with its secrets, which are shown only once.

    `invitation` goes into the link for the friend: /join/ID#INVITATION. Programs without cookies
    send `Authorization: Bearer TOKEN`.
    """

    invitation: str | None
    token: str | None


class SayJoin(Message):
    """Take the seat that a secret opens: the friend's, or your own on another device."""

    secret: Secret
    name: PlayerName = ""
    with_token: bool = False


class ShownSecret(Message):
    """A secret to look up."""

    secret: Secret


class JoinedGame(Game):
    """The game that was joined, and a token for programs if one was requested."""

    token: str | None


class InvitationShown(Message):
    """What a secret opens. Looking it up doesn't use it."""

    kind: Literal["invitation", "device"]
    color: ColorLetter
    game: GameSummary


class NewSecret(Message):
    """A new secret, which is shown only once.

    A secret for a friend or a device goes into a link, /join/ID#SECRET, and works once. A secret
    for a program is a bearer token.
    """

    secret: str


KeyKind = Literal["guest", "token", "device"]


class SeatKey(Message):
    """A key to your seat: a browser, a program, or an unused link."""

    id: str
    kind: KeyKind
    colors: list[ColorLetter]
    created: str  # ISO 8601, UTC
    # Whether this request uses it.
    is_yours: bool


class SeatKeys(Message):
    """All keys to your seat."""

    keys: list[SeatKey]


class ImportText(Message):
    """Games as text, in any supported format: PGN, JSON, UHP or SGF."""

    text: Annotated[str, Field(max_length=2_000_000)]


class Imported(Message):
    """The imported games, and why others were skipped."""

    games: list[GameSummary]
    skipped: list[str]


class LevelInfo(Message):
    """A difficulty level of the engine."""

    number: int
    name: str
    description: str


class RulesetInfo(Message):
    """A named ruleset."""

    name: str
    text: str
    expansions: str
    queen_first: bool


class EditionInfo(Message):
    """A box: its pieces and the rules in its booklet."""

    id: EditionId
    name: str
    year: int
    pieces: int  # for each player
    ruleset: str  # as Ruleset.parse reads it
    expansions: str
    queen_first: bool


class ServerInfo(Message):
    """The server's version, levels, editions, rulesets and addresses."""

    version: str
    backend: Literal["native", "python"]
    levels: list[LevelInfo]
    editions: list[EditionInfo]
    rulesets: list[RulesetInfo]
    # The addresses for other devices on the network; empty if only this machine can connect.
    addresses: list[str]
