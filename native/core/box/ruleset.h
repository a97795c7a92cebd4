// The rules of a game in one byte: as in rules/box/ruleset.py, except repetition, which the board
// handles.
#pragma once

#include <array>
#include <cstdint>

#include "core/box/pieces.h"

namespace beespace::BEESPACE_ARCH {

// The pieces in the box, by expansions: bit i is EXPANSIONS[i].
constexpr std::array<PieceMask, BOX_COUNT> make_boxes() {
    std::array<PieceMask, BOX_COUNT> boxes{};
    for (int i = 0; i < BOX_COUNT; ++i) {
        boxes[i] = side(0) | side(1);
        for (std::size_t bit = 0; bit < EXPANSIONS.size(); ++bit)
            if (!(i >> bit & 1)) boxes[i] &= ~kind(EXPANSIONS[bit]);
    }
    return boxes;
}
inline constexpr auto BOXES = make_boxes();

struct Ruleset {
    std::uint8_t bits;  // the expansions, QUEEN_FIRST and STACK_GATES

    PieceMask box() const { return BOXES[bits & ALL_EXPANSIONS]; }
    bool queen_first() const { return (bits & QUEEN_FIRST) != 0; }
    bool stack_gates() const { return (bits & STACK_GATES) != 0; }
};

}  // namespace beespace::BEESPACE_ARCH
