// A set of torus cells as 256 bits, one per cell. A row is a 16-bit lane, so one instruction works
// on all sixteen rows.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/hexes/hexgrid.h"

#if BEESPACE_WIDE
#if defined(__wasm__)
#include "core/v128.h"
#else
#include <immintrin.h>
#endif
#endif

namespace beespace::BEESPACE_ARCH {

#if BEESPACE_WIDE

struct CellSet {
    __m256i v;

    static BEESPACE_INLINE CellSet empty() { return {_mm256_setzero_si256()}; }
    static BEESPACE_INLINE CellSet full() { return {_mm256_set1_epi8(-1)}; }
    static BEESPACE_INLINE CellSet load(const void* from) {
        return {_mm256_load_si256(static_cast<const __m256i*>(from))};
    }
    BEESPACE_INLINE void store(void* to) const { _mm256_store_si256(static_cast<__m256i*>(to), v); }

    friend BEESPACE_INLINE CellSet operator&(CellSet a, CellSet b) {
        return {_mm256_and_si256(a.v, b.v)};
    }
    friend BEESPACE_INLINE CellSet operator|(CellSet a, CellSet b) {
        return {_mm256_or_si256(a.v, b.v)};
    }
    friend BEESPACE_INLINE CellSet operator^(CellSet a, CellSet b) {
        return {_mm256_xor_si256(a.v, b.v)};
    }
    // In a but not in b.
    friend BEESPACE_INLINE CellSet without(CellSet a, CellSet b) {
        return {_mm256_andnot_si256(b.v, a.v)};
    }
    BEESPACE_INLINE bool any() const { return !_mm256_testz_si256(v, v); }
    BEESPACE_INLINE bool meets(CellSet other) const { return !_mm256_testz_si256(v, other.v); }
    BEESPACE_INLINE bool is_within(CellSet other) const { return _mm256_testc_si256(other.v, v); }

    // The set shifted by one column east or west, or one row south or north.
    BEESPACE_INLINE CellSet east() const {
        return {_mm256_or_si256(_mm256_slli_epi16(v, 1), _mm256_srli_epi16(v, 15))};
    }
    BEESPACE_INLINE CellSet west() const {
        return {_mm256_or_si256(_mm256_srli_epi16(v, 1), _mm256_slli_epi16(v, 15))};
    }
    BEESPACE_INLINE CellSet south() const {
        const __m256i swapped = _mm256_permute2x128_si256(v, v, 1);
        return {_mm256_alignr_epi8(v, swapped, 14)};
    }
    BEESPACE_INLINE CellSet north() const {
        const __m256i swapped = _mm256_permute2x128_si256(v, v, 1);
        return {_mm256_alignr_epi8(swapped, v, 2)};
    }

    // All cells of the rows, or columns, in which the set has no cell.
    BEESPACE_INLINE CellSet empty_rows() const {
        return {_mm256_cmpeq_epi16(v, _mm256_setzero_si256())};
    }
    BEESPACE_INLINE CellSet empty_columns() const {
        const __m128i used = columns();
        return {_mm256_broadcastw_epi16(_mm_xor_si128(used, _mm_set1_epi8(-1)))};
    }
    BEESPACE_INLINE int row_count() const {
        const auto rows = static_cast<std::uint32_t>(_mm256_movemask_epi8(empty_rows().v));
        return 16 - std::popcount(rows) / 2;
    }
    BEESPACE_INLINE int column_count() const {
        return std::popcount(static_cast<std::uint32_t>(_mm_cvtsi128_si32(columns())) & 0xFFFFu);
    }

  private:
    // All rows or-ed together, in the lowest 16 bits.
    BEESPACE_INLINE __m128i columns() const {
        __m128i x = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
        x = _mm_or_si128(x, _mm_srli_si128(x, 8));
        x = _mm_or_si128(x, _mm_srli_epi64(x, 32));
        return _mm_or_si128(x, _mm_srli_epi64(x, 16));
    }
};

#else

struct CellSet {
    std::array<std::uint64_t, 4> w;

    static CellSet empty() { return {}; }
    static CellSet full() {
        return each([](int) { return ~std::uint64_t{0}; });
    }
    static CellSet load(const void* from) {
        CellSet set;
        std::memcpy(&set, from, 32);
        return set;
    }
    void store(void* to) const { std::memcpy(to, &w, 32); }

    template <class F>
    static CellSet each(F f) {
        return {{f(0), f(1), f(2), f(3)}};
    }
    friend CellSet operator&(CellSet a, CellSet b) {
        return each([&](int i) { return a.w[i] & b.w[i]; });
    }
    friend CellSet operator|(CellSet a, CellSet b) {
        return each([&](int i) { return a.w[i] | b.w[i]; });
    }
    friend CellSet operator^(CellSet a, CellSet b) {
        return each([&](int i) { return a.w[i] ^ b.w[i]; });
    }
    friend CellSet without(CellSet a, CellSet b) {
        return each([&](int i) { return a.w[i] & ~b.w[i]; });
    }
    bool any() const { return (w[0] | w[1] | w[2] | w[3]) != 0; }
    bool meets(CellSet other) const { return (*this & other).any(); }
    bool is_within(CellSet other) const { return !without(*this, other).any(); }

    CellSet east() const {
        return each([&](int i) {
            return (w[i] << 1 & 0xFFFEFFFEFFFEFFFEu) | (w[i] >> 15 & 0x0001000100010001u);
        });
    }
    CellSet west() const {
        return each([&](int i) {
            return (w[i] >> 1 & 0x7FFF7FFF7FFF7FFFu) | (w[i] << 15 & 0x8000800080008000u);
        });
    }
    CellSet south() const {
        return each([&](int i) { return w[i] << 16 | w[(i + 3) & 3] >> 48; });
    }
    CellSet north() const {
        return each([&](int i) { return w[i] >> 16 | w[(i + 1) & 3] << 48; });
    }

    CellSet empty_rows() const {
        return each([&](int i) {
            std::uint64_t rows = 0;
            for (int lane = 0; lane < 64; lane += 16)
                if ((w[i] >> lane & 0xFFFF) == 0) rows |= std::uint64_t{0xFFFF} << lane;
            return rows;
        });
    }
    CellSet empty_columns() const {
        const std::uint64_t unused = (~columns() & 0xFFFF) * 0x0001000100010001u;
        return each([&](int) { return unused; });
    }
    int row_count() const {
        const CellSet rows = empty_rows();
        int empty = 0;
        for (const std::uint64_t word : rows.w) empty += std::popcount(word);
        return 16 - empty / 16;
    }
    int column_count() const { return std::popcount(columns()); }

  private:
    std::uint64_t columns() const {
        std::uint64_t x = w[0] | w[1] | w[2] | w[3];
        x |= x >> 32;
        return (x | x >> 16) & 0xFFFF;
    }
};

#endif

// The words of a set, for iterating over its cells and counting them.
struct alignas(32) Words {
    std::uint64_t w[4];
};

BEESPACE_INLINE Words words(CellSet set) {
    Words result;
    set.store(&result);
    return result;
}

BEESPACE_INLINE int count(CellSet set) {
    const Words x = words(set);
    return std::popcount(x.w[0]) + std::popcount(x.w[1]) + std::popcount(x.w[2]) +
           std::popcount(x.w[3]);
}

// Any cell of a non-empty set.
BEESPACE_INLINE Cell first_cell(CellSet set) {
    const Words x = words(set);
    int i = 0;
    while (!x.w[i]) ++i;
    return static_cast<Cell>(i * 64 + std::countr_zero(x.w[i]));
}

struct alignas(32) CellSetTable {
    std::uint64_t w[256][4];
    BEESPACE_INLINE CellSet operator[](Cell cell) const { return CellSet::load(w[cell]); }
};

constexpr CellSetTable make_single_cells() {
    CellSetTable table{};
    for (int cell = 0; cell < 256; ++cell)
        table.w[cell][cell >> 6] = std::uint64_t{1} << (cell & 63);
    return table;
}

constexpr CellSetTable make_rings() {
    CellSetTable table{};
    for (int cell = 0; cell < 256; ++cell)
        for (int d = 0; d < 6; ++d) {
            const Cell n = NEIGHBOR[cell][d];
            table.w[cell][n >> 6] |= std::uint64_t{1} << (n & 63);
        }
    return table;
}

// The set of one cell, and the set of the six cells around it.
inline constexpr CellSetTable SINGLE = make_single_cells();
inline constexpr CellSetTable RING = make_rings();

// The neighbours of a set: toward[d] holds the cells whose neighbour in direction d is in the set.
struct Neighborhood {
    CellSet toward[6];

    explicit BEESPACE_INLINE Neighborhood(CellSet set) {
        const CellSet south = set.south(), north = set.north();
        toward[0] = set.west();
        toward[1] = north;
        toward[2] = north.east();
        toward[3] = set.east();
        toward[4] = south;
        toward[5] = south.west();
    }
    BEESPACE_INLINE CellSet touching() const {
        return ((toward[0] | toward[1]) | (toward[2] | toward[3])) | (toward[4] | toward[5]);
    }
    // The cells whose six neighbours are all in the set.
    BEESPACE_INLINE CellSet surrounded() const {
        return ((toward[0] & toward[1]) & (toward[2] & toward[3])) & (toward[4] & toward[5]);
    }
    // The cells with at least two neighbours in the set.
    BEESPACE_INLINE CellSet touching_twice() const {
        const CellSet a = toward[0] | toward[1], aa = toward[0] & toward[1];
        const CellSet b = toward[2] | toward[3], bb = toward[2] & toward[3];
        const CellSet c = toward[4] | toward[5], cc = toward[4] & toward[5];
        return ((aa | bb) | (cc | (a & b))) | (c & (a | b));
    }
};

// The cells next to any cell of the set, including cells of the set that touch each other.
BEESPACE_INLINE CellSet touching(CellSet set) {
    const CellSet east = set.east(), west = set.west();
    return (east | west) | ((set | east).north() | (set | west).south());
}

}  // namespace beespace::BEESPACE_ARCH
