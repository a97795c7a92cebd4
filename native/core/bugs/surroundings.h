// What the moves of all bugs look at: computed once per position, and shared by all its pieces.
//
// Each bug has a header in this folder, with a function that adds the destinations of a movable
// piece to a sink of move_sinks.h, in a hive that fits the torus; moves/grid.h has the moves in
// wider hives. The mover is still on the board; functions for which that makes a difference account
// for it.
#pragma once

#include "core/hexes/window.h"
#include "core/rules/one_hive.h"
#include "core/rules/stack_gates.h"

namespace beespace::BEESPACE_ARCH {

// The directions in which a piece with a given ring can slide: to an empty cell with exactly one of
// the two cells beside the step occupied (rules 12 and 13).
constexpr std::array<std::uint8_t, 64> make_slides() {
    std::array<std::uint8_t, 64> table{};
    for (unsigned ring = 0; ring < 64; ++ring) {
        const unsigned next = (ring >> 1 | ring << 5) & 63, previous = (ring << 1 | ring >> 5) & 63;
        table[ring] = static_cast<std::uint8_t>(~ring & (next ^ previous));
    }
    return table;
}
inline constexpr auto SLIDES = make_slides();

// What all pieces share in one position.
struct Surroundings {
    CellSet occupied;
    Neighborhood around;
    Rows rows;
    PieceBytes ring;  // of every piece on the board

    StackGates gates;
    bool gates_bind_climbers;

    CellSet outside;  // see find_outside
    CellSet shore;    // the empty cells that touch the hive
    CellSet twice;    // the cells that touch two pieces
    bool knows_outside = false;

    BEESPACE_INLINE Surroundings(const Position& p, PieceMask stack_tops)
        : occupied(p.occupied()),
          around(occupied),
          rows(occupied),
          gates(p, stack_tops),
          gates_bind_climbers(gates.any() && p.rules.stack_gates()) {}

    // The directions in which a piece that started at `start` can't climb from `from`.
    BEESPACE_INLINE unsigned blocked(Cell from, Cell start) const {
        return gates_bind_climbers ? gates.stop_climb(from, start) : 0;
    }
};

}  // namespace beespace::BEESPACE_ARCH
