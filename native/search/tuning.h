// The numbers of the search. Origin: set by hand and kept if a match showed them to pay; see
// docs/engine.md.
#pragma once

#include <array>
#include <cmath>

#include "../core/arch.h"
#include "score.h"

namespace beespace::BEESPACE_ARCH {

inline constexpr int ASPIRATION = 40;  // half the first window around the expected score
inline constexpr int FUTILITY = 90;    // how much a quiet ply can change a score
inline constexpr int QUIET_PLIES = 4;  // quiescence goes no further
inline constexpr int QUIET_RING = 4;   // and only while so many cells around the queen are taken

// So many plies deep into a game, positions that are alike by symmetry are searched once.
inline constexpr std::uint32_t SYMMETRIC_PLIES = 4;

// The search for a forced win at the root: how long a win, and about a twentieth of the work.
inline constexpr int SOLVER_MOVES = 4;
inline constexpr double SOLVER_NODES_PER_S = 100'000;
inline constexpr std::uint64_t SOLVER_SHARE = 20;
inline constexpr double SOLVER_MOST_TIME = 0.25;

// Plies without a placement after which advantages begin to fade, and after which none is left.
inline constexpr int FADE_BEGIN = 100;
inline constexpr int FADE_END = 300;

// How many moves are worth a look at depths 1, 2 and 3 where nothing happens.
inline constexpr std::array<int, 4> LATE = {0, 10, 18, 30};

// How many plies less a late move is searched.
class Reductions {
  public:
    Reductions() {
        for (int depth = 1; depth < 64; ++depth)
            for (int index = 1; index < 64; ++index)
                table_[depth][index] =
                    static_cast<int>(0.6 + std::log(depth) * std::log(index) / 1.3);
    }
    int at(int depth, int index) const {
        return table_[depth < 63 ? depth : 63][index < 63 ? index : 63];
    }

  private:
    int table_[64][64] = {};
};
inline const Reductions REDUCTIONS;

}  // namespace beespace::BEESPACE_ARCH
