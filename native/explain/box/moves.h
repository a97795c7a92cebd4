// The moves a player can make, legal or not: place a piece, move one, or pass; as in
// rules/moves.py.
#pragma once

#include "core/api.h"
#include "core/box/bugs.h"

namespace beespace::explain {

enum class MoveKind : std::uint8_t { PASS, PLACE, RELOCATE };

struct Move {
    MoveKind kind = MoveKind::PASS;
    int piece = NO_PIECE;
    Hex to{};

    bool operator==(const Move&) const = default;
};

// As the board knows it: the kind follows from whether the piece is on the board.
constexpr PieceTo piece_to(Move move) { return {move.piece, move.to}; }

inline Move move_to(const AnyBoard& board, PieceTo move) {
    if (move.piece == NO_PIECE) return {};
    const bool is_placed = board.is_placed(move.piece);
    return {is_placed ? MoveKind::RELOCATE : MoveKind::PLACE, move.piece, move.to};
}

inline bool is_legal(AnyBoard& board, Move move) {
    return move == move_to(board, piece_to(move)) && board.is_legal(piece_to(move));
}

}  // namespace beespace::explain
