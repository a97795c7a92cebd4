// Why no game can reach a position: a code, and the values in its sentence; as in
// rules/notation/position.py.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace beespace::explain {

enum class ProblemCode : unsigned char {
    HEX_TWICE,
    PIECE_TWICE,
    SEVERAL_HIVES,
    CANNOT_CLIMB,
    NOTHING_TO_COPY,
    NOT_IN_BOX,
    NUMBER_ORDER,
    TOO_MANY_PLACED,
    NOTHING_PLACED,
    TOO_FEW_PLACED,
    QUEEN_MISSING,
    QUEEN_FIRST,
    CLIMBED_TOO_EARLY,
    MOVED_IN_HAND,
    MOVED_COVERED,
    MOVED_NO_QUEEN,
    MOVED_WHILE_PLACING,
    MOVED_BY_NOBODY,
};

struct ProblemWords {
    std::string_view code, sentence;
};
// In the order of the codes; a test compares them with the reference.
inline constexpr std::array<ProblemWords, 18> PROBLEMS = {{
    {"hex-twice", "hex {hex} is given twice"},
    {"piece-twice", "{piece} is listed twice"},
    {"several-hives", "the pieces form {count} hives"},
    {"cannot-climb", "{piece} is on top of {below}, but the {bug} cannot climb"},
    {"nothing-to-copy", "{piece} is on top of {below}, but there is no Beetle to copy"},
    {"not-in-box", "{piece} is not part of {type}"},
    {"number-order", "{piece} is on the board, but {earlier} is not"},
    {"too-many-placed", "{color} has placed {count} pieces in {turns} turns"},
    {"nothing-placed", "{color} has had {turns} turns but placed nothing"},
    {"too-few-placed", "{color} has placed only {count} in {turns} turns, and no queen"},
    {"queen-missing", "{color} has placed {count} pieces but no queen"},
    {"queen-first", "{color} placed the queen on the first turn, which this ruleset forbids"},
    {"climbed-too-early", "{piece} is on top of another piece, but {color} cannot have moved yet"},
    {"moved-in-hand", "{piece} was moved last turn, but is not on the board"},
    {"moved-covered", "{piece} was moved last turn, but is covered"},
    {"moved-no-queen", "{piece} was moved last turn, but {color} has not placed the queen"},
    {"moved-while-placing", "{piece} was moved last turn, but {color} placed a piece every turn"},
    {"moved-by-nobody", "{piece} was thrown last turn, but {color} cannot have thrown it"},
}};

struct Problem {
    ProblemCode code;
    std::vector<std::pair<std::string_view, std::string>> values;
};

constexpr std::string_view text_of(ProblemCode code) {
    return PROBLEMS[static_cast<std::size_t>(code)].code;
}

// The sentence of a problem, with its values.
inline std::string sentence_of(const Problem& problem) {
    std::string text(PROBLEMS[static_cast<std::size_t>(problem.code)].sentence);
    for (const auto& [name, value] : problem.values) {
        const std::string field = '{' + std::string(name) + '}';
        if (const std::size_t at = text.find(field); at != std::string::npos)
            text.replace(at, field.size(), value);
    }
    return text;
}

}  // namespace beespace::explain
