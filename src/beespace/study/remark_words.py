"""Remarks as sentences in English, Italian and German; the texts are those of the page."""

from __future__ import annotations

from beespace.formats.words import Language, from_hand, piece_forms, pieces_words
from beespace.rules import Color
from beespace.study.remarks import Deed, Mood, Remark

# The keys are those of web/src/lib/i18n, without "remark.". A test compares the texts.
TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "allows": "This lets {mover} {deed}.",
        "misses": "Instead, {mover} could {deed}.",
        "can": "{Mover} can {deed}.",
        "throwing": "throw {target} and {deed}",
        "near.w": "next to the white queen",
        "near.b": "next to the black queen",
        "nth.3": "third",
        "nth.4": "fourth",
        "nth.5": "fifth",
        "win": "win by surrounding {targets}",
        "force": "force a win in {count} moves",
        "draw": "surround both queens, which is a draw",
        "threaten": "threaten to surround {targets} on the next move",
        "parry": "stop the threat to {targets}",
        "cover-queen": "climb {onto}",
        "lock-queen": "stop {targets} from moving",
        "no-moves": "leave {loser} without a move",
        "surround": "take the {nth} place {near}",
        "free-queen": "free {targets} to move",
        "step-away.1": "get away to where only one of the six places next to her is taken",
        "step-away": "get away to where only {count} of the six places next to her are taken",
        "rescue.1": "throw {targets} to where only one of the six places next to her is taken",
        "rescue": "throw {targets} to where only {count} of the six places next to her are taken",
        "relieve": "clear a place {near}",
        "pin": "pin {targets}",
        "cover": "climb {onto}",
        "unpin": "free {targets} to move",
        "close-gate.1": "close the gate to a place {near}",
        "close-gate": "close the gates to {count} places {near}",
        "does.lose": "This surrounds {targets}, and {loser} loses.",
        "does.fill-own": "This takes the {nth} place next to {loser}'s own queen.",
        "does.lock-own": "This stops {targets} from moving.",
        "does.release": "This clears a place {near}.",
        "does.free-theirs": "This frees {targets} to move.",
        "does.pin-own": "This pins {targets}.",
    },
    "it": {
        "allows": "Così {mover} può {deed}.",
        "misses": "Invece {mover} poteva {deed}.",
        "can": "{Mover} può {deed}.",
        "throwing": "lanciare {target} e {deed}",
        "near.w": "accanto alla regina bianca",
        "near.b": "accanto alla regina nera",
        "nth.3": "terzo",
        "nth.4": "quarto",
        "nth.5": "quinto",
        "win": "vincere circondando {targets}",
        "force": "forzare la vittoria in {count} mosse",
        "draw": "circondare entrambe le regine, e la partita è patta",
        "threaten": "minacciare di circondare {targets} alla prossima mossa",
        "parry": "fermare la minaccia contro {targets}",
        "cover-queen": "salire {onto}",
        "lock-queen": "bloccare {targets}",
        "no-moves": "lasciare il {loser} senza mosse",
        "surround": "occupare il {nth} posto {near}",
        "free-queen": "liberare {targets}",
        "step-away.1": "spostarsi dove solo uno dei sei posti accanto a lei è occupato",
        "step-away": "spostarsi dove solo {count} dei sei posti accanto a lei sono occupati",
        "rescue.1": "lanciare {targets} dove solo uno dei sei posti accanto a lei è occupato",
        "rescue": "lanciare {targets} dove solo {count} dei sei posti accanto a lei sono occupati",
        "relieve": "liberare un posto {near}",
        "pin": "bloccare {targets}",
        "cover": "salire {onto}",
        "unpin": "liberare {targets}",
        "close-gate.1": "chiudere il passaggio verso un posto {near}",
        "close-gate": "chiudere i passaggi verso {count} posti {near}",
        "does.lose": "Così si circonda {targets}, e il {loser} perde.",
        "does.fill-own": "Così il {loser} occupa il {nth} posto accanto alla propria regina.",
        "does.lock-own": "Così {targets} non può più muoversi.",
        "does.release": "Così si libera un posto {near}.",
        "does.free-theirs": "Questa mossa libera {targets}.",
        "does.pin-own": "Questa mossa blocca {targets}.",
    },
    "de": {
        "allows": "Jetzt kann {mover} {deed}.",
        "misses": "Stattdessen konnte {mover} {deed}.",
        "can": "{Mover} kann {deed}.",
        "throwing": "{target} werfen und {deed}",
        "near.w": "neben der weißen Königin",
        "near.b": "neben der schwarzen Königin",
        "nth.3": "dritten",
        "nth.4": "vierten",
        "nth.5": "fünften",
        "win": "{targets} umzingeln und gewinnen",
        "force": "in {count} Zügen den Sieg erzwingen",
        "draw": "beide Königinnen umzingeln, und das ist remis",
        "threaten": "drohen, {targets} im nächsten Zug zu umzingeln",
        "parry": "die Drohung gegen {targets} abwehren",
        "cover-queen": "{onto} klettern",
        "lock-queen": "{targets} festsetzen",
        "no-moves": "{loser} keinen Zug mehr lassen",
        "surround": "den {nth} Platz {near} besetzen",
        "free-queen": "{targets} befreien",
        "step-away.1": "dorthin ausweichen, wo nur einer der sechs Plätze neben ihr besetzt ist",
        "step-away": "dorthin ausweichen, wo nur {count} der sechs Plätze neben ihr besetzt sind",
        "rescue.1": "{targets} dorthin werfen, wo nur einer der sechs Plätze um sie besetzt ist",
        "rescue": "{targets} dorthin werfen, wo nur {count} der sechs Plätze um sie besetzt sind",
        "relieve": "einen Platz {near} freimachen",
        "pin": "{targets} fesseln",
        "cover": "{onto} klettern",
        "unpin": "{targets} befreien",
        "close-gate.1": "das Tor zu einem Platz {near} schließen",
        "close-gate": "die Tore zu {count} Plätzen {near} schließen",
        "does.lose": "Das umzingelt {targets}, und {loser} verliert.",
        "does.fill-own": "Damit besetzt {loser} den {nth} Platz neben der eigenen Königin.",
        "does.lock-own": "Danach kann {targets} sich nicht mehr bewegen.",
        "does.release": "Damit wird ein Platz {near} frei.",
        "does.free-theirs": "Das befreit {targets}.",
        "does.pin-own": "Das fesselt {targets}.",
    },
}
_COLORS: dict[Language, dict[Color, str]] = {
    "en": {Color.WHITE: "White", Color.BLACK: "Black"},
    "it": {Color.WHITE: "Bianco", Color.BLACK: "Nero"},
    "de": {Color.WHITE: "Weiß", Color.BLACK: "Schwarz"},
}
# After this many taken places, the words for it are the same.
_NTH = range(3, 6)


def remark_words(remark: Remark, language: Language = "en") -> str:
    """Return a remark as a sentence.

    >>> from beespace.rules import Hex, Piece
    >>> ant, queen = Piece.parse("bA1"), Piece.parse("wQ")
    >>> remark = Remark(Mood.ALLOWS, Deed.WIN, ant, Hex(3, 0), Hex(0, 1), pieces=(queen,))
    >>> remark_words(remark)
    'This lets the black ant win by surrounding the white queen.'
    """
    texts = TEXTS[language]
    mover = remark.piece if remark.thrower is None else remark.thrower
    colors = _COLORS[language]
    loser = remark.color if remark.deed in _OWN else remark.color.opponent
    queen = remark.pieces[0].color if remark.pieces else loser
    values = {
        "target": piece_forms(remark.piece, language).target,
        "targets": pieces_words(remark.pieces, language) if remark.pieces else "",
        "onto": piece_forms(remark.pieces[0], language).onto if remark.pieces else "",
        "near": texts["near.w" if queen is Color.WHITE else "near.b"],
        "nth": texts[f"nth.{remark.count}"] if remark.count in _NTH else "",
        "loser": colors[loser],
        "count": str(remark.count),
    }
    if remark.mood is Mood.DOES:
        return texts[f"does.{remark.deed}"].format(**values)
    deed = texts[_key(remark)].format(**values)
    if remark.thrower is not None and remark.deed is not Deed.STEP_AWAY:
        deed = texts["throwing"].format(deed=deed, **values)
    the = piece_forms(mover, language).the
    if remark.origin is None:
        the = from_hand(the, language)
    return texts[remark.mood].format(mover=the, Mover=the[0].upper() + the[1:], deed=deed)


# What a player does to themselves.
_OWN = {Deed.LOSE, Deed.FILL_OWN, Deed.LOCK_OWN, Deed.PIN_OWN}
_COUNTED = {Deed.STEP_AWAY, Deed.CLOSE_GATE}


def _key(remark: Remark) -> str:
    is_rescue = remark.deed is Deed.STEP_AWAY and remark.thrower is not None
    key = "rescue" if is_rescue else str(remark.deed)
    return f"{key}.1" if remark.deed in _COUNTED and remark.count == 1 else key
