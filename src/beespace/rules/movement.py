"""How each creature moves (rules 12 to 24), one function per creature in rulebook order.

Every function gets the hive *without the mover*, which has been lifted, and the hex on which it
stood. It returns one real way to each destination, hex by hex, start and destination included.
Who may move at all (pins, stuns, turns) is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from beespace.rules.hexgrid import OFFSETS, Hex, flanks
from beespace.rules.hive import Hive
from beespace.rules.pieces import Bug

Path = tuple[Hex, ...]
Paths = dict[Hex, Path]


@dataclass(frozen=True, slots=True)
class StepRules:
    """Which limits on a single step are in force.

    Play uses all of them, or drops `stack_gates` where the ruleset says so. Explanations drop
    others to find out which one forbids a move.
    """

    contact: bool = True
    gates: bool = True
    stack_gates: bool = True


ALL_STEP_RULES = StepRules()


def can_slide(hive: Hive, a: Hex, b: Hex, rules: StepRules) -> bool:
    """Whether a piece can slide on the ground from a hex to a neighbouring one.

    1. The destination is empty.
    2. Not both flanks are occupied: that is a gate (rule 13, Freedom to Move).
    3. Not both flanks are empty: the piece would lose contact on the way (rule 12).
    """
    stacks = hive.stacks
    if b in stacks:
        return False
    left, right = flanks(a, b)
    if left in stacks:
        return right not in stacks or not rules.gates
    return right in stacks or not rules.contact


def can_climb(hive: Hive, a: Hex, b: Hex, rules: StepRules) -> bool:
    """Whether a piece can step up, across or down between stacks (rule 14).

    It passes over the higher of the two hexes; when both flanks are higher still, they are a
    gate of stacks.
    """
    if not rules.stack_gates:
        return True
    level = max(hive.height(a), hive.height(b))
    left, right = flanks(a, b)
    return hive.height(left) <= level or hive.height(right) <= level


def can_step(hive: Hive, a: Hex, b: Hex, rules: StepRules) -> bool:
    """Whether a beetle can step from a hex to a neighbouring one: slide, or climb."""
    if a in hive or b in hive:
        return can_climb(hive, a, b, rules)
    return can_slide(hive, a, b, rules)


def queen(hive: Hive, start: Hex, rules: StepRules) -> Paths:
    """The queen slides one hex (rule 17)."""
    return {to: (start, to) for to in start.neighbors() if can_slide(hive, start, to, rules)}


def beetle(hive: Hive, start: Hex, rules: StepRules) -> Paths:
    """The beetle takes one step: on the ground, up, across the top, or down (rule 18)."""
    return {to: (start, to) for to in start.neighbors() if can_step(hive, start, to, rules)}


def grasshopper(hive: Hive, start: Hex, _rules: StepRules) -> Paths:
    """The grasshopper jumps straight over one or more pieces to the first gap (rule 19).

    A stack counts as one piece, and no gate can stop a jump.
    """
    paths: Paths = {}
    for offset in OFFSETS:
        path = [start, start + offset]
        while path[-1] in hive.stacks:
            path.append(path[-1] + offset)
        if len(path) > 2:
            paths[path[-1]] = tuple(path)
    return paths


def spider(hive: Hive, start: Hex, rules: StepRules) -> Paths:
    """The spider slides exactly three hexes and visits none twice (rule 20)."""
    paths: list[Path] = [(start,)]
    for _ in range(3):
        paths = [
            (*path, to)
            for path in paths
            for to in path[-1].neighbors()
            if to not in path and can_slide(hive, path[-1], to, rules)
        ]
    return {path[-1]: path for path in reversed(paths)}


def ant(hive: Hive, start: Hex, rules: StepRules) -> Paths:
    """The ant slides as far as it likes (rule 21), but not back to its start (rule 16)."""
    paths: Paths = {start: (start,)}
    queue = [start]
    for hex in queue:  # grows while it is walked
        for to in hex.neighbors():
            if to not in paths and can_slide(hive, hex, to, rules):
                paths[to] = (*paths[hex], to)
                queue.append(to)
    del paths[start]
    return paths


def ladybug(hive: Hive, start: Hex, rules: StepRules) -> Paths:
    """The ladybug steps up, across the top and down to the ground (rule 22)."""
    paths: Paths = {}
    for first in hive.neighbors(start):
        if not can_climb(hive, start, first, rules):
            continue
        for second in hive.neighbors(first):
            if not can_climb(hive, first, second, rules):
                continue
            for to in second.neighbors():
                if to not in hive and to != start and can_climb(hive, second, to, rules):
                    paths.setdefault(to, (start, first, second, to))
    return paths


def mosquito(hive: Hive, start: Hex, rules: StepRules) -> Paths:
    """The mosquito moves as any creature it touches; on top of the hive as a beetle (rule 23)."""
    if start in hive:
        return beetle(hive, start, rules)
    paths: Paths = {}
    for bug in copied_bugs(hive, start):
        for to, path in CREATURES[bug](hive, start, rules).items():
            paths.setdefault(to, path)
    return paths


def copied_bugs(hive: Hive, hex: Hex) -> list[Bug]:
    """What a mosquito on the ground can copy: the tops of the stacks around it.

    Other mosquitoes give it nothing, not even one that has climbed a stack.
    """
    tops = (hive.top(neighbor).bug for neighbor in hive.neighbors(hex))
    return [bug for bug in dict.fromkeys(tops) if bug is not Bug.MOSQUITO]


def pillbug(hive: Hive, start: Hex, rules: StepRules) -> Paths:
    """The pillbug slides one hex (rule 24); what it throws is `throw`."""
    return queen(hive, start, rules)


def throw(hive: Hive, start: Hex, thrower: Hex) -> Paths:
    """A piece is thrown: up onto the thrower next to it, and down beside that (rule 24).

    Both half-steps obey the gates of stacks, whatever the ruleset says of climbers.
    """
    if not can_climb(hive, start, thrower, ALL_STEP_RULES):
        return {}
    return {
        to: (start, thrower, to)
        for to in _landings(hive, start, thrower)
        if can_climb(hive, thrower, to, ALL_STEP_RULES)
    }


def _landings(hive: Hive, start: Hex, thrower: Hex) -> Iterator[Hex]:
    return (to for to in thrower.neighbors() if to not in hive and to != start)


CREATURES: dict[Bug, Callable[[Hive, Hex, StepRules], Paths]] = {
    Bug.QUEEN: queen,
    Bug.BEETLE: beetle,
    Bug.GRASSHOPPER: grasshopper,
    Bug.SPIDER: spider,
    Bug.ANT: ant,
    Bug.LADYBUG: ladybug,
    Bug.MOSQUITO: mosquito,
    Bug.PILLBUG: pillbug,
}
