"""Games to play in the terminal, made for these tests."""

from __future__ import annotations

WHITE_WINS = (
    r"Base;WhiteWins;Black[13];wG1;bB1 wG1/;wA1 /wG1;bA1 \bB1;wA2 -wG1;bA2 \bA1;wQ \wA2;bQ \bA2;"
    r"wA1 -bQ;bA3 bB1-;wA3 -wA1;bA3 \wQ;wA3 bQ/;bG1 bA2-;wB1 wA3-;bG1 wQ-;wA2 -wA3;bB1 bA1;"
    r"wB1 bQ-;bB1 bA3-;wQ /bA3;bA1 wQ\;wG2 -wA2;bG2 /bA1;wG2 -bA2"
)

BOTH_SURROUNDED = (
    r"Base;Draw;White[8];wS1;bG1 \wS1;wQ wS1-;bQ bG1/;wQ bG1-;bG2 \bQ;wG1 wQ-;bS1 bG2-;wB1 wS1-;"
    r"bS2 /bG2;wB2 wG1-;bG3 -bS2;wA1 wB2/;bG3 bQ-"
)

# The last move climbs the fourth stack and leaves Black without a move.
BLACK_MUST_PASS = (
    r"Base;InProgress;Black[13];wB1;bG1 wB1\;wG1 \wB1;bA1 bG1\;wG2 wG1/;bB1 bG1-;wQ wG1-;bQ bB1-;"
    r"wG1 bA1\;bQ bB1/;wB2 /wG1;bQ bB1-;wS1 wQ-;bQ wS1\;wB1 bG1;bS1 bB1-;wB2 wG1;bS1 wS1/;wB2 bA1;"
    r"bS1 \wG2;wB2 bB1;bS1 wS1/;wB2 bQ;bS1 bB1-;wB2 bS1"
)

# Both queens move back and forth until the position after the fourth move comes up a third time.
THREEFOLD = (
    r"Base;InProgress;White[7];wS1;bG1 wS1-;wQ -wS1;bQ bG1-;"
    r"wQ \wS1;bQ bG1/;wQ -wS1;bQ bG1-;wQ \wS1;bQ bG1/;wQ -wS1;bQ bG1-"
)

# A short win for White in each box: most pieces are still in hand. They show what is special about
# the box: a queen that comes first, the mosquito and the ladybug, and a throw.
QUICK_WINS = {
    "base": (
        r"Base;WhiteWins;Black[5];wS1;bQ -wS1;wG1 wS1/;bG1 \bQ;wQ \wG1;bG2 /bG1;wQ bG1-;bS1 bG2\;"
        r"wG1 bS1-"
    ),
    "pocket": (
        r"Base+ML;WhiteWins;Black[5];wM;bL \wM;wL wM-;bQ bL/;wQ wL/;bQ bL-;wG1 wL-;bM \bQ;wG1 bM-"
    ),
    "ultimate": (
        r"Base+MLP;WhiteWins;Black[6];wM;bP -wM;wL wM/;bQ /bP;wP wM\;bL -bQ;wQ /wP;bM bL\;wL bQ-;"
        r"wM -bP;wQ bM-"
    ),
}


def moves_of(game_string: str) -> list[str]:
    """Return the texts of a game's moves."""
    return game_string.split(";")[3:]
