"""A review in words, for people who know the rules and little more: English and Italian."""

from __future__ import annotations

from dataclasses import dataclass

from beespace.rules import Color
from beespace.study.review import Judgement, ReviewedMove

TEXTS = {
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
        "chance": "Chance",
        "time": "Time",
        "verdict": "Verdict",
        "fell": "The chance to win fell from {before} % to {after} %.",
        "missed": "A win in {count} moves was missed.",
        "missed.one": "A win in one move was missed.",
        "better": "Better was {line}.",
        "winning": "The winning line was {line}.",
        "none": "No move threw anything away.",
        "graph": "White's chance to win, move by move",
        "moments": "Moments to look at again",
        "all": "All moves",
        "arrows": "Red: what was played. Blue: what was better.",
        "made": "{nodes} positions were looked at for every move.",
    },
    "it": {
        "title": "Analisi della partita",
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
        "fell": "La probabilità di vincere è scesa dal {before} % al {after} %.",
        "missed": "C'era una vittoria in {count} mosse.",
        "missed.one": "C'era una vittoria in una mossa.",
        "better": "Meglio era {line}.",
        "winning": "La via per vincere era {line}.",
        "none": "Nessuna mossa ha sprecato nulla.",
        "graph": "Probabilità di vittoria del Bianco, mossa per mossa",
        "moments": "Momenti da rivedere",
        "all": "Tutte le mosse",
        "arrows": "Rosso: la mossa giocata. Blu: la mossa migliore.",
        "made": "Per ogni mossa sono state esaminate {nodes} posizioni.",
    },
}
LANGUAGES = tuple(TEXTS)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language."""

    language: str = "en"

    def say(self, key: str, **values: object) -> str:
        """A text by its key, with what it names filled in."""
        return TEXTS[self.language][key].format(**values)

    def color(self, color: Color) -> str:
        """What a colour is called."""
        return self.say("white" if color is Color.WHITE else "black")

    def about(self, move: ReviewedMove) -> str:
        """Why a move is judged as it is; empty if it is not.

        >>> move = ReviewedMove(
        ...     5, Color.WHITE, "wA1 bQ-", 0.8, 0.5, Judgement.BLUNDER, better=("wG1 bQ/",)
        ... )
        >>> Words("en").about(move)
        'The chance to win fell from 80 % to 50 %. Better was wG1 bQ/.'
        """
        if move.judgement is None:
            return ""
        parts = []
        if move.missed_win is not None:
            key = "missed.one" if move.missed_win == 1 else "missed"
            parts.append(self.say(key, count=move.missed_win))
        if move.judgement is not Judgement.INACCURACY or move.missed_win is None:
            before, after = round(100 * move.before), round(100 * move.after)
            parts.append(self.say("fell", before=before, after=after))
        if move.better:
            missed = move.missed_win is not None
            shown = move.better if missed else move.better[:1]
            parts.append(self.say("winning" if missed else "better", line=", ".join(shown)))
        return " ".join(parts)
