// Why a move is illegal or a piece can't move: a code, its data and a sentence; as in
// rules/reasons.py, which describes the data of each code.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "explain/box/pieces.h"
#include "explain/hive/hexes.h"

namespace beespace::explain {

enum class ReasonCode : std::uint8_t {
    GAME_OVER,
    MUST_PLAY,
    QUEEN_DUE,
    QUEEN_TOO_EARLY,
    QUEEN_NOT_PLACED,
    NOT_IN_BOX,
    NOT_YOUR_PIECE,
    ALREADY_PLACED,
    IN_HAND,
    NUMBER_ORDER,
    COVERED,
    STUNNED,
    JUST_MOVED,
    PINNED,
    IN_STACK,
    CANNOT_THROW,
    NOTHING_TO_COPY,
    ENCLOSED,
    SAME_HEX,
    FIRST_HEX,
    OCCUPIED,
    NOT_TOUCHING_HIVE,
    TOUCHES_OPPONENT,
    NO_SPACE,
    GATE,
    NO_CONTACT,
    WRONG_DISTANCE,
    UNKNOWN_REFERENCE,
    MISSING_REFERENCE,
    MARKED_OCCUPIED,
    COVERED_REFERENCE,
};

// In the order of the codes; a test compares them with the reference.
inline constexpr std::array<std::string_view, 31> REASON_CODES = {
    "game-over",
    "must-play",
    "queen-due",
    "queen-too-early",
    "queen-not-placed",
    "not-in-box",
    "not-your-piece",
    "already-placed",
    "in-hand",
    "number-order",
    "covered",
    "stunned",
    "just-moved",
    "pinned",
    "in-stack",
    "cannot-throw",
    "nothing-to-copy",
    "enclosed",
    "same-hex",
    "first-hex",
    "occupied",
    "not-touching-hive",
    "touches-opponent",
    "no-space",
    "gate",
    "no-contact",
    "wrong-distance",
    "unknown-reference",
    "missing-reference",
    "marked-occupied",
    "covered-reference",
};
static_assert(!REASON_CODES.back().empty());

struct Reason {
    ReasonCode code = ReasonCode::GAME_OVER;
    std::string text{};
    Pieces pieces{};
    Hexes hexes{};
    std::vector<Pieces> parts{};
};

// A piece that the player to move can't use this turn.
struct Immobile {
    int piece;
    Reason why;
};

constexpr std::string_view text_of(ReasonCode code) {
    return REASON_CODES[static_cast<std::size_t>(code)];
}

}  // namespace beespace::explain
