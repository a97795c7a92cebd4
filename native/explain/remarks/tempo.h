// Turns that a mistake loses.
#pragma once

#include "explain/remarks/lines.h"

namespace beespace::explain {

// Whether a move takes its piece back to where the same player's last move took it from.
inline bool takes_back(const AnyBoard& board, PieceTo move) {
    const int count = board.played_count();
    if (count < 2 || !board.is_placed(move.piece)) return false;
    const PieceTo last = board.played_at(count - 2);
    if (last.piece != move.piece || last.to != board.location(move.piece)) return false;
    const auto before = board.copy();
    before->pop();
    before->pop();
    const auto here = after(board, move);
    return before->is_placed(move.piece) && before->location(move.piece) == move.to &&
           before->level(move.piece) == here->level(move.piece) && here->repetition_count() < 2;
}

// How a mistake loses a turn: it takes a move back, or takes two moves where one is enough.
inline Effects lost_turns(const AnyBoard& board, const Course& mistake, const Course& best) {
    Effects found;
    const PieceTo move = mistake.first(), better = best.first();
    if (move.piece == NO_PIECE || better.piece == NO_PIECE) return found;
    if (takes_back(board, move)) found.push_back({Deed::TAKE_BACK, {move.piece}, {}, 0, 240});
    if (mistake.has(2, better) && move.piece == better.piece && board.is_placed(move.piece))
        found.push_back({Deed::DETOUR, {move.piece}, {better.to}, 0, 250});
    return found;
}

}  // namespace beespace::explain
