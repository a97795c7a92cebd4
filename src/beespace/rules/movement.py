"""How each bug moves (rules 12 to 24), one function per bug in rulebook order.

Every function gets the hive *without the moving piece*, and the hex that piece was on. It returns
one path to each destination, hex by hex, including start and destination. Whether a piece may move
at all (pins, stuns, turns) is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from beespace.rules.board.hive import Hive
from beespace.rules.box.pieces import Bug
from beespace.rules.hexgrid import OFFSETS, Hex, flanks

Path = tuple[Hex, ...]
Paths = dict[Hex, Path]


@dataclass(frozen=True, slots=True)
class StepRules:
    """Which limits on a single step apply.

    Playing uses all of them, except `stack_gates` if the ruleset turns that off. Explanations turn
    off others to find out which one forbids a move.
    """

    contact: bool = True
    gates: bool = True
    stack_gates: bool = True


ALL_STEP_RULES = StepRules()


def can_slide(hive: Hive, a: Hex, b: Hex, rules: StepRules) -> bool:
    """Return whether a piece can slide on the ground from a hex to a neighbouring one.

    1. The destination is empty.
    2. At most one flank is occupied; two form a gate (rule 13, Freedom to Move).
    3. At least one flank is occupied, or the piece would lose contact on the way (rule 12).
    """
    stacks = hive.stacks
    if b in stacks:
        return False
    left, right = flanks(a, b)
    if left in stacks:
        return right not in stacks or not rules.gates
    return right in stacks or not rules.contact


def can_climb(hive: Hive, a: Hex, b: Hex, rules: StepRules) -> bool:
    """Return whether a piece can step up, across or down between stacks (rule 14).

    It moves at the level of the higher of the two hexes. If both flanks are higher still, they
    form a gate between stacks.
    """
    if not rules.stack_gates:
        return True
    level = max(hive.height(a), hive.height(b))
    left, right = flanks(a, b)
    return hive.height(left) <= level or hive.height(right) <= level


def can_step(hive: Hive, a: Hex, b: Hex, rules: StepRules) -> bool:
    """Return whether a beetle can step, by sliding or climbing, to a neighbouring hex."""
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
    """The grasshopper jumps in a straight line over pieces to the first empty hex (rule 19).

    It jumps over at least one hex; stacks and gates make no difference.
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
    """The spider slides exactly three hexes without visiting any of them twice (rule 20)."""
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
    """The ant slides any distance (rule 21), but not back to its start (rule 16)."""
    paths: Paths = {start: (start,)}
    queue = [start]
    for hex in queue:  # grows during the loop
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
    """The mosquito moves like any bug it touches; on top of the hive like a beetle (rule 23)."""
    if start in hive:
        return beetle(hive, start, rules)
    paths: Paths = {}
    for bug in copied_bugs(hive, start):
        for to, path in CREATURES[bug](hive, start, rules).items():
            paths.setdefault(to, path)
    return paths


def copied_bugs(hive: Hive, hex: Hex) -> list[Bug]:
    """Return the bugs a mosquito on the ground can copy: the top pieces around it.

    It cannot copy another mosquito, not even one on top of a stack.
    """
    tops = (hive.top(neighbor).bug for neighbor in hive.neighbors(hex))
    return [bug for bug in dict.fromkeys(tops) if bug is not Bug.MOSQUITO]


def pillbug(hive: Hive, start: Hex, rules: StepRules) -> Paths:
    """The pillbug slides one hex (rule 24); see `throw` for its ability."""
    return queen(hive, start, rules)


def throw(hive: Hive, start: Hex, thrower: Hex) -> Paths:
    """A thrown piece goes up onto the thrower next to it, and down on another side (rule 24).

    Gates between stacks block both steps, even if the ruleset turns them off for climbers.
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
