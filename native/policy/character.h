// How an opponent plays: numbers that describe it, and the text that they are read from.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/box/bugs.h"

namespace beespace {

inline constexpr int SEARCH_DEPTHS = 3;  // the short searches look at one ply, two and three

// What an opponent can like more than most people, or less. The first ones are the bugs.
enum Taste : int {
    PLACING = BUGS.size(),  // a new piece, instead of moving one
    ATTACKING,              // for each piece more next to the enemy queen
    GUARDING,               // for each piece less next to the own queen
    PINNING,                // for each enemy piece that can't leave any more
    COVERING,               // an enemy piece
    APPROACHING,            // for each step towards the enemy queen
    TASTES
};

// How an opponent differs from the people that the policy was fitted to.
struct Character {
    int heat = 100;  // percent; an opponent with less plays the likeliest moves more often
    int sight = SEARCH_DEPTHS;  // how many plies its short searches look ahead
    // The logarithm of a move's odds falls by this / 4096 for each point that it is worse.
    int trust = 0;
    int nodes = 0;                     // of a search for the best moves; 0: only short searches
    int lines = 1;                     // how many best moves that search finds
    std::array<int, TASTES> tastes{};  // added to the logarithm of odds, in hundredths
    // The bugs of the first placements. The seed decides between several openings.
    std::vector<std::vector<int>> openings;
};

// Reads what Character.text in src/beespace/engine/character.py writes: the numbers above in their
// order, then openings such as GQA, all with a blank between them. Throws std::invalid_argument if
// a number is wrong; letters that aren't bugs are left out.
inline Character read_character(std::string_view text) {
    const auto next_word = [&text] {
        const std::size_t size = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, size);
        text.remove_prefix(std::min(size + 1, text.size()));
        return word;
    };
    const auto next_number = [&] {
        std::string_view word = next_word();
        const bool is_negative = word.starts_with('-');
        if (is_negative) word.remove_prefix(1);
        int number = 0;
        if (word.empty() || word.size() > 9) throw std::invalid_argument("not a character");
        for (const char digit : word) {
            if (digit < '0' || digit > '9') throw std::invalid_argument("not a character");
            number = 10 * number + (digit - '0');
        }
        return is_negative ? -number : number;
    };
    Character character;
    for (int* number :
         {&character.heat, &character.sight, &character.trust, &character.nodes, &character.lines})
        *number = next_number();
    for (int& taste : character.tastes) taste = next_number();
    if (character.heat < 1 || character.sight < 0 || character.sight > SEARCH_DEPTHS ||
        character.nodes < 0 || character.lines < 1)
        throw std::invalid_argument("not a character");
    while (!text.empty()) {
        auto& opening = character.openings.emplace_back();
        for (const char letter : next_word())
            for (std::size_t bug = 0; bug < BUGS.size(); ++bug)
                if (BUGS[bug].letter == letter) opening.push_back(static_cast<int>(bug));
    }
    return character;
}

}  // namespace beespace
