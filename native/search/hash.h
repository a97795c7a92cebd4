// The key of a position in the search tree, updated move by move, using torus cells.
//
// Unlike Board::search_key it doesn't use absolute coordinates, which the tree doesn't have.
#pragma once

#include "../core/keys.h"

namespace beespace::BEESPACE_ARCH {

BEESPACE_INLINE std::uint64_t hash_term(const Position& p, Slot piece, int level) {
    return piece_key(piece, level, p.q(piece), p.r(piece));
}

inline std::uint64_t arrangement_hash(const Position& p) {
    std::uint64_t hash = 0;
    for (PieceMask rest = p.placed(); rest; rest &= rest - 1) {
        const auto piece = static_cast<Slot>(std::countr_zero(rest));
        hash ^= hash_term(p, piece, p.level[piece]);
    }
    return hash;
}

// Updates the parent's hash, or recomputes it if the hive is wide before or after the move.
BEESPACE_INLINE std::uint64_t child_hash(const Position& parent, std::uint64_t hash,
                                         const Position& child, Move move) {
    if (move == PASS) return hash;
    if (parent.wide || child.wide) return arrangement_hash(child);
    const Slot piece = piece_of(move);
    if (!(parent.hand & bit(piece))) hash ^= hash_term(parent, piece, parent.level[piece]);
    return hash ^ hash_term(child, piece, child.level[piece]);
}

// The arrangement, the side to move, and the stun if it might matter.
BEESPACE_INLINE std::uint64_t full_hash(const Position& p, std::uint64_t arrangement) {
    std::uint64_t key = arrangement ^ (p.turn() ? BLACK_TO_MOVE : 0);
    if (might_stun_matter(p)) key ^= hash_term(p, p.stunned, STUN_LEVEL);
    return key;
}

}  // namespace beespace::BEESPACE_ARCH
