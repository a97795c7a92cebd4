// The hand-made evaluation: how good a position is for the player to move, in hundredths of a
// free ant. The search knows only `evaluate`, so that a learned evaluation can take its place.
#pragma once

#include "../core/generate.h"
#include "weights.h"

namespace beespace::BEESPACE_ARCH {

// What the evaluation looks at, for both players.
struct Insight {
    CellSet occupied;
    PieceBytes ring;    // neighbours of every piece on the board
    PieceMask pinned;   // would break the hive
    PieceMask raised;   // stands on others
    int queen_ring[2];  // occupied cells around each queen, 0 while she is in hand
};

BEESPACE_INLINE Insight look_at(const Position& p) {
    Insight in;
    in.occupied = p.occupied();
    const Neighborhood around(in.occupied);
    const PieceLookup lookup(p);
    const CellSet rings = lookup.rings(around);
    rings.store(&in.ring);
    in.raised = raised_pieces(p);
    in.pinned = pinned_pieces(p, lookup, rings, in.occupied) & ~in.raised;
    for (const int color : {0, 1}) {
        const Slot queen = queen_of(color);
        in.queen_ring[color] = p.hand & bit(queen) ? 0 : std::popcount(unsigned{in.ring.b[queen]});
    }
    return in;
}

// The value of one side's pieces: those that can move, those still in hand, and the trouble of its
// queen.
BEESPACE_INLINE int side_value(const Position& p, const Insight& in, int color) {
    const PieceMask own = side(color);
    const PieceMask placed = p.placed() & own;
    const PieceMask free = placed & ~p.covered & ~in.pinned;
    int value = 0;
    for (int bug = QUEEN; bug <= PILLBUG; ++bug) {
        const PieceMask kind_mask = kind(static_cast<Bug>(bug));
        value += std::popcount(free & kind_mask) * WEIGHTS.free[bug];
        value += std::popcount(p.hand & own & kind_mask) * WEIGHTS.in_hand[bug];
        value += std::popcount(placed & p.covered & kind_mask) * WEIGHTS.covered[bug];
    }
    const Slot queen = queen_of(color);
    if (p.hand & bit(queen)) return value;

    value -= WEIGHTS.queen_ring[in.queen_ring[color]];
    if (!(free & bit(queen)) || !SLIDES[in.ring.b[queen]]) value -= WEIGHTS.queen_stuck;
    // A pillbug beside its queen, free to use its ability, can throw her out.
    const Slot pillbug = pillbug_of(color);
    if (placed & ~p.covered & bit(pillbug) && RING[p.cell[queen]].meets(SINGLE[p.cell[pillbug]]))
        value += WEIGHTS.pillbug_guard;
    // Enemy climbers on the queen or next to her.
    for (PieceMask rest = p.placed() & side(1 - color) & kind(BEETLE) & ~p.covered; rest;
         rest &= rest - 1) {
        const int beetle = std::countr_zero(rest);
        if (p.cell[beetle] == p.cell[queen])
            value -= WEIGHTS.beetle_on_queen;
        else if (RING[p.cell[queen]].meets(SINGLE[p.cell[beetle]]))
            value -= in.raised & bit(static_cast<Slot>(beetle)) ? WEIGHTS.raised_beetle_beside_queen
                                                                : WEIGHTS.beetle_beside_queen;
    }
    return value;
}

// Wide hives are rare: they are judged by what needs no sets of cells.
inline int evaluate_wide(const Position& p) {
    int value = 0;
    for (const int color : {0, 1}) {
        int own = 0;
        for (int bug = QUEEN; bug <= PILLBUG; ++bug) {
            const PieceMask mine = kind(static_cast<Bug>(bug)) & side(color);
            own += std::popcount(p.placed() & ~p.covered & mine) * WEIGHTS.free[bug] / 2;
            own += std::popcount(p.hand & mine) * WEIGHTS.in_hand[bug];
        }
        if (!(p.hand & bit(queen_of(color))))
            own -= WEIGHTS.queen_ring[Grid<32>(p).neighbor_count(queen_of(color))];
        value += color == p.turn() ? own : -own;
    }
    return value;
}

BEESPACE_INLINE int evaluate(const Position& p, const Insight& in) {
    const int turn = p.turn();
    return side_value(p, in, turn) - side_value(p, in, 1 - turn) + WEIGHTS.to_move;
}

}  // namespace beespace::BEESPACE_ARCH
