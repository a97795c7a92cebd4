// Single steps (rules 12 to 14), as in rules/movement.py. The moving piece has been lifted.
#pragma once

#include "explain/hive/hive.h"

namespace beespace::explain {

// Which limits on a step apply. Explanations turn some off to find out which one forbids a move.
struct StepRules {
    bool contact = true;
    bool gates = true;
    bool stack_gates = true;
};

inline constexpr StepRules ALL_STEP_RULES{};

// A mask of the directions in which a piece can slide on the ground: the hex there is empty, at
// most one flank is occupied (two form a gate), and at least one (or it would lose contact).
inline unsigned slides(const Hive& hive, Hex from, StepRules rules) {
    constexpr unsigned ALL = (1u << DIRECTIONS) - 1;
    unsigned around = 0;
    for (int d = 0; d < DIRECTIONS; ++d)
        if (hive.has(neighbor(from, d))) around |= 1u << d;
    const unsigned left = (around << 1 | around >> (DIRECTIONS - 1)) & ALL;
    const unsigned right = (around >> 1 | around << (DIRECTIONS - 1)) & ALL;
    unsigned allowed = left ^ right;
    if (!rules.gates) allowed |= left & right;
    if (!rules.contact) allowed |= ~(left | right);
    return allowed & ~around & ALL;
}

// Whether a piece can step up, across or down between stacks: it moves at the level of the higher
// of the two hexes, and two flanks that are both higher form a gate.
inline bool can_climb(const Hive& hive, Hex from, int direction, StepRules rules) {
    if (!rules.stack_gates) return true;
    const int level = std::max(hive.height(from), hive.height(neighbor(from, direction)));
    return hive.height(neighbor(from, counterclockwise(direction))) <= level ||
           hive.height(neighbor(from, clockwise(direction))) <= level;
}

// Whether a beetle can step, by sliding or climbing.
inline bool can_step(const Hive& hive, Hex from, int direction, StepRules rules) {
    if (hive.has(from) || hive.has(neighbor(from, direction)))
        return can_climb(hive, from, direction, rules);
    return (slides(hive, from, rules) >> direction & 1) != 0;
}

}  // namespace beespace::explain
