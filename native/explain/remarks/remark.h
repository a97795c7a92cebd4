// Remarks: what a move does, in one sentence, as a code with its data.
// src/beespace/study/remarks.py describes the data of each code.
#pragma once

#include <array>
#include <string_view>

#include "explain/box/moves.h"
#include "explain/hive/hexes.h"

namespace beespace::explain {

enum class Deed : std::uint8_t {
    // Good for the player who moves.
    WIN,
    FORCE,
    DRAW,
    THREATEN,
    PARRY,
    COVER_QUEEN,
    LOCK_QUEEN,
    NO_MOVES,
    SURROUND,
    FREE_QUEEN,
    STEP_AWAY,
    RELIEVE,
    PIN,
    COVER,
    UNPIN,
    CLOSE_GATE,
    KEEP_AWAY,
    APPROACH,
    OPEN_WAY,
    CRAMP,
    CROWD,
    HEAD_FOR,
    // Good for the opponent.
    LOSE,
    FILL_OWN,
    LOCK_OWN,
    RELEASE,
    FREE_THEIRS,
    PIN_OWN,
    LET_IN,
    BAR_OWN,
    CRAMP_OWN,
    CROWD_OWN,
    COVER_OWN,
    TAKE_BACK,
    DETOUR,
};

// In the order of the deeds.
inline constexpr std::array<std::string_view, 35> DEEDS = {
    "win",      "force",      "draw",       "threaten",  "parry",     "cover-queen", "lock-queen",
    "no-moves", "surround",   "free-queen", "step-away", "relieve",   "pin",         "cover",
    "unpin",    "close-gate", "keep-away",  "approach",  "open-way",  "cramp",       "crowd",
    "head-for", "lose",       "fill-own",   "lock-own",  "release",   "free-theirs", "pin-own",
    "let-in",   "bar-own",    "cramp-own",  "crowd-own", "cover-own", "take-back",   "detour",
};
static_assert(!DEEDS.back().empty());

// How a remark is about a move.
enum class Mood : std::uint8_t {
    ALLOWS,  // what the opponent can do because of it
    MISSES,  // what another move would have done
    FIRST,   // what a better move does that comes next anyway
    DOES,    // what it does itself
    CAN,     // what it would do
};
inline constexpr std::array<std::string_view, 5> MOODS = {"allows", "misses", "first", "does",
                                                          "can"};
static_assert(!MOODS.back().empty());

// Something that a move does, the pieces and hexes it is about, and a number.
struct Effect {
    Deed deed;
    Pieces pieces{};
    Hexes hexes{};
    int count = 0;
    int weight = 0;        // how much it matters; 0 if it isn't worth a word
    int mover = NO_PIECE;  // the piece that does it
};

using Effects = std::vector<Effect>;

struct Remark {
    Mood mood;
    Effect effect;
    Move move;       // the move that does it
    Hexes origin{};  // where its piece comes from; empty if it comes from the hand
    int thrower = NO_PIECE;
};

}  // namespace beespace::explain
