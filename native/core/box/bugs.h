// The table of bugs, as in rules/box/pieces.py; tests/native/test_box.py compares the two.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace beespace {

enum Bug : std::uint8_t { QUEEN, BEETLE, GRASSHOPPER, SPIDER, ANT, LADYBUG, MOSQUITO, PILLBUG };

struct BugFacts {
    char letter;
    std::uint8_t count;  // how many each player has
    bool can_climb;      // whether it can end its move on top of other pieces
    bool goes_over;      // whether it goes over other pieces to an empty hex
};

inline constexpr std::array<BugFacts, 8> BUGS = {{
    {'Q', 1, false, false},
    {'B', 2, true, false},
    {'G', 3, false, true},
    {'S', 2, false, false},
    {'A', 3, false, false},
    {'L', 1, false, true},
    {'M', 1, true, false},
    {'P', 1, false, false},
}};

// The bugs that some boxes don't have, in the order of game types such as Base+MLP. Bit i of a
// ruleset says whether the i-th of them is in the box.
inline constexpr std::array<Bug, 3> EXPANSIONS = {MOSQUITO, LADYBUG, PILLBUG};

// The bits of a ruleset: one for each expansion, then the options. As in fast/board.py.
inline constexpr int BOX_COUNT = 1 << EXPANSIONS.size();
inline constexpr int ALL_EXPANSIONS = BOX_COUNT - 1;
inline constexpr int QUEEN_FIRST = BOX_COUNT;
inline constexpr int STACK_GATES = 2 * BOX_COUNT;

// The bit of an expansion.
constexpr int expansion(Bug bug) {
    int bit = 1;
    for (std::size_t i = 0; EXPANSIONS[i] != bug; ++i) bit *= 2;
    return bit;
}

// A piece is a slot: White's pieces come first, in the order of the table, and Black's begin at
// SIDE_SLOTS. The last slots of each side are never used for pieces.
inline constexpr int SIDE_SLOTS = 16;
inline constexpr int NO_PIECE = 2 * SIDE_SLOTS - 1;

// The slot of White's first piece of a kind.
constexpr int first_slot(Bug bug) {
    int slot = 0;
    for (std::size_t before = 0; before < bug; ++before) slot += BUGS[before].count;
    return slot;
}

inline constexpr int PIECES_PER_PLAYER = first_slot(static_cast<Bug>(BUGS.size()));

}  // namespace beespace
