// Scores, from the view of the player to move. src/beespace/engine/score.py has the same numbers.
#pragma once

namespace beespace {

inline constexpr int MAX_PLY = 96;
// A win in n plies is WIN - n, and no win takes longer than LONGEST_WIN plies: a score further from
// zero than DECIDED is a forced win or loss.
inline constexpr int WIN = 30000;
inline constexpr int LONGEST_WIN = 2 * MAX_PLY;
inline constexpr int DECIDED = WIN - LONGEST_WIN;
// Beyond every score: the bounds of a search that accepts any result.
inline constexpr int INFINITE = WIN + 1;

}  // namespace beespace
