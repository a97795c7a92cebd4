// The pieces in the box as numbers from 0 to 31, and sets of pieces as 32-bit masks.
//
// A piece is a slot: bit 4 is the colour, and bits 0-3 number the pieces of one player in box
// order. The last slots of each player are never used for pieces.
#pragma once

#include <array>
#include <cstdint>

#include "core/arch.h"
#include "core/box/bugs.h"

namespace beespace::BEESPACE_ARCH {

using Slot = std::uint8_t;
using PieceMask = std::uint32_t;

inline constexpr Slot NO_PIECE = beespace::NO_PIECE;
static_assert(SIDE_SLOTS == 16 && PIECES_PER_PLAYER < SIDE_SLOTS);

// The kind of each piece: Q B B G G G S S A A A L M P, and nothing meaningful for unused slots.
constexpr std::array<Bug, SIDE_SLOTS> make_bugs() {
    std::array<Bug, SIDE_SLOTS> bugs{};
    for (std::size_t bug = 0, slot = 0; bug < BUGS.size(); ++bug)
        for (int copy = 0; copy < BUGS[bug].count; ++copy) bugs[slot++] = static_cast<Bug>(bug);
    return bugs;
}
inline constexpr auto BUG_OF = make_bugs();

constexpr Bug bug_of(Slot piece) { return BUG_OF[piece & 15]; }
constexpr int color_of(Slot piece) { return piece >> 4; }
constexpr PieceMask bit(Slot piece) { return PieceMask{1} << piece; }
constexpr PieceMask side(int color) {
    return ((PieceMask{1} << PIECES_PER_PLAYER) - 1) << (16 * color);
}

// Both players' pieces of each kind.
constexpr std::array<PieceMask, BUGS.size()> make_kinds() {
    std::array<PieceMask, BUGS.size()> kinds{};
    for (Slot slot = 0; slot < PIECES_PER_PLAYER; ++slot)
        kinds[BUG_OF[slot]] |= bit(slot) | bit(slot) << 16;
    return kinds;
}
inline constexpr auto KINDS = make_kinds();
constexpr PieceMask kind(Bug bug) { return KINDS[bug]; }

constexpr Slot queen_of(int color) { return static_cast<Slot>(16 * color); }
constexpr Slot mosquito_of(int color) {
    return static_cast<Slot>(16 * color + first_slot(MOSQUITO));
}
constexpr Slot pillbug_of(int color) { return static_cast<Slot>(16 * color + first_slot(PILLBUG)); }

// Pieces that can be on top of others.
constexpr PieceMask make_climbers() {
    PieceMask mask = 0;
    for (std::size_t bug = 0; bug < BUGS.size(); ++bug)
        if (BUGS[bug].can_climb) mask |= KINDS[bug];
    return mask;
}
inline constexpr PieceMask CLIMBERS = make_climbers();

// Pieces with a number above 1, which are placed after their predecessor.
constexpr PieceMask make_later_copies() {
    PieceMask mask = 0;
    for (Slot slot = 1; slot < PIECES_PER_PLAYER; ++slot)
        if (BUG_OF[slot] == BUG_OF[slot - 1]) mask |= bit(slot) | bit(slot) << 16;
    return mask;
}
inline constexpr PieceMask LATER_COPIES = make_later_copies();

}  // namespace beespace::BEESPACE_ARCH
