// The grasshopper (rule 19): a jump in a straight line over one or more pieces.
#pragma once

#include "core/bugs/surroundings.h"
#include "core/position/move_sinks.h"

namespace beespace::BEESPACE_ARCH {

// Each occupied neighbour gives one jump.
template <class Sink>
BEESPACE_INLINE void grasshopper(const Surroundings& s, Slot piece, Cell from, Sink& out) {
    const Words occupied = words(s.occupied);
    for (unsigned ring = s.ring.b[piece]; ring; ring &= ring - 1) {
        const int direction = std::countr_zero(ring);
        Cell to = NEIGHBOR[from][direction];
        do {
            to = NEIGHBOR[to][direction];
        } while (occupied.w[to >> 6] >> (to & 63) & 1);
        out.add(piece, to);
    }
}
template <>
BEESPACE_INLINE void grasshopper(const Surroundings& s, Slot piece, Cell, MoveCounter& out) {
    out.size += std::popcount(unsigned{s.ring.b[piece]});
}

}  // namespace beespace::BEESPACE_ARCH
