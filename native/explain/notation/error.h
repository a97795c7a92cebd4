// What is wrong with a text that doesn't follow its grammar. Callers write the sentence.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace beespace::explain {

enum class Grammar : unsigned char {
    CORRECT,
    MOVE,          // not a move
    NO_GAME_TYPE,  // the field is missing
    NO_STATE,
    NO_TURN,
    GAME_TYPE,  // the field is wrong
    STATE,
    TURN,
    EXPANSIONS,       // a letter is given twice
    POSITION_FIELDS,  // fewer than three
    RULESET,
    PIECE,
    STACK,
};

inline constexpr std::array<std::string_view, 13> GRAMMAR_CODES = {
    "",     "move",       "no-game-type",    "no-state", "no-turn", "game-type", "state",
    "turn", "expansions", "position-fields", "ruleset",  "piece",   "stack",
};

struct SyntaxError {
    Grammar kind = Grammar::CORRECT;
    std::size_t column = 1;  // where parsing stopped, counted from 1

    explicit operator bool() const { return kind != Grammar::CORRECT; }
};

constexpr std::string_view text_of(Grammar kind) {
    return GRAMMAR_CODES[static_cast<std::size_t>(kind)];
}

}  // namespace beespace::explain
