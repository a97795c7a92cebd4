// The instruction set that this translation unit is compiled for.
//
// Every header of the core lives in the namespace beespace::BEESPACE_ARCH and is compiled once per
// architecture (dispatch/arch_avx2.cpp, dispatch/arch_portable.cpp, wasm/arch.cpp). dispatch.cpp
// chooses at run time.
#pragma once

// BEESPACE_WIDE says whether a set of cells is one 256-bit value, handled by intrinsics of AVX2 or
// by what v128.h makes of them.
#if defined(BEESPACE_FORCE_PORTABLE)
#define BEESPACE_WIDE 0
#define BEESPACE_ARCH portable
#elif defined(__AVX2__) && defined(__BMI2__)
#define BEESPACE_WIDE 1
#define BEESPACE_ARCH avx2
#elif defined(__wasm_simd128__)
#define BEESPACE_WIDE 1
#define BEESPACE_ARCH v128
#else
#define BEESPACE_WIDE 0
#define BEESPACE_ARCH portable
#endif

#if defined(_MSC_VER)
#define BEESPACE_INLINE __forceinline
#else
#define BEESPACE_INLINE inline __attribute__((always_inline))
#endif
