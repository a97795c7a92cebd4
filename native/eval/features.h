// The inputs of the evaluation: a list of features for each player, each of which is a row of the
// network's first layer. Each feature is a count.
#pragma once

#include "core/moves/generate.h"

namespace beespace::BEESPACE_ARCH {

// The features of one player. A number in the comment means that many consecutive features.
enum Feature : int {
    // 80: for each kind, how many pieces are in each of ten states (see PieceState).
    PIECES = 0,
    QUEEN_RING = 80,     // 7: how many cells around the own queen are occupied
    QUEEN_EXITS = 87,    // 5: how many cells the own queen can slide to
    LONE_GAPS = 92,      // 4: free cells around the own queen between two occupied ones
    PILLBUG_GUARD = 96,  // the own pillbug is next to the own queen
    CLIMBER_ON_QUEEN,    // own beetles, or the mosquito as one, on the enemy queen
    CLIMBER_OVER_QUEEN,  // those on top of a piece next to her
    BEETLE_AWAY = 99,    // 3: own beetles two, three or more steps from the enemy queen
    MOSQUITO_AS = 102,   // 8: the kinds that the own mosquito touches
    DROPS = 110,         // 4: how many cells next to the enemy queen allow a placement
    PLACES = 114,        // 9: how many cells allow a placement
    SIDE_FEATURES = 123
};

// The state of a piece that is on top, as three bits, or one of two others.
enum PieceState : std::uint8_t {
    CAN_LEAVE = 1,  // neither pinned nor locked in
    AT_HOME = 2,    // next to the own queen
    AT_ENEMY = 4,   // next to the enemy queen, or on her
    IN_THE_HAND = 8,
    UNDER_ANOTHER = 9,
    STATES = 10
};

// The distance between two cells, by their difference; only for hives that fit the torus.
constexpr std::array<std::uint8_t, 256> make_distances() {
    std::array<std::uint8_t, 256> table{};
    for (int cell = 0; cell < 256; ++cell) {
        const int q = ((cell & 15) ^ 8) - 8, r = ((cell >> 4) ^ 8) - 8;
        const auto size = [](int x) { return x < 0 ? -x : x; };
        table[static_cast<std::size_t>(cell)] =
            static_cast<std::uint8_t>((size(q) + size(r) + size(q + r)) / 2);
    }
    return table;
}
inline constexpr auto DISTANCE = make_distances();

// The first row of each piece's kind, with White or Black to move, which swaps the halves.
constexpr std::array<PieceBytes, 2> make_first_rows() {
    std::array<PieceBytes, 2> rows{};
    for (std::size_t slot = 0; slot < 32; ++slot) {
        const int row = PIECES + int{STATES} * bug_of(static_cast<Slot>(slot));
        const bool is_black = slot >= 16;
        rows[0].b[slot] = static_cast<std::uint8_t>(row + (is_black ? SIDE_FEATURES : 0));
        rows[1].b[slot] = static_cast<std::uint8_t>(row + (is_black ? 0 : SIDE_FEATURES));
    }
    return rows;
}
inline constexpr auto FIRST_ROWS = make_first_rows();
static_assert(2 * SIDE_FEATURES <= 256, "rows are bytes");

#if BEESPACE_WIDE

// Expands each bit to a byte, which is `value` if the bit is set.
BEESPACE_INLINE __m256i spread(PieceMask mask, int value) {
    const __m256i spread = _mm256_shuffle_epi8(
        _mm256_set1_epi32(static_cast<int>(mask)),
        _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303));
    const __m256i bits = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201u));
    const __m256i set = _mm256_cmpeq_epi8(_mm256_and_si256(spread, bits), bits);
    return _mm256_and_si256(set, _mm256_set1_epi8(static_cast<char>(value)));
}

// Finds the row of every piece.
BEESPACE_INLINE void piece_rows(int turn, PieceMask free, PieceMask home, PieceMask attacking,
                                PieceMask held, PieceMask covered, PieceBytes& rows) {
    const __m256i shown =
        _mm256_or_si256(_mm256_or_si256(spread(free, CAN_LEAVE), spread(home, AT_HOME)),
                        spread(attacking, AT_ENEMY));
    const __m256i other =
        _mm256_or_si256(spread(held, IN_THE_HAND), spread(covered, UNDER_ANOTHER));
    const __m256i state = _mm256_or_si256(shown, other);
    const __m256i first = CellSet::load(&FIRST_ROWS[static_cast<std::size_t>(turn)]).v;
    CellSet{_mm256_add_epi8(first, state)}.store(&rows);
}

// The pieces that can't slide anywhere.
BEESPACE_INLINE PieceMask locked_in(CellSet rings) {
    const __m256i ring = rings.v, six = _mm256_set1_epi8(63);
    const __m256i next =
        _mm256_or_si256(_mm256_and_si256(_mm256_srli_epi16(ring, 1), _mm256_set1_epi8(31)),
                        _mm256_and_si256(_mm256_slli_epi16(ring, 5), _mm256_set1_epi8(32)));
    const __m256i previous =
        _mm256_or_si256(_mm256_and_si256(_mm256_add_epi8(ring, ring), six),
                        _mm256_and_si256(_mm256_srli_epi16(ring, 5), _mm256_set1_epi8(1)));
    const __m256i slides = _mm256_andnot_si256(ring, _mm256_xor_si256(next, previous));
    return static_cast<PieceMask>(
        _mm256_movemask_epi8(_mm256_cmpeq_epi8(slides, _mm256_setzero_si256())));
}

#else

inline void piece_rows(int turn, PieceMask free, PieceMask home, PieceMask attacking,
                       PieceMask held, PieceMask covered, PieceBytes& rows) {
    for (std::size_t slot = 0; slot < 32; ++slot) {
        const auto has = [&](PieceMask mask, int value) { return mask >> slot & 1 ? value : 0; };
        const int state = has(free, CAN_LEAVE) | has(home, AT_HOME) | has(attacking, AT_ENEMY) |
                          has(held, IN_THE_HAND) | has(covered, UNDER_ANOTHER);
        rows.b[slot] =
            static_cast<std::uint8_t>(FIRST_ROWS[static_cast<std::size_t>(turn)].b[slot] + state);
    }
}

inline PieceMask locked_in(CellSet rings) {
    PieceBytes ring;
    rings.store(&ring);
    PieceMask mask = 0;
    for (int i = 0; i < 32; ++i) mask |= static_cast<PieceMask>(SLIDES[ring.b[i] & 63] == 0) << i;
    return mask;
}

#endif

// The facts from which both players' features are computed.
struct Insight {
    CellSet occupied;
    PieceMask free;           // on top, and neither pinned nor locked in
    PieceMask raised;         // on top of others
    std::uint8_t ring[2];     // the occupied cells around each queen, 0 while she is in hand
    int queen_ring[2];        // their number
    PieceMask near_queen[2];  // pieces next to each queen, or on her
};

BEESPACE_INLINE Insight look_at(const Position& p) {
    constexpr PieceMask SLIDERS = kind(QUEEN) | kind(SPIDER) | kind(ANT) | kind(PILLBUG);
    Insight in;
    in.occupied = p.occupied();
    const Neighborhood around(in.occupied);
    const PieceLookup lookup(p);
    const CellSet rings = lookup.rings(around);
    in.raised = raised_pieces(p);
    const PieceMask pinned = pinned_pieces(p, lookup, rings, in.occupied);
    const PieceMask locked = locked_in(rings) & SLIDERS;
    in.free = p.placed() & ~p.covered & (in.raised | ~(pinned | locked));
    PieceBytes ring;
    rings.store(&ring);
    for (const int color : {0, 1}) {
        const Slot queen = queen_of(color);
        in.ring[color] = 0;
        in.queen_ring[color] = 0;
        in.near_queen[color] = 0;
        if (p.hand & bit(queen)) continue;
        const Cell at = p.cell[queen];
        in.ring[color] = ring.b[queen];
        in.queen_ring[color] = std::popcount(unsigned{ring.b[queen]});
        in.near_queen[color] = lookup.pieces_on(RING[at] | SINGLE[at]) & p.placed();
    }
    return in;
}

// Adds the features of one player, except those of single pieces.
template <class Rows>
BEESPACE_INLINE void name_side(const Position& p, const Insight& in, int color, int first,
                               Rows& rows) {
    const PieceMask own = side(color), shown = p.placed() & own & ~p.covered;
    const Slot queen = queen_of(color), mosquito = mosquito_of(color);
    if (!(p.hand & bit(queen))) {
        const unsigned ring = in.ring[color];
        const unsigned next = (ring >> 1 | ring << 5) & 63, previous = (ring << 1 | ring >> 5) & 63;
        const bool can_move = (in.free & bit(queen)) != 0;
        rows.add(first + QUEEN_RING + in.queen_ring[color]);
        rows.add(first + QUEEN_EXITS + (can_move ? std::popcount(unsigned{SLIDES[ring]}) : 0));
        rows.add(first + LONE_GAPS + std::popcount(~ring & next & previous & 63));
        if (in.near_queen[color] & shown & bit(pillbug_of(color))) rows.add(first + PILLBUG_GUARD);
    }
    if (in.free & bit(mosquito)) {
        const PieceMask beside =
            PieceLookup(p).pieces_on(RING[p.cell[mosquito]]) & p.placed() & ~p.covered;
        for (int bug = QUEEN; bug <= PILLBUG; ++bug)
            if (beside & kind(static_cast<Bug>(bug))) rows.add(first + MOSQUITO_AS + bug);
    }
    const bool can_place = (p.hand & own) != 0;
    CellSet places = CellSet::empty();
    if (can_place) {
        const CellSet mine = p.top(color), theirs = p.top(1 - color);
        places = without(without(touching(mine), touching(theirs)), in.occupied);
        rows.add(first + PLACES + std::min(count(places), 8));
    }
    const Slot enemy = queen_of(1 - color);
    if (p.hand & bit(enemy)) return;
    const Cell target = p.cell[enemy];
    if (can_place) rows.add(first + DROPS + std::min(count(places & RING[target]), 3));
    const PieceMask climbers = shown & (kind(BEETLE) | (in.raised & kind(MOSQUITO)));
    for (PieceMask rest = climbers; rest; rest &= rest - 1) {
        const auto piece = static_cast<Slot>(std::countr_zero(rest));
        const Cell at = p.cell[piece];
        const int steps =
            DISTANCE[cell_at(cell_q(at) - cell_q(target), cell_r(at) - cell_r(target))];
        if (steps == 0)
            rows.add(first + CLIMBER_ON_QUEEN);
        else if (steps > 1)
            rows.add(first + BEETLE_AWAY + std::min(steps - 2, 2));
        else if (in.raised & bit(piece))
            rows.add(first + CLIMBER_OVER_QUEEN);
    }
}

// Calls `rows.add` with all features: the mover's first, then the opponent's from SIDE_FEATURES on.
template <class Rows>
BEESPACE_INLINE void name_features(const Position& p, const Insight& in, Rows& rows) {
    const int turn = p.turn();
    const PieceMask shown = p.placed() & ~p.covered;
    const PieceMask queens = bit(queen_of(0)) | bit(queen_of(1));
    const PieceMask home = ((in.near_queen[0] & side(0)) | (in.near_queen[1] & side(1))) & ~queens;
    const PieceMask attacking = (in.near_queen[0] & side(1)) | (in.near_queen[1] & side(0));
    PieceBytes row;
    piece_rows(turn, in.free, home & shown, attacking & shown, p.hand, p.covered, row);
    for (PieceMask rest = p.rules.box(); rest; rest &= rest - 1)
        rows.add(row.b[std::countr_zero(rest)]);
    name_side(p, in, turn, 0, rows);
    name_side(p, in, 1 - turn, SIDE_FEATURES, rows);
}

}  // namespace beespace::BEESPACE_ARCH
