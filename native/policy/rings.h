// Numbers the patterns of six states around a hex, so that rotations and reflections have the same
// number.
#pragma once

#include <array>
#include <cstdint>

#include "core/arch.h"

namespace beespace::BEESPACE_ARCH {

// Nothing, an own piece, the own queen, an enemy piece, the enemy queen.
inline constexpr int RING_STATES = 5;
inline constexpr int RING_CODES = 15'625;  // RING_STATES to the power of 6
inline constexpr int RING_PATTERNS = 1'505;

class RingPatterns {
  public:
    // `code` has the six states as digits.
    int number(int code) const { return numbers_[static_cast<std::size_t>(code)]; }

    static const RingPatterns& get() {
        static const RingPatterns patterns;
        return patterns;
    }

  private:
    RingPatterns() {
        constexpr std::uint16_t UNKNOWN = 0xFFFF;
        numbers_.fill(UNKNOWN);
        std::uint16_t next = 0;
        for (int code = 0; code < RING_CODES; ++code) {
            if (numbers_[static_cast<std::size_t>(code)] != UNKNOWN) continue;
            for (int symmetry = 0; symmetry < 12; ++symmetry)
                numbers_[static_cast<std::size_t>(turned(code, symmetry))] = next;
            ++next;
        }
    }
    static int turned(int code, int symmetry) {
        std::array<int, 6> states{};
        for (int& state : states) {
            state = code % RING_STATES;
            code /= RING_STATES;
        }
        int result = 0;
        for (int i = 0; i < 6; ++i) {
            const int from = symmetry < 6 ? (symmetry + i) % 6 : (symmetry + 6 - i) % 6;
            result = result * RING_STATES + states[static_cast<std::size_t>(from)];
        }
        return result;
    }

    std::array<std::uint16_t, RING_CODES> numbers_;
};

}  // namespace beespace::BEESPACE_ARCH
