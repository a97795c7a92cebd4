// Finds the pieces that hold the hive together (rule 11), all at once and without a graph search.
//
// The ring of a piece has a bit for each of its six neighbours, set if the cell is occupied. The
// runs of a ring are its groups of adjacent occupied cells. The method uses two facts of plane
// geometry:
//
// 1. Euler's formula for a connected hive: 6 (1 - holes) = sum over its cells of
//    6 - (size of the ring) - 2 (runs of the ring).
// 2. Without holes, a cell holds the hive together if and only if its ring has two or more runs.
//    The empty cells between them all belong to the outside, which separates them. With holes,
//    this is the case if and only if two of the gaps between its runs belong to the same empty
//    region.
#pragma once

#include "core/position/position.h"

namespace beespace::BEESPACE_ARCH {

struct alignas(32) PieceBytes {
    std::uint8_t b[32];
};

#if BEESPACE_WIDE

// Looks up, for all pieces at once, whether their cells are in a set.
class PieceLookup {
  public:
    explicit BEESPACE_INLINE PieceLookup(const Position& p) {
        const __m256i cells = CellSet::load(p.cell).v;
        const __m256i half = _mm256_and_si256(cells, _mm256_set1_epi8(-128));
        const __m256i byte = _mm256_and_si256(_mm256_srli_epi16(cells, 3), _mm256_set1_epi8(15));
        low_ = _mm256_or_si256(byte, half);  // with bit 7 set, a shuffle gives 0
        high_ = _mm256_xor_si256(low_, _mm256_set1_epi8(-128));
        const __m256i powers = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201u));
        bit_ = _mm256_shuffle_epi8(powers, _mm256_and_si256(cells, _mm256_set1_epi8(7)));
    }
    // 0xFF for every piece whose cell is in the set.
    BEESPACE_INLINE __m256i bytes(CellSet set) const {
        const __m256i lower = _mm256_permute4x64_epi64(set.v, 0x44);
        const __m256i upper = _mm256_permute4x64_epi64(set.v, 0xEE);
        const __m256i found =
            _mm256_or_si256(_mm256_shuffle_epi8(lower, low_), _mm256_shuffle_epi8(upper, high_));
        return _mm256_cmpeq_epi8(_mm256_and_si256(found, bit_), bit_);
    }
    BEESPACE_INLINE PieceMask pieces_on(CellSet set) const {
        return static_cast<PieceMask>(_mm256_movemask_epi8(bytes(set)));
    }
    BEESPACE_INLINE CellSet rings(const Neighborhood& n) const {
        __m256i ring = _mm256_setzero_si256();
        for (int d = 0; d < 6; ++d)
            ring = _mm256_or_si256(
                ring,
                _mm256_and_si256(bytes(n.toward[d]), _mm256_set1_epi8(static_cast<char>(1 << d))));
        return {ring};
    }

  private:
    __m256i low_, high_, bit_;
};

// The pieces on top of others.
BEESPACE_INLINE PieceMask raised_pieces(const Position& p) {
    const __m256i raised = _mm256_cmpgt_epi8(CellSet::load(p.level).v, _mm256_setzero_si256());
    return static_cast<PieceMask>(_mm256_movemask_epi8(raised));
}

// Sets a bit where a run starts, in clockwise order.
BEESPACE_INLINE __m256i run_starts(__m256i ring) {
    const __m256i turned =
        _mm256_or_si256(_mm256_add_epi8(ring, ring),
                        _mm256_and_si256(_mm256_srli_epi16(ring, 5), _mm256_set1_epi8(1)));
    return _mm256_andnot_si256(turned, ring);
}

BEESPACE_INLINE PieceMask with_two_runs(__m256i starts) {
    const __m256i rest = _mm256_and_si256(starts, _mm256_add_epi8(starts, _mm256_set1_epi8(-1)));
    const __m256i none = _mm256_cmpeq_epi8(rest, _mm256_setzero_si256());
    return ~static_cast<PieceMask>(_mm256_movemask_epi8(none));
}

BEESPACE_INLINE PieceMask pieces_with_two_runs(CellSet rings) {
    return with_two_runs(run_starts(rings.v));
}

// The number of holes, by Euler's formula over the pieces on the ground.
BEESPACE_INLINE int count_holes(CellSet rings, const Position& p) {
    const __m256i low_bits = _mm256_set1_epi8(15);
    const __m256i counts =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m256i starts = run_starts(rings.v);
    const auto count6 = [&](__m256i x) {
        const __m256i high = _mm256_and_si256(_mm256_srli_epi16(x, 4), low_bits);
        return _mm256_add_epi8(_mm256_shuffle_epi8(counts, _mm256_and_si256(x, low_bits)),
                               _mm256_shuffle_epi8(counts, high));
    };
    const __m256i runs = count6(starts);
    const __m256i sum = _mm256_add_epi8(count6(rings.v), _mm256_add_epi8(runs, runs));
    // 18 - sum is never negative; the extra 12 per cell are subtracted below.
    const __m256i ground = _mm256_cmpeq_epi8(CellSet::load(p.level).v, _mm256_setzero_si256());
    const __m256i terms = _mm256_and_si256(ground, _mm256_sub_epi8(_mm256_set1_epi8(18), sum));
    const __m256i four = _mm256_sad_epu8(terms, _mm256_setzero_si256());
    const __m128i two =
        _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    const int total =
        static_cast<int>(_mm_cvtsi128_si64(two)) + static_cast<int>(_mm_extract_epi64(two, 1));
    const int cells = std::popcount(static_cast<PieceMask>(_mm256_movemask_epi8(ground)));
    return 1 - (total - 12 * cells) / 6;
}

#else

class PieceLookup {
  public:
    explicit PieceLookup(const Position& p) : p_(p) {}
    PieceMask pieces_on(CellSet set) const {
        PieceMask mask = 0;
        for (int i = 0; i < 32; ++i) mask |= has(set, p_.cell[i]) << i;
        return mask;
    }
    CellSet rings(const Neighborhood& n) const {
        PieceBytes ring{};
        for (int d = 0; d < 6; ++d)
            for (int i = 0; i < 32; ++i)
                ring.b[i] |= static_cast<std::uint8_t>(has(n.toward[d], p_.cell[i]) << d);
        return CellSet::load(&ring);
    }

  private:
    static PieceMask has(const CellSet& set, Cell cell) {
        return static_cast<PieceMask>(set.w[cell >> 6] >> (cell & 63) & 1);
    }
    const Position& p_;
};

inline PieceMask raised_pieces(const Position& p) {
    PieceMask mask = 0;
    for (int i = 0; i < 32; ++i)
        mask |= static_cast<PieceMask>(p.level[i] != 0 && p.level[i] != IN_HAND) << i;
    return mask;
}

inline unsigned run_starts(unsigned ring) { return ring & ~(ring << 1 | ring >> 5) & 63; }

inline PieceMask pieces_with_two_runs(CellSet rings) {
    PieceBytes ring;
    rings.store(&ring);
    PieceMask mask = 0;
    for (int i = 0; i < 32; ++i)
        mask |= static_cast<PieceMask>(std::popcount(run_starts(ring.b[i])) >= 2) << i;
    return mask;
}

inline int count_holes(CellSet rings, const Position& p) {
    PieceBytes ring;
    rings.store(&ring);
    int sum = 0;
    for (int i = 0; i < 32; ++i)
        if (p.level[i] == 0)
            sum +=
                6 - std::popcount(unsigned{ring.b[i]}) - 2 * std::popcount(run_starts(ring.b[i]));
    return 1 - sum / 6;
}

#endif

// Grows a set over the empty cells until it contains everything connected to it.
BEESPACE_INLINE CellSet flood(CellSet seed, CellSet empty) {
    for (;;) {
        const CellSet grown = (seed | touching(seed)) & empty;
        if (grown.is_within(seed)) return seed;
        seed = grown;
    }
}

// The pieces on the ground without which the hive would fall apart.
BEESPACE_INLINE PieceMask pinned_pieces(const Position& p, const PieceLookup& lookup, CellSet rings,
                                        CellSet occupied) {
    const PieceMask candidates = pieces_with_two_runs(rings);
    if (!candidates || count_holes(rings, p) == 0) return candidates;
    // Region by region, starting with the outside: a piece with two gaps in one region is pinned.
    const CellSet empty = without(CellSet::full(), occupied);
    const CellSet outside = flood(occupied.empty_rows() | occupied.empty_columns(), empty);
    PieceMask pinned = pieces_with_two_runs(lookup.rings(Neighborhood(outside)));
    CellSet holes = without(empty, outside);
    while (count(holes) >= 3) {  // a smaller hole can't touch a piece in two places
        const CellSet hole = flood(SINGLE[first_cell(holes)], holes);
        pinned |= pieces_with_two_runs(lookup.rings(Neighborhood(hole)));
        holes = without(holes, hole);
    }
    return pinned & candidates;
}

}  // namespace beespace::BEESPACE_ARCH
