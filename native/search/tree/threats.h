// Wins in one move: whether a player can surround the other queen now.
#pragma once

#include "eval/features.h"

namespace beespace::BEESPACE_ARCH {

// Whether `color` might surround the other queen in one move: one gap is left around her, or
// she can perhaps be thrown into a hole of the hive. If not, there is no such move.
inline bool is_queen_in_reach(const Position& p, const Insight& in, int color) {
    if (in.queen_ring[1 - color] == 5) return true;
    constexpr PieceMask THROWERS = kind(MOSQUITO) | kind(PILLBUG);
    const PieceMask throwers = in.near_queen[1 - color] & THROWERS & side(color) & ~p.covered;
    if (!throwers || !(p.placed() & kind(PILLBUG))) return false;
    CellSet holes = Neighborhood(in.occupied).surrounded();
    holes = without(holes, in.occupied);
    for (PieceMask rest = throwers; rest; rest &= rest - 1)
        if (RING[p.cell[std::countr_zero(rest)]].meets(holes)) return true;
    return false;
}

// Whether `color`, whose turn it is, can surround the other queen in one move. `list` has the
// legal moves.
inline bool can_surround(const Position& p, int color, const MoveList& list) {
    const Slot queen = queen_of(1 - color);
    const Cell at = p.cell[queen];
    const CellSet occupied = p.occupied(), gaps = without(RING[at], occupied);
    const int last = count(gaps) == 1 ? first_cell(gaps) : -1;
    for (int i = 0; i < list.size; ++i) {
        const Move move = list.moves[i];
        const Slot piece = piece_of(move);
        const Cell to = cell_of(move);
        if (piece == NO_PIECE || (to != last && piece != queen)) continue;
        // If she is thrown herself, she leaves a gap where she was.
        const bool leaves_gap = piece == queen ? !RING[to].is_within(without(occupied, SINGLE[at]))
                                               : !(p.hand & bit(piece)) && !p.level[piece] &&
                                                     RING[at].meets(SINGLE[p.cell[piece]]);
        if (leaves_gap) continue;
        Position after;
        apply(p, move, has_room(p), after);
        const Ending ending = surround_ending(after);
        if (ending == (color ? Ending::BLACK_WINS : Ending::WHITE_WINS)) return true;
    }
    return false;
}

// Whether the opponent would win immediately if it were their turn.
inline bool is_threatened(const Position& p, MoveList& scratch) {
    Position other = p;
    ++other.ply;
    other.stunned = NO_PIECE;
    scratch.size = 0;
    generate(other, scratch);
    return can_surround(other, other.turn(), scratch);
}

}  // namespace beespace::BEESPACE_ARCH
