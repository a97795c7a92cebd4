// A window of 7 x 7 hexes around a piece, packed in one 64-bit word, for bugs that move at most
// three hexes. A row is a byte: bit 8*row + column, and the piece is at row 3, column 3.
#pragma once

#include <array>
#include <cstdint>

#include "core/hexes/cell_set.h"

namespace beespace::BEESPACE_ARCH {

inline constexpr int WINDOW_CENTER = 27;
inline constexpr std::uint64_t CENTER_BIT = std::uint64_t{1} << WINDOW_CENTER;
inline constexpr std::uint64_t WINDOW_MASK = 0x007F7F7F7F7F7F7Fu;

// The bit shift for a step:  E  SE  SW  W  NW  NE
inline constexpr std::array<int, 6> WINDOW_STEP = {1, 8, 7, -1, -8, -7};

BEESPACE_INLINE Cell cell_in_window(Cell center, int index) {
    const int row = center + ((index >> 3) - 3) * 16;
    const int column = center + (index & 7) - 3;
    return static_cast<Cell>((row & 0xF0) | (column & 0x0F));
}

// The occupied rows, stored twice, so that one load gets any eight consecutive rows.
struct alignas(32) Rows {
    std::uint16_t row[32];

    explicit BEESPACE_INLINE Rows(CellSet occupied) {
        occupied.store(row);
        occupied.store(row + 16);
    }

    // The occupied cells around a center.
    BEESPACE_INLINE std::uint64_t around(Cell center) const {
        const int first_row = ((center >> 4) - 3) & 15;
        const int shift = (center - 3) & 15;
#if BEESPACE_WIDE
        const __m128i rows = _mm_loadu_si128(reinterpret_cast<const __m128i*>(row + first_row));
        const __m128i right = _mm_srl_epi16(rows, _mm_cvtsi32_si128(shift));
        const __m128i left = _mm_sll_epi16(rows, _mm_cvtsi32_si128(16 - shift));
        const __m128i turned = _mm_and_si128(_mm_or_si128(right, left), _mm_set1_epi16(0x7F));
        const __m128i packed = _mm_packus_epi16(turned, turned);
        return static_cast<std::uint64_t>(_mm_cvtsi128_si64(packed)) & WINDOW_MASK;
#else
        std::uint64_t window = 0;
        for (int i = 0; i < 7; ++i) {
            const unsigned lane = row[first_row + i];
            window |= std::uint64_t{(lane >> shift | lane << (16 - shift)) & 0x7F} << (8 * i);
        }
        return window;
#endif
    }
};

BEESPACE_INLINE std::uint64_t window_touching(std::uint64_t set) {
    const std::uint64_t east = set << 1, west = set >> 1;
    return east | west | (set | east) >> 8 | (set | west) << 8;
}

// A set shifted by one step.
template <int D>
BEESPACE_INLINE std::uint64_t window_moved(std::uint64_t set) {
    constexpr int by = WINDOW_STEP[D];
    if constexpr (by > 0)
        return set << by;
    else
        return set >> -by;
}

}  // namespace beespace::BEESPACE_ARCH
