// Generates the legal moves of a position into any sink of move_sinks.h.
#pragma once

#include "core/api.h"
#include "core/bugs/ant.h"
#include "core/bugs/beetle.h"
#include "core/bugs/grasshopper.h"
#include "core/bugs/ladybug.h"
#include "core/bugs/mosquito.h"
#include "core/bugs/pillbug.h"
#include "core/bugs/queen.h"
#include "core/bugs/spider.h"
#include "core/moves/grid.h"
#include "core/rules/placement.h"

namespace beespace::BEESPACE_ARCH {

// Returns how the game ended by surrounding (rule 30), if it did.
inline Ending surround_ending(const Position& p) {
    const auto is_surrounded = [&](int color) {
        const Slot queen = queen_of(color);
        if (p.hand & bit(queen)) return false;
        if (p.wide) return Grid<32>(p).is_surrounded(color);
        return RING[p.cell[queen]].is_within(p.occupied());
    };
    const bool white = is_surrounded(0), black = is_surrounded(1);
    if (white && black) return Ending::BOTH_SURROUNDED;
    if (white) return Ending::BLACK_WINS;
    return black ? Ending::WHITE_WINS : Ending::NONE;
}

// Adds the destinations of one movable piece to a sink.
template <class Sink>
BEESPACE_INLINE void own_moves(const Position& p, Surroundings& s, PieceMask beside_mosquito,
                               Slot piece, Sink& out) {
    const Cell from = p.cell[piece];
    switch (bug_of(piece)) {
        case QUEEN:
        case PILLBUG: return queen(s, piece, from, out);
        case BEETLE: return beetle(s, piece, from, p.level[piece], out);
        case GRASSHOPPER: return grasshopper(s, piece, from, out);
        case SPIDER: return spider(s, piece, from, out);
        case ANT: return ant(s, piece, from, out);
        case LADYBUG: return ladybug(s, piece, from, out);
        case MOSQUITO:
            if (p.level[piece]) return beetle(s, piece, from, p.level[piece], out);
            return mosquito(s, piece, from, copied_kinds(beside_mosquito), out);
    }
}

template <class Sink>
BEESPACE_INLINE void generate_relocations(const Position& p, Surroundings& s,
                                          const PieceLookup& lookup, CellSet rings,
                                          PieceMask raised, Sink& out) {
    const int turn = p.turn();
    const PieceMask ready = p.placed() & ~p.covered & ~bit(p.stunned);
    const PieceMask pinned = pinned_pieces(p, lookup, rings, s.occupied) & ~raised;
    const PieceMask movable = ready & ~pinned;

    const Slot my_mosquito = mosquito_of(turn), my_pillbug = pillbug_of(turn);
    PieceMask beside_mosquito = 0;  // the pieces it touches, if it is on the ground and may act
    if (ready & ~raised & bit(my_mosquito))
        beside_mosquito = lookup.pieces_on(RING[p.cell[my_mosquito]]) & p.placed() & ~p.covered;

    Throws throws;
    const PieceMask light = movable & ~raised;
    if (ready & bit(my_pillbug)) {
        const Cell at = p.cell[my_pillbug];
        throws.add_all(s, lookup, at, lookup.pieces_on(RING[at]) & light);
    }
    if (beside_mosquito & kind(PILLBUG))
        throws.add_all(s, lookup, p.cell[my_mosquito], beside_mosquito & light);

    // If a piece can reach a cell both by itself and by a throw, that is one move.
    for (PieceMask rest = throws.pieces; rest; rest &= rest - 1) {
        const auto piece = static_cast<Slot>(std::countr_zero(rest));
        if (color_of(piece) != turn) {
            out.add_set(piece, CellSet::load(&throws.to[piece]));
            continue;
        }
        Collector to;
        to.set = throws.to[piece];
        own_moves(p, s, beside_mosquito, piece, to);
        out.add_set(piece, to.cells());
    }

    const PieceMask alone = movable & side(turn) & ~throws.pieces;
    const auto each = [&](Bug bug, auto go) {
        for (PieceMask rest = alone & kind(bug); rest; rest &= rest - 1) {
            const auto piece = static_cast<Slot>(std::countr_zero(rest));
            go(piece, p.cell[piece]);
        }
    };
    each(QUEEN, [&](Slot piece, Cell from) { queen(s, piece, from, out); });
    each(BEETLE, [&](Slot piece, Cell from) { beetle(s, piece, from, p.level[piece], out); });
    each(GRASSHOPPER, [&](Slot piece, Cell from) { grasshopper(s, piece, from, out); });
    each(SPIDER, [&](Slot piece, Cell from) { spider(s, piece, from, out); });
    each(ANT, [&](Slot piece, Cell from) { ant(s, piece, from, out); });
    each(LADYBUG, [&](Slot piece, Cell from) { ladybug(s, piece, from, out); });
    each(MOSQUITO, [&](Slot piece, Cell) { own_moves(p, s, beside_mosquito, piece, out); });
    each(PILLBUG, [&](Slot piece, Cell from) { queen(s, piece, from, out); });
}

template <class Sink>
void generate(const Position& p, Sink& out) {
    if (p.wide) return generate_on_grid<32>(p, out);
    const PieceMask raised = raised_pieces(p);
    Surroundings s(p, raised & ~p.covered);
    const PieceLookup lookup(p);
    const CellSet rings = lookup.rings(s.around);
    rings.store(&s.ring);
    for (const Slot queen : {queen_of(0), queen_of(1)})
        if (s.ring.b[queen] == 63 && !(p.hand & bit(queen))) return;

    const int before = out.size;
    if (const PieceMask pieces = p.placeable()) out.add_all(pieces, placement_cells(p));
    if (!(p.hand & bit(queen_of(p.turn()))))  // rule 10
        generate_relocations(p, s, lookup, rings, raised, out);
    if (out.size == before) out.add(NO_PIECE, 0);
}

}  // namespace beespace::BEESPACE_ARCH
