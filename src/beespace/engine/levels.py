"""The opponents, from one that a child can beat to the engine at full strength.

All but the last play what people play, changed by their character: see docs/engine.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from beespace.engine.character import Character


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent. The highest level has no character: it is the engine at full strength.

    `elo` is its measured strength, on a scale on which a simulated beginner has 500.
    """

    number: int
    name: str
    elo: int
    description: str
    character: Character | None = None


LEVELS: tuple[Level, ...] = (
    Level(
        1,
        "Egg",
        430,
        "Just hatched. Plays the first move that comes to mind and misses most of what you do.",
        Character(heat=88, sight=0, tastes={"placing": 20}),
    ),
    Level(
        2,
        "Larva",
        610,
        "Always hungry. Likes to crawl straight to your queen and forgets its own.",
        Character(heat=79, sight=1, tastes={"approaching": 30, "guarding": -20}),
    ),
    Level(
        3,
        "Pupa",
        780,
        "Stays at home. Likes to place new pieces and wrap them around its queen.",
        Character(heat=116, tastes={"placing": 60, "guarding": -30, "attacking": -20}),
    ),
    Level(
        4,
        "Nurse",
        940,
        "Likes to look after its own queen first, and keeps her in the hand as long as it may.",
        Character(heat=100, tastes={"guarding": 80, "attacking": -30}),
    ),
    Level(
        5,
        "Builder",
        1040,
        "Likes to have all its pieces on the board before it fights.",
        Character(heat=93, trust=2, tastes={"placing": 80}),
    ),
    Level(
        6,
        "Worker",
        1230,
        "Always busy. Likes to bring out its ants early and run them around the hive.",
        Character(heat=82, trust=8, tastes={"A": 50}, openings=("AQA", "AAQ", "SQA")),
    ),
    Level(
        7,
        "Forager",
        1340,
        "Likes to jump. Watch out for its grasshoppers and for hops from far away.",
        Character(heat=70, trust=28, tastes={"G": 40}, openings=("GQG", "GGQ", "SQG")),
    ),
    Level(
        8,
        "Scout",
        1530,
        "Likes to open with a spider or a ladybug, and brings its ants late.",
        Character(heat=48, trust=125, tastes={"S": 20, "L": 20}, openings=("SQS", "LQS", "SSQ")),
    ),
    Level(
        9,
        "Guard",
        1640,
        "Likes to sit on your queen with a beetle. Don't let one come near.",
        Character(heat=60, trust=120, nodes=20_000, lines=5, tastes={"pinning": 40}),
    ),
    Level(
        10,
        "Soldier",
        1810,
        "Likes to march to your queen early and in numbers.",
        Character(
            heat=55,
            trust=165,
            nodes=50_000,
            lines=4,
            tastes={"attacking": 30, "A": 20},
            openings=("AQA", "SQA"),
        ),
    ),
    Level(
        11,
        "Raider",
        1890,
        "Likes to bring out a beetle first, with its ants close behind.",
        Character(
            heat=50,
            trust=180,
            nodes=75_000,
            lines=3,
            tastes={"B": 30, "covering": 40},
            openings=("BQA", "BQB"),
        ),
    ),
    Level(
        12,
        "Wasp",
        2020,
        "Likes to bring its ants early and hold your pieces down. Keep yours free to move.",
        Character(
            heat=42,
            trust=250,
            nodes=150_000,
            lines=3,
            tastes={"M": 30, "attacking": 30},
            openings=("MQA", "AQA"),
        ),
    ),
    Level(
        13,
        "Hornet",
        2210,
        "Patient. Doesn't mind a long game, and waits for your mistake.",
        Character(heat=40, trust=330, nodes=300_000, lines=2, tastes={"pinning": 30}),
    ),
    Level(
        14,
        "Drone",
        2310,
        "Calculates everything and hardly ever slips.",
        Character(heat=40, trust=400, nodes=600_000, lines=2),
    ),
    Level(15, "Queen", 2450, "The computer at full strength. Good luck!"),
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
