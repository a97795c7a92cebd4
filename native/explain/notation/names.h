// Maps the piece names of a game that is read tolerantly to our pieces.
#pragma once

#include "explain/hive/hive.h"

namespace beespace::explain {

// Some records number identical pieces in any order. Here the first one placed is number 1,
// whatever the record calls it, and the record's name refers to it for the rest of the game.
class Names {
  public:
    Names() { pieces_.fill(NO_PIECE); }

    // The piece that moves, which is a new one if the name is new.
    int mover(int named, const Hive& hive) {
        int& piece = pieces_[static_cast<std::size_t>(named)];
        if (piece != NO_PIECE) return piece;
        const bool is_known = std::find(pieces_.begin(), pieces_.end(), named) != pieces_.end();
        // It may have been on the board before this game was read.
        if (hive.is_placed(named) && !is_known) return named;
        const Bug bug = bug_of(named);
        // If all copies are on the board, the caller rejects the name itself, with a reason.
        piece = named;
        for (int number = BUGS[bug].count; number >= 1; --number) {
            const int copy = piece_of(color_of(named), bug, number);
            if (!hive.is_placed(copy)) piece = copy;
        }
        return piece;
    }

    // The piece that a reference names.
    int reference(int named) const {
        const int piece = pieces_[static_cast<std::size_t>(named)];
        return piece != NO_PIECE ? piece : named;
    }

  private:
    std::array<int, 2 * SIDE_SLOTS> pieces_;
};

}  // namespace beespace::explain
