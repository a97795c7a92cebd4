// The ladybug (rule 22): one step up, one across the top, one down.
#pragma once

#include "core/bugs/surroundings.h"
#include "core/position/move_sinks.h"

namespace beespace::BEESPACE_ARCH {

// The ladybug step by step, for positions with gates between stacks.
template <class Sink>
void careful_ladybug(const Surroundings& s, Slot piece, Cell from, Sink& out) {
    const Words occupied = words(without(s.occupied, SINGLE[from]));
    const auto is_occupied = [&](Cell c) { return (occupied.w[c >> 6] >> (c & 63) & 1) != 0; };
    const auto climb = [&](Cell at, auto go) {
        const unsigned blocked = s.blocked(at, from);
        for (int d = 0; d < 6; ++d)
            if (!(blocked >> d & 1)) go(NEIGHBOR[at][d]);
    };
    Collector to;
    climb(from, [&](Cell first) {
        if (!is_occupied(first)) return;
        climb(first, [&](Cell second) {
            if (!is_occupied(second)) return;
            climb(second, [&](Cell third) {
                if (!is_occupied(third) && third != from) to.add(piece, third);
            });
        });
    });
    out.add_set(piece, to.cells());
}

template <class Sink>
BEESPACE_INLINE void ladybug(const Surroundings& s, Slot piece, Cell from, Sink& out) {
    if (s.gates_bind_climbers) return careful_ladybug(s, piece, from, out);
    const std::uint64_t hive = s.rows.around(from) & ~CENTER_BIT;
    const std::uint64_t first = window_touching(CENTER_BIT) & hive;
    const std::uint64_t second = window_touching(first) & hive;
    out.add_window(piece, from, window_touching(second) & ~hive & ~CENTER_BIT);
}

}  // namespace beespace::BEESPACE_ARCH
