// How each bug moves (rules 12 to 23), in rulebook order, in a hive that fits the torus. Wider
// hives use grid.h.
//
// Every function adds the destinations of a movable piece to a sink of moves.h. The mover is still
// on the board; functions for which that makes a difference account for it.
#pragma once

#include "moves.h"
#include "one_hive.h"
#include "stack_gates.h"

namespace beespace::BEESPACE_ARCH {

// The directions in which a piece with a given ring can slide: to an empty cell with exactly one of
// the two cells beside the step occupied (rules 12 and 13).
constexpr std::array<std::uint8_t, 64> make_slides() {
    std::array<std::uint8_t, 64> table{};
    for (unsigned ring = 0; ring < 64; ++ring) {
        const unsigned next = (ring >> 1 | ring << 5) & 63, previous = (ring << 1 | ring >> 5) & 63;
        table[ring] = static_cast<std::uint8_t>(~ring & (next ^ previous));
    }
    return table;
}
inline constexpr auto SLIDES = make_slides();

// What all pieces share in one position.
struct Surroundings {
    CellSet occupied;
    Neighborhood around;
    Rows rows;
    PieceBytes ring;  // of every piece on the board

    StackGates gates;
    bool gates_bind_climbers;

    CellSet outside;  // see find_outside
    CellSet shore;    // the empty cells that touch the hive
    CellSet twice;    // the cells that touch two pieces
    bool knows_outside = false;

    BEESPACE_INLINE Surroundings(const Position& p, PieceMask stack_tops)
        : occupied(p.occupied()),
          around(occupied),
          rows(occupied),
          gates(p, stack_tops),
          gates_bind_climbers(gates.any() && p.rules.stack_gates()) {}

    // The directions in which a piece that started at `start` can't climb from `from`.
    BEESPACE_INLINE unsigned blocked(Cell from, Cell start) const {
        return gates_bind_climbers ? gates.stop_climb(from, start) : 0;
    }
};

template <class Sink>
BEESPACE_INLINE void queen(const Surroundings& s, Slot piece, Cell from, Sink& out) {
    out.add_ring(piece, from, SLIDES[s.ring.b[piece]]);
}

// On top of the hive a beetle can go anywhere except through a gate between stacks.
template <class Sink>
BEESPACE_INLINE void beetle(const Surroundings& s, Slot piece, Cell from, int level, Sink& out) {
    const unsigned ring = s.ring.b[piece];
    const unsigned directions = level ? 63u : ring | SLIDES[ring];
    out.add_ring(piece, from, directions & ~s.blocked(from, from));
}

// Each occupied neighbour gives one jump.
template <class Sink>
BEESPACE_INLINE void grasshopper(const Surroundings& s, Slot piece, Cell from, Sink& out) {
    const Words occupied = words(s.occupied);
    for (unsigned ring = s.ring.b[piece]; ring; ring &= ring - 1) {
        const int direction = std::countr_zero(ring);
        Cell to = NEIGHBOR[from][direction];
        do {
            to = NEIGHBOR[to][direction];
        } while (occupied.w[to >> 6] >> (to & 63) & 1);
        out.add(piece, to);
    }
}
template <>
BEESPACE_INLINE void grasshopper(const Surroundings& s, Slot piece, Cell, MoveCounter& out) {
    out.size += std::popcount(unsigned{s.ring.b[piece]});
}

// The spider's first steps, by ring: at most four, each in its own word.
struct alignas(32) FirstSteps {
    std::uint64_t w[64][4];
};
constexpr FirstSteps make_first_steps() {
    FirstSteps table{};
    for (int ring = 0; ring < 64; ++ring)
        for (int d = 0, n = 0; d < 6; ++d)
            if (SLIDES[ring] >> d & 1)
                table.w[ring][n++] = std::uint64_t{1} << (WINDOW_CENTER + WINDOW_STEP[d]);
    return table;
}
inline constexpr FirstSteps FIRST_STEPS = make_first_steps();

// For each direction, the cells of a window from which a slide in that direction is possible.
struct WindowSlides {
    std::uint64_t from[6];

    explicit BEESPACE_INLINE WindowSlides(std::uint64_t occupied) {
        const std::uint64_t toward[6] = {occupied >> 1, occupied >> 8, occupied >> 7,
                                         occupied << 1, occupied << 8, occupied << 7};
        for (int d = 0; d < 6; ++d)
            from[d] = (toward[(d + 5) % 6] ^ toward[(d + 1) % 6]) & ~toward[d];
    }
};

// Three slides without visiting a cell twice. Each first step has its own word, because which third
// cells are allowed depends on the first one: a single set of cells per step would be wrong.
BEESPACE_INLINE std::uint64_t spider_window(const Surroundings& s, Slot piece, Cell from) {
    const unsigned ring = s.ring.b[piece];
    if (!SLIDES[ring]) return 0;
    const WindowSlides slides(s.rows.around(from) & ~CENTER_BIT);
#if BEESPACE_AVX2
    const auto step = [&](__m256i set) {
        __m256i moved = _mm256_setzero_si256();
        const auto one = [&](int d) {
            const __m256i going =
                _mm256_and_si256(set, _mm256_set1_epi64x(static_cast<long long>(slides.from[d])));
            const int by = WINDOW_STEP[d];
            const __m256i there =
                by > 0 ? _mm256_slli_epi64(going, by) : _mm256_srli_epi64(going, -by);
            moved = _mm256_or_si256(moved, there);
        };
        one(0), one(1), one(2), one(3), one(4), one(5);
        return moved;
    };
    const __m256i center = _mm256_set1_epi64x(static_cast<long long>(CENTER_BIT));
    const __m256i first = _mm256_load_si256(reinterpret_cast<const __m256i*>(FIRST_STEPS.w[ring]));
    const __m256i second = _mm256_andnot_si256(center, step(first));
    const __m256i third = _mm256_andnot_si256(_mm256_or_si256(center, first), step(second));
    const __m128i two =
        _mm_or_si128(_mm256_castsi256_si128(third), _mm256_extracti128_si256(third, 1));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(two)) |
           static_cast<std::uint64_t>(_mm_extract_epi64(two, 1));
#else
    const auto step = [&](std::uint64_t set) {
        return window_moved<0>(set & slides.from[0]) | window_moved<1>(set & slides.from[1]) |
               window_moved<2>(set & slides.from[2]) | window_moved<3>(set & slides.from[3]) |
               window_moved<4>(set & slides.from[4]) | window_moved<5>(set & slides.from[5]);
    };
    std::uint64_t reached = 0;
    for (const std::uint64_t first : FIRST_STEPS.w[ring])
        reached |= step(step(first) & ~CENTER_BIT) & ~CENTER_BIT & ~first;
    return reached;
#endif
}

template <class Sink>
BEESPACE_INLINE void spider(const Surroundings& s, Slot piece, Cell from, Sink& out) {
    out.add_window(piece, from, spider_window(s, piece, from));
}

// Where an ant can walk: a flood fill over empty cells that doesn't pass gates. It doesn't need to
// check contact with the hive on the way: an ant can follow the whole shore of a connected hive, so
// every shore cell that is reachable over open cells is also reachable along the shore.
class Walk {
  public:
    BEESPACE_INLINE Walk(const Neighborhood& around, CellSet occupied) {
        const CellSet empty = without(CellSet::full(), occupied);
        // A step in direction d enters a cell between the neighbours at d + 2 and d - 2.
        for (int d = 0; d < 6; ++d)
            open_[d] = without(empty, around.toward[(d + 2) % 6] & around.toward[(d + 4) % 6]);
    }
    BEESPACE_INLINE CellSet flood(CellSet set) const {
        for (;;) {
            const Neighborhood next(set);
            // toward[d] are the cells from which a step in direction d leads into the set, so they
            // are entered in the opposite direction.
            const CellSet a = (next.toward[3] & open_[0]) | (next.toward[4] & open_[1]);
            const CellSet b = (next.toward[5] & open_[2]) | (next.toward[0] & open_[3]);
            const CellSet c = (next.toward[1] & open_[4]) | (next.toward[2] & open_[5]);
            const CellSet grown = (set | a) | (b | c);
            if (grown.is_within(set)) return set;
            set = grown;
        }
    }

  private:
    CellSet open_[6];  // cells that can be entered in direction d
};

// Finds the cells that can be reached from far away, which all ants share.
BEESPACE_INLINE void find_outside(Surroundings& s) {
    if (s.knows_outside) return;
    s.knows_outside = true;
    const CellSet far = s.occupied.empty_rows() | s.occupied.empty_columns();
    s.outside = Walk(s.around, s.occupied).flood(far);
    s.shore = without(s.around.touching(), s.occupied);
    s.twice = s.around.touching_twice();
}

BEESPACE_INLINE CellSet ant_cells(Surroundings& s, Slot piece, Cell from) {
    const unsigned exits = SLIDES[s.ring.b[piece]];
    if (!exits) return CellSet::empty();
    find_outside(s);
    const CellSet ring = RING[from];
    if (without(ring, s.occupied).is_within(s.outside)) {
        // Lifting the ant opens no new cells; it only loses those that touch no other piece.
        return s.outside & without(s.shore, without(ring, s.twice));
    }
    const CellSet left = without(s.occupied, SINGLE[from]);
    const Neighborhood around(left);
    CellSet start = SINGLE[from];
    for (unsigned rest = exits; rest; rest &= rest - 1) {
        const CellSet exit = SINGLE[NEIGHBOR[from][std::countr_zero(rest)]];
        if (exit.meets(s.outside)) start = start | s.outside;
    }
    const CellSet reached = Walk(around, left).flood(start);
    return without(reached & around.touching(), SINGLE[from]);
}

template <class Sink>
BEESPACE_INLINE void ant(Surroundings& s, Slot piece, Cell from, Sink& out) {
    out.add_set(piece, ant_cells(s, piece, from));
}

// The ladybug step by step, for positions with gates between stacks.
template <class Sink>
void careful_ladybug(const Surroundings& s, Slot piece, Cell from, Sink& out) {
    const Words occupied = words(without(s.occupied, SINGLE[from]));
    const auto is_occupied = [&](Cell c) { return (occupied.w[c >> 6] >> (c & 63) & 1) != 0; };
    const auto climb = [&](Cell at, auto go) {
        const unsigned blocked = s.blocked(at, from);
        for (int d = 0; d < 6; ++d)
            if (!(blocked >> d & 1)) go(NEIGHBOR[at][d]);
    };
    Collector to;
    climb(from, [&](Cell first) {
        if (!is_occupied(first)) return;
        climb(first, [&](Cell second) {
            if (!is_occupied(second)) return;
            climb(second, [&](Cell third) {
                if (!is_occupied(third) && third != from) to.add(piece, third);
            });
        });
    });
    out.add_set(piece, to.cells());
}

template <class Sink>
BEESPACE_INLINE void ladybug(const Surroundings& s, Slot piece, Cell from, Sink& out) {
    if (s.gates_bind_climbers) return careful_ladybug(s, piece, from, out);
    const std::uint64_t hive = s.rows.around(from) & ~CENTER_BIT;
    const std::uint64_t first = window_touching(CENTER_BIT) & hive;
    const std::uint64_t second = window_touching(first) & hive;
    out.add_window(piece, from, window_touching(second) & ~hive & ~CENTER_BIT);
}

// Moves like the top pieces next to it; `copied` has their kinds as bits.
template <class Sink>
BEESPACE_INLINE void mosquito(Surroundings& s, Slot piece, Cell from, unsigned copied, Sink& out) {
    Collector to;
    const unsigned ring = s.ring.b[piece];
    constexpr unsigned ONE_SLIDE = 1u << QUEEN | 1u << PILLBUG | 1u << BEETLE;
    if (copied & 1u << ANT) {
        to.add_set(piece, ant_cells(s, piece, from));  // includes all other slides
    } else {
        if (copied & ONE_SLIDE) to.add_ring(piece, from, SLIDES[ring]);
        if (copied & 1u << SPIDER) spider(s, piece, from, to);
    }
    if (copied & 1u << BEETLE) to.add_ring(piece, from, ring & ~s.blocked(from, from));
    if (copied & 1u << GRASSHOPPER) grasshopper(s, piece, from, to);
    if (copied & 1u << LADYBUG) ladybug(s, piece, from, to);
    out.add_set(piece, to.cells());
}

}  // namespace beespace::BEESPACE_ARCH
