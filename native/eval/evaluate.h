// The evaluation of a position for the player to move, in hundredths of a free ant. The search uses
// only `look_at`, `evaluate` and `evaluate_wide`.
#pragma once

#include "eval/network.h"

namespace beespace::BEESPACE_ARCH {

// Wide hives are rare, so this uses only what needs no cell sets, with hand-tuned numbers.
inline int evaluate_wide(const Position& p) {
    //                                                Q   B   G   S    A   L   M   P
    constexpr std::array<int, BUGS.size()> SHOWN = {40, 70, 40, 35, 100, 65, 75, 50};
    constexpr std::array<int, BUGS.size()> HELD_BACK = {0, 45, 30, 25, 75, 45, 55, 35};
    constexpr std::array<int, 7> RING_COST = {0, 25, 60, 115, 200, 340, 1000};
    int value = 0;
    for (const int color : {0, 1}) {
        int own = 0;
        for (std::size_t bug = 0; bug < BUGS.size(); ++bug) {
            const PieceMask mine = KINDS[bug] & side(color);
            own += SHOWN[bug] * std::popcount(p.placed() & ~p.covered & mine) +
                   HELD_BACK[bug] * std::popcount(p.hand & mine);
        }
        if (!(p.hand & bit(queen_of(color))))
            own -= RING_COST[static_cast<std::size_t>(Grid<32>(p).neighbor_count(queen_of(color)))];
        value += color == p.turn() ? own : -own;
    }
    return value;
}

}  // namespace beespace::BEESPACE_ARCH
