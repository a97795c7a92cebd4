// The key of a position in the search tree, updated move by move.
//
// Unlike Board::search_key it doesn't depend on where the hive is, like the draw rule: coordinates
// are relative to one piece, the origin. It is a queen if possible, since queens move rarely, and
// when the origin moves, the key is computed from scratch.
#pragma once

#include "core/game/keys.h"

namespace beespace::BEESPACE_ARCH {

// The piece at the origin, or NO_PIECE on an empty board.
BEESPACE_INLINE Slot origin_of(const Position& p) {
    const PieceMask placed = p.placed(), queens = placed & kind(QUEEN);
    return static_cast<Slot>(std::countr_zero((queens ? queens : placed) | bit(NO_PIECE)));
}

BEESPACE_INLINE std::uint64_t hash_term(const Position& p, Slot origin, Slot piece, int level) {
    const int mask = p.wide ? 31 : 15;
    return piece_key(piece, level, (p.q(piece) - p.q(origin)) & mask,
                     (p.r(piece) - p.r(origin)) & mask);
}

inline std::uint64_t arrangement_hash(const Position& p) {
    const Slot origin = origin_of(p);
    std::uint64_t hash = 0;
    for (PieceMask rest = p.placed(); rest; rest &= rest - 1) {
        const auto piece = static_cast<Slot>(std::countr_zero(rest));
        hash ^= hash_term(p, origin, piece, p.level[piece]);
    }
    return hash;
}

// Updates the parent's hash, or recomputes it if the origin has changed or the hive is wide before
// or after the move.
BEESPACE_INLINE std::uint64_t child_hash(const Position& parent, std::uint64_t hash,
                                         const Position& child, Move move) {
    if (move == PASS) return hash;
    const Slot piece = piece_of(move), origin = origin_of(child);
    if (parent.wide || child.wide || piece == origin || origin != origin_of(parent))
        return arrangement_hash(child);
    if (!(parent.hand & bit(piece))) hash ^= hash_term(parent, origin, piece, parent.level[piece]);
    return hash ^ hash_term(child, origin, piece, child.level[piece]);
}

// The arrangement, the side to move, and the stun if it might matter.
BEESPACE_INLINE std::uint64_t full_hash(const Position& p, std::uint64_t arrangement) {
    std::uint64_t key = arrangement ^ (p.turn() ? BLACK_TO_MOVE : 0);
    if (might_stun_matter(p)) key ^= hash_term(p, origin_of(p), p.stunned, STUN_LEVEL);
    return key;
}

// Moves in the table have destinations relative to the origin, too.
inline Move moved_by(const Position& p, Move move, int times) {
    if (move == PASS) return move;
    const Slot origin = origin_of(p);
    const int q = (cell_q(cell_of(move)) | (page_of(move) & 1) << 4) + times * p.q(origin);
    const int r = (cell_r(cell_of(move)) | (page_of(move) >> 1) << 4) + times * p.r(origin);
    const int page = p.wide ? (q >> 4 & 1) | (r >> 4 & 1) << 1 : 0;
    return make_move(piece_of(move), static_cast<unsigned>(cell_at(q, r) | page << 8));
}
inline Move relative_move(const Position& p, Move move) { return moved_by(p, move, -1); }
inline Move absolute_move(const Position& p, Move relative) { return moved_by(p, relative, 1); }

}  // namespace beespace::BEESPACE_ARCH
