"""Named levels, from one that a child can beat to full strength.

Weaker levels look less far ahead and misjudge positions; they never play random moves.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """How far a level looks ahead, and how much it misjudges positions.

    `noise` is in hundredths of a free ant. A level with `is_plain` sees nothing beyond its depth,
    not even that the opponent can win on the next move.
    """

    number: int
    name: str
    description: str
    depth: int | None = None
    nodes: int | None = None
    noise: int = 0
    is_plain: bool = False


LEVELS: tuple[Level, ...] = (
    Level(1, "Egg", "Moves on a whim. Anyone can beat it.", 1, None, 1500, True),
    Level(2, "Larva", "Takes a win when it's right there, and not much else.", 1, None, 950, True),
    Level(3, "Pupa", "Crowds around your queen and forgets its own.", 1, None, 600, True),
    Level(4, "Nurse", "Finds a good move now and then.", 1, None, 310, True),
    Level(5, "Builder", "Makes sensible moves but walks into every trap.", 1, None, 150, True),
    Level(6, "Worker", "Notices when you're about to win and does what it can.", 1, None, 100),
    Level(7, "Forager", "Considers your reply before it moves.", 2, None, 250),
    Level(8, "Scout", "Plans ahead a little and pins what it can.", 3, None, 200),
    Level(9, "Guard", "Looks after its queen and punishes careless moves.", 4, None, 220),
    Level(10, "Soldier", "Plays solidly and rarely misses a quick attack.", 5, None, 150),
    Level(11, "Raider", "Attacks with a plan and counts the moves to your queen.", 6, None, 100),
    Level(12, "Wasp", "Stings as soon as your queen is in a tight spot.", None, 75_000),
    Level(13, "Hornet", "Calculates further than most people care to.", None, 150_000),
    Level(14, "Drone", "Calculates deeply. A match for a strong club player.", None, 300_000),
    Level(15, "Queen", "The computer at full strength."),
)
"""The levels, weakest first. Their strength was measured: see docs/engine.md."""
FULL_STRENGTH = LEVELS[-1]


def level(number: int) -> Level:
    """Return the level with a number from 1 to 15.

    Raises:
        ValueError: there is no such level.
    """
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"level must be between 1 and {len(LEVELS)}, not {number}")
    return LEVELS[number - 1]
