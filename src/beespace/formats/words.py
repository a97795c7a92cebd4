"""Pieces, moves and rules in everyday words, for people who did not ask for notation.

Pieces and moves have words in English, Italian and German, the same as on the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple

from beespace.rules import (
    BaseBoard,
    Bug,
    Color,
    Difference,
    Direction,
    Hex,
    Move,
    Pass,
    Piece,
    Place,
    Relocate,
    Ruleset,
    differences,
    edition_of,
)
from beespace.rules.box.words import bug_words, join_words

Language = Literal["en", "it", "de"]


class PieceForms(NamedTuple):
    """A piece's name as sentences need it: "white ant", "of the white ant", "onto the ...".

    `the` is the subject of a sentence, `target` its object, and `plural` the name of several.
    """

    name: str
    of: str
    onto: str
    the: str
    target: str
    plural: str


@dataclass(frozen=True)
class _Grammar:
    """How one language names bugs, pieces, sides and moves."""

    bugs: Mapping[Bug, str]
    pieces: Mapping[tuple[Color, Bug], PieceForms]
    sides: Mapping[Direction, str]
    middle: str
    thrown: str
    passes: Mapping[Color, str]
    both: str
    which: str
    now: str
    new: str
    several: Mapping[int, str]
    last: str


def _english() -> _Grammar:
    bugs = {bug: bug_words(bug) for bug in Bug}
    pieces = {}
    for color in Color:
        for bug, noun in bugs.items():
            name = f"{str(color).lower()} {noun}"
            the = f"the {name}"
            pieces[color, bug] = PieceForms(name, f"of {the}", f"onto {the}", the, the, f"{name}s")
    return _Grammar(
        bugs=bugs,
        pieces=pieces,
        sides={
            Direction.EAST: "right",
            Direction.SOUTH_EAST: "lower right",
            Direction.SOUTH_WEST: "lower left",
            Direction.WEST: "left",
            Direction.NORTH_WEST: "upper left",
            Direction.NORTH_EAST: "upper right",
        },
        middle="in the middle",
        thrown="thrown {place}",
        passes={Color.WHITE: "White passes", Color.BLACK: "Black passes"},
        both="{one} and {other}",
        which="{place} (the one {where})",
        now="{piece} (now {place})",
        new="{piece} (from the hand)",
        several={2: "two", 3: "three"},
        last=" and ",
    )


def _italian() -> _Grammar:
    # The article decides the adjective's ending and how prepositions merge with it.
    nouns = {
        Bug.QUEEN: ("la ", "regina", "regine"),
        Bug.BEETLE: ("lo ", "scarabeo", "scarabei"),
        Bug.GRASSHOPPER: ("la ", "cavalletta", "cavallette"),
        Bug.SPIDER: ("il ", "ragno", "ragni"),
        Bug.ANT: ("la ", "formica", "formiche"),
        Bug.MOSQUITO: ("la ", "zanzara", "zanzare"),
        Bug.LADYBUG: ("la ", "coccinella", "coccinelle"),
        Bug.PILLBUG: ("l'", "onisco", "onischi"),
    }
    merged = {"la ": "lla ", "lo ": "llo ", "il ": "l ", "l'": "ll'"}
    # masculine and feminine, then both for several
    adjectives = {
        Color.WHITE: ("bianco", "bianca", "bianchi", "bianche"),
        Color.BLACK: ("nero", "nera", "neri", "nere"),
    }
    pieces = {}
    for color, forms in adjectives.items():
        for bug, (article, noun, several) in nouns.items():
            is_feminine = article == "la "
            name, ending = f"{noun} {forms[is_feminine]}", merged[article]
            the = article + name
            plural = f"{several} {forms[2 + is_feminine]}"
            pieces[color, bug] = PieceForms(
                name, f"de{ending}{name}", f"su{ending}{name}", the, the, plural
            )
    return _Grammar(
        bugs={bug: noun for bug, (_, noun, _) in nouns.items()},
        pieces=pieces,
        sides={
            Direction.EAST: "a destra",
            Direction.SOUTH_EAST: "in basso a destra",
            Direction.SOUTH_WEST: "in basso a sinistra",
            Direction.WEST: "a sinistra",
            Direction.NORTH_WEST: "in alto a sinistra",
            Direction.NORTH_EAST: "in alto a destra",
        },
        middle="al centro",
        thrown="lancio {place}",
        passes={Color.WHITE: "Il Bianco passa", Color.BLACK: "Il Nero passa"},
        both="{one} e {other}",
        which="{place} (che sta {where})",
        now="{piece} (ora {place})",
        new="{piece} (dalla mano)",
        several={2: "due", 3: "tre"},
        last=" e ",
    )


def _german() -> _Grammar:
    # one and several
    masculine = {
        Bug.BEETLE: ("Käfer", "Käfer"),
        Bug.GRASSHOPPER: ("Grashüpfer", "Grashüpfer"),
        Bug.MOSQUITO: ("Moskito", "Moskitos"),
        Bug.LADYBUG: ("Marienkäfer", "Marienkäfer"),
    }
    feminine = {
        Bug.QUEEN: ("Königin", "Königinnen"),
        Bug.SPIDER: ("Spinne", "Spinnen"),
        Bug.ANT: ("Ameise", "Ameisen"),
        Bug.PILLBUG: ("Assel", "Asseln"),
    }
    adjectives = {Color.WHITE: "weiße", Color.BLACK: "schwarze"}
    pieces = {}
    for color, adjective in adjectives.items():
        for bug, (noun, several) in masculine.items():
            target = f"den {adjective}n {noun}"
            pieces[color, bug] = PieceForms(
                f"{adjective}r {noun}",
                f"vom {adjective}n {noun}",
                f"auf {target}",
                f"der {adjective} {noun}",
                target,
                f"{adjective} {several}",
            )
        for bug, (noun, several) in feminine.items():
            name = f"{adjective} {noun}"
            the = f"die {name}"
            pieces[color, bug] = PieceForms(
                name,
                f"von der {adjective}n {noun}",
                f"auf {the}",
                the,
                the,
                f"{adjective} {several}",
            )
    return _Grammar(
        bugs={bug: noun for bug, (noun, _) in (masculine | feminine).items()},
        pieces=pieces,
        sides={
            Direction.EAST: "rechts",
            Direction.SOUTH_EAST: "rechts unten",
            Direction.SOUTH_WEST: "links unten",
            Direction.WEST: "links",
            Direction.NORTH_WEST: "links oben",
            Direction.NORTH_EAST: "rechts oben",
        },
        middle="in die Mitte",
        thrown="geworfen {place}",
        passes={Color.WHITE: "Weiß passt", Color.BLACK: "Schwarz passt"},
        both="{one} und {other}",
        which="{place} (liegt {where})",
        now="{piece} (jetzt {place})",
        new="{piece} (aus der Hand)",
        several={2: "zwei", 3: "drei"},
        last=" und ",
    )


_GRAMMARS: dict[Language, _Grammar] = {"en": _english(), "it": _italian(), "de": _german()}

_DIFFERENCES = {
    Difference.QUEEN_FIRST: "you can place your queen first",
    Difference.QUEEN_NOT_FIRST: "you can't place your queen first",
    Difference.NO_STACK_GATES: "climbers can pass between tall stacks",
    Difference.THREEFOLD: "draw when a position comes up a third time",
}


def bug_name(bug: Bug, language: Language = "en") -> str:
    """Return the name of a bug inside a sentence.

    >>> bug_name(Bug.ANT), bug_name(Bug.ANT, "it"), bug_name(Bug.ANT, "de")
    ('ant', 'formica', 'Ameise')
    """
    return _GRAMMARS[language].bugs[bug]


def piece_forms(piece: Piece, language: Language = "en") -> PieceForms:
    """Return the forms of a piece's name.

    >>> piece_forms(Piece.parse("bB1"), "it").onto
    'sullo scarabeo nero'
    """
    return _GRAMMARS[language].pieces[piece.color, piece.bug]


def pieces_words(pieces: Iterable[Piece], language: Language = "en") -> str:
    """Return pieces as the object of a sentence; those of a kind are counted.

    >>> pieces_words(map(Piece.parse, ["bQ", "bA1", "bA3"]))
    'the black queen and two black ants'
    """
    grammar = _GRAMMARS[language]
    kinds = Counter((piece.color, piece.bug) for piece in pieces)
    *others, last = (
        grammar.pieces[kind].target
        if count == 1
        else f"{grammar.several[count]} {grammar.pieces[kind].plural}"
        for kind, count in kinds.items()
    )
    return grammar.last.join([", ".join(others), last]) if others else last


def from_hand(name: str, language: Language = "en") -> str:
    """Return the name of a piece that isn't on the board yet."""
    return _GRAMMARS[language].new.format(piece=name)


def place_words(board: BaseBoard, move: Move, language: Language = "en") -> str:
    """Return where a move ends, by a neighbour that is easy to find, on the board before it.

    >>> from beespace import Board
    >>> board = Board.from_game_string("Base;InProgress;Black[1];wS1")
    >>> place_words(board, board.parse_uhp("bA1 -wS1"))
    'left of the white spider'
    >>> place_words(board, board.parse_uhp("bA1 -wS1"), "de")
    'links von der weißen Spinne'
    """
    if isinstance(move, Pass):
        return ""
    return _places(board, move, _GRAMMARS[language])[0][0]


def places_words(board: BaseBoard, moves: Sequence[Move]) -> list[str]:
    """Return where each of a piece's moves ends, so that no two of them read the same.

    Where no neighbour is clear from its kind alone, its short name on the board is added.

    >>> from beespace import Board
    >>> board = Board.from_game_string("Base;InProgress;White[2];wA1;bA1 wA1-")
    >>> places_words(board, board.legal_moves.of(Piece.parse("wQ")))
    ['left of the white ant', 'lower left of the white ant', 'upper left of the white ant']
    """
    places = [_places(board, move, _GRAMMARS["en"]) for move in moves if not isinstance(move, Pass)]
    # How many of the moves each description fits.
    fits = Counter(words for near in places for words, _ in near)
    found = []
    for near in places:
        clear = [words for words, _ in near if fits[words] == 1]
        words, reference = near[0]
        found.append(clear[0] if clear else f"{words} {reference}")
    return found


def _places(
    board: BaseBoard, move: Place | Relocate, grammar: _Grammar
) -> list[tuple[str, Piece | None]]:
    """Return each description of where a move ends and the piece it names, the best first."""
    top = _top(board, move.to, move.piece)
    if top is not None:
        return [(grammar.pieces[top.color, top.bug].onto, top)]
    neighbors = []
    for direction in Direction:
        neighbor = _top(board, move.to - direction.value, move.piece)
        if neighbor is not None:
            neighbors.append((neighbor, grammar.sides[direction]))
    if not neighbors:
        return [(grammar.middle, None)]
    visible = (_top(board, hex, move.piece) for hex in board.hexes())
    tops = Counter((p.color, p.bug) for p in visible if p is not None)
    # People look for queens first, then for a piece that has no double.
    neighbors.sort(
        key=lambda near: (near[0].bug is not Bug.QUEEN, tops[near[0].color, near[0].bug]),
    )
    return [
        (f"{side} {grammar.pieces[piece.color, piece.bug].of}", piece) for piece, side in neighbors
    ]


def _top(board: BaseBoard, hex: Hex, lifted: Piece) -> Piece | None:
    """Return the piece on top of a hex once the mover is lifted, or None if it is empty."""
    stack = [piece for piece in board.stack(hex) if piece is not lifted]
    return stack[-1] if stack else None


def move_words(board: BaseBoard, move: Move, language: Language = "en") -> str:
    """Return a move in a few words, on the board before it.

    >>> from beespace import Board
    >>> move_words(Board("Base"), Board("Base").parse_uhp("wG1"))
    'White grasshopper, in the middle'
    >>> move_words(Board("Base"), Board("Base").parse_uhp("wG1"), "it")
    'Cavalletta bianca, al centro'
    """
    grammar = _GRAMMARS[language]
    if isinstance(move, Pass):
        return grammar.passes[board.turn]
    name, place = piece_forms(move.piece, language).name, place_words(board, move, language)
    if is_throw(board, move):
        place = grammar.thrown.format(place=place)
    return f"{name[0].upper()}{name[1:]}, {place}"


def advice_words(board: BaseBoard, move: Move, language: Language = "en") -> str:
    """Return a move in words that say which piece and which place, if there are others like them.

    >>> from beespace import Board
    >>> board = Board.from_game_string("Base;InProgress;White[2];wA1;bA1 wA1-")
    >>> advice_words(board, board.parse_uhp("wA2 -wA1"))
    'White ant (from the hand), left of the white ant'
    """
    grammar = _GRAMMARS[language]
    if isinstance(move, Pass):
        return grammar.passes[board.turn]
    views = _Views(board, move.piece, grammar)
    name, place = views.piece(), views.place(move.to)
    if is_throw(board, move):
        place = grammar.thrown.format(place=place)
    return f"{name[0].upper()}{name[1:]}, {place}"


class _Near(NamedTuple):
    """A neighbour of a hex, the side on which it has the hex, and how many are like it."""

    piece: Piece
    side: Direction
    alike: int


class _Views:
    """What can be seen of a board when a piece is lifted."""

    def __init__(self, board: BaseBoard, lifted: Piece, grammar: _Grammar) -> None:
        self._board = board
        self._lifted = lifted
        self._grammar = grammar
        tops = {hex: _top(board, hex, lifted) for hex in board.hexes()}
        self._tops = {hex: top for hex, top in tops.items() if top is not None}
        self._alike = Counter((top.color, top.bug) for top in self._tops.values())

    def piece(self) -> str:
        """Return the lifted piece's name and, if the board has others, where it is."""
        piece, board = self._lifted, self._board
        name = self._grammar.pieces[piece.color, piece.bug].name
        placed = [one for stack in board.stacks().values() for one in stack]
        if not any(one is not piece and _is_like(one, piece) for one in placed):
            return name
        at = board.location(piece)
        if at is None:
            return self._grammar.new.format(piece=name)
        alike = {hex for one in placed if _is_like(one, piece) and (hex := board.location(one))}
        return self._grammar.now.format(piece=name, place=self._beside(at, alike))

    def place(self, to: Hex) -> str:
        """Return where the lifted piece goes."""
        below = self._tops.get(to)
        if below is None:
            return self._beside(to, None)
        onto = self._grammar.pieces[below.color, below.bug].onto
        if self._alike[below.color, below.bug] < 2:
            return onto
        where = self._where(to)
        return self._grammar.which.format(place=onto, where=where) if where else onto

    def _beside(self, hex: Hex, meant: set[Hex] | None) -> str:
        """Describe one of the meant hexes, or of the free ones, by its neighbours."""
        near = self._near(hex)
        if not near:
            return self._grammar.middle
        if near[0].alike < 2:
            return self._words(near[0])
        for one, other in combinations(near, 2):
            if self._fits((one, other), meant) == 1:
                return self._grammar.both.format(one=self._words(one), other=self._words(other))
        place, where = self._words(near[0]), self._where(hex - near[0].side.value)
        return self._grammar.which.format(place=place, where=where) if where else place

    def _where(self, hex: Hex) -> str:
        """Describe where a top piece is, as opposed to those like it; may be empty."""
        piece = self._tops[hex]
        alike = {at for at, top in self._tops.items() if _is_like(top, piece)}
        near = self._near(hex)
        for one in near:
            if self._fits((one,), alike) == 1:
                return self._words(one)
        for one, other in combinations(near, 2):
            if self._fits((one, other), alike) == 1:
                return self._grammar.both.format(one=self._words(one), other=self._words(other))
        return self._words(near[0]) if near else ""

    def _near(self, hex: Hex) -> list[_Near]:
        """Return the neighbours of a hex, those that are easiest to tell from others first."""
        found = []
        for side in Direction:
            piece = self._tops.get(hex - side.value)
            if piece is not None:
                alike = 0 if piece.bug is Bug.QUEEN else self._alike[piece.color, piece.bug]
                found.append(_Near(piece, side, alike))
        return sorted(found, key=lambda one: one.alike)

    def _fits(self, near: Sequence[_Near], meant: set[Hex] | None) -> int:
        """Return how many of the meant hexes have pieces like these on the same sides."""
        hexes = [at + near[0].side.value for at in self._tops]
        return sum(
            (hex not in self._tops if meant is None else hex in meant)
            and all(
                (top := self._tops.get(hex - one.side.value)) is not None
                and _is_like(top, one.piece)
                for one in near
            )
            for hex in hexes
        )

    def _words(self, near: _Near) -> str:
        of = self._grammar.pieces[near.piece.color, near.piece.bug].of
        return f"{self._grammar.sides[near.side]} {of}"


def _is_like(one: Piece, other: Piece) -> bool:
    return one.color is other.color and one.bug is other.bug


def is_throw(board: BaseBoard, move: Move) -> bool:
    """Return whether a legal move is possible only because another piece throws the mover."""
    if not isinstance(move, Relocate):
        return False
    ways = [way for way in board.ways(move.piece) if way.to == move.to]
    return bool(ways) and all(way.thrower is not None for way in ways)


def ruleset_words(ruleset: Ruleset) -> str:
    """Return the edition, and what differs from its box.

    >>> ruleset_words(Ruleset.parse("pocket2012"))
    'Pocket'
    >>> ruleset_words(Ruleset.parse("Base+P,queen-first"))
    'Base with Pillbug: you can place your queen first'
    >>> ruleset_words(Ruleset.parse("Base,threefold"))
    'Base under tournament rules'
    """
    found = differences(ruleset)
    if not found:
        return box_words(ruleset)
    if found == [Difference.TOURNAMENT]:
        return f"{box_words(ruleset)} under tournament rules"
    return f"{box_words(ruleset)}: {join_words(_DIFFERENCES[each] for each in found)}"


def box_words(ruleset: Ruleset) -> str:
    """Return the name of the edition with these pieces, or which pieces a mix adds to Base.

    >>> box_words(Ruleset("MP"))
    'Base with Mosquito and Pillbug'
    """
    edition = edition_of(ruleset)
    if edition is not None:
        return edition.name
    added = [str(bug) for bug in ruleset.bugs if bug.value in ruleset.expansions]
    return f"Base with {join_words(added)}"
