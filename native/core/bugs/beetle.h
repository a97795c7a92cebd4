// The beetle (rule 18): one step, on the ground or over the hive.
#pragma once

#include "core/bugs/surroundings.h"

namespace beespace::BEESPACE_ARCH {

// On top of the hive a beetle can go anywhere except through a gate between stacks.
template <class Sink>
BEESPACE_INLINE void beetle(const Surroundings& s, Slot piece, Cell from, int level, Sink& out) {
    const unsigned ring = s.ring.b[piece];
    const unsigned directions = level ? 63u : ring | SLIDES[ring];
    out.add_ring(piece, from, directions & ~s.blocked(from, from));
}

}  // namespace beespace::BEESPACE_ARCH
