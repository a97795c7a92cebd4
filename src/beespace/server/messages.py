"""What the server and the page say to each other, as JSON.

The page's types are generated from these models (`python -m beespace.server.typescript`). The page
decides nothing about the rules: whatever it may offer, mark or explain is in these messages.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

# A hex as its two coordinates; the first piece of a game stands on (0, 0), east is (1, 0) and
# south-east (0, 1). Real hives stay near the origin; the bounds keep junk out.
Coordinate = Annotated[int, Field(ge=-1000, le=1000)]
HexPair = tuple[Coordinate, Coordinate]
ColorLetter = Literal["w", "b"]
PieceName = Annotated[str, Field(pattern=r"^[wb](?:[QMLP]|[SB][12]|[GA][123])$")]
Ply = Annotated[int, Field(ge=0, le=100_000)]


class Message(BaseModel):
    """The base of all: unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


# The board


class StackOfPieces(Message):
    """The pieces on one hex, from the bottom up."""

    hex: HexPair
    pieces: list[str]


class Way(Message):
    """A legal destination of a piece, how it gets there, and who throws it, if it is thrown.

    `path` begins at the piece's hex and ends at `to`; a new piece's is `to` alone.
    """

    to: HexPair
    path: list[HexPair]
    thrower: str | None = None
    # Whether it would end the game as a draw by repetition.
    ends_by_repetition: bool = False


class MovablePiece(Message):
    """A piece that can be moved, thrown or placed this turn."""

    piece: str
    ways: list[Way]


class WhyNot(Message):
    """Why something is not allowed: a code to translate, and the pieces and hexes to mark.

    `code` is one of `beespace.rules.ReasonCode`, `text` the English sentence.
    """

    code: str
    text: str
    pieces: list[str] = []
    hexes: list[HexPair] = []
    parts: list[list[str]] = []


class ImmobilePiece(Message):
    """A piece of the player to move that can do nothing this turn, and why."""

    piece: str
    why: WhyNot


class Turn(Message):
    """The position after `ply` moves, and everything the player to move can do."""

    ply: Ply
    color: ColorLetter
    number: int
    stacks: list[StackOfPieces]
    hands: dict[ColorLetter, list[str]]
    movable: list[MovablePiece]
    immobile: list[ImmobilePiece]
    stunned: str | None
    # In how many of their own turns, this one included, each player must place the queen.
    queen_due_in: dict[ColorLetter, int | None]
    # How often this position has stood in the game.
    repetitions: int


class PlayedMove(Message):
    """A move of the record, with what is needed to show it. A pass has no piece."""

    text: str  # as in the Universal Hive Protocol
    piece: str | None = None
    origin: HexPair | None = None  # None: it came from the hand
    to: HexPair | None = None
    path: list[HexPair] = []
    thrower: str | None = None
    spent_ms: int | None = None
    clock_ms: int | None = None  # what the mover's clock showed after it


# Games


class PlayerInfo(Message):
    """Who plays a colour."""

    kind: Literal["human", "engine"]
    name: str = ""
    level: int | None = None


class Ending(Message):
    """How a game ended; without a winner it is a draw, but for an aborted one, which counts not."""

    winner: ColorLetter | None
    reason: str  # one of beespace.formats.EndReason, "abort", "length" or "unknown"


class LiveClock(Message):
    """So much time for a whole game, and some more for every move."""

    kind: Literal["live"] = "live"
    base_s: Annotated[int, Field(ge=10, le=3 * 3600)]
    increment_s: Annotated[int, Field(ge=0, le=180)] = 0


class DaysClock(Message):
    """So many days for each move."""

    kind: Literal["days"] = "days"
    days: Annotated[int, Field(ge=1, le=30)]


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
    """What to ask for a new game; `color` is the person's when somebody else plays the other.

    `name` is that of the person who begins a game with a friend.
    """

    opponent: Literal["engine", "local", "friend"]
    level: Annotated[int, Field(ge=1, le=10)] = 1
    ruleset: Annotated[str, Field(max_length=60)] = "Base"
    color: Literal["w", "b", "random"] = "random"
    white_name: Annotated[str, Field(max_length=40)] = ""
    black_name: Annotated[str, Field(max_length=40)] = ""
    name: Annotated[str, Field(max_length=40)] = ""
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
    name: Annotated[str, Field(max_length=40)] = ""
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


class ServerInfo(Message):
    """What this server is and has."""

    version: str
    backend: Literal["native", "python"]
    levels: list[LevelInfo]
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


# Learning

# A text by the code of its language; English is always there.
Texts = dict[str, str]


class LessonSummary(Message):
    """A lesson in the list."""

    id: str
    title: Texts
    line: Texts
    count: int  # of its steps


class LessonChapter(Message):
    """Some lessons; those of base chapters come before a first game."""

    id: str
    title: Texts
    is_base: bool
    lessons: list[LessonSummary]


class LessonList(Message):
    """All lessons, in the order in which they are taught."""

    chapters: list[LessonChapter]


class LessonStep(Message):
    """A board and what to do on it: see `beespace.lessons.goals` for the kinds."""

    kind: Literal["look", "reach", "around", "pick", "play"]
    piece: str | None  # of `reach` and `around`
    left: int  # how many hexes or moves are asked for
    text: Texts
    hint: Texts
    done: Texts
    miss: Texts  # may be empty
    has_hand: bool
    has_pass: bool
    expansions: str
    turn: Turn
    last: PlayedMove | None


class Lesson(LessonSummary):
    """A lesson with its steps."""

    steps: list[LessonStep]


class SayLessonMove(Message):
    """A move that the learner made earlier in the step; nothing is a pass."""

    piece: PieceName | None = None
    to: HexPair | None = None


class SayLessonTry(Message):
    """What the learner has done in a step so far, and tries now.

    A hex to tap, a piece with a hex to move it to, a piece alone to ask why it cannot move, or
    nothing to pass.
    """

    moves: Annotated[list[SayLessonMove], Field(max_length=8)] = []
    found: Annotated[list[HexPair], Field(max_length=80)] = []
    piece: PieceName | None = None
    to: HexPair | None = None


class LessonAnswer(Message):
    """What came of a try. `why` is a rule's reason, or that it is not what the step asks for."""

    is_right: bool
    is_done: bool
    why: WhyNot | None
    found: list[HexPair]
    left: int
    played: list[PlayedMove]
    turn: Turn


class LessonShown(Message):
    """One right thing to do next: a hex to tap, or a piece and its way; a pass has neither."""

    hex: HexPair | None
    piece: str | None
    way: Way | None


class RulesDiagram(Message):
    """A position to try: the piece that the caption speaks of, and all that can be done."""

    id: str
    piece: str | None
    caption: Texts
    turn: Turn


class RulesSection(Message):
    """A part of the rules."""

    id: str
    title: Texts
    paragraphs: list[Texts]
    diagrams: list[RulesDiagram]
    lesson: str | None


class RulesRow(Message):
    """A point on which editions differ or are silent: what each says, by its id."""

    topic: Texts
    cells: dict[str, Texts]


class RulesEdition(Message):
    """An edition in the list."""

    id: str
    title: Texts
    line: Texts


class RulesPage(RulesEdition):
    """The rules of an edition, and how it differs from the others."""

    editions: list[RulesEdition]
    sections: list[RulesSection]
    differences: list[RulesRow]


class SayDiagramWhy(Message):
    """Ask why a piece of a diagram may not go to a hex, or (without one) not move at all."""

    piece: PieceName
    to: HexPair | None = None


class DiagramWhy(Message):
    """The answer; null when it is allowed."""

    why: WhyNot | None


# Puzzles

PuzzleKind = Literal["win-in-1", "win-in-2", "win-in-3", "win-in-4", "only-defence"]


class PuzzleScore(Message):
    """How somebody does with puzzles; `change` is what the last answer did to the rating."""

    rating: int
    tried: int
    solved: int
    streak: int
    best_streak: int
    change: int | None = None


class PuzzleSummary(Message):
    """A puzzle in a list; `rating` is the strength it stands for."""

    id: str
    kind: PuzzleKind
    game_type: str
    grade: int
    rating: int
    # Whether it was solved when it counted; null if it has not counted yet.
    was_solved: bool | None


class PuzzleIndex(Message):
    """What there is to solve, and how the person does."""

    score: PuzzleScore
    daily: PuzzleSummary
    counts: dict[PuzzleKind, int]
    game_types: dict[str, int]


class Puzzle(PuzzleSummary):
    """A puzzle to solve: its board, and how many own moves are to be found."""

    moves: int
    expansions: str
    position: str  # its notation
    turn: Turn
    last: PlayedMove | None
    score: PuzzleScore


class SayPuzzleMove(Message):
    """A move that the person made earlier in the puzzle; nothing is a pass."""

    piece: PieceName | None = None
    to: HexPair | None = None


class SayPuzzleTry(Message):
    """What has been found so far, and a move to try: a piece and a hex, or nothing to pass.

    A piece alone asks why it cannot move.
    """

    moves: Annotated[list[SayPuzzleMove], Field(max_length=4)] = []
    piece: PieceName | None = None
    to: HexPair | None = None


class PuzzleAnswer(Message):
    """What came of a try. `why` is set if the rules forbid it, `miss` if it is not good enough.

    `played` is the move with the reply to it, or with what refutes it; `turn` the position after
    all of it. `open` are the hexes that are still free around the queen in question.
    """

    is_right: bool
    is_solved: bool
    why: WhyNot | None
    miss: Literal["not-surrounded", "refuted", "loses", "draws"] | None
    loses_in: int
    open: list[HexPair]
    played: list[PlayedMove]
    moves_left: int
    turn: Turn
    score: PuzzleScore | None  # when the puzzle has just counted


class PuzzleHint(Message):
    """The piece to move next; the way is in the solution."""

    piece: str | None
    score: PuzzleScore | None


class PuzzleSolution(Message):
    """A way to solve what is left, and every first move that would do."""

    line: list[PlayedMove]
    first: list[PlayedMove]
    turn: Turn
    score: PuzzleScore | None


# Openings


class SayOpeningMove(Message):
    """A move on the way to a position; nothing is a pass."""

    piece: PieceName | None = None
    to: HexPair | None = None


class SayOpening(Message):
    """The position to look at, by the moves that lead there, and which games count."""

    game_type: Annotated[str, Field(pattern=r"^(all|Base(\+M?L?P?)?)$")] = "all"
    moves: Annotated[list[SayOpeningMove], Field(max_length=200)] = []


class OpeningTally(Message):
    """How games ended; `other`: not known, or not at all."""

    white: int
    draw: int
    black: int
    other: int


class OpeningMove(Message):
    """A move that was played; so many `twins` lead to the same position, turned or mirrored."""

    move: PlayedMove
    twins: int
    tally: OpeningTally


OpeningResult = Literal["w", "draw", "b", ""]


class OpeningGame(Message):
    """A game that reached the position."""

    id: int
    ruleset: str
    white: str
    black: str
    date: str
    result: OpeningResult
    plies: int


class OpeningAnswer(Message):
    """A position, and what was played in it, the most frequent move first."""

    turn: Turn
    last: PlayedMove | None
    line: list[str]  # how the moves so far are written
    expansions: str
    tally: OpeningTally
    moves: list[OpeningMove]
    games: list[OpeningGame]
    has_games: bool  # whether any game at all is known


class OpeningScore(Message):
    """What the engine thinks for White, in hundredths; or after how many moves somebody wins."""

    value: int
    win_in: int | None


class OpeningScores(Message):
    """Scores of moves by their texts, as far as they are known."""

    scores: dict[str, OpeningScore]
    is_complete: bool


class OpenedGame(Message):
    """Where a game can be looked at."""

    id: str


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
    """Offer the other player something; to offer what the other has offered is to accept it."""

    type: Literal["offer"]
    kind: OfferKind
    ply: Ply


class SayAnswer(Message):
    """Accept or decline what the other player has offered; declining one's own takes it back."""

    type: Literal["answer"]
    kind: OfferKind
    accept: bool
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
    id: Annotated[int, Field(ge=0, le=2**53)]


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
    | TellWhy
    | TellProblem,
    Field(discriminator="type"),
]


class Done(Message):
    """What was said over HTTP has been done; `revision` counts it."""

    type: Literal["done"] = "done"
    revision: int


SaidAnswer = Annotated[Done | TellHint | TellWhy | TellClock, Field(discriminator="type")]
