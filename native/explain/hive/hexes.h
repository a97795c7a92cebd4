// The unbounded grid of hexes, as in rules/hexgrid.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/api.h"

namespace beespace::explain {

using Hexes = std::vector<Hex>;

inline constexpr Hex ORIGIN = {0, 0};
inline constexpr int DIRECTIONS = 6;

// Clockwise from the east.
enum Direction { EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST };
inline constexpr std::array<Hex, DIRECTIONS> OFFSETS = {
    {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};

// Coordinates come from anywhere, so they wrap around instead of overflowing.
constexpr Hex neighbor(Hex hex, int direction) {
    const Hex offset = OFFSETS[static_cast<std::size_t>(direction)];
    return {static_cast<std::int32_t>(static_cast<std::uint32_t>(hex.q) +
                                      static_cast<std::uint32_t>(offset.q)),
            static_cast<std::int32_t>(static_cast<std::uint32_t>(hex.r) +
                                      static_cast<std::uint32_t>(offset.r))};
}

constexpr int clockwise(int direction) { return (direction + 1) % DIRECTIONS; }
constexpr int counterclockwise(int direction) { return (direction + 5) % DIRECTIONS; }
constexpr int opposite(int direction) { return (direction + 3) % DIRECTIONS; }

constexpr bool comes_before(Hex a, Hex b) { return a.q != b.q ? a.q < b.q : a.r < b.r; }

// The direction of one of the six hexes around a hex; -1 if it isn't next to it.
constexpr int direction_to(Hex from, Hex to) {
    for (int direction = 0; direction < DIRECTIONS; ++direction)
        if (neighbor(from, direction) == to) return direction;
    return -1;
}

constexpr bool are_neighbors(Hex a, Hex b) { return direction_to(a, b) >= 0; }

constexpr std::int64_t distance(Hex a, Hex b) {
    const std::int64_t q = std::int64_t{a.q} - b.q, r = std::int64_t{a.r} - b.r;
    const auto size = [](std::int64_t x) { return x < 0 ? -x : x; };
    return std::max({size(q), size(r), size(q + r)});
}

}  // namespace beespace::explain
