"""The texts of a review in English, Italian and German."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from beespace.formats import GameRecord
from beespace.formats.words import Language, advice_words, move_words
from beespace.rules import BaseBoard, Color
from beespace.study.remark_words import remark_words
from beespace.study.review import Judgement, Review, ReviewedMove

TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "title": "Game review",
        "accuracy": "Accuracy",
        "inaccuracy": "inaccuracy",
        "mistake": "mistake",
        "blunder": "blunder",
        "inaccuracies": "Inaccuracies",
        "mistakes": "Mistakes",
        "blunders": "Blunders",
        "white": "White",
        "black": "Black",
        "move": "Move",
        "player": "Player",
        "chance": "Winning chances",
        "time": "Time",
        "verdict": "Verdict",
        "percent": "{value}%",
        "fell": "Winning chances dropped from {before} to {after}.",
        "missed": "Missed a win in {count} moves.",
        "missed.one": "Missed a win in one move.",
        "better": "Better: {line}.",
        "winning": "Winning line: {line}.",
        "none": "No mistakes to report.",
        "graph": "White's winning chances, move by move",
        "moments": "Key moments",
        "all": "All moves",
        "arrows": "Red: the move played. Blue: the better move.",
        "made": "The engine searched {nodes} positions for each move.",
    },
    "it": {
        "title": "Revisione della partita",
        "accuracy": "Precisione",
        "inaccuracy": "imprecisione",
        "mistake": "errore",
        "blunder": "errore grave",
        "inaccuracies": "Imprecisioni",
        "mistakes": "Errori",
        "blunders": "Errori gravi",
        "white": "Bianco",
        "black": "Nero",
        "move": "Mossa",
        "player": "Giocatore",
        "chance": "Probabilità",
        "time": "Tempo",
        "verdict": "Giudizio",
        "percent": "{value}%",
        "fell": "Probabilità di vittoria: {before} → {after}.",
        "missed": "C'era una vittoria in {count} mosse.",
        "missed.one": "C'era una vittoria in una mossa.",
        "better": "Era meglio: {line}.",
        "winning": "Così si vinceva: {line}.",
        "none": "Nessun errore da segnalare.",
        "graph": "Probabilità di vittoria del Bianco, mossa per mossa",
        "moments": "Momenti da rivedere",
        "all": "Tutte le mosse",
        "arrows": "Rosso: la mossa giocata. Blu: la mossa migliore.",
        "made": "Il motore ha esaminato {nodes} posizioni per ogni mossa.",
    },
    "de": {
        "title": "Partierückblick",
        "accuracy": "Genauigkeit",
        "inaccuracy": "Ungenauigkeit",
        "mistake": "Fehler",
        "blunder": "grober Fehler",
        "inaccuracies": "Ungenauigkeiten",
        "mistakes": "Fehler",
        "blunders": "Grobe Fehler",
        "white": "Weiß",
        "black": "Schwarz",
        "move": "Zug",
        "player": "Spieler",
        "chance": "Gewinnchance",
        "time": "Zeit",
        "verdict": "Urteil",
        "percent": "{value} %",
        "fell": "Die Gewinnchance fiel von {before} auf {after}.",
        "missed": "Sieg in {count} Zügen verpasst.",
        "missed.one": "Sieg in einem Zug verpasst.",
        "better": "Besser: {line}.",
        "winning": "Das hätte gewonnen: {line}.",
        "none": "Keine Fehler gefunden.",
        "graph": "Gewinnchance von Weiß, Zug für Zug",
        "moments": "Wichtige Momente",
        "all": "Alle Züge",
        "arrows": "Rot: der gespielte Zug. Blau: der bessere Zug.",
        "made": "Die Engine hat für jeden Zug {nodes} Stellungen untersucht.",
    },
}
LANGUAGES: tuple[Language, ...] = get_args(Language)

Notation = Literal["words", "uhp"]
NOTATIONS: tuple[Notation, ...] = get_args(Notation)


def in_words(
    record: GameRecord, review: Review, language: Language = "en"
) -> tuple[ReviewedMove, ...]:
    """Return the moves of a review with everyday words instead of UHP notation.

    >>> from beespace.study import Evaluation, judge
    >>> game = GameRecord.from_moves("Base", ["wS1", "bG1 wS1-"])
    >>> [move.text for move in in_words(game, judge(game, [Evaluation(0)] * 3))]
    ['White spider, in the middle', 'Black grasshopper, right of the white spider']
    """
    shown = []
    for board, move in zip(record.boards(), review.moves, strict=False):
        text = move_words(board, board.parse_uhp(move.text), language)
        better = _line_in_words(board, move.better, language)
        shown.append(replace(move, text=text, better=better))
    return tuple(shown)


def _line_in_words(board: BaseBoard, texts: Sequence[str], language: Language) -> tuple[str, ...]:
    board = board.copy()
    shown = []
    for text in texts:
        move = board.parse_uhp(text)
        shown.append(advice_words(board, move, language))
        board.push_unchecked(move)
    return tuple(shown)


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language."""

    language: Language = "en"

    def say(self, key: str, **values: object) -> str:
        """Return a text by its key, with the values filled in."""
        return TEXTS[self.language][key].format(**values)

    def color(self, color: Color) -> str:
        """Return the name of a player."""
        return self.say("white" if color is Color.WHITE else "black")

    def number(self, value: float, decimals: int = 0) -> str:
        """Return a number with the separators of the language.

        >>> Words("en").number(100_000), Words("de").number(1234.5, 1)
        ('100,000', '1.234,5')
        """
        text = f"{value:,.{decimals}f}"
        return text if self.language == "en" else text.translate(str.maketrans(",.", ".,"))

    def percent(self, share: float) -> str:
        """Return a share, from 0 to 1, as a percentage.

        >>> Words("en").percent(0.8)
        '80%'
        """
        return self.say("percent", value=f"{100 * share:.0f}")

    def about(self, move: ReviewedMove) -> str:
        """Return the reasons for a move's judgement; empty if it has none.

        >>> move = ReviewedMove(
        ...     5, Color.WHITE, "wA1 bQ-", 0.8, 0.5, Judgement.BLUNDER, better=("wG1 bQ/",)
        ... )
        >>> Words("en").about(move)
        'Winning chances dropped from 80% to 50%. Better: wG1 bQ/.'
        """
        if move.judgement is None:
            return ""
        parts = []
        if move.missed_win is not None:
            key = "missed.one" if move.missed_win == 1 else "missed"
            parts.append(self.say(key, count=move.missed_win))
        if move.judgement is not Judgement.INACCURACY or move.missed_win is None:
            before, after = self.percent(move.before), self.percent(move.after)
            parts.append(self.say("fell", before=before, after=after))
        if move.remark is not None:
            parts.append(remark_words(move.remark, self.language))
        if move.better:
            missed = move.missed_win is not None
            shown = move.better if missed else move.better[:1]
            parts.append(self.say("winning" if missed else "better", line="; ".join(shown)))
        return " ".join(parts)
