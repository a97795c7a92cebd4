// The plane of the hive, folded onto a torus of 16 x 16 hexes.
//
// A cell is a byte: bits 0-3 are q modulo 16, bits 4-7 are r modulo 16. The fold is exact while the
// hive spans at most 14 rows and 14 columns: then two rows and two columns around it stay empty,
// and no piece touches another one across the seam. Wider hives use moves/grid.h.
#pragma once

#include <array>
#include <cstdint>

#include "core/arch.h"

namespace beespace::BEESPACE_ARCH {

using Cell = std::uint8_t;

// Clockwise from east, as in hexgrid.py:  E  SE  SW  W  NW  NE
inline constexpr std::array<int, 6> STEP_Q = {1, 0, -1, -1, 0, 1};
inline constexpr std::array<int, 6> STEP_R = {0, 1, 1, 0, -1, -1};

// The largest span for which the torus is exact.
inline constexpr int TORUS_SPAN = 14;

constexpr Cell cell_at(int q, int r) { return static_cast<Cell>((q & 15) | (r & 15) << 4); }
constexpr int cell_q(Cell cell) { return cell & 15; }
constexpr int cell_r(Cell cell) { return cell >> 4; }

constexpr std::array<std::array<Cell, 8>, 256> make_neighbors() {
    std::array<std::array<Cell, 8>, 256> table{};
    for (int cell = 0; cell < 256; ++cell)
        for (int d = 0; d < 6; ++d)
            table[cell][d] = cell_at((cell & 15) + STEP_Q[d], (cell >> 4) + STEP_R[d]);
    return table;
}

// NEIGHBOR[cell][direction]; eight columns, so that a row is one word.
inline constexpr auto NEIGHBOR = make_neighbors();

}  // namespace beespace::BEESPACE_ARCH
