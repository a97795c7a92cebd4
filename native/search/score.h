// Scores, from the view of the player to move. A win in n plies is WIN - n.
#pragma once

namespace beespace {

inline constexpr int WIN = 30000;
inline constexpr int MAX_PLY = 96;
inline constexpr int SURE_WIN = WIN - 2 * MAX_PLY;  // anything above is a forced win
inline constexpr int INFINITE = WIN + 1;

}  // namespace beespace
