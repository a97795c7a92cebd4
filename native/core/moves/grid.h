// Generates the legal moves on a plain grid of stacks: slower, but for hives of any shape.
//
// Used for hives that are too wide for the torus of the 256-bit sets, and by the tests as a second
// implementation. It is independent of core/bugs/ and follows the wording of the rules step by
// step.
#pragma once

#include "core/position/position.h"

namespace beespace::BEESPACE_ARCH {

// N is 16 for hives that fit the torus of hexgrid.h and 32 for all others, which is enough for the
// pieces of both players in a line, with an empty cell at each end.
template <int N>
class Grid {
    static_assert(N < 32 || 2 * PIECES_PER_PLAYER + 2 <= N);

  public:
    using Index = std::uint16_t;

    explicit Grid(const Position& p) : p_(p) {
        std::memset(height_, 0, sizeof height_);
        for (PieceMask rest = p.placed(); rest; rest &= rest - 1) {
            const auto piece = static_cast<Slot>(std::countr_zero(rest));
            const Index at = where(piece);
            ++height_[at];
            if (!(p.covered & bit(piece))) top_[at] = piece;
        }
    }

    int neighbor_count(Slot piece) const {
        int count = 0;
        for (int d = 0; d < 6; ++d) count += height_[next(where(piece), d)] != 0;
        return count;
    }

    bool is_surrounded(int color) const {
        if (p_.hand & bit(queen_of(color))) return false;
        for (int d = 0; d < 6; ++d)
            if (!height_[next(where(queen_of(color)), d)]) return false;
        return true;
    }

    // Calls place(cell) for every cell where the player to move may place a piece.
    template <class F>
    void for_each_placement(F place) const {
        if (p_.ply == 0) return place(Index{0});
        const int turn = p_.turn();
        const bool first = (p_.placed() & side(turn)) == 0;
        bool seen[N * N] = {};
        for (PieceMask rest = p_.placed() & ~p_.covered; rest; rest &= rest - 1) {
            const Index at = where(static_cast<Slot>(std::countr_zero(rest)));
            for (int d = 0; d < 6; ++d) {
                const Index to = next(at, d);
                if (height_[to] || seen[to]) continue;
                seen[to] = true;
                bool own = false, enemy = false;
                for (int e = 0; e < 6; ++e)
                    if (height_[next(to, e)])
                        (color_of(top_[next(to, e)]) == turn ? own : enemy) = true;
                if (first || (own && !enemy)) place(to);
            }
        }
    }

    // Calls go(piece, cell) for every move of a piece on the board, once.
    template <class F>
    void for_each_relocation(F go) {
        const int turn = p_.turn();
        if (p_.hand & bit(queen_of(turn))) return;  // rule 10
        find_pins();
        const PieceMask able = throwers();
        for (PieceMask rest = p_.placed() & ~p_.covered & ~bit(p_.stunned); rest;
             rest &= rest - 1) {
            const auto piece = static_cast<Slot>(std::countr_zero(rest));
            const Index from = where(piece);
            const bool alone = height_[from] == 1;
            if (alone && pinned_[from]) continue;  // rule 11
            --height_[from];
            bool seen[N * N] = {};
            seen[from] = true;  // rule 16
            const auto reach = [&](Index to) {
                if (!seen[to]) go(piece, to);
                seen[to] = true;
            };
            if (color_of(piece) == turn) own_moves(piece, from, reach);
            if (alone) thrown_moves(piece, from, able, reach);
            ++height_[from];
        }
    }

    // The destination of a move, encoded as in position.h.
    static unsigned encoded(Index at) {
        const unsigned q = at % N, r = at / N;
        return (q & 15) | (r & 15) << 4 | (q >> 4) << 8 | (r >> 4) << 9;
    }

  private:
    Index where(Slot piece) const {
        const unsigned full = N == 32 ? static_cast<unsigned>(p_.full_cell(piece)) : p_.cell[piece];
        const unsigned q = (full & 15) | (full >> 8 & 1) << 4, r = (full >> 4 & 15) | (full >> 9)
                                                                                          << 4;
        return static_cast<Index>(r * N + q);
    }
    static Index next(Index at, int d) {
        const unsigned q = (at + STEP_Q[d]) & (N - 1), r = (at / N + STEP_R[d]) & (N - 1);
        return static_cast<Index>(r * N + q);
    }

    // Finds the articulation points of the occupied cells with Tarjan's depth-first search.
    void find_pins() {
        std::memset(pinned_, 0, sizeof pinned_);
        std::memset(number_, 0, sizeof number_);
        visited_ = 0;
        visit(where(static_cast<Slot>(std::countr_zero(p_.placed()))), -1);
    }
    int visit(Index at, int parent) {
        int low = number_[at] = ++visited_;
        const int own = low;
        int branches = 0;
        for (int d = 0; d < 6; ++d) {
            const Index to = next(at, d);
            if (!height_[to] || to == parent) continue;
            if (number_[to]) {
                low = number_[to] < low ? number_[to] : low;
                continue;
            }
            ++branches;
            const int reached = visit(to, at);
            low = reached < low ? reached : low;
            if (parent >= 0 && reached >= own) pinned_[at] = true;
        }
        if (parent < 0 && branches > 1) pinned_[at] = true;
        return low;
    }

    // The kinds of the top pieces next to a cell, as bits, without mosquitoes.
    unsigned kinds_beside(Index at) const {
        unsigned kinds = 0;
        for (int d = 0; d < 6; ++d)
            if (height_[next(at, d)]) kinds |= 1u << bug_of(top_[next(at, d)]);
        return kinds & ~(1u << MOSQUITO);
    }

    PieceMask throwers() const {
        PieceMask able = 0;
        const Slot pillbug = pillbug_of(p_.turn()), mosquito = mosquito_of(p_.turn());
        const PieceMask ready = p_.placed() & ~p_.covered & ~bit(p_.stunned);
        if (ready & bit(pillbug)) able |= bit(pillbug);
        if ((ready & bit(mosquito)) && height_[where(mosquito)] == 1 &&
            (kinds_beside(where(mosquito)) & 1u << PILLBUG))
            able |= bit(mosquito);
        return able;
    }

    bool can_slide(Index from, int d) const {
        if (height_[next(from, d)]) return false;
        return (height_[next(from, (d + 1) % 6)] > 0) != (height_[next(from, (d + 5) % 6)] > 0);
    }
    bool can_climb(Index from, int d, bool gates) const {
        const int a = height_[from], b = height_[next(from, d)], level = a > b ? a : b;
        return !gates || height_[next(from, (d + 1) % 6)] <= level ||
               height_[next(from, (d + 5) % 6)] <= level;
    }

    template <class F>
    void own_moves(Slot piece, Index from, F reach) {
        if (bug_of(piece) != MOSQUITO) return moves_as(bug_of(piece), from, reach);
        if (height_[from]) return moves_as(BEETLE, from, reach);
        for (unsigned kinds = kinds_beside(from); kinds; kinds &= kinds - 1)
            moves_as(static_cast<Bug>(std::countr_zero(kinds)), from, reach);
    }

    template <class F>
    void moves_as(Bug bug, Index from, F reach) {
        switch (bug) {
            case QUEEN:
            case PILLBUG: return one_slide(from, reach);
            case BEETLE: return beetle(from, reach);
            case GRASSHOPPER: return grasshopper(from, reach);
            case SPIDER: return spider(from, reach);
            case ANT: return ant(from, reach);
            case LADYBUG: return ladybug(from, reach);
            case MOSQUITO: return;  // see own_moves
        }
    }

    template <class F>
    void one_slide(Index from, F reach) {
        for (int d = 0; d < 6; ++d)
            if (can_slide(from, d)) reach(next(from, d));
    }

    template <class F>
    void beetle(Index from, F reach) {
        for (int d = 0; d < 6; ++d) {
            const bool ground = !height_[from] && !height_[next(from, d)];
            if (ground ? can_slide(from, d) : can_climb(from, d, p_.rules.stack_gates()))
                reach(next(from, d));
        }
    }

    template <class F>
    void grasshopper(Index from, F reach) {
        for (int d = 0; d < 6; ++d) {
            Index to = next(from, d);
            if (!height_[to]) continue;
            while (height_[to]) to = next(to, d);
            reach(to);
        }
    }

    template <class F>
    void spider(Index from, F reach) {
        for (int d = 0; d < 6; ++d) {
            if (!can_slide(from, d)) continue;
            const Index a = next(from, d);
            for (int e = 0; e < 6; ++e) {
                const Index b = next(a, e);
                if (b == from || !can_slide(a, e)) continue;
                for (int f = 0; f < 6; ++f) {
                    const Index c = next(b, f);
                    if (c != a && c != from && can_slide(b, f)) reach(c);
                }
            }
        }
    }

    template <class F>
    void ant(Index from, F reach) {
        bool walked[N * N] = {};
        Index queue[N * N];
        int begin = 0, end = 0;
        walked[from] = true;
        queue[end++] = from;
        while (begin < end) {
            const Index at = queue[begin++];
            for (int d = 0; d < 6; ++d) {
                const Index to = next(at, d);
                if (walked[to] || !can_slide(at, d)) continue;
                walked[to] = true;
                queue[end++] = to;
                reach(to);
            }
        }
    }

    template <class F>
    void ladybug(Index from, F reach) {
        const bool gates = p_.rules.stack_gates();
        for (int d = 0; d < 6; ++d) {
            const Index a = next(from, d);
            if (!height_[a] || !can_climb(from, d, gates)) continue;
            for (int e = 0; e < 6; ++e) {
                const Index b = next(a, e);
                if (!height_[b] || !can_climb(a, e, gates)) continue;
                for (int f = 0; f < 6; ++f)
                    if (!height_[next(b, f)] && can_climb(b, f, gates)) reach(next(b, f));
            }
        }
    }

    // Rule 24: up onto an adjacent thrower and down again. Gates between stacks always apply.
    template <class F>
    void thrown_moves(Slot piece, Index from, PieceMask able, F reach) {
        for (int d = 0; d < 6; ++d) {
            const Index at = next(from, d);
            if (!height_[at] || !(able & bit(top_[at])) || top_[at] == piece) continue;
            if (!can_climb(from, d, true)) continue;
            for (int e = 0; e < 6; ++e)
                if (!height_[next(at, e)] && can_climb(at, e, true)) reach(next(at, e));
        }
    }

    const Position& p_;
    std::uint8_t height_[N * N];
    Slot top_[N * N];
    bool pinned_[N * N];
    std::uint8_t number_[N * N];
    int visited_;
};

template <int N, class Sink>
void generate_on_grid(const Position& p, Sink& out) {
    Grid<N> grid(p);
    if (grid.is_surrounded(0) || grid.is_surrounded(1)) return;
    const int before = out.size;
    if (const PieceMask pieces = p.placeable())
        grid.for_each_placement([&](auto at) {
            for (PieceMask rest = pieces; rest; rest &= rest - 1)
                out.add(static_cast<Slot>(std::countr_zero(rest)), Grid<N>::encoded(at));
        });
    grid.for_each_relocation([&](Slot piece, auto at) { out.add(piece, Grid<N>::encoded(at)); });
    if (out.size == before) out.add(NO_PIECE, 0);
}

}  // namespace beespace::BEESPACE_ARCH
