// The spider (rule 20): exactly three slides.
#pragma once

#include "core/bugs/surroundings.h"

namespace beespace::BEESPACE_ARCH {

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
#if BEESPACE_WIDE
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

}  // namespace beespace::BEESPACE_ARCH
