"""Reviews of games: an evaluation of each position, and which moves were mistakes.

>>> from beespace.engine import Score
>>> from beespace.study import winning_chance
>>> round(winning_chance(Score(0)), 2), round(winning_chance(Score(300)), 2)
(0.5, 0.73)
"""

from beespace.study.chances import winning_chance
from beespace.study.remark_words import remark_words
from beespace.study.remarks import Deed, Mood, Remark, about_mistake, about_move
from beespace.study.review import (
    DEFAULT_NODES,
    Evaluation,
    Judgement,
    Review,
    ReviewedMove,
    Reviewer,
    evaluate,
    judge,
    line_texts,
    review_game,
    review_moves,
)

__all__ = [
    "DEFAULT_NODES",
    "Deed",
    "Evaluation",
    "Judgement",
    "Mood",
    "Remark",
    "Review",
    "ReviewedMove",
    "Reviewer",
    "about_mistake",
    "about_move",
    "evaluate",
    "judge",
    "line_texts",
    "remark_words",
    "review_game",
    "review_moves",
    "winning_chance",
]
