"""Why a piece can't move, or can't go to a hex: explained in two languages, with causes marked."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from beespace.rules import ReasonCode
from support.page.screen import Look, Screen, near
from support.reason_cases import NOT_BY_POINTING

# The shortest games we found for each case.
OPENED = r"Base;InProgress;White[2];wS1;bG1 wS1-"
PINNED = r"Base+MLP;InProgress;White[3];wP;bB1 /wP;wQ \wP;bA1 /bB1"
STUNNED = (
    r"Base+MLP;InProgress;White[7];wP;bM wP\;wM wP/;bP bM\;wQ -wM;bB1 /bP;wB1 \wQ;bQ -bB1;"
    r"wB2 /wQ;bL \bQ;wB2 wP-;wP -bM"
)
ENCLOSED = (
    r"Base;InProgress;Black[10];wB1;bB1 wB1\;wS1 \wB1;bQ /bB1;wB2 wS1/;bG1 bQ\;wQ wB2-;bG1 /wB1;"
    r"wG1 wS1-;bB2 bB1-;wS1 \wQ;bS1 bQ-;wG2 wQ-;bG1 bQ\;wA1 wS1-;bS2 bG1-;wB2 wG1;bA1 bS1-;"
    r"wB2 \wB1"
)
FULL_AROUND_PILLBUG = (
    r"Base+MLP;InProgress;Black[11];wM;bP /wM;wS1 wM/;bQ /bP;wS2 -wS1;bS1 /bQ;wQ \wS2;bS1 /wS2;"
    r"wL wQ-;bM bQ\;wL /bS1;bB1 bQ-;wQ \wS1;bB2 /bQ;wL bM-;bL /bS1;wS2 bP-;bS2 bB2\;wL bB1-;"
    r"bB2 bM;wL bB2-"
)
THROWABLE = r"Base+MLP;InProgress;Black[4];wM;bP -wM;wP wM/;bQ /bP;wQ wM-;bB1 bQ\;wQ -wP"


class Refusal(NamedTuple):
    """An attempted move, and what the page says and marks.

    If `to` is None, the test only clicks the piece. `causes` are the pieces marked as causes;
    `struck` are the pieces that would be cut off from the hive.
    """

    code: ReasonCode
    game: str
    piece: str
    to: tuple[int, int] | None
    english: str
    italian: str
    causes: str = ""
    struck: str = ""


REFUSALS = [
    Refusal(
        ReasonCode.QUEEN_TOO_EARLY,
        "Base;NotStarted;White[1]",
        "wQ",
        None,
        "You can't place your queen on your first turn.",
        "Non puoi mettere la regina al tuo primo turno.",
    ),
    Refusal(
        ReasonCode.QUEEN_NOT_PLACED,
        OPENED,
        "wS1",
        None,
        "You can't move anything until you've placed your queen.",
        "Non puoi muovere nulla finché la tua regina non è in gioco.",
    ),
    Refusal(
        ReasonCode.QUEEN_DUE,
        r"Base+MLP;InProgress;White[4];wS1;bM /wS1;wG1 wS1-;bA1 -bM;wM wG1-;bQ /bA1",
        "wA1",
        None,
        "It's your fourth turn: place your queen now.",
        "È il tuo quarto turno: ora devi mettere la regina.",
    ),
    Refusal(
        ReasonCode.NOT_YOUR_PIECE,
        OPENED,
        "bG1",
        None,
        "The black grasshopper belongs to your opponent.",
        "La cavalletta nera è dell'avversario.",
    ),
    Refusal(
        ReasonCode.PINNED,
        PINNED,
        "wP",
        None,
        "The white pillbug is pinned: moving away would split the hive.",
        "L'onisco bianco non può muoversi: l'alveare si spezzerebbe.",
        struck="wQ",
    ),
    Refusal(
        ReasonCode.GATE,
        r"Base+MLP;InProgress;White[7];wB1;bM /wB1;wQ wB1/;bB1 /bM;wB2 \wQ;bB2 bB1\;wM wQ-;"
        r"bQ /bB2;wL wB2-;bP bQ\;wG1 /wB2;bG1 bB2-",
        "wQ",
        None,
        "The gap between the white mosquito and the white beetle is too narrow.",
        "Non passa tra la zanzara bianca e lo scarabeo bianco.",
        causes="wM wB1",
    ),
    Refusal(
        ReasonCode.GATE,
        r"Base;InProgress;Black[4];wB1;bB1 wB1/;wQ -wB1;bQ \bB1;wS1 \wQ;bA1 bB1-;wS2 wB1\ ".strip(),
        "bA1",
        (0, -1),
        "The gap between the black queen and the white spider is too narrow.",
        "Non passa tra la regina nera e il ragno bianco.",
        causes="bQ wS1",
    ),
    Refusal(
        ReasonCode.COVERED,
        r"Base;InProgress;Black[4];wB1;bS1 -wB1;wQ wB1/;bQ /bS1;wQ \wB1;bB1 -bS1;wB1 bS1",
        "wB1",
        None,
        "The black spider is covered by the white beetle.",
        "Il ragno nero è sotto lo scarabeo bianco: non può muoversi.",
        causes="wB1",
    ),
    Refusal(
        ReasonCode.COVERED,  # the pillbug that could throw it
        r"Base+MLP;InProgress;Black[6];wM;bP /wM;wL wM/;bQ bP\;wQ wL/;bL /bP;wB1 -wQ;bB1 -bP;"
        r"wP wQ/;bB1 bP;wB1 wQ",
        "wM",
        None,
        "The piece that could throw it is covered or resting.",
        "La tessera che potrebbe fare il lancio è coperta o sta riposando.",
        causes="bB1",
    ),
    Refusal(
        ReasonCode.STUNNED,
        STUNNED,
        "wP",
        None,
        "The white pillbug was just thrown and has to rest this turn.",
        "L'onisco bianco viene da un lancio: per questo turno deve riposare.",
        causes="bM",
    ),
    Refusal(
        ReasonCode.STUNNED,  # the pillbug that could throw it
        STUNNED,
        "bL",
        None,
        "The piece that could throw it is covered or resting.",
        "La tessera che potrebbe fare il lancio è coperta o sta riposando.",
        causes="bM",
    ),
    Refusal(
        ReasonCode.JUST_MOVED,
        r"Base+MLP;InProgress;Black[4];wM;bM wM/;wQ -wM;bP bM/;wA1 wQ\;bQ bM-;wA1 -bP",
        "wA1",
        None,
        "The white ant has just moved and can't be thrown.",
        "L'avversario ha appena mosso questa tessera: non puoi lanciarla.",
    ),
    Refusal(
        ReasonCode.IN_STACK,
        r"Base+MLP;InProgress;Black[6];wB1;bP wB1/;wB2 /wB1;bQ \bP;wQ /wB2;bM bP-;wM wB2-;"
        r"bB1 bQ-;wM wB1;bM /bQ;wP -wQ",
        "wM",
        None,
        "You can't throw a piece that's in a stack.",
        "Non puoi lanciare una tessera che fa parte di una pila.",
        causes="wB1",
    ),
    Refusal(
        ReasonCode.NOTHING_TO_COPY,
        r"Base+MLP;InProgress;White[7];wL;bB1 /wL;wP wL/;bL -bB1;wQ wL-;bS1 /bL;wM -wP;bQ -bL;"
        r"wA1 \wP;bM bS1\;wM bM-;bP -bQ",
        "wM",
        None,
        "The white mosquito touches only mosquitoes, so it has nothing to copy.",
        "La zanzara tocca solo altre zanzare: non ha nulla da imitare.",
        causes="bM",
    ),
    Refusal(
        ReasonCode.ENCLOSED,
        ENCLOSED,
        "bS1",
        None,
        "The black spider is surrounded and can't slide out.",
        "Il ragno nero ha tessere tutt'intorno e non può scivolare fuori.",
        causes="bA1 bS2 bG1 bQ bB1 bB2",
    ),
    Refusal(
        ReasonCode.NO_SPACE,
        r"Base+MLP;InProgress;Black[7];wB1;bP wB1-;wA1 \wB1;bQ bP/;wB2 wA1/;bS1 bP\;wQ /wB1;"
        r"bQ wA1-;wG1 wQ\;bS1 wQ-;wB2 bQ;wB1 bS1-;wS1 /wQ",
        "bM",
        None,
        "No empty hex touches only your own pieces.",
        "Non c'è una casella libera che tocchi solo tessere tue.",
    ),
    Refusal(
        ReasonCode.NO_SPACE,  # around the pillbug
        FULL_AROUND_PILLBUG,
        "wS2",
        None,
        "There's no empty hex to land on.",
        "Non c'è nessuna casella vuota per il lancio.",
        causes="bP",
    ),
    Refusal(
        ReasonCode.TOUCHES_OPPONENT,
        OPENED,
        "wB1",
        (0, 1),
        "A new piece can't touch your opponent's pieces, "
        "and that hex touches the black grasshopper.",
        "Una tessera nuova non può toccare quelle dell'avversario, "
        "e lì toccherebbe la cavalletta nera.",
        causes="bG1",
    ),
    Refusal(
        ReasonCode.OCCUPIED,
        PINNED,
        "wQ",
        (0, 0),
        "That hex isn't empty: the white pillbug is there.",
        "Lì c'è l'onisco bianco: serve una casella vuota.",
        causes="wP",
    ),
    Refusal(
        ReasonCode.OCCUPIED,
        OPENED,
        "wA1",
        (1, 0),
        "That hex isn't empty: the black grasshopper is there.",
        "Lì c'è la cavalletta nera: serve una casella vuota.",
        causes="bG1",
    ),
    Refusal(
        ReasonCode.NO_CONTACT,
        PINNED,
        "wQ",
        (-1, -1),
        "A sliding piece has to stay in contact with the hive.",
        "Lungo il percorso perderebbe il contatto con l'alveare.",
    ),
    Refusal(
        ReasonCode.WRONG_DISTANCE,
        PINNED,
        "wQ",
        (-3, 3),
        "That's out of reach: the queen moves one hex along the hive.",
        "Non ci arriva: la regina si muove di una casella lungo l'alveare.",
    ),
    Refusal(
        ReasonCode.WRONG_DISTANCE,
        r"Base;InProgress;White[4];wB1;bA1 /wB1;wQ wB1/;bG1 /bA1;wS1 wB1-;bQ bG1-",
        "wS1",
        (0, 1),
        "That's out of reach: the spider moves exactly three hexes along the hive.",
        "Non ci arriva: il ragno si muove esattamente di tre caselle lungo l'alveare.",
    ),
    Refusal(
        ReasonCode.WRONG_DISTANCE,  # of a throw
        THROWABLE,
        "wM",
        (0, 1),
        "That's out of reach: a thrown piece lands next to the piece that throws it.",
        "Non ci arriva: una tessera lanciata finisce accanto a quella che la lancia.",
    ),
]


def _attempt(screen: Screen, refusal: Refusal) -> None:
    if refusal.to is None:
        screen.click(screen.at(refusal.piece))
    elif any(list(refusal.to) == stack["hex"] for stack in screen.game()["turn"]["stacks"]):
        screen.drag(screen.at(refusal.piece), screen.where(refusal.to))
    else:
        screen.select(refusal.piece)
        screen.click(screen.where(refusal.to))


def _id(refusal: Refusal) -> str:
    return f"{refusal.code.value}-{refusal.piece}"


@pytest.mark.parametrize("refusal", REFUSALS, ids=_id)
def test_a_refusal_is_explained_and_its_causes_are_marked(look: Look, refusal: Refusal) -> None:
    for language, words in (("en-GB", refusal.english), ("it-IT", refusal.italian)):
        screen = look(game=refusal.game, language=language)
        _attempt(screen, refusal)
        expect(screen.tested("why")).to_have_text(words)
        expect(screen.tested("live")).to_have_text(words)
        marks = screen.causes()
        pieces = refusal.causes.split()
        assert len(marks) == len(pieces)
        for piece in pieces:
            assert any(near(mark, screen.origin(screen.tile(piece))) for mark in marks), piece
        struck = screen.find(".tile.loose").evaluate_all("all => all.map(g => g.dataset.piece)")
        assert struck == refusal.struck.split()
        assert screen.plies() == len(screen.game()["moves"])
        # Clicking an empty hex closes the explanation.
        box = screen.find(".board").bounding_box()
        assert box is not None
        screen.click((box["x"] + 12, box["y"] + box["height"] / 2))
        expect(screen.tested("why")).to_have_count(0)


def test_every_reason_that_pointing_can_cause_is_covered() -> None:
    assert {refusal.code for refusal in REFUSALS} | NOT_BY_POINTING == set(ReasonCode)
