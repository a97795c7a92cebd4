// The queen (rule 17): one slide. The pillbug moves like this, too.
#pragma once

#include "core/bugs/surroundings.h"

namespace beespace::BEESPACE_ARCH {

template <class Sink>
BEESPACE_INLINE void queen(const Surroundings& s, Slot piece, Cell from, Sink& out) {
    out.add_ring(piece, from, SLIDES[s.ring.b[piece]]);
}

}  // namespace beespace::BEESPACE_ARCH
