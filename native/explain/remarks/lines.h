// The engine's lines as moves, and the positions that they lead to.
#pragma once

#include <memory>
#include <string_view>

#include "explain/notation/uhp.h"
#include "explain/remarks/compare.h"

namespace beespace::explain {

using Line = std::vector<PieceTo>;
using LineTexts = std::vector<std::string_view>;

// Reads the moves of a line up to the first that can't be played.
inline Line read_line(const AnyBoard& from, const LineTexts& texts) {
    Line line;
    const auto board = from.copy();
    for (const std::string_view text : texts) {
        if (board->ending() != Ending::NONE) break;
        const ReadMove read = read_move(text, position_of(*board).hive, nullptr);
        if (!read.is_move() || !is_legal(*board, read.move)) break;
        line.push_back(piece_to(read.move));
        board->push(line.back());
    }
    return line;
}

// In how many own moves a line wins for the player who begins it; 0 if it doesn't.
inline int wins_in(const AnyBoard& from, const Line& line) {
    const auto board = from.copy();
    const Ending win = win_of(static_cast<int>(board->ply() % 2));
    for (const PieceTo move : line) board->push(move);
    return board->ending() == win ? static_cast<int>(line.size() + 1) / 2 : 0;
}

// In how many own moves the piece that begins a line climbs onto the other queen; 0 if it doesn't.
inline int climbs_in(const AnyBoard& from, const Line& line) {
    const int us = static_cast<int>(from.ply() % 2), queen = piece_of(1 - us, QUEEN);
    if (!from.is_placed(queen)) return 0;
    const auto board = from.copy();
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool climbs =
            i % 2 == 0 && line[i].piece == line[0].piece && line[i].to == board->location(queen);
        if (climbs) return static_cast<int>(i / 2) + 1;
        board->push(line[i]);
    }
    return 0;
}

// The first moves of a line: the positions after them, and what the first one does.
class Course {
  public:
    Course(const Prospects& from, Line moves) : moves_(std::move(moves)) {
        const Prospects* last = &from;
        for (std::size_t i = 0; i < moves_.size() && i < LENGTH; ++i) {
            if (last->ending != Ending::NONE) break;
            positions_.push_back(std::make_unique<Prospects>(*after(*last->board, moves_[i])));
            last = positions_.back().get();
        }
        effects_ = EffectFinder(from, *positions_[0], moves_[0]).find();
    }

    const Line& moves() const { return moves_; }
    PieceTo first() const { return moves_[0]; }
    const Effects& effects() const { return effects_; }
    // The position after the first moves; nothing if the line or the game ends before.
    const Prospects* after_moves(std::size_t count) const {
        return count <= positions_.size() ? positions_[count - 1].get() : nullptr;
    }
    const Prospects& next() const { return *positions_[0]; }
    bool has(std::size_t index, PieceTo move) const {
        return index < moves_.size() && moves_[index] == move;
    }

  private:
    static constexpr std::size_t LENGTH = 3;

    Line moves_;
    std::vector<std::unique_ptr<Prospects>> positions_;
    Effects effects_;
};

}  // namespace beespace::explain
