"""The review of a game: every position is searched with the same work, and every move is judged.

Nothing depends on the clock, on other threads or on positions before: the same game is judged the
same way every time. The server, the command line and the report use it; it knows none of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Self

from beespace.backend import BACKEND
from beespace.engine import Analysis, Limit, PlainPlayer, Player, Score
from beespace.formats import GameRecord
from beespace.rules import BaseBoard, Color, Move
from beespace.study.chances import accuracy, winning_chance

DEFAULT_NODES = 100_000
# The plain player visits a few thousand positions a second.
_PLAIN_NODES = 1500
_HASH_MB = 16
# How much of the winning chance a move must lose to be called so.
_LEAST_LOSS = {"blunder": 0.20, "mistake": 0.10, "inaccuracy": 0.05}
_LONGEST_LINE = 8
# A position that is over is worth as much as the engine's win in no moves.
_WON = 30_000


class Judgement(StrEnum):
    """What a move is called that throws something away."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a position is worth to White, and how the engine would go on, as texts of moves."""

    score: int
    line: tuple[str, ...] = ()
    depth: int = 0

    def for_color(self, color: Color) -> Score:
        """The score for a colour."""
        return Score(self.score if color is Color.WHITE else -self.score)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """The evaluation that `as_data` made a dictionary of."""
        return cls(data["score"], tuple(data["line"]), data["depth"])

    def as_data(self) -> dict[str, Any]:
        """A dictionary for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move and what came of it; chances are the mover's, from 0 to 1.

    `missed_win` is the number of own moves in which the mover could have won by force, if that was
    let slip; `better` is the line that should have been played, if this move is judged.
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

    @property
    def loss(self) -> float:
        """How much of the winning chance it threw away."""
        return max(self.before - self.after, 0)


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game: an evaluation before every move and at the end, and what each move was."""

    evaluations: tuple[Evaluation, ...]
    moves: tuple[ReviewedMove, ...]
    accuracy: dict[Color, float | None]

    def count(self, color: Color, judgement: Judgement) -> int:
        """How many moves of a player are judged so."""
        return sum(move.color is color and move.judgement is judgement for move in self.moves)


Analyse = Callable[[BaseBoard, Limit], Iterator[Analysis]]


def evaluate(
    board: BaseBoard, nodes: int = DEFAULT_NODES, analyse: Analyse | None = None
) -> Evaluation:
    """What a position is worth, found with a fixed amount of work.

    >>> from beespace import Board
    >>> evaluate(Board("Base"), nodes=500) == evaluate(Board("Base"), nodes=500)
    True
    """
    outcome = board.outcome()
    if outcome is not None:
        values = {Color.WHITE: _WON, Color.BLACK: -_WON, None: 0}
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
    """A player that has seen nothing yet, so that positions do not depend on each other."""
    if BACKEND != "native":
        return PlainPlayer()
    from beespace.engine.native import NativePlayer

    return NativePlayer(hash_mb=_HASH_MB, seed=0)


def evaluate_all(record: GameRecord, nodes: int = DEFAULT_NODES) -> Iterator[Evaluation]:
    """The evaluations of all positions of a game, from the first to the last."""
    for board in record.boards():
        yield evaluate(board, nodes)


def line_texts(board: BaseBoard, moves: Sequence[Move]) -> tuple[str, ...]:
    """The texts of a line of moves; the board is as before afterwards."""
    texts = []
    board = board.copy()
    for move in moves[:_LONGEST_LINE]:
        texts.append(board.uhp(move))
        board.push_unchecked(move)
    return tuple(texts)


def judge(record: GameRecord, evaluations: Sequence[Evaluation]) -> Review:
    """What the moves of a game were worth, given what its positions are worth."""
    texts = record.uhp_moves()
    first = record.board(0).turn
    moves = []
    for index, text in enumerate(texts[: len(evaluations) - 1]):
        color = first if index % 2 == 0 else first.opponent
        before, after = evaluations[index], evaluations[index + 1]
        moves.append(_judged(index, color, text, before, after, record.line[index].spent_ms))
    return Review(
        tuple(evaluations), tuple(moves), {color: _accuracy(moves, color) for color in Color}
    )


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
        # The engine's own choice: that the score has changed shows only what it had not seen.
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


def _is_won(score: Score) -> bool:
    return score.is_decided and score.value > 0


def _accuracy(moves: Sequence[ReviewedMove], color: Color) -> float | None:
    found = [accuracy(move.loss) for move in moves if move.color is color]
    return sum(found) / len(found) if found else None
