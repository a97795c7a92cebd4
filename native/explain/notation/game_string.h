// Game strings of the Universal Hive Protocol, such as "Base+MLP;InProgress;Black[1];wS1"; as in
// rules/notation/uhp.py.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explain/notation/uhp.h"

namespace beespace::explain {

// "White[1]", "Black[1]", "White[2]" and so on.
inline std::string write_turn(std::int64_t ply) {
    return std::string(color_name(static_cast<int>(ply % 2))) + '[' + std::to_string(ply / 2 + 1) +
           ']';
}

// Reads the number of plies before a turn; false if the text isn't one.
inline bool read_turn(std::string_view text, std::int64_t& ply) {
    const bool is_white = take(text, "White[");
    if (!is_white && !take(text, "Black[")) return false;
    constexpr std::size_t MOST_DIGITS = 9;
    if (text.size() < 2 || text.size() > MOST_DIGITS + 1 || text.back() != ']') return false;
    text.remove_suffix(1);
    std::int64_t number = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9' || (number == 0 && digit == '0')) return false;
        number = 10 * number + (digit - '0');
    }
    ply = 2 * (number - 1) + !is_white;
    return true;
}

inline bool is_state(std::string_view text) {
    return text == "NotStarted" || text == "InProgress" || text == "Draw" || text == "WhiteWins" ||
           text == "BlackWins";
}

// Takes up to three letters of expansions in any order. EXPANSIONS: one of them is given twice.
inline Grammar read_tolerant_game_type(std::string_view text, int& expansions) {
    expansions = 0;
    if (!take(text, "Base")) return Grammar::GAME_TYPE;
    if (text.empty()) return Grammar::CORRECT;
    if (!take(text, "+") || text.empty() || text.size() > EXPANSIONS.size())
        return Grammar::GAME_TYPE;
    bool is_twice = false;
    for (const char letter : text) {
        std::size_t i = 0;
        while (i < EXPANSIONS.size() && BUGS[EXPANSIONS[i]].letter != letter) ++i;
        if (i == EXPANSIONS.size()) return Grammar::GAME_TYPE;
        is_twice |= (expansions >> i & 1) != 0;
        expansions |= 1 << i;
    }
    return is_twice ? Grammar::EXPANSIONS : Grammar::CORRECT;
}

inline Grammar read_game_type(std::string_view text, bool tolerant, int& expansions) {
    if (tolerant) return read_tolerant_game_type(text, expansions);
    return take_game_type(text, expansions) && text.empty() ? Grammar::CORRECT : Grammar::GAME_TYPE;
}

// The size of the white space at the front of a text in UTF-8, as Python defines it.
inline std::size_t space_size(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    if (text.empty()) return 0;
    if ((byte(0) >= 0x09 && byte(0) <= 0x0D) || (byte(0) >= 0x1C && byte(0) <= 0x20)) return 1;
    if (byte(0) == 0xC2 && (byte(1) == 0x85 || byte(1) == 0xA0)) return 2;
    const unsigned code = byte(0) << 16 | byte(1) << 8 | byte(2);
    const bool is_space = code == 0xE19A80 || (code >= 0xE28080 && code <= 0xE2808A) ||
                          code == 0xE280A8 || code == 0xE280A9 || code == 0xE280AF ||
                          code == 0xE2819F || code == 0xE38080;
    return is_space ? 3 : 0;
}

inline std::string_view stripped(std::string_view text) {
    while (const std::size_t size = space_size(text)) text.remove_prefix(size);
    for (;;) {
        std::size_t size = 1;
        while (size <= 3 && size <= text.size() &&
               space_size(text.substr(text.size() - size)) != size)
            ++size;
        if (size > 3 || size > text.size()) return text;
        text.remove_suffix(size);
    }
}

inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> fields;
    for (;;) {
        const std::size_t end = text.find(separator);
        fields.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return fields;
        text.remove_prefix(end + 1);
    }
}

// Splits a game string. With `tolerant` there may be white space around it, and the letters of the
// expansions can be in any order.
inline GameText split_game_string(std::string_view text, bool tolerant = false) {
    GameText game;
    const auto fields = split(tolerant ? stripped(text) : text, ';');
    int expansions = 0;
    const auto check = [&](std::size_t i) {
        if (i == 0) return read_game_type(fields[0], tolerant, expansions);
        std::int64_t ply;
        if (i == 1) return is_state(fields[1]) ? Grammar::CORRECT : Grammar::STATE;
        return read_turn(fields[2], ply) ? Grammar::CORRECT : Grammar::TURN;
    };
    constexpr Grammar MISSING[] = {Grammar::NO_GAME_TYPE, Grammar::NO_STATE, Grammar::NO_TURN};
    std::size_t column = 1;
    bool is_twice = false;
    for (std::size_t i = 0; i < 3; ++i) {
        const Grammar kind = i < fields.size() ? check(i) : MISSING[i];
        if (kind == Grammar::EXPANSIONS)
            is_twice = true;  // the other fields come first
        else if (kind != Grammar::CORRECT) {
            game.error = {kind, column};
            return game;
        }
        column += fields[i].size() + 1;
    }
    if (is_twice) game.error = {Grammar::EXPANSIONS, 1};
    game.state = fields[1];
    game.turn = fields[2];
    game.head_size = column - 1;
    game.moves.assign(fields.begin() + 3, fields.end());
    bool shows_queen_first = false;
    for (std::size_t i = 0; i < game.moves.size() && i < 2; ++i)
        shows_queen_first |= game.moves[i].size() > 1 && game.moves[i][1] == 'Q';
    if (shows_queen_first) expansions |= QUEEN_FIRST;
    game.ruleset.bits = static_cast<std::uint8_t>(expansions | STACK_GATES);
    return game;
}

// The state of a game: NotStarted, InProgress, WhiteWins, BlackWins or Draw.
inline std::string_view state_of(AnyBoard& board) {
    switch (board.ending()) {
        case Ending::WHITE_WINS: return "WhiteWins";
        case Ending::BLACK_WINS: return "BlackWins";
        case Ending::BOTH_SURROUNDED:
        case Ending::THREEFOLD: return "Draw";
        case Ending::NONE: break;
    }
    return board.ply() ? "InProgress" : "NotStarted";
}

inline bool begins_at_position(const AnyBoard& board) {
    return board.ply() != board.played_count();
}

// The texts of all moves that were played.
inline std::vector<std::string> write_played_moves(const AnyBoard& board) {
    std::vector<std::string> texts;
    const auto replay = board.copy();
    while (replay->pop()) {
    }
    for (int i = 0; i < board.played_count(); ++i) {
        const Move move = move_to(*replay, board.played_at(i));
        texts.push_back(write_move(move, position_of(*replay).hive).value_or(""));
        replay->push(piece_to(move));
    }
    return texts;
}

// The game as a game string; nothing if the board was set up from a position.
inline std::optional<std::string> write_game_string(AnyBoard& board) {
    if (begins_at_position(board)) return {};
    std::string text = game_type(ruleset_of(board));
    text.append(";").append(state_of(board)).append(";").append(write_turn(board.ply()));
    for (const std::string& move : write_played_moves(board)) text.append(";").append(move);
    return text;
}

}  // namespace beespace::explain
