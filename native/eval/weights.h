// The numbers of the evaluation, in hundredths of a free ant.
//
// Origin: set by hand; docs/engine.md tells how they came about and what was tried.
#pragma once

#include "../core/arch.h"

namespace beespace::BEESPACE_ARCH {

struct Weights {
    //                  Q    B    G    S    A    L    M    P
    int free[8];
    int in_hand[8];
    int covered[8];
    int queen_ring[7];  // by the number of occupied cells around the queen
    int queen_stuck;
    int pillbug_guard;
    int beetle_on_queen;
    int beetle_beside_queen;
    int raised_beetle_beside_queen;
    int to_move;
};

inline constexpr Weights WEIGHTS = {
    .free = {40, 70, 40, 35, 100, 65, 75, 50},
    .in_hand = {0, 45, 30, 25, 75, 45, 55, 35},
    .covered = {-60, -30, -15, -10, -30, -20, -30, -30},
    .queen_ring = {0, 25, 60, 115, 200, 340, 1000},
    .queen_stuck = 35,
    .pillbug_guard = 45,
    .beetle_on_queen = 150,
    .beetle_beside_queen = 25,
    .raised_beetle_beside_queen = 70,
    .to_move = 20,
};

}  // namespace beespace::BEESPACE_ARCH
