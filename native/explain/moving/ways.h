// The legal moves of a position with their paths, as in rules/board/ways.py: in the same order.
#pragma once

#include "explain/box/moves.h"
#include "explain/moving/creatures.h"
#include "explain/moving/one_hive.h"
#include "explain/moving/placement.h"
#include "explain/moving/way.h"

namespace beespace::explain {

inline StepRules step_rules(Ruleset ruleset) {
    StepRules rules;
    rules.stack_gates = ruleset.stack_gates();
    return rules;
}

// The pieces that can throw others this turn: a pillbug, or a mosquito next to one (rules 10, 15,
// 24, 26, 27).
inline Pieces throwers(const Position& position) {
    Pieces able;
    const Hive& hive = position.hive;
    if (!position.is_queen_placed(position.turn())) return able;
    for (const Bug bug : {PILLBUG, MOSQUITO}) {
        const int piece = piece_of(position.turn(), bug);
        if (!hive.is_placed(piece) || piece == position.stunned || !hive.stands_alone(piece))
            continue;
        if (bug == PILLBUG || can_copy_pillbug(hive, hive.location(piece))) able.push_back(piece);
    }
    return able;
}

// Finds the ways of pieces on the board. What they share is computed once.
class WayFinder {
  public:
    explicit WayFinder(const Position& position)
        : position_(position), hive_(position.hive), pins_(hive_), able_(throwers(position)) {}

    const Pieces& able() const { return able_; }

    // Calls use(thrower, paths) for the piece's own moves, with NO_PIECE, then for each thrower.
    template <class F>
    void for_each(int piece, F use) {
        const int turn = position_.turn();
        if (!position_.is_queen_placed(turn)) return;                                // rule 10
        if (piece == position_.stunned || position_.hive.is_covered(piece)) return;  // rules 25, 15
        const bool is_alone = position_.hive.stands_alone(piece);
        if (is_alone && pins_.has(piece)) return;  // rule 11
        const Lifted lifted(hive_, piece);
        const Hex start = lifted.start();
        if (color_of(piece) == turn) {
            Paths paths;
            for (const Bug bug : acts_as(hive_, piece, start))
                add_paths(bug, hive_, start, step_rules(position_.ruleset), paths);
            use(NO_PIECE, std::move(paths));
        }
        if (!is_alone) return;  // rule 24: a piece in a stack is never thrown
        for (const int thrower : able_)
            if (thrower != piece && are_neighbors(start, hive_.location(thrower)))
                use(thrower, thrown_paths(hive_, start, hive_.location(thrower)));
    }

  private:
    const Position& position_;
    Hive hive_;
    Pins pins_;
    Pieces able_;
};

// Every way of the player to move, or only those of the pieces in a mask. The ways of a piece are
// in a row, its own before throws.
inline std::vector<Way> ways_of_turn(const Position& position, std::uint32_t pieces) {
    const auto is_wanted = [&](int piece) { return (pieces >> piece & 1) != 0; };
    std::vector<Way> found;
    const Hexes hexes = placement_hexes(position);
    for (const int piece : placeable(position))
        if (is_wanted(piece))
            for (const Hex hex : hexes) found.push_back({piece, hex, {hex}});
    WayFinder finder(position);
    const auto add_ways = [&](int piece) {
        if (!position.hive.is_placed(piece) || !is_wanted(piece)) return;
        finder.for_each(piece, [&](int thrower, Paths paths) {
            for (Hexes& path : paths.take()) {
                const Hex to = path.back();
                found.push_back({piece, to, std::move(path), thrower});
            }
        });
    };
    position.for_each_piece(position.turn(), add_ways);
    if (!finder.able().empty()) position.for_each_piece(1 - position.turn(), add_ways);
    return found;
}

// The ways of one move: its own first, then one for each thrower. Assumes that a placement is
// legal; for an illegal move there are none.
inline std::vector<Way> ways_of_move(const Position& position, Move move) {
    std::vector<Way> found;
    if (move.kind == MoveKind::PASS) return found;
    if (move.kind == MoveKind::PLACE) return {{move.piece, move.to, {move.to}}};
    if (!position.hive.is_placed(move.piece)) return found;
    WayFinder(position).for_each(move.piece, [&](int thrower, const Paths& paths) {
        if (const Hexes* path = paths.find(move.to))
            found.push_back({move.piece, move.to, *path, thrower});
    });
    return found;
}

}  // namespace beespace::explain
