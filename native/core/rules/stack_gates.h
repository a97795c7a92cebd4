// Gates between stacks (rule 14): a climb can't pass between two stacks that are both higher than
// the step's start and end.
//
// They are rare. A position is checked once for two stacks on both sides of a step; only then do
// climbers and throws check each step.
#pragma once

#include "core/position/position.h"

namespace beespace::BEESPACE_ARCH {

// Two stacks of at least two pieces (the flanks), and the two cells at the ends of the step between
// them.
struct StackGate {
    Cell flanks[2];
    int heights[2];
    Cell ends[2];
};

// By the offset from one flank to the other (as a cell): the direction from the first flank to one
// end, plus one; the other end is one direction further. Zero if the cells aren't flanks of a step.
constexpr std::array<std::uint8_t, 256> make_flank_directions() {
    std::array<std::uint8_t, 256> table{};
    for (int d = 0; d < 6; ++d) {
        const int e = (d + 1) % 6;
        table[cell_at(STEP_Q[d] + STEP_Q[e], STEP_R[d] + STEP_R[e])] =
            static_cast<std::uint8_t>(d + 1);
    }
    return table;
}
inline constexpr auto FLANK_DIRECTION = make_flank_directions();

class StackGates {
  public:
    // `tops` are the top pieces of all stacks of two or more.
    BEESPACE_INLINE StackGates(const Position& p, PieceMask tops) : p_(p), tops_(tops) {
        for (PieceMask a = tops; a; a &= a - 1)
            for (PieceMask b = a & (a - 1); b; b &= b - 1)
                add(std::countr_zero(a), std::countr_zero(b));
    }

    BEESPACE_INLINE bool any() const { return count_ != 0; }

    // The directions in which a gate blocks a climb from a cell, with the mover lifted from its
    // start.
    unsigned stop_climb(Cell from, Cell start) const {
        return directions(from, [&](const StackGate& gate) { return is_closed(gate, start); });
    }

    // The directions in which a gate blocks a throw over a thrower. Every gate at its cell does,
    // because both flanks have a height of at least two and the thrower has a height of one.
    unsigned stop_throw(Cell thrower) const {
        return directions(thrower, [](const StackGate&) { return true; });
    }

  private:
    template <class F>
    unsigned directions(Cell from, F is_shut) const {
        unsigned found = 0;
        for (int i = 0; i < count_; ++i)
            for (int end = 0; end < 2; ++end)
                if (gates_[i].ends[end] == from && is_shut(gates_[i]))
                    for (int d = 0; d < 6; ++d)
                        if (NEIGHBOR[from][d] == gates_[i].ends[1 - end]) found |= 1u << d;
        return found;
    }

    void add(int a, int b) {
        const Cell x = p_.cell[a], y = p_.cell[b];
        const int found = FLANK_DIRECTION[cell_at(cell_q(y) - cell_q(x), cell_r(y) - cell_r(x))];
        if (!found) return;
        gates_[count_++] = {{x, y},
                            {p_.level[a] + 1, p_.level[b] + 1},
                            {NEIGHBOR[x][found - 1], NEIGHBOR[x][found % 6]}};
    }

    bool is_closed(const StackGate& gate, Cell start) const {
        int lower = 99, way = 0;
        for (int i = 0; i < 2; ++i) {
            const int flank = gate.heights[i] - (gate.flanks[i] == start);
            const int end = height(gate.ends[i]) - (gate.ends[i] == start);
            lower = flank < lower ? flank : lower;
            way = end > way ? end : way;
        }
        return lower > way;
    }

    int height(Cell cell) const {
        for (PieceMask rest = tops_; rest; rest &= rest - 1)
            if (p_.cell[std::countr_zero(rest)] == cell)
                return p_.level[std::countr_zero(rest)] + 1;
        return p_.is_occupied(cell);
    }

    const Position& p_;
    PieceMask tops_;
    int count_ = 0;
    StackGate gates_[15];  // six pieces can be on top of others, which gives at most 15 pairs
};

}  // namespace beespace::BEESPACE_ARCH
