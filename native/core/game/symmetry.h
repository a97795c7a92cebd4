// The same key for all twelve rotations and reflections of a position; equal to that of
// rules/keys.py.
#pragma once

#include <algorithm>
#include <limits>

#include "core/game/keys.h"

namespace beespace::BEESPACE_ARCH {

inline std::uint64_t symmetry_key(const Position& p) {
    struct Standing {
        Slot piece;
        int level, q, r;
    };
    Standing all[32];  // 28 pieces and the stun
    int count = 0;
    const Corner corner = corner_of(p);
    const int mask = p.wide ? 31 : 15;
    const auto add = [&](Slot piece, int level) {
        all[count++] = {piece, level, (p.q(piece) - corner.q) & mask,
                        (p.r(piece) - corner.r) & mask};
    };
    for (PieceMask rest = p.placed(); rest; rest &= rest - 1) {
        const auto piece = static_cast<Slot>(std::countr_zero(rest));
        add(piece, p.level[piece]);
    }
    if (does_stun_matter(p)) add(p.stunned, STUN_LEVEL);

    std::uint64_t smallest = std::numeric_limits<std::uint64_t>::max();
    for (int turned = 0; turned < 12; ++turned) {
        std::uint64_t key = p.turn() ? BLACK_TO_MOVE : 0;
        int low_q = std::numeric_limits<int>::max(), low_r = low_q;
        for (int i = 0; i < count; ++i) {
            low_q = std::min(low_q, all[i].q);
            low_r = std::min(low_r, all[i].r);
        }
        for (int i = 0; i < count; ++i) {
            Standing& one = all[i];
            key ^= piece_key(one.piece, one.level, one.q - low_q, one.r - low_r);
            // Rotate by 60 degrees; after a full turn, also mirror.
            const int q = -one.r, r = one.q + one.r;
            one.q = turned == 5 ? r : q;
            one.r = turned == 5 ? q : r;
        }
        smallest = std::min(smallest, key);
    }
    return smallest;
}

}  // namespace beespace::BEESPACE_ARCH
