"""Games as JSON: who plays, clocks, offers, seats, and what is asked and answered about them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from beespace.engine import LEVELS
from beespace.rules import Difference
from beespace.server.lines import one_line
from beespace.server.messages.board import ColorLetter, Message, PlayedMove, Turn, WhyNot

PlayerName = Annotated[str, Field(max_length=40), AfterValidator(one_line)]


EditionId = Literal["base", "pocket", "ultimate"]


class PlayerInfo(Message):
    """Who plays a colour."""

    kind: Literal["human", "engine"]
    name: str = ""
    level: int | None = None


class Ending(Message):
    """How a game ended. `winner` is null for draws and aborted games; those don't count."""

    winner: ColorLetter | None
    reason: str  # one of beespace.formats.EndReason, "abort", "length" or "unknown"


class LiveClock(Message):
    """So much time for a whole game, and some more for every move."""

    kind: Literal["live"] = "live"
    base_s: Annotated[int, Field(ge=10, le=3 * 3600, strict=True)]
    increment_s: Annotated[int, Field(ge=0, le=180, strict=True)] = 0


class DaysClock(Message):
    """So many days for each move."""

    kind: Literal["days"] = "days"
    days: Annotated[int, Field(ge=1, le=30, strict=True)]


Clock = Annotated[LiveClock | DaysClock, Field(discriminator="kind")]


class ClockState(Message):
    """What the clocks show at the moment this is said, and whose is running."""

    ms: dict[ColorLetter, int]
    running: ColorLetter | None


OfferKind = Literal["draw", "takeback", "rematch"]


class Offer(Message):
    """What a player has offered and the other has not answered yet."""

    kind: OfferKind
    by: ColorLetter


class ChatLine(Message):
    """What one player wrote to the other."""

    by: ColorLetter
    text: str
    time: str  # ISO 8601, UTC


class Presence(Message):
    """Which players are connected, and how many others are looking on."""

    w: bool
    b: bool
    watchers: int


class GameSummary(Message):
    """A game in a list."""

    id: str
    created: str  # ISO 8601, UTC
    updated: str
    ruleset: str  # as Ruleset.parse reads it
    # The box with these pieces, and what the rules change in it; null for a mix of pieces.
    edition: EditionId | None
    differences: list[Difference]
    players: dict[ColorLetter, PlayerInfo]
    plies: int
    ending: Ending | None
    # "board": one device, for one or two people. "friend": two people with a seat each.
    mode: Literal["board", "friend"]
    # The colours that the asker plays; nothing for those who look on.
    yours: list[ColorLetter]
    # Whether the friend has still to take the other seat.
    is_waiting: bool
    time_control: Clock | None


class Game(GameSummary):
    """A game with its moves and the position it has reached."""

    expansions: str
    moves: list[PlayedMove]
    turn: Turn
    can_undo: bool
    # Counts what has happened in the game: a connection that breaks goes on from here.
    revision: int
    clock: ClockState | None
    offers: list[Offer]
    can_abort: bool
    rematch: str | None  # the id of the game that followed this one


class GamePage(Message):
    """Some of the games kept here, the last played first."""

    games: list[GameSummary]
    total: int


class NewGame(Message):
    """A request for a new game.

    `edition` names a box and plays by its booklet; `ruleset` is for any other mix: a game type
    such as `Base+ML` with options. Without either, it is the base game by its booklet. `color` is
    the person's unless two people share the device, and `name` the inviting player's.
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


# What a link or a program carries to prove that a seat is its own.
Secret = Annotated[str, Field(min_length=16, max_length=100)]


class CreatedGame(Game):
    """A new game, and the secrets that are said only this once.

    `invitation` belongs into the link for the friend, /join/ID#INVITATION. A program that keeps no
    cookies says `Authorization: Bearer TOKEN`.
    """

    invitation: str | None
    token: str | None


class SayJoin(Message):
    """Take the seat that a secret is for: the friend's, or one's own on another device."""

    secret: Secret
    name: PlayerName = ""
    with_token: bool = False


class ShownSecret(Message):
    """Ask what a secret is good for."""

    secret: Secret


class JoinedGame(Game):
    """The game in which a seat was taken, and a token for programs if it was asked for."""

    token: str | None


class InvitationShown(Message):
    """What a secret is good for, before anybody uses it."""

    kind: Literal["invitation", "device"]
    color: ColorLetter
    game: GameSummary


class NewSecret(Message):
    """A secret that is said only this once.

    For a friend or a device it belongs into a link, /join/ID#SECRET, and works once; for a program
    it is a bearer's token.
    """

    secret: str


KeyKind = Literal["guest", "token", "device"]


class SeatKey(Message):
    """Something that opens one's own seat: a browser, a program, or a link not used yet."""

    id: str
    kind: KeyKind
    colors: list[ColorLetter]
    created: str  # ISO 8601, UTC
    # Whether the asker has shown it just now.
    is_yours: bool


class SeatKeys(Message):
    """All that opens one's own seat."""

    keys: list[SeatKey]


class ImportText(Message):
    """Games as text, in any format that is read: PGN, JSON, UHP or SGF."""

    text: Annotated[str, Field(max_length=2_000_000)]


class Imported(Message):
    """What came of an import."""

    games: list[GameSummary]
    skipped: list[str]


class LevelInfo(Message):
    """A strength of the engine."""

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
    """What this server is and has."""

    version: str
    backend: Literal["native", "python"]
    levels: list[LevelInfo]
    editions: list[EditionInfo]
    rulesets: list[RulesetInfo]
    # Where others in this network find the server; empty if it is for this machine only.
    addresses: list[str]


class Problem(Message):
    """Why a request failed: a code for programs and a sentence for people.

    If the rules forbid a move, `why` is the reason.
    """

    code: str
    text: str
    why: WhyNot | None = None
