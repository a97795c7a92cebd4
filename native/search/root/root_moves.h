// What a search starts from: the moves at the root, and the positions before it.
#pragma once

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "core/game/board.h"
#include "search/api.h"
#include "search/tree/worker.h"

namespace beespace::BEESPACE_ARCH {

// Keeps only the first of the moves that lead to symmetric positions.
inline void drop_mirror_images(const Position& p, std::vector<RootMove>& moves) {
    std::unordered_set<std::uint64_t> seen;
    std::erase_if(moves, [&](const RootMove& root) {
        Position after;
        apply(p, root.move, has_room(p), after);
        return !seen.insert(symmetry_key(after)).second;
    });
}

// The moves to search, in the order of the board.
inline std::vector<RootMove> root_moves(const Board& board) {
    Board copy = board;  // a copy, because generating moves fills its cache
    std::vector<RootMove> moves;
    for (int i = 0, n = copy.move_count(); i < n; ++i)
        moves.push_back({copy.encoded(copy.move_at(i)), -INFINITE, {}});
    if (board.position().ply < SYMMETRIC_PLIES) drop_mirror_images(board.position(), moves);
    return moves;
}

// The keys of earlier positions that could be repeated.
inline std::vector<std::uint64_t> past_keys(const Board& board) {
    std::vector<std::uint64_t> keys;
    for (int i = board.played_count() - 1; i >= 0 && !board.was_placement(i); --i) {
        const Position& p = board.position_before(i);
        keys.push_back(full_hash(p, arrangement_hash(p)));
    }
    std::reverse(keys.begin(), keys.end());
    return keys;
}

}  // namespace beespace::BEESPACE_ARCH
