// The hand-made evaluation: how good a position is for the player to move, in hundredths of a
// free ant. The search knows only `evaluate`, so that a learned evaluation can take its place.
#pragma once

#include "../core/generate.h"
#include "weights.h"

namespace beespace::BEESPACE_ARCH {

// What the evaluation looks at, for both players.
struct Insight {
    CellSet occupied;
    PieceBytes ring;          // neighbours of every piece on the board
    PieceMask pinned;         // would break the hive
    PieceMask raised;         // stands on others
    int queen_ring[2];        // occupied cells around each queen, 0 while she is in hand
    PieceMask near_queen[2];  // pieces beside each queen, or on her
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
        in.queen_ring[color] = 0;
        in.near_queen[color] = 0;
        if (p.hand & bit(queen)) continue;
        const Cell at = p.cell[queen];
        in.queen_ring[color] = std::popcount(unsigned{in.ring.b[queen]});
        in.near_queen[color] = lookup.pieces_on(RING[at] | SINGLE[at]) & p.placed();
    }
    return in;
}

// Counts the features of one side into `sum.add(feature, how many)`.
template <class Sum>
BEESPACE_INLINE void count_side(const Position& p, const Insight& in, int color, Sum& sum) {
    const PieceMask own = side(color);
    const PieceMask placed = p.placed() & own;
    const PieceMask free = placed & ~p.covered & ~in.pinned;
    for (int bug = QUEEN; bug <= PILLBUG; ++bug) {
        const PieceMask mask = kind(static_cast<Bug>(bug));
        sum.add(FREE + bug, std::popcount(free & mask));
        sum.add(HELD + bug, std::popcount(p.hand & own & mask));
        sum.add(COVERED + bug, std::popcount(placed & p.covered & mask));
    }
    const Slot queen = queen_of(color), pillbug = pillbug_of(color);
    if (placed & bit(queen)) {
        sum.add(QUEEN_RING + in.queen_ring[color], 1);
        sum.add(QUEEN_STUCK, !(free & bit(queen)) || !SLIDES[in.ring.b[queen]]);
        sum.add(PILLBUG_GUARD, (in.near_queen[color] & placed & ~p.covered & bit(pillbug)) != 0);
    }
    const Slot enemy = queen_of(1 - color);
    if (p.hand & bit(enemy)) return;
    const Cell target = p.cell[enemy];
    for (PieceMask rest = in.near_queen[1 - color] & placed & kind(BEETLE) & ~p.covered; rest;
         rest &= rest - 1) {
        const auto beetle = static_cast<Slot>(std::countr_zero(rest));
        if (p.cell[beetle] == target)
            sum.add(BEETLE_ON_QUEEN, 1);
        else
            sum.add(in.raised & bit(beetle) ? RAISED_BESIDE_QUEEN : BEETLE_BESIDE_QUEEN, 1);
    }
    const PieceMask attackers = free & ~in.near_queen[1 - color] & ~bit(queen);
    if (in.queen_ring[1 - color] < 6)
        sum.add(ATTACKERS + in.queen_ring[1 - color], std::popcount(attackers));
    if (p.hand & own) {
        const CellSet mine = p.top(color), theirs = p.top(1 - color);
        const CellSet open = without(RING[target], in.occupied) & touching(mine);
        if (open.any()) sum.add(DROPS, count(without(open, touching(theirs))));
    }
}

struct WeighedSum {
    int value = 0;
    BEESPACE_INLINE void add(int feature, int count) {
        value += WEIGHTS[static_cast<std::size_t>(feature)] * count;
    }
};

BEESPACE_INLINE int evaluate(const Position& p, const Insight& in) {
    WeighedSum own, enemy;
    count_side(p, in, p.turn(), own);
    count_side(p, in, 1 - p.turn(), enemy);
    return own.value - enemy.value + WEIGHTS[TO_MOVE];
}

// The features themselves, own minus the opponent's, for tuning: their sum by weight is `evaluate`.
inline std::array<int, FEATURE_COUNT> features(const Position& p) {
    struct Counts {
        std::array<int, FEATURE_COUNT>& counts;
        int sign;
        void add(int feature, int count) {
            counts[static_cast<std::size_t>(feature)] += sign * count;
        }
    };
    std::array<int, FEATURE_COUNT> counts{};
    const Insight in = look_at(p);
    Counts own{counts, 1}, enemy{counts, -1};
    count_side(p, in, p.turn(), own);
    count_side(p, in, 1 - p.turn(), enemy);
    counts[TO_MOVE] = 1;
    return counts;
}

// Wide hives are rare: they are judged by what needs no sets of cells.
inline int evaluate_wide(const Position& p) {
    int value = 0;
    for (const int color : {0, 1}) {
        WeighedSum own;
        for (int bug = QUEEN; bug <= PILLBUG; ++bug) {
            const PieceMask mine = kind(static_cast<Bug>(bug)) & side(color);
            own.add(FREE + bug, std::popcount(p.placed() & ~p.covered & mine));
            own.add(HELD + bug, std::popcount(p.hand & mine));
        }
        if (!(p.hand & bit(queen_of(color))))
            own.add(QUEEN_RING + Grid<32>(p).neighbor_count(queen_of(color)), 1);
        value += color == p.turn() ? own.value : -own.value;
    }
    return value;
}

}  // namespace beespace::BEESPACE_ARCH
