// The ant (rule 21): as many slides as it likes.
#pragma once

#include "core/bugs/surroundings.h"

namespace beespace::BEESPACE_ARCH {

// Where an ant can walk: a flood fill over empty cells that doesn't pass gates. It doesn't need to
// check contact with the hive on the way: an ant can follow the whole shore of a connected hive, so
// every shore cell that is reachable over open cells is also reachable along the shore.
class Walk {
  public:
    BEESPACE_INLINE Walk(const Neighborhood& around, CellSet occupied) {
        const CellSet empty = without(CellSet::full(), occupied);
        // A step in direction d enters a cell between the neighbours at d + 2 and d - 2.
        for (int d = 0; d < 6; ++d)
            open_[d] = without(empty, around.toward[(d + 2) % 6] & around.toward[(d + 4) % 6]);
    }
    BEESPACE_INLINE CellSet flood(CellSet set) const {
        for (;;) {
            const Neighborhood next(set);
            // toward[d] are the cells from which a step in direction d leads into the set, so they
            // are entered in the opposite direction.
            const CellSet a = (next.toward[3] & open_[0]) | (next.toward[4] & open_[1]);
            const CellSet b = (next.toward[5] & open_[2]) | (next.toward[0] & open_[3]);
            const CellSet c = (next.toward[1] & open_[4]) | (next.toward[2] & open_[5]);
            const CellSet grown = (set | a) | (b | c);
            if (grown.is_within(set)) return set;
            set = grown;
        }
    }

  private:
    CellSet open_[6];  // cells that can be entered in direction d
};

// Finds the cells that can be reached from far away, which all ants share.
BEESPACE_INLINE void find_outside(Surroundings& s) {
    if (s.knows_outside) return;
    s.knows_outside = true;
    const CellSet far = s.occupied.empty_rows() | s.occupied.empty_columns();
    s.outside = Walk(s.around, s.occupied).flood(far);
    s.shore = without(s.around.touching(), s.occupied);
    s.twice = s.around.touching_twice();
}

BEESPACE_INLINE CellSet ant_cells(Surroundings& s, Slot piece, Cell from) {
    const unsigned exits = SLIDES[s.ring.b[piece]];
    if (!exits) return CellSet::empty();
    find_outside(s);
    const CellSet ring = RING[from];
    if (without(ring, s.occupied).is_within(s.outside)) {
        // Lifting the ant opens no new cells; it only loses those that touch no other piece.
        return s.outside & without(s.shore, without(ring, s.twice));
    }
    const CellSet left = without(s.occupied, SINGLE[from]);
    const Neighborhood around(left);
    CellSet start = SINGLE[from];
    for (unsigned rest = exits; rest; rest &= rest - 1) {
        const CellSet exit = SINGLE[NEIGHBOR[from][std::countr_zero(rest)]];
        if (exit.meets(s.outside)) start = start | s.outside;
    }
    const CellSet reached = Walk(around, left).flood(start);
    return without(reached & around.touching(), SINGLE[from]);
}

template <class Sink>
BEESPACE_INLINE void ant(Surroundings& s, Slot piece, Cell from, Sink& out) {
    out.add_set(piece, ant_cells(s, piece, from));
}

}  // namespace beespace::BEESPACE_ARCH
