"""Named levels, from one that a child beats to full strength.

Weaker levels look less far ahead and misjudge what they see; they never play at random.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """How far a level looks, and how much it misjudges positions (hundredths of a free ant).

    One that is plain sees nothing beyond its depth: not even that the opponent can win at once.
    """

    number: int
    name: str
    description: str
    depth: int | None = None
    nodes: int | None = None
    noise: int = 0
    is_plain: bool = False


# Their distances were measured: see docs/engine.md.
LEVELS: tuple[Level, ...] = (
    Level(1, "Egg", "Moves as the mood takes it: anybody can beat it.", 1, None, 1500, True),
    Level(2, "Larva", "Takes a win when there is one, and little else.", 1, None, 950, True),
    Level(3, "Pupa", "Crowds around your queen and forgets its own.", 1, None, 600, True),
    Level(4, "Nurse", "Finds a good move now and then.", 1, None, 310, True),
    Level(5, "Builder", "Makes sensible moves, and walks into every trap.", 1, None, 150, True),
    Level(6, "Worker", "Sees when you are about to win, and does what it can.", 1, None, 100),
    Level(7, "Forager", "Thinks of your answer before it moves.", 2, None, 250),
    Level(8, "Scout", "Plans a little and pins what it can.", 3, None, 200),
    Level(9, "Guard", "Defends its queen and punishes careless moves.", 4, None, 220),
    Level(10, "Soldier", "Plays a sound game and rarely misses a short attack.", 5, None, 150),
    Level(11, "Raider", "Attacks with a plan, and counts the moves to your queen.", 6, None, 100),
    Level(12, "Wasp", "Stings as soon as your queen has too few friends.", None, 75_000),
    Level(13, "Hornet", "Calculates further than most people care to.", None, 150_000),
    Level(14, "Drone", "Calculates deeply; a strong club player's match.", None, 300_000),
    Level(15, "Queen", "Everything the engine has."),
)
FULL_STRENGTH = LEVELS[-1]


def level(number: int) -> Level:
    """The level of a number from 1 to 15.

    Raises:
        ValueError: there is no such level.
    """
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"levels run from 1 to {len(LEVELS)}, not {number}")
    return LEVELS[number - 1]
