"""Statements 17 to 23: how each bug moves."""

from __future__ import annotations

from dataclasses import replace

from beespace.rules import Bug, Color, Hex, movement
from beespace.rules.board.hive import Hive
from beespace.rules.hexgrid import OFFSETS
from beespace.rules.movement import Path, Paths, StepRules
from support.mutations.table import Patch, breaks, replace_creature


def _slides(hive: Hive, start: Hex, rules: StepRules, steps: int) -> list[Path]:
    """Return every path of that many slides, including those that double back."""
    paths: list[Path] = [(start,)]
    for _ in range(steps):
        paths = [
            (*path, to)
            for path in paths
            for to in path[-1].neighbors()
            if movement.can_slide(hive, path[-1], to, rules)
        ]
    return paths


@breaks(17)
def the_queen_moves_any_distance(patch: Patch) -> None:
    replace_creature(patch, Bug.QUEEN, movement.ant)


@breaks(17)
def the_queen_climbs(patch: Patch) -> None:
    replace_creature(patch, Bug.QUEEN, movement.beetle)


@breaks(18)
def the_beetle_does_not_climb(patch: Patch) -> None:
    replace_creature(patch, Bug.BEETLE, movement.queen)


@breaks(18)
def the_beetle_moves_two_steps(patch: Patch) -> None:
    def beetle(hive: Hive, start: Hex, rules: StepRules) -> Paths:
        paths = movement.beetle(hive, start, rules)
        for path in list(paths.values()):
            for to in movement.beetle(hive, path[-1], rules):
                if to != start:
                    paths.setdefault(to, (*path, to))
        return paths

    replace_creature(patch, Bug.BEETLE, beetle)


@breaks(18)
def the_beetle_does_not_drop_into_holes(patch: Patch) -> None:
    def beetle(hive: Hive, start: Hex, rules: StepRules) -> Paths:
        return {
            to: path
            for to, path in movement.beetle(hive, start, rules).items()
            if to in hive or len(hive.neighbors(to)) < 6
        }

    replace_creature(patch, Bug.BEETLE, beetle)


@breaks(18)
def stacks_are_limited_to_two(patch: Patch) -> None:
    def beetle(hive: Hive, start: Hex, rules: StepRules) -> Paths:
        paths = movement.beetle(hive, start, rules)
        return {to: path for to, path in paths.items() if hive.height(to) < 2}

    replace_creature(patch, Bug.BEETLE, beetle)


@breaks(19)
def the_grasshopper_jumps_over_gaps(patch: Patch) -> None:
    def grasshopper(hive: Hive, start: Hex, _rules: StepRules) -> Paths:
        paths: Paths = {}
        for offset in OFFSETS:
            path = [start]
            while path[-1] + offset in hive or path[-1] + offset + offset in hive:
                path.append(path[-1] + offset)
            if len(path) > 1:
                paths[path[-1] + offset] = (*path, path[-1] + offset)
        return paths

    replace_creature(patch, Bug.GRASSHOPPER, grasshopper)


@breaks(19)
def the_grasshopper_need_not_jump_over_anything(patch: Patch) -> None:
    replace_creature(
        patch,
        Bug.GRASSHOPPER,
        lambda hive, start, rules: (
            movement.queen(hive, start, rules) | movement.grasshopper(hive, start, rules)
        ),
    )


@breaks(19)
def the_grasshopper_jumps_over_one_piece_only(patch: Patch) -> None:
    def grasshopper(hive: Hive, start: Hex, rules: StepRules) -> Paths:
        paths = movement.grasshopper(hive, start, rules)
        return {to: path for to, path in paths.items() if len(path) == 3}

    replace_creature(patch, Bug.GRASSHOPPER, grasshopper)


@breaks(19)
def the_grasshopper_cannot_jump_over_stacks(patch: Patch) -> None:
    def grasshopper(hive: Hive, start: Hex, rules: StepRules) -> Paths:
        paths = movement.grasshopper(hive, start, rules)
        return {to: path for to, path in paths.items() if all(hive.height(hex) < 2 for hex in path)}

    replace_creature(patch, Bug.GRASSHOPPER, grasshopper)


@breaks(19)
def gates_stop_the_grasshopper(patch: Patch) -> None:
    def grasshopper(hive: Hive, start: Hex, rules: StepRules) -> Paths:
        paths = movement.grasshopper(hive, start, rules)
        return {to: path for to, path in paths.items() if len(hive.neighbors(to)) < 5}

    replace_creature(patch, Bug.GRASSHOPPER, grasshopper)


@breaks(20)
def the_spider_may_stop_early(patch: Patch) -> None:
    def spider(hive: Hive, start: Hex, rules: StepRules) -> Paths:
        ways = [path for steps in (1, 2) for path in _slides(hive, start, rules, steps)]
        shorter = {path[-1]: path for path in ways if path[-1] != start}
        return shorter | movement.spider(hive, start, rules)

    replace_creature(patch, Bug.SPIDER, spider)


@breaks(20)
def the_spider_may_move_four_hexes(patch: Patch) -> None:
    def spider(hive: Hive, start: Hex, rules: StepRules) -> Paths:
        longer = [path for path in _slides(hive, start, rules, 4) if len(set(path)) == len(path)]
        return {path[-1]: path for path in longer} | movement.spider(hive, start, rules)

    replace_creature(patch, Bug.SPIDER, spider)


@breaks(20)
def the_spider_may_turn_back(patch: Patch) -> None:
    replace_creature(
        patch,
        Bug.SPIDER,
        lambda hive, start, rules: {
            path[-1]: path for path in _slides(hive, start, rules, 3) if path[-1] != start
        },
    )


@breaks(20)
def the_spider_may_not_end_beside_its_start(patch: Patch) -> None:
    def spider(hive: Hive, start: Hex, rules: StepRules) -> Paths:
        paths = movement.spider(hive, start, rules)
        return {to: path for to, path in paths.items() if to.distance(start) > 1}

    replace_creature(patch, Bug.SPIDER, spider)


@breaks(21)
def the_ant_moves_one_step(patch: Patch) -> None:
    replace_creature(patch, Bug.ANT, movement.queen)


@breaks(21)
def the_ant_climbs(patch: Patch) -> None:
    replace_creature(
        patch,
        Bug.ANT,
        lambda hive, start, rules: (
            movement.ant(hive, start, rules) | movement.beetle(hive, start, rules)
        ),
    )


@breaks(22)
def the_ladybug_may_stay_on_top(patch: Patch) -> None:
    def ladybug(hive: Hive, start: Hex, rules: StepRules) -> Paths:
        up = {hex: (start, hex) for hex in hive.neighbors(start)}
        return up | movement.ladybug(hive, start, rules)

    replace_creature(patch, Bug.LADYBUG, ladybug)


@breaks(22)
def the_ladybug_may_come_down_after_one_step_on_top(patch: Patch) -> None:
    def ladybug(hive: Hive, start: Hex, rules: StepRules) -> Paths:
        short: Paths = {}
        for first in hive.neighbors(start):
            for to in first.neighbors():
                if to not in hive and to != start and movement.can_climb(hive, first, to, rules):
                    short[to] = (start, first, to)
        return short | movement.ladybug(hive, start, rules)

    replace_creature(patch, Bug.LADYBUG, ladybug)


@breaks(22)
def the_ladybug_may_walk_three_hexes_on_top(patch: Patch) -> None:
    def ladybug(hive: Hive, start: Hex, rules: StepRules) -> Paths:
        paths = movement.ladybug(hive, start, rules)
        for first in hive.neighbors(start):
            for second in hive.neighbors(first):
                for third in hive.neighbors(second):
                    for to in third.neighbors():
                        if to not in hive and to != start:
                            paths.setdefault(to, (start, first, second, third, to))
        return paths

    replace_creature(patch, Bug.LADYBUG, ladybug)


@breaks(22)
def the_ladybug_may_step_on_its_old_hex(patch: Patch) -> None:
    def ladybug(hive: Hive, start: Hex, rules: StepRules) -> Paths:
        around = {to: (start, start, to) for to in movement.queen(hive, start, rules)}
        return around | movement.ladybug(hive, start, rules)

    replace_creature(patch, Bug.LADYBUG, ladybug)


@breaks(22)
def gates_between_stacks_do_not_block_the_ladybug(patch: Patch) -> None:
    replace_creature(
        patch,
        Bug.LADYBUG,
        lambda hive, start, rules: movement.ladybug(hive, start, replace(rules, stack_gates=False)),
    )


@breaks(23)
def the_mosquito_copies_covered_pieces_too(patch: Patch) -> None:
    def copied_bugs(hive: Hive, hex: Hex) -> list[Bug]:
        bugs = [piece.bug for near in hive.neighbors(hex) for piece in hive.stacks[near]]
        return [bug for bug in dict.fromkeys(bugs) if bug is not Bug.MOSQUITO]

    patch.setattr(movement, "copied_bugs", copied_bugs)


@breaks(23)
def the_mosquito_copies_its_own_side_only(patch: Patch) -> None:
    # `copied_bugs` does not know whose mosquito it is, so every mosquito copies White's pieces.
    def copied_bugs(hive: Hive, hex: Hex) -> list[Bug]:
        tops = [hive.top(near) for near in hive.neighbors(hex)]
        white = [top.bug for top in tops if top.color is Color.WHITE]
        return [bug for bug in dict.fromkeys(white) if bug is not Bug.MOSQUITO]

    patch.setattr(movement, "copied_bugs", copied_bugs)


@breaks(23)
def a_mosquito_that_climbed_is_copied_as_a_beetle(patch: Patch) -> None:
    original = movement.copied_bugs

    def copied_bugs(hive: Hive, hex: Hex) -> list[Bug]:
        climbed = any(
            hive.height(near) > 1 and hive.top(near).bug is Bug.MOSQUITO
            for near in hive.neighbors(hex)
        )
        return list(dict.fromkeys([*original(hive, hex), *([Bug.BEETLE] if climbed else [])]))

    patch.setattr(movement, "copied_bugs", copied_bugs)


@breaks(23)
def the_mosquito_copies_on_top_as_well(patch: Patch) -> None:
    original = movement.mosquito

    def mosquito(hive: Hive, start: Hex, rules: StepRules) -> Paths:
        paths = original(hive, start, rules)
        if start in hive:
            for bug in movement.copied_bugs(hive, start):
                for to, path in movement.CREATURES[bug](hive, start, rules).items():
                    paths.setdefault(to, path)
        return paths

    replace_creature(patch, Bug.MOSQUITO, mosquito)


@breaks(23)
def the_mosquito_copies_only_one_bug(patch: Patch) -> None:
    original = movement.copied_bugs
    patch.setattr(movement, "copied_bugs", lambda hive, hex: original(hive, hex)[:1])
