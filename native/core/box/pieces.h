// The pieces in the box: their kinds, and the numbers 0 to 31 that represent them.
//
// A piece is a slot: bit 4 is the colour, and bits 0-3 number the pieces of one player in box
// order. Slots 14, 15, 30 and 31 are never used for pieces. A set of pieces is a 32-bit mask.
#pragma once

#include <array>
#include <cstdint>

#include "core/arch.h"

namespace beespace::BEESPACE_ARCH {

enum Bug : std::uint8_t { QUEEN, BEETLE, GRASSHOPPER, SPIDER, ANT, LADYBUG, MOSQUITO, PILLBUG };

using Slot = std::uint8_t;
using PieceMask = std::uint32_t;

inline constexpr Slot NO_PIECE = 31;
inline constexpr int PIECES_PER_PLAYER = 14;

//                                            Q  B  B  G  G  G  S  S  A  A  A  L  M  P
inline constexpr std::array<Bug, 16> BUG_OF = {
    QUEEN, BEETLE, BEETLE, GRASSHOPPER, GRASSHOPPER, GRASSHOPPER, SPIDER, SPIDER,
    ANT,   ANT,    ANT,    LADYBUG,     MOSQUITO,    PILLBUG,     QUEEN,  QUEEN};

constexpr Bug bug_of(Slot piece) { return BUG_OF[piece & 15]; }
constexpr int color_of(Slot piece) { return piece >> 4; }
constexpr PieceMask bit(Slot piece) { return PieceMask{1} << piece; }
constexpr PieceMask side(int color) { return PieceMask{0x3FFF} << (16 * color); }

// Both players' pieces of each kind.
constexpr std::array<PieceMask, 8> make_kinds() {
    std::array<PieceMask, 8> kinds{};
    for (Slot slot = 0; slot < PIECES_PER_PLAYER; ++slot)
        kinds[BUG_OF[slot]] |= bit(slot) | bit(slot) << 16;
    return kinds;
}
inline constexpr auto KINDS = make_kinds();
constexpr PieceMask kind(Bug bug) { return KINDS[bug]; }

constexpr Slot queen_of(int color) { return static_cast<Slot>(16 * color); }
constexpr Slot mosquito_of(int color) { return static_cast<Slot>(16 * color + 12); }
constexpr Slot pillbug_of(int color) { return static_cast<Slot>(16 * color + 13); }

// Pieces that can be on top of others.
inline constexpr PieceMask CLIMBERS = kind(BEETLE) | kind(MOSQUITO);

// Pieces with a number above 1, which are placed after their predecessor.
constexpr PieceMask make_later_copies() {
    PieceMask mask = 0;
    for (Slot slot = 1; slot < PIECES_PER_PLAYER; ++slot)
        if (BUG_OF[slot] == BUG_OF[slot - 1]) mask |= bit(slot) | bit(slot) << 16;
    return mask;
}
inline constexpr PieceMask LATER_COPIES = make_later_copies();

}  // namespace beespace::BEESPACE_ARCH
