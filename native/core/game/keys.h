// Hash keys of positions; equal to those of rules/board/keys.py.
#pragma once

#include "core/mix.h"
#include "core/moves/generate.h"
#include "core/position/span.h"

namespace beespace::BEESPACE_ARCH {

inline constexpr std::uint64_t BLACK_TO_MOVE = mix(1u << 17);
inline constexpr int STUN_LEVEL = 7;  // levels run from 0 to 6

// bits 0-4 q, 5-9 r, 10-12 level, 13 black, 14-16 and 18 kind; 17 is the turn
constexpr std::uint64_t piece_key(Slot piece, int level, int q, int r) {
    const int kind = (bug_of(piece) & 7) << 14 | (bug_of(piece) & 8) << 15;
    return mix(static_cast<unsigned>((q & 31) | (r & 31) << 5 | level << 10 |
                                     color_of(piece) << 13 | kind));
}

// Whether the stun could forbid a move. May be true if it doesn't, but never false if it does.
inline bool might_stun_matter(const Position& p) {
    if (p.stunned == NO_PIECE || !(p.placed() & kind(PILLBUG))) return false;
    if (color_of(p.stunned) == p.turn()) return true;
    const auto touches_stunned = [&](Slot thrower) {
        if (!(p.placed() & bit(thrower))) return false;
        const int mask = p.wide ? 31 : 15;
        const int dq = p.q(thrower) - p.q(p.stunned), dr = p.r(thrower) - p.r(p.stunned);
        for (int d = 0; d < 6; ++d)
            if (!((dq - STEP_Q[d]) & mask) && !((dr - STEP_R[d]) & mask)) return true;
        return false;
    };
    return touches_stunned(pillbug_of(p.turn())) || touches_stunned(mosquito_of(p.turn()));
}

// Whether the stun forbids a move. It can only remove moves, so comparing their number is enough,
// except that a forced pass replaces an empty list.
inline bool does_stun_matter(const Position& p) {
    if (!might_stun_matter(p)) return false;
    Position free = p;
    free.stunned = NO_PIECE;
    MoveList stunned_moves, free_moves;
    generate(p, stunned_moves);
    generate(free, free_moves);
    if (stunned_moves.size != free_moves.size) return true;
    return stunned_moves.size == 1 && stunned_moves.moves[0] != free_moves.moves[0];
}

// The key that the draw rule compares: the hive shifted so that the smallest q and r are zero.
inline std::uint64_t repetition_key(const Position& p) {
    const Corner corner = corner_of(p);
    const int mask = p.wide ? 31 : 15;
    const auto key_of = [&](Slot piece, int level) {
        return piece_key(piece, level, (p.q(piece) - corner.q) & mask,
                         (p.r(piece) - corner.r) & mask);
    };
    std::uint64_t key = p.turn() ? BLACK_TO_MOVE : 0;
    for (PieceMask rest = p.placed(); rest; rest &= rest - 1) {
        const auto piece = static_cast<Slot>(std::countr_zero(rest));
        key ^= key_of(piece, p.level[piece]);
    }
    if (does_stun_matter(p)) key ^= key_of(p.stunned, STUN_LEVEL);
    return key;
}

}  // namespace beespace::BEESPACE_ARCH
