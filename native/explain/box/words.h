// Names of bugs and pieces inside English sentences, as in rules/box/words.py.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "explain/box/pieces.h"

namespace beespace::explain {

inline constexpr std::array<std::string_view, BUGS.size()> BUG_WORDS = {
    "queen", "beetle", "grasshopper", "spider", "ant", "ladybug", "mosquito", "pillbug",
};
static_assert(!BUG_WORDS.back().empty());

inline std::string piece_words(int piece) {
    std::string words = color_of(piece) == WHITE ? "white " : "black ";
    return words.append(BUG_WORDS[bug_of(piece)]);
}

inline std::string the_piece(int piece) { return "the " + piece_words(piece); }

// Joins words with commas, and the last two with a conjunction.
inline std::string join_words(const std::vector<std::string>& words, std::string_view conjunction) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i && i + 1 == words.size())
            text.append(" ").append(conjunction).append(" ");
        else if (i)
            text += ", ";
        text += words[i];
    }
    return text;
}

// A list of pieces; pieces with the same name are counted.
inline std::string the_pieces(const Pieces& pieces, std::string_view conjunction = "and") {
    constexpr std::string_view NUMBERS[] = {"no", "one", "two", "three"};
    std::vector<std::string> names;
    std::vector<std::size_t> counts;
    for (const int piece : pieces) {
        const std::string name = piece_words(piece);
        std::size_t i = 0;
        while (i < names.size() && names[i] != name) ++i;
        if (i == names.size()) {
            names.push_back(name);
            counts.push_back(0);
        }
        ++counts[i];
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (counts[i] == 1)
            names[i] = "the " + names[i];
        else
            names[i] = std::string(NUMBERS[counts[i] % 4]) + ' ' + names[i] + 's';
    }
    return join_words(names, conjunction);
}

}  // namespace beespace::explain
