// What both players could do in a position, whoever is to move.
#pragma once

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
    std::uint32_t active = 0;  // of those that can move themselves
    bool can_win = false;      // at once

    bool can_move(int piece) const { return (mobile >> piece & 1) != 0; }
    bool moves_itself(int piece) const { return (active >> piece & 1) != 0; }
    // Whether one of the player's pieces can get to a hex.
    bool reaches(Hex hex) const {
        return std::any_of(moves.begin(), moves.end(),
                           [&](PieceTo move) { return move.piece != NO_PIECE && move.to == hex; });
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

inline Side side_of(AnyBoard& board) {
    Side side;
    for (int i = 0, count = board.move_count(); i < count; ++i) {
        side.moves.push_back(board.move_at(i));
        side.mobile |= std::uint32_t{1} << side.moves.back().piece;
    }
    side.mobile &= ~(std::uint32_t{1} << NO_PIECE);
    for (const Way& way : ways_of_turn(position_of(board), side.mobile))
        if (way.thrower == NO_PIECE) side.active |= std::uint32_t{1} << way.piece;
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
