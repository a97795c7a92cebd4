// The rules of a game in one byte: as in rules/box/ruleset.py, except repetition, which the board
// handles.
#pragma once

#include <array>
#include <cstdint>

#include "core/box/pieces.h"

namespace beespace::BEESPACE_ARCH {

// The pieces in the box, by expansions: bit i is EXPANSIONS[i].
constexpr std::array<PieceMask, 8> make_boxes() {
    std::array<PieceMask, 8> boxes{};
    for (int i = 0; i < 8; ++i) {
        boxes[i] = side(0) | side(1);
        for (std::size_t bit = 0; bit < EXPANSIONS.size(); ++bit)
            if (!(i >> bit & 1)) boxes[i] &= ~kind(EXPANSIONS[bit]);
    }
    return boxes;
}
inline constexpr auto BOXES = make_boxes();

struct Ruleset {
    std::uint8_t bits;  // bits 0-2 expansions, bit 3 queen first, bit 4 stack gates

    PieceMask box() const { return BOXES[bits & 7]; }
    bool queen_first() const { return (bits & 8) != 0; }
    bool stack_gates() const { return (bits & 16) != 0; }
};

}  // namespace beespace::BEESPACE_ARCH
