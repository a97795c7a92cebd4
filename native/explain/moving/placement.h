// Which pieces a player can place, and where (rules 4 to 9), as in rules/placement.py.
#pragma once

#include "explain/hive/position.h"

namespace beespace::explain {

// The pieces that the player to move can place: at most one of each bug, in box order.
inline Pieces placeable(const Position& position) {
    Pieces found;
    const bool only_queen = position.is_queen_due(), no_queen = position.is_queen_barred();
    for (const int piece : position.hand(position.turn())) {
        const Bug bug = bug_of(piece);
        if (bug == QUEEN ? no_queen && !only_queen : only_queen) continue;
        if (found.empty() || bug_of(found.back()) != bug) found.push_back(piece);
    }
    return found;
}

// The hexes on which the player to move can place a piece, sorted.
inline Hexes placement_hexes(const Position& position) {
    const Hive& hive = position.hive;
    if (hive.is_empty()) return {ORIGIN};
    const int turn = position.turn();
    bool is_first = true;
    for (int piece = turn * SIDE_SLOTS; is_piece(piece); ++piece)
        is_first &= !hive.is_placed(piece);
    Hexes found;
    HexSet seen;
    for (const Hex hex : hive.hexes()) {
        if (!is_first && color_of(hive.top(hex)) != turn) continue;
        for (int d = 0; d < DIRECTIONS; ++d) {
            const Hex to = neighbor(hex, d);
            if (hive.has(to) || !seen.add(to)) continue;
            bool touches_opponent = false;
            for (const int piece : hive.tops_around(to))
                touches_opponent |= color_of(piece) != turn;
            if (is_first || !touches_opponent) found.push_back(to);
        }
    }
    std::sort(found.begin(), found.end(), comes_before);
    return found;
}

}  // namespace beespace::explain
