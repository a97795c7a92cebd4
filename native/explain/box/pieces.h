// The pieces as numbers (see core/box/bugs.h), and their names, such as wA1 or bQ.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/box/bugs.h"

namespace beespace::explain {

inline constexpr int WHITE = 0, BLACK = 1;

using Pieces = std::vector<int>;

constexpr int color_of(int piece) { return piece / SIDE_SLOTS; }

constexpr Bug bug_of(int piece) {
    int left = piece % SIDE_SLOTS;
    for (std::size_t bug = 0; bug < BUGS.size(); ++bug) {
        if (left < BUGS[bug].count) return static_cast<Bug>(bug);
        left -= BUGS[bug].count;
    }
    return QUEEN;  // not a piece
}

constexpr int number_of(int piece) { return piece % SIDE_SLOTS - first_slot(bug_of(piece)) + 1; }

constexpr int piece_of(int color, Bug bug, int number = 1) {
    return color * SIDE_SLOTS + first_slot(bug) + number - 1;
}

constexpr bool is_piece(int piece) {
    return piece >= 0 && piece < 2 * SIDE_SLOTS && piece % SIDE_SLOTS < PIECES_PER_PLAYER;
}

constexpr std::string_view color_name(int color) { return color == WHITE ? "White" : "Black"; }

inline std::string name_of(int piece) {
    const BugFacts& facts = BUGS[bug_of(piece)];
    std::string name{color_of(piece) == WHITE ? 'w' : 'b', facts.letter};
    if (facts.count > 1) name += static_cast<char>('0' + number_of(piece));
    return name;
}

// Takes a piece's name from the front of a text; NO_PIECE if there is none.
inline int take_piece(std::string_view& text) {
    if (text.size() < 2 || (text[0] != 'w' && text[0] != 'b')) return NO_PIECE;
    for (std::size_t bug = 0; bug < BUGS.size(); ++bug) {
        if (text[1] != BUGS[bug].letter) continue;
        const bool is_single = BUGS[bug].count == 1;
        int number = 1;
        if (!is_single) {
            if (text.size() < 3 || text[2] < '1' || text[2] > '0' + BUGS[bug].count)
                return NO_PIECE;
            number = text[2] - '0';
        }
        const int color = text[0] == 'w' ? WHITE : BLACK;
        text.remove_prefix(is_single ? 2 : 3);
        return piece_of(color, static_cast<Bug>(bug), number);
    }
    return NO_PIECE;
}

// The piece with this name; NO_PIECE if the text isn't one.
inline int read_piece(std::string_view text) {
    const int piece = take_piece(text);
    return text.empty() ? piece : NO_PIECE;
}

}  // namespace beespace::explain
