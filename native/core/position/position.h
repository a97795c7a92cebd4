// A position, laid out for speed, and how a move changes it; like Position in the Python rules.
//
// Moves are never undone: a child is a modified copy of its parent, written in one pass.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/box/pieces.h"
#include "core/box/ruleset.h"
#include "core/hexes/cell_set.h"

namespace beespace::BEESPACE_ARCH {

// A move: bits 0-7 are the destination's cell, bits 8-9 its page (see Position::page; 0 unless the
// hive is wide), bits 10-14 the piece. A pass is a move of NO_PIECE. The kind of move and its
// origin follow from the position.
using Move = std::uint16_t;
inline constexpr Move PASS = static_cast<Move>(NO_PIECE << 10);

constexpr Move make_move(Slot piece, unsigned destination) {
    return static_cast<Move>(piece << 10 | destination);
}
constexpr Slot piece_of(Move move) { return static_cast<Slot>(move >> 10); }
constexpr Cell cell_of(Move move) { return static_cast<Cell>(move); }
constexpr int page_of(Move move) { return move >> 8 & 3; }

inline constexpr std::uint8_t IN_HAND = 0x80;  // the level of pieces that are not on the board

struct alignas(32) Position {
    // The cells whose top piece is White's, and Black's. Not maintained while the hive is wide.
    std::uint64_t tops[2][4];
    // Per piece: its cell, how many pieces are below it, and its page. The page extends a cell to
    // a torus of 32 x 32 (bit 0 is bit 4 of q, bit 1 is bit 4 of r); it is only maintained while
    // the hive is wide.
    Cell cell[32];
    std::uint8_t level[32];
    std::uint8_t page[32];
    PieceMask hand;     // not yet placed
    PieceMask covered;  // below another piece
    std::uint32_t ply;
    Slot stunned;  // moved or thrown in the turn before, or NO_PIECE
    Ruleset rules;
    bool wide;  // spans more than the torus holds: played on moves/grid.h

    static Position start(Ruleset rules) {
        Position p;
        std::memset(static_cast<void*>(&p), 0, sizeof p);
        std::memset(p.level, IN_HAND, sizeof p.level);
        p.hand = rules.box();
        p.stunned = NO_PIECE;
        p.rules = rules;
        return p;
    }

    int turn() const { return static_cast<int>(ply & 1); }
    std::uint32_t turn_number() const { return ply / 2 + 1; }
    bool is_placed(Slot piece) const { return level[piece] != IN_HAND; }
    PieceMask placed() const { return rules.box() & ~hand; }
    CellSet top(int color) const { return CellSet::load(tops[color]); }
    CellSet occupied() const { return top(0) | top(1); }
    bool is_occupied(Cell c) const {
        return ((tops[0][c >> 6] | tops[1][c >> 6]) >> (c & 63) & 1) != 0;
    }
    int full_cell(Slot piece) const { return cell[piece] | page[piece] << 8; }
    // Coordinates on the torus: modulo 16, or modulo 32 while the hive is wide.
    int q(Slot piece) const { return cell_q(cell[piece]) | (wide ? page[piece] & 1 : 0) << 4; }
    int r(Slot piece) const { return cell_r(cell[piece]) | (wide ? page[piece] >> 1 : 0) << 4; }

    // Rules 9 and 4: whether the queen must be placed now, or can't be placed yet.
    bool is_queen_due() const { return turn_number() >= 4 && (hand & bit(queen_of(turn()))) != 0; }
    bool is_queen_barred() const { return ply < 2 && !rules.queen_first(); }

    // The pieces that the player to move can place.
    PieceMask placeable() const {
        const PieceMask own = hand & side(turn());
        // Pieces of one kind are placed in the order of their numbers.
        PieceMask first = own & ~(own << 1 & LATER_COPIES);
        const PieceMask queen = bit(queen_of(turn()));
        if (is_queen_due()) first &= queen;
        if (is_queen_barred()) first &= ~queen;
        return first;
    }

    // The top piece on a cell, ignoring one piece; NO_PIECE if there is none.
    Slot top_piece(int full, Slot except) const {
        Slot top = NO_PIECE;
        int highest = -1;
        for (PieceMask rest = placed() & ~bit(except); rest; rest &= rest - 1) {
            const auto piece = static_cast<Slot>(std::countr_zero(rest));
            const bool here = wide ? full_cell(piece) == full : cell[piece] == (full & 0xFF);
            if (here && level[piece] > highest) {
                highest = level[piece];
                top = piece;
            }
        }
        return top;
    }
};

// Writes the position after a move, but keeps the parent's `wide` and everything that depends on
// it. That is exact if the parent spans less than TORUS_SPAN; otherwise call `refold` afterwards.
BEESPACE_INLINE void apply_in_place_of(const Position& parent, Move move, Position& child) {
    std::memcpy(&child, &parent, sizeof child);
    ++child.ply;
    const Slot piece = piece_of(move);
    if (piece == NO_PIECE) {
        child.stunned = NO_PIECE;
        return;
    }
    const Cell to = cell_of(move);
    const int color = color_of(piece);
    const CellSet there = SINGLE[to];
    if (parent.hand & bit(piece)) {
        child.hand ^= bit(piece);
        child.stunned = NO_PIECE;
        (child.top(color) | there).store(child.tops[color]);
    } else {
        const Cell from = parent.cell[piece];
        (child.top(color) ^ SINGLE[from]).store(child.tops[color]);
        if (parent.level[piece] > 0) {  // it leaves a stack, so the piece below is on top now
            const Slot below = parent.top_piece(from | parent.page[piece] << 8, piece);
            child.covered ^= bit(below);
            const int shown = color_of(below);
            (child.top(shown) | SINGLE[from]).store(child.tops[shown]);
        }
        child.stunned = piece;
    }
    std::uint8_t level = 0;
    if (bit(piece) & CLIMBERS) {
        const int full = to | page_of(move) << 8;
        const bool climbs = parent.wide || child.is_occupied(to);
        const Slot below = climbs ? child.top_piece(full, piece) : NO_PIECE;
        if (below != NO_PIECE) {
            child.covered |= bit(below);
            level = static_cast<std::uint8_t>(child.level[below] + 1);
            const int hidden = color_of(below);
            without(child.top(hidden), there).store(child.tops[hidden]);
        }
    }
    (child.top(color) | there).store(child.tops[color]);
    child.cell[piece] = to;
    child.level[piece] = level;
    child.page[piece] = static_cast<std::uint8_t>(page_of(move));
}

}  // namespace beespace::BEESPACE_ARCH
