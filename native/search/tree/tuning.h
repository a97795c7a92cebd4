// The parameters of the search, tuned by hand and kept if a match showed a gain; see
// docs/engine.md.
#pragma once

#include <array>
#include <cmath>

#include "core/arch.h"
#include "search/score.h"

namespace beespace::BEESPACE_ARCH {

inline constexpr int ASPIRATION = 40;  // half the first window around the expected score
inline constexpr int FUTILITY = 90;    // how much a quiet ply can change a score
inline constexpr int QUIET_PLIES = 4;  // the maximum depth of the quiescence search
inline constexpr int QUIET_RING = 4;   // the fewest occupied cells around the queen for it

// For this many plies of a game, symmetric positions are searched only once.
inline constexpr std::uint32_t SYMMETRIC_PLIES = 4;

// The search for a forced win at the root: its maximum length, and its share of the work, about a
// twentieth.
inline constexpr int SOLVER_MOVES = 4;
inline constexpr double SOLVER_NODES_PER_S = 100'000;
inline constexpr std::uint64_t SOLVER_SHARE = 20;
inline constexpr double SOLVER_MOST_TIME = 0.25;

// Plies without a placement after which advantages start to fade, and after which they don't fade
// any further. One part in FADED_SHARE remains: if nothing did, an opponent who only waits could
// make all positions look equal. From then on, a draw by repetition is worth LATE_DRAW to the
// player who searches, so that games end.
inline constexpr int FADE_BEGIN = 100;
inline constexpr int FADE_END = 300;
inline constexpr int FADED_SHARE = 8;
inline constexpr int LATE_DRAW = 60;

// How many moves to try at depths 1, 2 and 3 in quiet positions.
inline constexpr std::array<int, 4> LATE = {0, 10, 18, 30};

// By how many plies the search of a late move is reduced.
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
