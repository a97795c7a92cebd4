// The instruction set that this translation unit is compiled for.
//
// Every header of the core lives in the namespace beespace::BEESPACE_ARCH and is compiled once per
// architecture (dispatch/arch_avx2.cpp, dispatch/arch_portable.cpp). dispatch.cpp chooses at run
// time.
#pragma once

#if defined(__AVX2__) && defined(__BMI2__) && !defined(BEESPACE_FORCE_PORTABLE)
#define BEESPACE_AVX2 1
#define BEESPACE_ARCH avx2
#else
#define BEESPACE_AVX2 0
#define BEESPACE_ARCH portable
#endif

#if defined(_MSC_VER)
#define BEESPACE_INLINE __forceinline
#else
#define BEESPACE_INLINE inline __attribute__((always_inline))
#endif
