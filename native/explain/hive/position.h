// A position: the pieces on the board, the turn, and the piece that was moved last turn; as in
// rules/board/position.py.
#pragma once

#include "explain/box/ruleset.h"
#include "explain/hive/hive.h"

namespace beespace::explain {

inline constexpr int LAST_TURN_FOR_QUEEN = 4;

struct Position {
    Ruleset ruleset;
    Hive hive;
    std::int64_t ply = 0;
    int stunned = NO_PIECE;

    int turn() const { return static_cast<int>(ply % 2); }
    std::int64_t turn_number() const { return ply / 2 + 1; }

    bool is_in_box(int piece) const { return ruleset.has(bug_of(piece)); }
    bool is_queen_placed(int color) const { return hive.is_placed(piece_of(color, QUEEN)); }
    bool is_queen_due() const {
        return turn_number() >= LAST_TURN_FOR_QUEEN && !is_queen_placed(turn());
    }
    bool is_queen_barred() const { return turn_number() == 1 && !ruleset.queen_first(); }

    // Calls use(piece) for each piece of a player that is in the box, in box order.
    template <class F>
    void for_each_piece(int color, F use) const {
        for (int piece = color * SIDE_SLOTS; is_piece(piece); ++piece)
            if (is_in_box(piece)) use(piece);
    }
    // The pieces a player has not placed yet.
    Pieces hand(int color) const {
        Pieces pieces;
        for_each_piece(color, [&](int piece) {
            if (!hive.is_placed(piece)) pieces.push_back(piece);
        });
        return pieces;
    }
};

inline Position position_of(const AnyBoard& board) {
    Position position{ruleset_of(board), {}, board.ply(), board.stunned()};
    std::array<std::uint8_t, 2 * SIDE_SLOTS> level{};
    std::uint32_t left = 0;
    for (int piece = 0; piece < NO_PIECE; ++piece)
        if (board.is_placed(piece)) {
            left |= std::uint32_t{1} << piece;
            level[static_cast<std::size_t>(piece)] = static_cast<std::uint8_t>(board.level(piece));
        }
    // A stack is built from the ground up.
    for (int height = 0; left; ++height)
        for (std::uint32_t rest = left; rest; rest &= rest - 1) {
            const int piece = std::countr_zero(rest);
            if (level[static_cast<std::size_t>(piece)] != height) continue;
            position.hive.put(piece, board.location(piece));
            left &= ~(std::uint32_t{1} << piece);
        }
    return position;
}

}  // namespace beespace::explain
