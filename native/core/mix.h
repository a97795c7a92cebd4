// A fast mixing function: spreads the bits of a number over a 64-bit hash.
#pragma once

#include <cstdint>

#include "core/arch.h"

namespace beespace::BEESPACE_ARCH {

constexpr std::uint64_t mix(std::uint64_t x) {  // the finalizer of SplitMix64
    x = (x + 1) * 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

}  // namespace beespace::BEESPACE_ARCH
