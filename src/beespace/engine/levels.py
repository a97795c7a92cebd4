"""Named levels, from one that a child beats to full strength.

Weaker levels look less far ahead and misjudge what they see; they never play at random.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """How far a level looks, and how much it misjudges positions (hundredths of a free ant)."""

    number: int
    name: str
    description: str
    depth: int | None = None
    nodes: int | None = None
    noise: int = 0


# Their distances were measured: see docs/engine.md.
LEVELS: tuple[Level, ...] = (
    Level(1, "Larva", "Moves as the mood takes it: anybody can beat it.", 1, None, 250),
    Level(2, "Worker", "Grabs a win when it sees one, and walks into every trap.", 1, None, 100),
    Level(3, "Forager", "Looks at your answer before it moves.", 2, None, 250),
    Level(4, "Scout", "Plans a little and pins what it can.", 3, None, 200),
    Level(5, "Guard", "Defends its queen and punishes careless moves.", 4, None, 220),
    Level(6, "Soldier", "Plays a sound game and rarely misses a short attack.", 5, None, 150),
    Level(7, "Raider", "Attacks with a plan, and counts the moves to your queen.", 6, None, 100),
    Level(8, "Hornet", "Calculates further than most people care to.", None, 60_000, 0),
    Level(9, "Drone", "Calculates deeply; a strong club player's match.", None, 250_000, 0),
    Level(10, "Queen", "Everything the engine has.", None, None, 0),
)
FULL_STRENGTH = LEVELS[-1]


def level(number: int) -> Level:
    """The level of a number from 1 to 10.

    Raises:
        ValueError: there is no such level.
    """
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"levels run from 1 to {len(LEVELS)}, not {number}")
    return LEVELS[number - 1]
