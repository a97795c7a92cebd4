"""The review of a game: the engine searches each position equally long and judges each move.

Reviews are deterministic: they don't depend on the clock, on other threads or on earlier positions.
The server, the command line and the report use this module; it knows nothing about them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import islice
from typing import Any, Self

from beespace.backend import BACKEND
from beespace.engine import Analysis, Limit, PlainPlayer, Player
from beespace.engine.score import WIN, Score
from beespace.formats import GameRecord
from beespace.rules import BaseBoard, Color, Move
from beespace.study.chances import accuracy, winning_chance
from beespace.study.remarks import MINOR, Deed, Remark, about_mistake

DEFAULT_NODES = 100_000
"""How many nodes a review searches in each position."""
# The Python player searches only a few thousand positions per second.
_PLAIN_NODES = 1500
_HASH_MB = 16
# How much winning chance a move must lose for each judgement, largest first.
_LEAST_LOSS = {"blunder": 0.20, "mistake": 0.10, "inaccuracy": 0.05}
# From this loss on, minor remarks don't explain enough.
LARGE_LOSS = 0.25
# From this chance on a game is decided, and so it is when that much is left for the opponent.
DECIDED = 0.98
_LONGEST_LINE = 8


class Judgement(StrEnum):
    """How bad a move is, by the winning chance that it loses."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The score of a position for White, and the engine's best line in UHP notation."""

    score: int
    line: tuple[str, ...] = ()
    depth: int = 0

    def for_color(self, color: Color) -> Score:
        """Return the score from a player's point of view."""
        return Score(self.score if color is Color.WHITE else -self.score)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """Restore an evaluation from the dictionary that `as_data` returned."""
        return cls(data["score"], tuple(data["line"]), data["depth"])

    def as_data(self) -> dict[str, Any]:
        """Return a dictionary for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move with the winning chances, from 0 to 1, of the player who made it.

    `missed_win` is the length, in that player's moves, of a forced win that the move missed.
    `better` is the engine's line if the move has a judgement, and `remark` says why it is worse, if
    that is certain.
    """

    ply: int
    color: Color
    text: str
    before: float
    after: float
    judgement: Judgement | None = None
    missed_win: int | None = None
    better: tuple[str, ...] = ()
    spent_ms: int | None = None
    remark: Remark | None = None

    @property
    def loss(self) -> float:
        """The winning chance that the move lost."""
        return max(self.before - self.after, 0)


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewed game: the evaluations before each move and at the end, and the moves."""

    evaluations: tuple[Evaluation, ...]
    moves: tuple[ReviewedMove, ...]
    accuracy: dict[Color, float | None]

    def count(self, color: Color, judgement: Judgement) -> int:
        """Return how many moves of a player have this judgement."""
        return sum(move.color is color and move.judgement is judgement for move in self.moves)


Analyse = Callable[[BaseBoard, Limit], Iterator[Analysis]]


def evaluate(
    board: BaseBoard, nodes: int = DEFAULT_NODES, analyse: Analyse | None = None
) -> Evaluation:
    """Evaluate a position with a fixed number of nodes.

    >>> from beespace import Board
    >>> evaluate(Board("Base"), nodes=500) == evaluate(Board("Base"), nodes=500)
    True
    """
    outcome = board.outcome()
    if outcome is not None:
        values = {Color.WHITE: WIN, Color.BLACK: -WIN, None: 0}  # a win in zero plies
        return Evaluation(values[outcome.winner])
    if analyse is None:
        player = new_player()
        analyse = player.analyse
    if BACKEND != "native":
        nodes = min(nodes, _PLAIN_NODES)
    last = deque(analyse(board, Limit(nodes=nodes)), maxlen=1)[0]
    score = last.best.score if board.turn is Color.WHITE else -last.best.score
    return Evaluation(score.value, line_texts(board, last.best.moves), last.depth)


def new_player() -> Player:
    """Return a player with an empty table, so that evaluations do not affect each other."""
    if BACKEND != "native":
        return PlainPlayer()
    from beespace.engine.native import NativePlayer

    return NativePlayer(hash_mb=_HASH_MB, seed=0)


def line_texts(board: BaseBoard, moves: Sequence[Move]) -> tuple[str, ...]:
    """Return a line of moves in UHP notation; leaves the board unchanged."""
    texts = []
    board = board.copy()
    for move in moves[:_LONGEST_LINE]:
        texts.append(board.uhp(move))
        board.push_unchecked(move)
    return tuple(texts)


class Reviewer:
    """A review in progress: add the evaluation of each position to get the next judged move.

    `known` are evaluations from an earlier session, to continue from.

    >>> game = GameRecord.from_moves("Base", ["wS1", "bG1 wS1-"])
    >>> reviewer = Reviewer(game)
    >>> for board in reviewer.boards():
    ...     move = reviewer.add(evaluate(board, nodes=200))
    ...     if move is not None:
    ...         print(move.ply, move.text)
    1 wS1
    2 bG1 wS1-
    """

    def __init__(self, record: GameRecord, known: Sequence[Evaluation] = ()) -> None:
        self.record = record
        self.evaluations: list[Evaluation] = []
        self.moves: list[ReviewedMove] = []
        self._first = record.board(0).turn
        self._walk = record.boards()
        self._texts = record.uhp_moves()
        for evaluation in known:
            self.add(evaluation)

    @property
    def total(self) -> int:
        """The number of positions to evaluate."""
        return len(self.record.line) + 1

    @property
    def is_done(self) -> bool:
        """Whether every position has been evaluated."""
        return len(self.evaluations) == self.total

    def boards(self) -> Iterator[BaseBoard]:
        """Yield the boards of the positions that haven't been evaluated yet, as `record.boards`."""
        return islice(self.record.boards(), len(self.evaluations), None)

    def add(self, evaluation: Evaluation) -> ReviewedMove | None:
        """Add the next position's evaluation, and return the move to it; None for the first."""
        self.evaluations.append(evaluation)
        index = len(self.evaluations) - 2
        if index < 0:
            return None
        color = self._first if index % 2 == 0 else self._first.opponent
        before, spent_ms = self.evaluations[index], self.record.line[index].spent_ms
        move = _judged(index, color, self._texts[index], before, evaluation, spent_ms)
        board = next(self._walk)
        if move.better:
            remark = about_mistake(board, move.text, move.better, evaluation.line)
            if remark is not None and explains(remark.deed, move.before, move.after):
                move = replace(move, remark=remark)
        self.moves.append(move)
        return move

    def review(self) -> Review:
        """Return the review of the positions evaluated so far."""
        accuracies = {color: _accuracy(self.moves, color) for color in Color}
        return Review(tuple(self.evaluations), tuple(self.moves), accuracies)


def review_moves(record: GameRecord, nodes: int = DEFAULT_NODES) -> Iterator[ReviewedMove]:
    """Yield each move of a game as soon as it is judged."""
    reviewer = Reviewer(record)
    for board in reviewer.boards():
        move = reviewer.add(evaluate(board, nodes))
        if move is not None:
            yield move


def review_game(record: GameRecord, nodes: int = DEFAULT_NODES) -> Review:
    """Return the review of a whole game."""
    return judge(record, [evaluate(board, nodes) for board in record.boards()])


def judge(record: GameRecord, evaluations: Sequence[Evaluation]) -> Review:
    """Judge the moves of a game, given the evaluations of its positions, or of the first few."""
    return Reviewer(record, evaluations).review()


def _judged(
    index: int,
    color: Color,
    text: str,
    before: Evaluation,
    after: Evaluation,
    spent_ms: int | None,
) -> ReviewedMove:
    had, has = before.for_color(color), after.for_color(color)
    chances = winning_chance(had), winning_chance(has)
    if before.line[:1] == (text,):
        # The engine's own choice: if the score drops, it only shows what the engine overlooked.
        return ReviewedMove(index + 1, color, text, chances[0], max(chances), spent_ms=spent_ms)
    win_in = had.win_in
    missed = win_in if win_in is not None and win_in > 0 and not _is_won(has) else None
    loss = chances[0] - chances[1]
    word = next((word for word, least in _LEAST_LOSS.items() if loss >= least), None)
    if word is None and missed is not None:
        word = "inaccuracy"
    return ReviewedMove(
        index + 1,
        color,
        text,
        *chances,
        Judgement(word) if word else None,
        missed,
        before.line if word else (),
        spent_ms,
    )


def explains(deed: Deed, before: float, after: float) -> bool:
    """Return whether what a move does explains the winning chance that it loses.

    Minor things don't explain a large loss, and in a decided game only a win matters.
    """
    if max(before, after) < 1 - DECIDED or min(before, after) > DECIDED:
        return deed in {Deed.WIN, Deed.FORCE}
    return deed not in MINOR or before - after < LARGE_LOSS


def _is_won(score: Score) -> bool:
    return score.is_decided and score.value > 0


def _accuracy(moves: Sequence[ReviewedMove], color: Color) -> float | None:
    found = [accuracy(move.loss) for move in moves if move.color is color]
    return sum(found) / len(found) if found else None
