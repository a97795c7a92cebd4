// The pillbug (rule 24): throws the pieces next to it over itself. It moves like a queen.
#pragma once

#include "core/bugs/surroundings.h"

namespace beespace::BEESPACE_ARCH {

// The destinations that throws add for each piece.
struct Throws {
    PieceMask pieces = 0;
    Words to[32];

    BEESPACE_INLINE void add(Slot piece, CellSet cells) {
        if (pieces & bit(piece)) cells = cells | CellSet::load(&to[piece]);
        cells.store(&to[piece]);
        pieces |= bit(piece);
    }

    // Adds what a pillbug, or a mosquito that copies one, can do with the movable pieces beside it.
    BEESPACE_INLINE void add_all(const Surroundings& s, const PieceLookup& lookup, Cell thrower,
                                 PieceMask beside) {
        if (!beside) return;
        CellSet landings = without(RING[thrower], s.occupied);
        if (s.gates.any())  // gates restrict throws in every ruleset
            for (unsigned rest = s.gates.stop_throw(thrower); rest; rest &= rest - 1) {
                const CellSet behind = SINGLE[NEIGHBOR[thrower][std::countr_zero(rest)]];
                landings = without(landings, behind);
                beside &= ~lookup.pieces_on(behind);
            }
        for (PieceMask rest = beside; rest; rest &= rest - 1)
            add(static_cast<Slot>(std::countr_zero(rest)), landings);
    }
};

}  // namespace beespace::BEESPACE_ARCH
