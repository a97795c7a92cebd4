// The pieces on the board: which stack is on which hex; as in rules/board/hive.py.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "explain/box/pieces.h"
#include "explain/hive/hex_table.h"
#include "explain/hive/hexes.h"

namespace beespace::explain {

class Hive {
  public:
    bool is_empty() const { return placed_ == 0; }
    bool is_placed(int piece) const { return (placed_ >> piece & 1) != 0; }
    // A bit for every piece on the board.
    std::uint32_t placed() const { return placed_; }
    // Only for pieces on the board.
    Hex location(int piece) const { return spots_[index(piece)].hex; }
    int level(int piece) const { return spots_[index(piece)].level; }
    // The piece below, or NO_PIECE.
    int below(int piece) const { return spots_[index(piece)].below; }

    bool has(Hex hex) const { return height(hex) != 0; }
    int height(Hex hex) const {
        const Stack* stack = stacks_.find(hex);
        return stack ? stack->height : 0;
    }
    // The top piece of a hex; NO_PIECE if it is empty.
    int top(Hex hex) const {
        const Stack* stack = stacks_.find(hex);
        return stack && stack->height ? stack->top : NO_PIECE;
    }
    bool is_covered(int piece) const { return top(location(piece)) != piece; }
    bool stands_alone(int piece) const { return height(location(piece)) == 1; }

    // The pieces on a hex, bottom to top.
    Pieces stack(Hex hex) const {
        Pieces pieces;
        for (int piece = top(hex); piece != NO_PIECE; piece = below(piece)) pieces.push_back(piece);
        std::reverse(pieces.begin(), pieces.end());
        return pieces;
    }
    // The occupied hexes, sorted.
    Hexes hexes() const {
        Hexes found;
        for (std::uint32_t rest = placed_; rest; rest &= rest - 1) {
            const int piece = std::countr_zero(rest);
            if (level(piece) == 0) found.push_back(location(piece));
        }
        std::sort(found.begin(), found.end(), comes_before);
        return found;
    }
    int neighbor_count(Hex hex) const {
        int count = 0;
        for (int d = 0; d < DIRECTIONS; ++d) count += has(neighbor(hex, d));
        return count;
    }
    // The top pieces around a hex, clockwise from the east.
    Pieces tops_around(Hex hex) const {
        Pieces pieces;
        for (int d = 0; d < DIRECTIONS; ++d)
            if (const int piece = top(neighbor(hex, d)); piece != NO_PIECE) pieces.push_back(piece);
        return pieces;
    }

    // Puts a piece on top of any pieces on the hex.
    void put(int piece, Hex hex) {
        Stack& stack = stacks_.at(hex);
        spots_[index(piece)] = {hex, stack.height, stack.height ? stack.top : Small{NO_PIECE}};
        stack.top = static_cast<Small>(piece);
        ++stack.height;
        placed_ |= std::uint32_t{1} << piece;
    }
    // Removes an uncovered piece and returns the hex it was on.
    Hex lift(int piece) {
        const Spot& spot = spots_[index(piece)];
        Stack& stack = stacks_.at(spot.hex);
        stack.top = spot.below;
        --stack.height;
        placed_ &= ~(std::uint32_t{1} << piece);
        return spot.hex;
    }

  private:
    using Small = std::uint8_t;
    struct Stack {
        Small height = 0, top = NO_PIECE;
    };
    struct Spot {
        Hex hex;
        Small level = 0, below = NO_PIECE;
    };
    static std::size_t index(int piece) { return static_cast<std::size_t>(piece); }

    HexTable<Stack, 128> stacks_;
    std::array<Spot, 2 * SIDE_SLOTS> spots_{};
    std::uint32_t placed_ = 0;
};

// A hive with one piece lifted, which is put back at the end.
class Lifted {
  public:
    Lifted(Hive& hive, int piece) : hive_(hive), piece_(piece), start_(hive.lift(piece)) {}
    ~Lifted() { hive_.put(piece_, start_); }
    Lifted(const Lifted&) = delete;
    Lifted& operator=(const Lifted&) = delete;
    Hex start() const { return start_; }

  private:
    Hive& hive_;
    int piece_;
    Hex start_;
};

}  // namespace beespace::explain
