// The reasons and ways of a board, which knows its history; as in rules/board/base.py.
#pragma once

#include "explain/reasons/why.h"

namespace beespace::explain {

inline std::optional<Reason> why_over(AnyBoard& board) {
    const auto over = [](std::string_view sentence) {
        return Reason{ReasonCode::GAME_OVER, "the game is over: " + std::string(sentence)};
    };
    switch (board.ending()) {
        case Ending::WHITE_WINS: return over("White has won");
        case Ending::BLACK_WINS: return over("Black has won");
        case Ending::BOTH_SURROUNDED: return over("both queens are surrounded");
        case Ending::THREEFOLD:
            return over("this position has come up for the third time, which is a draw");
        case Ending::NONE: break;
    }
    return {};
}

// Who may have thrown the stunned piece, and where it came from, if known.
inline HowStunned how_stunned(const AnyBoard& board) {
    HowStunned how;
    const int last = board.played_count() - 1;
    if (board.stunned() == NO_PIECE || last < 0) return how;
    const auto before = board.copy();
    before->pop();
    const Position position = position_of(*before);
    if (position.hive.is_placed(board.stunned()))
        how.origin.push_back(position.hive.location(board.stunned()));
    for (const Way& way : ways_of_move(position, move_to(*before, board.played_at(last))))
        if (way.thrower != NO_PIECE) how.throwers.push_back(way.thrower);
    return how;
}

// A mask of the pieces that have a legal move.
inline std::uint32_t mobile_pieces(AnyBoard& board) {
    std::uint32_t pieces = 0;
    for (int i = 0, count = board.move_count(); i < count; ++i)
        pieces |= std::uint32_t{1} << board.move_at(i).piece;
    return pieces & ~(std::uint32_t{1} << NO_PIECE);
}

// The pieces of the player to move that have no legal move, and why: first those on the board, then
// the next piece of each bug in hand, last bug first.
inline std::vector<Immobile> find_immobile(AnyBoard& board, const Position& position) {
    Pieces candidates;
    const int turn = position.turn();
    position.for_each_piece(turn, [&](int piece) {
        if (position.hive.is_placed(piece)) candidates.push_back(piece);
    });
    const Pieces hand = position.hand(turn);
    for (std::size_t i = hand.size(); i-- > 0;)
        if (i == 0 || bug_of(hand[i - 1]) != bug_of(hand[i])) candidates.push_back(hand[i]);
    const std::uint32_t mobile = mobile_pieces(board);
    std::vector<Immobile> found;
    for (const int piece : candidates) {
        if (mobile >> piece & 1) continue;
        // Rarely needed: a player's own piece is stunned only if the opponent has just thrown it.
        const HowStunned how = piece == board.stunned() ? how_stunned(board) : HowStunned{};
        found.push_back({piece, why_immobile(position, piece, how)});
    }
    return found;
}

}  // namespace beespace::explain
