// The mosquito (rule 23): moves like the bugs it touches, or like a beetle on top of the hive.
#pragma once

#include "core/bugs/ant.h"
#include "core/bugs/beetle.h"
#include "core/bugs/grasshopper.h"
#include "core/bugs/ladybug.h"
#include "core/bugs/spider.h"

namespace beespace::BEESPACE_ARCH {

// The kinds that a mosquito on the ground can copy, as bits.
BEESPACE_INLINE unsigned copied_kinds(PieceMask beside) {
    unsigned kinds = 0;
    for (std::size_t bug = 0; bug < BUGS.size(); ++bug)
        kinds |= static_cast<unsigned>((beside & KINDS[bug]) != 0) << bug;
    return kinds & ~(1u << MOSQUITO);
}

// Moves like the top pieces next to it; `copied` has their kinds as bits.
template <class Sink>
BEESPACE_INLINE void mosquito(Surroundings& s, Slot piece, Cell from, unsigned copied, Sink& out) {
    Collector to;
    const unsigned ring = s.ring.b[piece];
    constexpr unsigned ONE_SLIDE = 1u << QUEEN | 1u << PILLBUG | 1u << BEETLE;
    if (copied & 1u << ANT) {
        to.add_set(piece, ant_cells(s, piece, from));  // includes all other slides
    } else {
        if (copied & ONE_SLIDE) to.add_ring(piece, from, SLIDES[ring]);
        if (copied & 1u << SPIDER) spider(s, piece, from, to);
    }
    if (copied & 1u << BEETLE) to.add_ring(piece, from, ring & ~s.blocked(from, from));
    if (copied & 1u << GRASSHOPPER) grasshopper(s, piece, from, to);
    if (copied & 1u << LADYBUG) ladybug(s, piece, from, to);
    out.add_set(piece, to.cells());
}

}  // namespace beespace::BEESPACE_ARCH
