// The AVX2 intrinsics that the core uses, for WebAssembly's SIMD: 256 bits are a pair of v128.
//
// The names are Intel's, so that one source serves both. Where an instruction has an immediate
// operand, only the values that the core uses are possible. Two things differ, and don't matter to
// the core: a shuffle's indices must be below 16 or have bit 7 set, and shifts by a register are
// modulo the lane width (Rows::around rotates lanes, for which a shift by 0 and by 16 are the
// same).
#pragma once

#include <wasm_simd128.h>

#include "core/arch.h"

namespace beespace::BEESPACE_ARCH {

using __m128i = v128_t;

BEESPACE_INLINE __m128i _mm_and_si128(__m128i a, __m128i b) { return wasm_v128_and(a, b); }
BEESPACE_INLINE __m128i _mm_or_si128(__m128i a, __m128i b) { return wasm_v128_or(a, b); }
BEESPACE_INLINE __m128i _mm_xor_si128(__m128i a, __m128i b) { return wasm_v128_xor(a, b); }
BEESPACE_INLINE __m128i _mm_add_epi32(__m128i a, __m128i b) { return wasm_i32x4_add(a, b); }
BEESPACE_INLINE __m128i _mm_add_epi64(__m128i a, __m128i b) { return wasm_i64x2_add(a, b); }
BEESPACE_INLINE __m128i _mm_set1_epi8(char x) { return wasm_i8x16_splat(x); }
BEESPACE_INLINE __m128i _mm_set1_epi16(short x) { return wasm_i16x8_splat(x); }
template <class... Bytes>
BEESPACE_INLINE __m128i _mm_setr_epi8(Bytes... x) {
    return wasm_i8x16_make(x...);
}
BEESPACE_INLINE __m128i _mm_loadu_si128(const __m128i* from) { return wasm_v128_load(from); }
BEESPACE_INLINE __m128i _mm_cvtsi32_si128(int x) { return wasm_i32x4_make(x, 0, 0, 0); }
BEESPACE_INLINE int _mm_cvtsi128_si32(__m128i x) { return wasm_i32x4_extract_lane(x, 0); }
BEESPACE_INLINE long long _mm_cvtsi128_si64(__m128i x) { return wasm_i64x2_extract_lane(x, 0); }
BEESPACE_INLINE long long _mm_extract_epi64(__m128i x, int) {  // only lane 1
    return wasm_i64x2_extract_lane(x, 1);
}
BEESPACE_INLINE __m128i _mm_packus_epi16(__m128i a, __m128i b) {
    return wasm_u8x16_narrow_i16x8(a, b);
}
BEESPACE_INLINE __m128i _mm_sll_epi16(__m128i x, __m128i by) {
    return wasm_i16x8_shl(x, static_cast<unsigned>(_mm_cvtsi128_si32(by)));
}
BEESPACE_INLINE __m128i _mm_srl_epi16(__m128i x, __m128i by) {
    return wasm_u16x8_shr(x, static_cast<unsigned>(_mm_cvtsi128_si32(by)));
}
BEESPACE_INLINE __m128i _mm_srli_epi64(__m128i x, int by) {
    return wasm_u64x2_shr(x, static_cast<unsigned>(by));
}
BEESPACE_INLINE __m128i _mm_srli_si128(__m128i x, int) {  // only by 8 bytes
    return wasm_i64x2_shuffle(x, wasm_i64x2_const_splat(0), 1, 2);
}
BEESPACE_INLINE __m128i _mm_shuffle_epi32(__m128i x, int order) {  // only 0x4E and 0xB1
    return order == 0x4E ? wasm_i32x4_shuffle(x, x, 2, 3, 0, 1)
                         : wasm_i32x4_shuffle(x, x, 1, 0, 3, 2);
}

struct __m256i {
    v128_t low, high;
};

// Operations on both halves alike.
BEESPACE_INLINE __m256i _mm256_and_si256(__m256i a, __m256i b) {
    return {wasm_v128_and(a.low, b.low), wasm_v128_and(a.high, b.high)};
}
BEESPACE_INLINE __m256i _mm256_or_si256(__m256i a, __m256i b) {
    return {wasm_v128_or(a.low, b.low), wasm_v128_or(a.high, b.high)};
}
BEESPACE_INLINE __m256i _mm256_xor_si256(__m256i a, __m256i b) {
    return {wasm_v128_xor(a.low, b.low), wasm_v128_xor(a.high, b.high)};
}
BEESPACE_INLINE __m256i _mm256_add_epi8(__m256i a, __m256i b) {
    return {wasm_i8x16_add(a.low, b.low), wasm_i8x16_add(a.high, b.high)};
}
BEESPACE_INLINE __m256i _mm256_add_epi16(__m256i a, __m256i b) {
    return {wasm_i16x8_add(a.low, b.low), wasm_i16x8_add(a.high, b.high)};
}
BEESPACE_INLINE __m256i _mm256_add_epi32(__m256i a, __m256i b) {
    return {wasm_i32x4_add(a.low, b.low), wasm_i32x4_add(a.high, b.high)};
}
BEESPACE_INLINE __m256i _mm256_sub_epi8(__m256i a, __m256i b) {
    return {wasm_i8x16_sub(a.low, b.low), wasm_i8x16_sub(a.high, b.high)};
}
BEESPACE_INLINE __m256i _mm256_cmpeq_epi8(__m256i a, __m256i b) {
    return {wasm_i8x16_eq(a.low, b.low), wasm_i8x16_eq(a.high, b.high)};
}
BEESPACE_INLINE __m256i _mm256_cmpeq_epi16(__m256i a, __m256i b) {
    return {wasm_i16x8_eq(a.low, b.low), wasm_i16x8_eq(a.high, b.high)};
}
BEESPACE_INLINE __m256i _mm256_cmpgt_epi8(__m256i a, __m256i b) {
    return {wasm_i8x16_gt(a.low, b.low), wasm_i8x16_gt(a.high, b.high)};
}
BEESPACE_INLINE __m256i _mm256_min_epi16(__m256i a, __m256i b) {
    return {wasm_i16x8_min(a.low, b.low), wasm_i16x8_min(a.high, b.high)};
}
BEESPACE_INLINE __m256i _mm256_max_epi16(__m256i a, __m256i b) {
    return {wasm_i16x8_max(a.low, b.low), wasm_i16x8_max(a.high, b.high)};
}
BEESPACE_INLINE __m256i _mm256_madd_epi16(__m256i a, __m256i b) {
    return {wasm_i32x4_dot_i16x8(a.low, b.low), wasm_i32x4_dot_i16x8(a.high, b.high)};
}
BEESPACE_INLINE __m256i _mm256_shuffle_epi8(__m256i a, __m256i b) {
    return {wasm_i8x16_swizzle(a.low, b.low), wasm_i8x16_swizzle(a.high, b.high)};
}
BEESPACE_INLINE __m256i _mm256_andnot_si256(__m256i a, __m256i b) {
    return {wasm_v128_andnot(b.low, a.low), wasm_v128_andnot(b.high, a.high)};
}
BEESPACE_INLINE __m256i _mm256_slli_epi16(__m256i x, int by) {
    return {wasm_i16x8_shl(x.low, static_cast<unsigned>(by)),
            wasm_i16x8_shl(x.high, static_cast<unsigned>(by))};
}
BEESPACE_INLINE __m256i _mm256_srli_epi16(__m256i x, int by) {
    return {wasm_u16x8_shr(x.low, static_cast<unsigned>(by)),
            wasm_u16x8_shr(x.high, static_cast<unsigned>(by))};
}
BEESPACE_INLINE __m256i _mm256_slli_epi64(__m256i x, int by) {
    return {wasm_i64x2_shl(x.low, static_cast<unsigned>(by)),
            wasm_i64x2_shl(x.high, static_cast<unsigned>(by))};
}
BEESPACE_INLINE __m256i _mm256_srli_epi64(__m256i x, int by) {
    return {wasm_u64x2_shr(x.low, static_cast<unsigned>(by)),
            wasm_u64x2_shr(x.high, static_cast<unsigned>(by))};
}

// Loads, stores and constants.
BEESPACE_INLINE __m256i _mm256_load_si256(const __m256i* from) {
    return {wasm_v128_load(&from->low), wasm_v128_load(&from->high)};
}
BEESPACE_INLINE void _mm256_store_si256(__m256i* to, __m256i x) {
    wasm_v128_store(&to->low, x.low);
    wasm_v128_store(&to->high, x.high);
}
BEESPACE_INLINE __m256i _mm256_broadcastsi128_si256(__m128i x) { return {x, x}; }
BEESPACE_INLINE __m256i _mm256_setzero_si256() {
    return _mm256_broadcastsi128_si256(wasm_i64x2_const_splat(0));
}
BEESPACE_INLINE __m256i _mm256_set1_epi8(char x) {
    return _mm256_broadcastsi128_si256(wasm_i8x16_splat(x));
}
BEESPACE_INLINE __m256i _mm256_set1_epi32(int x) {
    return _mm256_broadcastsi128_si256(wasm_i32x4_splat(x));
}
BEESPACE_INLINE __m256i _mm256_set1_epi64x(long long x) {
    return _mm256_broadcastsi128_si256(wasm_i64x2_splat(x));
}
BEESPACE_INLINE __m256i _mm256_setr_epi64x(long long a, long long b, long long c, long long d) {
    return {wasm_i64x2_make(a, b), wasm_i64x2_make(c, d)};
}
BEESPACE_INLINE __m256i _mm256_broadcastw_epi16(__m128i x) {
    return _mm256_broadcastsi128_si256(wasm_i16x8_splat(wasm_i16x8_extract_lane(x, 0)));
}

// Halves and lanes.
BEESPACE_INLINE __m128i _mm256_castsi256_si128(__m256i x) { return x.low; }
BEESPACE_INLINE __m128i _mm256_extracti128_si256(__m256i x, int) { return x.high; }  // only half 1
BEESPACE_INLINE __m256i _mm256_permute2x128_si256(__m256i x, __m256i, int) {  // only swaps: x, x, 1
    return {x.high, x.low};
}
BEESPACE_INLINE __m256i _mm256_permute4x64_epi64(__m256i x, int order) {  // only 0x44 and 0xEE
    return _mm256_broadcastsi128_si256(order == 0x44 ? x.low : x.high);
}
// Bytes 14 to 29, or 2 to 17, of `b` followed by `a`, in each half.
BEESPACE_INLINE __m128i from_byte(int first, v128_t b, v128_t a) {
    return first == 14 ? wasm_i16x8_shuffle(b, a, 7, 8, 9, 10, 11, 12, 13, 14)
                       : wasm_i16x8_shuffle(b, a, 1, 2, 3, 4, 5, 6, 7, 8);
}
BEESPACE_INLINE __m256i _mm256_alignr_epi8(__m256i a, __m256i b, int first) {  // only 14 and 2
    return {from_byte(first, b.low, a.low), from_byte(first, b.high, a.high)};
}

// Results in general registers.
BEESPACE_INLINE int _mm256_movemask_epi8(__m256i x) {
    return static_cast<int>(wasm_i8x16_bitmask(x.low) | wasm_i8x16_bitmask(x.high) << 16);
}
BEESPACE_INLINE bool _mm256_testz_si256(__m256i a, __m256i b) {
    const __m256i both = _mm256_and_si256(a, b);
    return !wasm_v128_any_true(wasm_v128_or(both.low, both.high));
}
BEESPACE_INLINE bool _mm256_testc_si256(__m256i a, __m256i b) {
    const __m256i rest = _mm256_andnot_si256(a, b);
    return !wasm_v128_any_true(wasm_v128_or(rest.low, rest.high));
}
// The sum of each eight bytes of `x`; the other operand must be zero.
BEESPACE_INLINE __m128i sum_of_eight(v128_t x) {
    const v128_t fours = wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extadd_pairwise_u8x16(x));
    return wasm_i64x2_add(wasm_v128_and(fours, wasm_i64x2_const_splat(0xFFFFFFFF)),
                          wasm_u64x2_shr(fours, 32));
}
BEESPACE_INLINE __m256i _mm256_sad_epu8(__m256i x, __m256i) {
    return {sum_of_eight(x.low), sum_of_eight(x.high)};
}

}  // namespace beespace::BEESPACE_ARCH
