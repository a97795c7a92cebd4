"""Remarks as sentences in English, Italian and German; the texts are those of the page."""

from __future__ import annotations

from beespace.formats.words import Language, piece_forms, pieces_words
from beespace.rules import Bug, Color, Piece
from beespace.study.remarks import Deed, Mood, Remark

# The keys are those of web/src/lib/i18n, without "remark.". A test compares the texts. {could} is
# where some languages need another verb about what could have been.
TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "allows": "This lets {mover} {deed}.",
        "misses": "Instead, {mover} could {deed}.",
        "first": "This can wait: first, {mover} should {deed}.",
        "can": "The idea: {deed}.",
        "parries": "After this, {mover} can {deed}.",
        "could": "",
        "throwing": "throw {target} and {deed}",
        "near.w": "next to the white queen",
        "near.b": "next to the black queen",
        "queen.w": "the white queen",
        "queen.b": "the black queen",
        "nth.3": "third",
        "nth.4": "fourth",
        "nth.5": "fifth",
        "win": "win by surrounding {targets}{could}",
        "win-her": "win by surrounding her{could}",
        "force": "force a win in {count} moves{could}",
        "draw": "surround both queens, which is a draw{could}",
        "threaten": "threaten to surround {targets} on the next move{could}",
        "threaten-her": "threaten to surround her on the next move{could}",
        "parry": "stop the threat to {targets}{could}",
        "parry-her": "stop the threat to her{could}",
        "cover-queen": "climb {onto}{could}",
        "lock-queen": "stop {targets} from moving{could}",
        "no-moves": "leave {loser} without a move{could}",
        "surround": "take the {nth} of the six places {near}{could}",
        "throw-to": "throw {target} to the {nth} of the six places {near}{could}",
        "free-queen": "free {targets} to move{could}",
        "step-away.1": "get away to a place with only one neighbour{could}",
        "step-away": "get away to a place with only {number} neighbours{could}",
        "rescue.1": "throw {targets} to a place with only one neighbour{could}",
        "rescue": "throw {targets} to a place with only {number} neighbours{could}",
        "relieve": "clear a place {near}{could}",
        "pin": "pin {targets}{could}",
        "cover": "climb {onto}{could}",
        "unpin": "free {targets} to move{could}",
        "close-gate.1": "close off a place {near}{could}",
        "close-gate": "close off {number} places {near}{could}",
        "keep-away": "keep {targets} from getting next to {queen} on the next move{could}",
        "get-away": "get out of reach of {targets}{could}",
        "approach": "get to where it can reach {queen} on the next move{could}",
        "open-way": "help {targets} get next to {queen} on the next move{could}",
        "cramp.1": "leave {loser} with only one piece that can move{could}",
        "cramp": "leave {loser} with only {number} pieces that can move{could}",
        "freeze": "leave {loser} with no piece on the board that can move{could}",
        "crowd.1": "leave {loser} with only one place for new pieces{could}",
        "crowd": "leave {loser} with only {number} places for new pieces{could}",
        "shut-out": "leave {loser} with no place for new pieces{could}",
        "head-for": "set out to climb onto {targets}{could}",
        "does.lose": "This surrounds {targets}, and {loser} loses.",
        "does.draw": "This surrounds both queens, which is a draw.",
        "does.fill-own": "This takes the {nth} of the six places next to {loser}'s own queen.",
        "does.lock-own": "This stops {loser}'s own queen from moving.",
        "does.release": "This clears a place {near}.",
        "does.free-theirs": "This frees {targets} to move.",
        "does.pin-own.1": "This pins one of {loser}'s own pieces: {targets}.",
        "does.pin-own": "This pins {number} of {loser}'s own pieces: {targets}.",
        "does.let-in": "This lets {targets} get next to {queen} on the next move.",
        "does.bar-own": "After this, {targets} can no longer get next to {queen} on the next move.",
        "does.cramp-own.1": "This leaves {loser} with only one piece that can move.",
        "does.cramp-own": "This leaves {loser} with only {number} pieces that can move.",
        "does.freeze-own": "This leaves {loser} with no piece on the board that can move.",
        "does.crowd-own.1": "This leaves {loser} with only one place for new pieces.",
        "does.crowd-own": "This leaves {loser} with only {number} places for new pieces.",
        "does.shut-out-own": "This leaves {loser} with no place for new pieces.",
        "does.cover-own": "This covers one of {loser}'s own pieces: {targets}.",
        "does.take-back": "This takes back {loser}'s last move, which loses a turn.",
        "does.detour": "This loses a turn: {loser}'s best next move takes {targets} to "
        "where it could have gone at once.",
    },
    "it": {
        "allows": "Così {mover} può {deed}.",
        "misses": "Invece {mover} avrebbe potuto {deed}.",
        "first": "Questo può aspettare: prima {mover} dovrebbe {deed}.",
        "can": "L'idea: {deed}.",
        "parries": "Dopo questa mossa {mover} può {deed}.",
        "could": "",
        "throwing": "lanciare {target} e così {deed}",
        "near.w": "accanto alla regina bianca",
        "near.b": "accanto alla regina nera",
        "queen.w": "regina bianca",
        "queen.b": "regina nera",
        "nth.3": "terzo",
        "nth.4": "quarto",
        "nth.5": "quinto",
        "win": "vincere circondando {targets}{could}",
        "win-her": "vincere circondandola{could}",
        "force": "forzare la vittoria in {count} mosse{could}",
        "draw": "circondare entrambe le regine, ottenendo la patta{could}",
        "threaten": "minacciare di circondare {targets} alla mossa successiva{could}",
        "threaten-her": "minacciare di circondarla alla mossa successiva{could}",
        "parry": "sventare la minaccia contro {targets}{could}",
        "parry-her": "sventare la minaccia contro di lei{could}",
        "cover-queen": "salire {onto}{could}",
        "lock-queen": "immobilizzare {targets}{could}",
        "no-moves": "lasciare il {loser} senza mosse{could}",
        "surround": "occupare il {nth} dei sei posti {near}{could}",
        "throw-to": "lanciare {target} sul {nth} dei sei posti {near}{could}",
        "free-queen": "liberare {targets}{could}",
        "step-away.1": "spostarsi dove ha una sola tessera accanto{could}",
        "step-away": "spostarsi dove ha solo {number} tessere accanto{could}",
        "rescue.1": "lanciare {targets} dove ha una sola tessera accanto{could}",
        "rescue": "lanciare {targets} dove ha solo {number} tessere accanto{could}",
        "relieve": "liberare un posto {near}{could}",
        "pin": "bloccare {targets}{could}",
        "cover": "salire {onto}{could}",
        "unpin": "liberare {targets}{could}",
        "close-gate.1": "chiudere l'accesso a un posto {near}{could}",
        "close-gate": "chiudere l'accesso a {number} posti {near}{could}",
        "keep-away": "tenere {targets} alla larga dalla {queen} alla mossa successiva{could}",
        "get-away": "schivare {targets}{could}",
        "approach": "arrivare a una mossa dalla {queen}{could}",
        "open-way": "aiutare {targets} ad arrivare accanto alla {queen} alla mossa "
        "successiva{could}",
        "cramp.1": "lasciare al {loser} una sola tessera che può muoversi{could}",
        "cramp": "lasciare al {loser} solo {number} tessere che possono muoversi{could}",
        "freeze": "non lasciare al {loser} nessuna tessera sul tavolo che può muoversi{could}",
        "crowd.1": "lasciare al {loser} un solo posto per le tessere nuove{could}",
        "crowd": "lasciare al {loser} solo {number} posti per le tessere nuove{could}",
        "shut-out": "non lasciare al {loser} nessun posto per le tessere nuove{could}",
        "head-for": "andare verso {targets} per salirle sopra{could}",
        "does.lose": "Così si circonda {targets}, e il {loser} perde.",
        "does.draw": "Così entrambe le regine sono circondate, e la partita è patta.",
        "does.fill-own": "Così il {loser} occupa il {nth} dei sei posti accanto alla propria "
        "regina.",
        "does.lock-own": "Così la regina del {loser} non può più muoversi.",
        "does.release": "Così si libera un posto {near}.",
        "does.free-theirs": "Questa mossa libera {targets}.",
        "does.pin-own.1": "Così il {loser} blocca una propria tessera: {targets}.",
        "does.pin-own": "Così il {loser} blocca {number} proprie tessere: {targets}.",
        "does.let-in": "Questa mossa lascia arrivare {targets} accanto alla {queen} alla mossa "
        "successiva.",
        "does.bar-own": "Questa mossa tiene {targets} alla larga dalla {queen} alla mossa "
        "successiva.",
        "does.cramp-own.1": "Così al {loser} resta una sola tessera che può muoversi.",
        "does.cramp-own": "Così al {loser} restano solo {number} tessere che possono muoversi.",
        "does.freeze-own": "Così al {loser} non resta nessuna tessera sul tavolo che può muoversi.",
        "does.crowd-own.1": "Così al {loser} resta un solo posto per le tessere nuove.",
        "does.crowd-own": "Così al {loser} restano solo {number} posti per le tessere nuove.",
        "does.shut-out-own": "Così al {loser} non resta nessun posto per le tessere nuove.",
        "does.cover-own": "Così il {loser} copre una propria tessera: {targets}.",
        "does.take-back": "Così il {loser} annulla la propria ultima mossa e perde un turno.",
        "does.detour": "È un turno perso: la prossima mossa migliore porta {targets} dove "
        "poteva andare subito.",
    },
    "de": {
        "allows": "Danach kann {mover} {deed}.",
        "misses": "Stattdessen hätte {mover} {deed}.",
        "first": "Das kann warten: Zuerst sollte {mover} {deed}.",
        "can": "Die Idee: {deed}.",
        "parries": "Danach kann {mover} {deed}.",
        "could": " können",
        "throwing": "{target} werfen und damit {deed}",
        "near.w": "neben der weißen Königin",
        "near.b": "neben der schwarzen Königin",
        "queen.w": "weißen Königin",
        "queen.b": "schwarzen Königin",
        "nth.3": "dritten",
        "nth.4": "vierten",
        "nth.5": "fünften",
        "win": "{targets} umzingeln und gewinnen{could}",
        "win-her": "sie umzingeln und gewinnen{could}",
        "force": "in {count} Zügen den Sieg erzwingen{could}",
        "draw": "beide Königinnen umzingeln und damit Remis erreichen{could}",
        "threaten": "drohen{could}, {targets} im nächsten Zug zu umzingeln",
        "threaten-her": "drohen{could}, sie im nächsten Zug zu umzingeln",
        "parry": "die Drohung gegen {targets} abwehren{could}",
        "parry-her": "die Drohung gegen die Königin abwehren{could}",
        "cover-queen": "{onto} klettern{could}",
        "lock-queen": "{targets} festsetzen{could}",
        "no-moves": "{loser} alle Züge nehmen{could}",
        "surround": "den {nth} der sechs Plätze {near} besetzen{could}",
        "throw-to": "{target} auf den {nth} der sechs Plätze {near} werfen{could}",
        "free-queen": "{targets} befreien{could}",
        "step-away.1": "dorthin ausweichen{could}, wo sie nur einen Nachbarn hat",
        "step-away": "dorthin ausweichen{could}, wo sie nur {number} Nachbarn hat",
        "rescue.1": "{targets} dorthin werfen{could}, wo sie nur einen Nachbarn hat",
        "rescue": "{targets} dorthin werfen{could}, wo sie nur {number} Nachbarn hat",
        "relieve": "einen Platz {near} freimachen{could}",
        "pin": "{targets} fesseln{could}",
        "cover": "{onto} klettern{could}",
        "unpin": "{targets} befreien{could}",
        "close-gate.1": "einen Platz {near} absperren{could}",
        "close-gate": "{number} Plätze {near} absperren{could}",
        "keep-away": "{targets} im nächsten Zug von der {queen} fernhalten{could}",
        "get-away": "{targets} abschütteln{could}",
        "approach": "bis auf einen Zug zur {queen} vordringen{could}",
        "open-way": "für {targets} den Weg zur {queen} freimachen{could}",
        "cramp.1": "{loser} nur einen beweglichen Stein lassen{could}",
        "cramp": "{loser} nur {number} bewegliche Steine lassen{could}",
        "freeze": "{loser} keinen beweglichen Stein auf dem Brett lassen{could}",
        "crowd.1": "{loser} nur einen Platz für neue Steine lassen{could}",
        "crowd": "{loser} nur {number} Plätze für neue Steine lassen{could}",
        "shut-out": "{loser} keinen Platz für neue Steine lassen{could}",
        "head-for": "auf {targets} zusteuern{could}, um auf sie zu klettern",
        "does.lose": "Das umzingelt {targets}, und {loser} verliert.",
        "does.draw": "Das umzingelt beide Königinnen, also ist es remis.",
        "does.fill-own": "Damit besetzt {loser} den {nth} der sechs Plätze neben der eigenen "
        "Königin.",
        "does.lock-own": "Damit setzt {loser} die eigene Königin fest.",
        "does.release": "Damit wird ein Platz {near} frei.",
        "does.free-theirs": "Das befreit {targets}.",
        "does.pin-own.1": "Damit fesselt {loser} einen eigenen Stein: {targets}.",
        "does.pin-own": "Damit fesselt {loser} {number} eigene Steine: {targets}.",
        "does.let-in": "Das lässt {targets} im nächsten Zug zur {queen} durch.",
        "does.bar-own": "Das hält {targets} im nächsten Zug von der {queen} fern.",
        "does.cramp-own.1": "Damit bleibt {loser} nur ein beweglicher Stein.",
        "does.cramp-own": "Damit bleiben {loser} nur {number} bewegliche Steine.",
        "does.freeze-own": "Damit bleibt {loser} kein beweglicher Stein auf dem Brett.",
        "does.crowd-own.1": "Damit bleibt {loser} nur ein Platz für neue Steine.",
        "does.crowd-own": "Damit bleiben {loser} nur {number} Plätze für neue Steine.",
        "does.shut-out-own": "Damit bleibt {loser} kein Platz für neue Steine.",
        "does.cover-own": "Damit bedeckt {loser} einen eigenen Stein: {targets}.",
        "does.take-back": "Damit nimmt {loser} den eigenen letzten Zug zurück und verliert "
        "einen Zug.",
        "does.detour": "Das kostet einen Zug: Der beste nächste Zug bringt {targets} "
        "dorthin, wohin es auch sofort gegangen wäre.",
    },
}
_COLORS: dict[Language, dict[Color, str]] = {
    "en": {Color.WHITE: "White", Color.BLACK: "Black"},
    "it": {Color.WHITE: "Bianco", Color.BLACK: "Nero"},
    "de": {Color.WHITE: "Weiß", Color.BLACK: "Schwarz"},
}
_NUMBERS: dict[Language, dict[int, str]] = {
    "en": {2: "two", 3: "three", 4: "four"},
    "it": {2: "due", 3: "tre", 4: "quattro"},
    "de": {2: "zwei", 3: "drei", 4: "vier"},
}
# The numbers of taken places that have a word.
_NTH = range(3, 6)


def remark_words(remark: Remark, language: Language = "en") -> str:
    """Return a remark as a sentence.

    >>> from beespace.rules import Hex
    >>> ant, queen = Piece.parse("bA1"), Piece.parse("wQ")
    >>> remark = Remark(Mood.ALLOWS, Deed.WIN, ant, Hex(3, 0), Hex(0, 1), pieces=(queen,))
    >>> remark_words(remark)
    'This lets the black ant win by surrounding the white queen.'
    """
    texts = TEXTS[language]
    mover = remark.piece if remark.thrower is None else remark.thrower
    colors = _COLORS[language]
    loser = remark.color if remark.deed in OWN else remark.color.opponent
    queen = remark.pieces[0].color if remark.pieces else loser
    if remark.deed in OF_OTHERS:
        queen = queen.opponent
    values = {
        "target": piece_forms(remark.piece, language).target,
        "targets": _targets(remark, language),
        "onto": piece_forms(remark.pieces[0], language).onto if remark.pieces else "",
        "near": texts["near.w" if queen is Color.WHITE else "near.b"],
        "queen": texts["queen.w" if queen is Color.WHITE else "queen.b"],
        "nth": texts[f"nth.{remark.count}"] if remark.count in _NTH else "",
        "loser": colors[loser],
        "count": str(remark.count),
        "number": _NUMBERS[language].get(remark.count, str(remark.count)),
        "could": texts["could"] if remark.mood is Mood.MISSES else "",
    }
    if remark.mood is Mood.DOES:
        return texts[f"does.{_key(remark)}"].format(**values)
    deed = texts[_key(remark)].format(**values)
    if remark.thrower is not None and remark.deed not in _THROWS:
        deed = texts["throwing"].format(deed=deed, **values)
    the = piece_forms(mover, language).the
    if remark.origin is None and mover.bug.count > 1:
        the = fresh(mover, language)
    mood = "parries" if remark.mood is Mood.ALLOWS and remark.deed is Deed.PARRY else remark.mood
    return texts[mood].format(mover=the, deed=deed)


# The page has these lists, too; a test compares them.
# What a player does to themselves.
OWN = {
    Deed.LOSE,
    Deed.FILL_OWN,
    Deed.LOCK_OWN,
    Deed.PIN_OWN,
    Deed.CRAMP_OWN,
    Deed.CROWD_OWN,
    Deed.COVER_OWN,
    Deed.TAKE_BACK,
    Deed.DETOUR,
}
# What has a text of its own for one.
COUNTED = {
    Deed.STEP_AWAY,
    Deed.CLOSE_GATE,
    Deed.PIN_OWN,
    Deed.CRAMP,
    Deed.CRAMP_OWN,
    Deed.CROWD,
    Deed.CROWD_OWN,
}
# What is about pieces that get next to the other player's queen.
OF_OTHERS = {Deed.KEEP_AWAY, Deed.OPEN_WAY, Deed.LET_IN, Deed.BAR_OWN}
# What has a word of its own if no piece is left.
NONE_LEFT = {
    Deed.CRAMP: "freeze",
    Deed.CRAMP_OWN: "freeze-own",
    Deed.CROWD: "shut-out",
    Deed.CROWD_OWN: "shut-out-own",
}
# What says that a piece is thrown.
_THROWS = {Deed.STEP_AWAY: "rescue", Deed.SURROUND: "throw-to"}
# What can be about a piece that is thrown: the queen.
ABOUT_HER = {Deed.WIN, Deed.THREATEN, Deed.PARRY}


def _key(remark: Remark) -> str:
    """Return the key of the text for what is done."""
    key = str(remark.deed)
    if remark.thrower is not None and remark.deed in _THROWS:
        key = _THROWS[remark.deed]
    elif remark.thrower is not None and remark.deed in ABOUT_HER and remark.piece in remark.pieces:
        key += "-her"
    elif remark.deed is Deed.KEEP_AWAY and remark.piece.bug is Bug.QUEEN:
        key = "get-away"
    elif not remark.count and remark.deed in NONE_LEFT:
        key = NONE_LEFT[remark.deed]
    return f"{key}.1" if remark.deed in COUNTED and remark.count == 1 else key


def _targets(remark: Remark, language: Language) -> str:
    """Return the pieces of a remark as the object of its sentence."""
    if not remark.pieces:
        return ""
    kinds = [(piece.color, piece.bug) for piece in remark.pieces]
    words = pieces_words(remark.pieces, language)
    mover = remark.piece  # the sentence names it before
    is_named = remark.mood is not Mood.DOES and mover not in remark.pieces
    if is_named and kinds.count((mover.color, mover.bug)) == 1:
        target = piece_forms(mover, language).target
        words = words.replace(target, another(mover, language), 1)
    return words


def another(piece: Piece, language: Language) -> str:
    """Return a second piece of a kind as the object of a sentence.

    >>> another(Piece.parse("wA1"), "it"), another(Piece.parse("bB1"), "de")
    ("un'altra formica bianca", 'den anderen schwarzen Käfer')
    """
    target = piece_forms(piece, language).target
    article = "l'" if target.startswith("l'") else target.partition(" ")[0] + " "
    others = _THE_OTHER if piece.bug.count == _TWO else _ANOTHER
    return others[article] + target.removeprefix(article)


def fresh(piece: Piece, language: Language) -> str:
    """Return a piece from the hand, one of several of its kind, as the subject of a sentence.

    >>> fresh(Piece.parse("wA1"), "it"), fresh(Piece.parse("bB1"), "de")
    ('una nuova formica bianca', 'ein neuer schwarzer Käfer')
    """
    article, adjective, noun = piece_forms(piece, language).the.split(" ", 2)
    if article == "der":
        adjective += "r"
    return f"{_NEW[article]} {adjective} {noun}"


_TWO = 2
_NEW = {
    "the": "a new",
    "la": "una nuova",
    "lo": "un nuovo",
    "il": "un nuovo",
    "die": "eine neue",
    "der": "ein neuer",
}
_ANOTHER = {
    "the ": "another ",
    "la ": "un'altra ",
    "lo ": "un altro ",
    "il ": "un altro ",
    "l'": "un altro ",
    "die ": "eine andere ",
    "den ": "einen anderen ",
}
_THE_OTHER = {
    "the ": "the other ",
    "la ": "l'altra ",
    "lo ": "l'altro ",
    "il ": "l'altro ",
    "l'": "l'altro ",
    "die ": "die andere ",
    "den ": "den anderen ",
}
