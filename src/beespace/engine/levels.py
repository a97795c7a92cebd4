"""Named levels, from one that a child can beat to full strength.

Weaker levels look less far ahead and misjudge positions; they never play random moves.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """How far a level looks ahead, and how much it misjudges positions.

    `elo` is its measured strength, on a scale of our own (docs/engine.md).

    `noise` is in hundredths of a free ant. A level with `is_plain` sees nothing beyond its depth,
    not even that the opponent can win on the next move.
    """

    number: int
    name: str
    description: str
    elo: int
    depth: int | None = None
    nodes: int | None = None
    noise: int = 0
    is_plain: bool = False


LEVELS: tuple[Level, ...] = (
    Level(
        1,
        "Egg",
        "Just hatched. Plays the first move that comes to mind and misses most of what you do.",
        300,
        1,
        None,
        1500,
        True,
    ),
    Level(
        2,
        "Larva",
        "Always hungry. Likes to crawl straight to your queen and forgets its own.",
        450,
        1,
        None,
        950,
        True,
    ),
    Level(
        3,
        "Pupa",
        "Stays at home. Likes to place new pieces and wrap its queen up in them.",
        600,
        1,
        None,
        600,
        True,
    ),
    Level(
        4,
        "Nurse",
        "Likes to look after its own queen first. When it attacks, it's often too late.",
        740,
        1,
        None,
        310,
        True,
    ),
    Level(
        5,
        "Builder",
        "Likes to have all its pieces on the board before it fights.",
        880,
        1,
        None,
        150,
        True,
    ),
    Level(
        6,
        "Worker",
        "Always busy. Likes to bring out its ants early and run them around the hive.",
        1020,
        1,
        None,
        100,
    ),
    Level(
        7,
        "Forager",
        "Likes to jump. Watch out for its grasshoppers and for hops from far away.",
        1160,
        2,
        None,
        250,
    ),
    Level(
        8,
        "Scout",
        "Likes to probe your flanks with spiders, and thinks about your next move.",
        1300,
        3,
        None,
        200,
    ),
    Level(
        9,
        "Guard",
        "Likes to pin your pieces wherever it can. Keep yours free to move.",
        1440,
        4,
        None,
        220,
    ),
    Level(10, "Soldier", "Likes to march to your queen early and in numbers.", 1580, 5, None, 150),
    Level(
        11, "Raider", "Likes to climb on top of your pieces with its beetles.", 1720, 6, None, 100
    ),
    Level(
        12,
        "Wasp",
        "Likes to attack fast and takes risks. Survive the first sting and you have a chance.",
        1870,
        None,
        75_000,
    ),
    Level(
        13,
        "Hornet",
        "Patient. Likes to pin your pieces and wait for your mistake.",
        2020,
        None,
        150_000,
    ),
    Level(
        14,
        "Drone",
        "Likes to calculate everything, and hardly makes mistakes.",
        2170,
        None,
        300_000,
    ),
    Level(15, "Queen", "The computer at full strength. Good luck!", 2330),
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
