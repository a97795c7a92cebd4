// The numbers of the evaluation: what each feature is worth, in hundredths of a free ant.
//
// Origin: see docs/engine.md. The order is that of `Feature`.
#pragma once

#include <array>

#include "../core/arch.h"

namespace beespace::BEESPACE_ARCH {

// What is counted for each side. Those with a number in the comment stand for that many in a row.
enum Feature : int {
    FREE = 0,             // 8: pieces that can leave their cell, by kind
    HELD = 8,             // 8: pieces not yet placed, by kind
    COVERED = 16,         // 8: pieces below others, by kind
    QUEEN_RING = 24,      // 7: how many cells around the own queen are taken
    QUEEN_STUCK = 31,     // the own queen cannot move
    PILLBUG_GUARD,        // the own pillbug, free to throw, beside the own queen
    BEETLE_ON_QUEEN,      // an own beetle on the enemy queen
    BEETLE_BESIDE_QUEEN,  // an own beetle on the ground beside the enemy queen
    RAISED_BESIDE_QUEEN,  // an own beetle on a piece beside the enemy queen
    ATTACKERS = 36,  // 6: free pieces not yet at the enemy queen, by the cells taken around her
    DROPS = 42,      // cells beside the enemy queen on which a piece may be placed
    TO_MOVE = 43,    // it is the own turn
    FEATURE_COUNT = 44
};

// clang-format off
inline constexpr std::array<int, FEATURE_COUNT> WEIGHTS = {
    //  Q    B    G    S    A    L    M    P
       40,  70,  40,  35, 100,  65,  75,  50,  // FREE
        0,  45,  30,  25,  75,  45,  55,  35,  // HELD
      -60, -30, -15, -10, -30, -20, -30, -30,  // COVERED
    //  0    1    2    3    4    5    6
        0, -25, -60, -115, -200, -340, -1000,  // QUEEN_RING
      -35,  // QUEEN_STUCK
       45,  // PILLBUG_GUARD
      150,  // BEETLE_ON_QUEEN
       25,  // BEETLE_BESIDE_QUEEN
       70,  // RAISED_BESIDE_QUEEN
        0,   0,   0,   0,   0,   0,  // ATTACKERS
        0,  // DROPS
       20,  // TO_MOVE
};
// clang-format on

}  // namespace beespace::BEESPACE_ARCH
