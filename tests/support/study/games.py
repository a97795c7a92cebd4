"""Games with mistakes to find."""

from __future__ import annotations

_MOVES = (
    r"wG1;bG1 /wG1;wS1 wG1/;bQ bG1\;wQ -wS1;bA1 -bG1;wS1 bQ-;bA2 -bA1;wG2 wQ-;bA2 wG2-;wB1 wS1\;"
    r"bA1 /wB1;wG3 wS1/;bB1 -bG1;wA1 wS1-;bA1 \wQ;wA1 bA2-;bB2 -bA1;wB1 bQ\;bB2 /bA1;wB1 bQ;bB2 wQ;"
    r"wB2 /wB1;bA3 /bA1;wG3 wB2-;bB2 bA1-;wA1 -bB1;bG2 -bA1;wS2 -wA1"
)
# Black's last move places a grasshopper instead of surrounding the white queen.
MISSED_WIN = rf"Base;InProgress;White[16];{_MOVES};bG3 -bG2"
MISSED_PLY = 30

# A game with variations and comments.
TREE = r"""
[GameType "Base"]
[White "Ann"]

1. wS1 {the start}
2. bG1 wS1- !? (2. bA1 wS1- $2 {worse} 3. wQ -wS1 (3. wA1 -wS1))
3. wQ -wS1
"""
