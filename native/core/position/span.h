// The span of a hive, and the transition when it outgrows the torus or fits it again.
#pragma once

#include "core/position/position.h"

namespace beespace::BEESPACE_ARCH {

// Whether every child of a position fits the torus: a move makes a hive at most one row or column
// wider. Computed once per parent, so that children needn't be checked.
BEESPACE_INLINE bool has_room(const Position& p) {
    if (p.wide) return false;
    const CellSet occupied = p.occupied();
    return occupied.row_count() < TORUS_SPAN && occupied.column_count() < TORUS_SPAN;
}

// Fills in the cells whose top piece is White's or Black's.
inline void find_tops(Position& p) {
    std::memset(p.tops, 0, sizeof p.tops);
    for (PieceMask rest = p.placed() & ~p.covered; rest; rest &= rest - 1) {
        const auto piece = static_cast<Slot>(std::countr_zero(rest));
        const int color = color_of(piece);
        (p.top(color) | SINGLE[p.cell[piece]]).store(p.tops[color]);
    }
}

// The rows and columns of the torus that a connected hive spans; they have no gap.
struct Corner {
    int q, r;           // the first column and row
    int width, height;  // the number of columns and rows
};

inline Corner corner_of(const Position& p) {
    std::uint32_t columns = 0, rows = 0;
    for (PieceMask rest = p.placed(); rest; rest &= rest - 1) {
        const auto piece = static_cast<Slot>(std::countr_zero(rest));
        columns |= 1u << p.q(piece);
        rows |= 1u << p.r(piece);
    }
    const int size = p.wide ? 32 : 16;
    const auto first = [&](std::uint32_t used) {
        for (int i = 0; i < size; ++i)
            if ((used >> i & 1) && !(used >> ((i + size - 1) % size) & 1)) return i;
        return 0;
    };
    return {first(columns), first(rows), std::popcount(columns), std::popcount(rows)};
}

// Updates `wide`, the pages and the tops of a position after a move whose parent had no room.
inline void refold(Position& p) {
    const Corner corner = corner_of(p);
    const bool fits = corner.width <= TORUS_SPAN && corner.height <= TORUS_SPAN;
    if (!fits && !p.wide) {
        for (PieceMask rest = p.placed(); rest; rest &= rest - 1) {
            const auto piece = static_cast<Slot>(std::countr_zero(rest));
            const int q = corner.q + ((p.q(piece) - corner.q) & 15);
            const int r = corner.r + ((p.r(piece) - corner.r) & 15);
            p.page[piece] = static_cast<std::uint8_t>((q >> 4 & 1) | (r >> 4 & 1) << 1);
        }
    }
    if (fits && p.wide) find_tops(p);
    p.wide = !fits;
}

// Writes the position after a move.
BEESPACE_INLINE void apply(const Position& parent, Move move, bool parent_has_room,
                           Position& child) {
    apply_in_place_of(parent, move, child);
    if (!parent_has_room) refold(child);
}

}  // namespace beespace::BEESPACE_ARCH
