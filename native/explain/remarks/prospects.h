// What both players could do in a position, whoever is to move.
#pragma once

#include <bit>
#include <memory>

#include "explain/hive/position.h"
#include "explain/moving/ways.h"

namespace beespace::explain {

constexpr Ending win_of(int color) {
    return color == WHITE ? Ending::WHITE_WINS : Ending::BLACK_WINS;
}

// The moves of the player to move, and what they are good for.
struct Side {
    std::vector<PieceTo> moves{};
    std::uint32_t mobile = 0;  // a mask of the pieces that can move or be thrown
    std::uint32_t placed = 0;  // of those that are on the board
    std::uint32_t active = 0;  // of those that can move themselves
    std::uint32_t near = 0;    // of the own pieces that are next to the other queen
    std::uint32_t coming = 0;  // of those that aren't, and can get there or onto her at once
    bool can_win = false;      // at once

    // How many of the player's own pieces on the board can move.
    int mobile_count(int color) const {
        const std::uint32_t own = ((std::uint32_t{1} << SIDE_SLOTS) - 1) << color * SIDE_SLOTS;
        return std::popcount(mobile & placed & own);
    }
    // The pieces that are next to the other queen or could be with one move.
    std::uint32_t attackers() const { return near | coming; }
    bool can_move(int piece) const { return (mobile >> piece & 1) != 0; }
    bool attacks(int piece) const { return (attackers() >> piece & 1) != 0; }
    bool moves_itself(int piece) const { return (active >> piece & 1) != 0; }
    // Whether one of the player's pieces can get to a hex.
    bool reaches(Hex hex) const {
        return std::any_of(moves.begin(), moves.end(),
                           [&](PieceTo move) { return move.piece != NO_PIECE && move.to == hex; });
    }
    // Where the player could put a new piece.
    Hexes places(const Hive& hive) const {
        Hexes found;
        for (const PieceTo move : moves)
            if (move.piece != NO_PIECE && !hive.is_placed(move.piece) &&
                std::find(found.begin(), found.end(), move.to) == found.end())
                found.push_back(move.to);
        return found;
    }
    bool must_pass() const { return moves.size() == 1 && moves[0].piece == NO_PIECE; }
};

// Calls use(move) for each move of the player to move that might surround the other queen.
template <class F>
void for_each_attack(const AnyBoard& board, const std::vector<PieceTo>& moves, F use) {
    const int queen = piece_of(static_cast<int>(1 - board.ply() % 2), QUEEN);
    if (!board.is_placed(queen)) return;
    const Hex at = board.location(queen);
    for (const PieceTo move : moves)
        if (move.piece != NO_PIECE && (move.piece == queen || are_neighbors(move.to, at)))
            use(move);
}

// Finds the pieces that are next to the other queen, and those that can get there.
inline void find_attackers(const AnyBoard& board, Side& side) {
    const int us = static_cast<int>(board.ply() % 2), queen = piece_of(1 - us, QUEEN);
    if (!board.is_placed(queen)) return;
    const Hex at = board.location(queen);
    for (int piece = us * SIDE_SLOTS; is_piece(piece) && color_of(piece) == us; ++piece)
        if (bug_of(piece) != QUEEN && board.is_placed(piece)) {
            const Hex here = board.location(piece);
            if (here == at || are_neighbors(here, at)) side.near |= std::uint32_t{1} << piece;
        }
    for (const PieceTo move : side.moves) {
        if (move.piece == NO_PIECE || color_of(move.piece) != us || bug_of(move.piece) == QUEEN)
            continue;
        if (board.is_placed(move.piece) && (move.to == at || are_neighbors(move.to, at)))
            side.coming |= std::uint32_t{1} << move.piece;
    }
    side.coming &= ~side.near;
}

inline Side side_of(AnyBoard& board) {
    Side side;
    for (int i = 0, count = board.move_count(); i < count; ++i) {
        side.moves.push_back(board.move_at(i));
        const int piece = side.moves.back().piece;
        side.mobile |= std::uint32_t{1} << piece;
        if (piece != NO_PIECE && board.is_placed(piece)) side.placed |= std::uint32_t{1} << piece;
    }
    side.mobile &= ~(std::uint32_t{1} << NO_PIECE);
    for (const Way& way : ways_of_turn(position_of(board), side.mobile))
        if (way.thrower == NO_PIECE) side.active |= std::uint32_t{1} << way.piece;
    find_attackers(board, side);
    const Ending win = win_of(static_cast<int>(board.ply() % 2));
    for_each_attack(board, side.moves, [&](PieceTo move) {
        if (side.can_win) return;
        board.push(move);
        side.can_win = board.ending() == win;
        board.pop();
    });
    return side;
}

class Prospects {
  public:
    explicit Prospects(const AnyBoard& from)
        : board(from.copy()), position(position_of(*board)), pins(position.hive) {
        ending = board->ending();
        if (ending != Ending::NONE) return;
        sides_[turn()] = side_of(*board);
        // What the other player could do if it were their turn.
        const auto passed = board->copy();
        passed->push({NO_PIECE, {}});
        sides_[1 - turn()] = side_of(*passed);
    }
    Prospects(const Prospects&) = delete;
    Prospects& operator=(const Prospects&) = delete;

    int turn() const { return position.turn(); }
    const Side& side(int color) const { return sides_[static_cast<std::size_t>(color)]; }

    // How many of the six hexes around a queen are taken; 0 while she is in the hand.
    int taken(int color) const {
        const int queen = piece_of(color, QUEEN);
        if (!position.hive.is_placed(queen)) return 0;
        return position.hive.neighbor_count(position.hive.location(queen));
    }
    // Whether a piece can't move because the hive would fall apart.
    bool is_pinned(int piece) const {
        const Hive& hive = position.hive;
        return hive.is_placed(piece) && hive.stands_alone(piece) && pins.has(piece);
    }
    bool is_covered(int piece) const {
        return position.hive.is_placed(piece) && position.hive.is_covered(piece);
    }

    const std::unique_ptr<AnyBoard> board;
    const Position position;
    const Pins pins;
    Ending ending = Ending::NONE;

  private:
    std::array<Side, 2> sides_{};
};

// The position after a move of the player to move.
inline std::unique_ptr<AnyBoard> after(const AnyBoard& board, PieceTo move) {
    auto copy = board.copy();
    copy->push(move);
    return copy;
}

}  // namespace beespace::explain
