// The position notation, such as "Base+MLP Black[9] wB1 0,0:wS1 1,0:bG1.wB1 1,1:bQ"; as in
// rules/notation/position.py.
#pragma once

#include "explain/notation/game_string.h"
#include "explain/notation/possible.h"

namespace beespace::explain {

inline std::string hex_text(Hex hex) { return std::to_string(hex.q) + ',' + std::to_string(hex.r); }

// The stacks are sorted by hex.
inline std::string write_position(const Position& position) {
    std::string text = write_ruleset(position.ruleset) + ' ' + write_turn(position.ply) + ' ';
    text += position.stunned == NO_PIECE ? "-" : name_of(position.stunned);
    for (const Hex hex : position.hive.hexes()) {
        text += ' ' + hex_text(hex);
        char separator = ':';
        for (const int piece : position.hive.stack(hex)) {
            (text += separator) += name_of(piece);
            separator = '.';
        }
    }
    return text;
}

// Takes a coordinate of at most nine digits.
inline bool take_coordinate(std::string_view& text, std::int32_t& value) {
    constexpr std::size_t MOST_DIGITS = 9;
    const bool is_negative = take(text, "-");
    std::size_t size = 0;
    value = 0;
    for (; size < text.size() && size < MOST_DIGITS; ++size) {
        if (text[size] < '0' || text[size] > '9') break;
        value = 10 * value + (text[size] - '0');
    }
    if (is_negative) value = -value;
    text.remove_prefix(size);
    return size != 0;
}

// Reads a stack such as 1,0:bG1.wB1; false if the text isn't one.
inline bool read_stack(std::string_view text, Hex& hex, Pieces& pieces) {
    if (!take_coordinate(text, hex.q) || !take(text, ",")) return false;
    if (!take_coordinate(text, hex.r) || !take(text, ":")) return false;
    do {
        const int piece = take_piece(text);
        if (piece == NO_PIECE) return false;
        pieces.push_back(piece);
    } while (take(text, "."));
    return text.empty();
}

// Reads the ruleset, the turn and the stunned piece.
inline Grammar read_position_head(const std::vector<std::string_view>& fields, Position& position) {
    if (fields.size() < 3) return Grammar::POSITION_FIELDS;
    if (!read_ruleset(fields[0], position.ruleset)) return Grammar::RULESET;
    if (!read_turn(fields[1], position.ply)) return Grammar::TURN;
    if (fields[2] == "-") return Grammar::CORRECT;
    position.stunned = read_piece(fields[2]);
    return position.stunned == NO_PIECE ? Grammar::PIECE : Grammar::CORRECT;
}

// How a board has to be set up.
inline std::vector<SetUpPiece> set_up_pieces(const Hive& hive, const Pieces& order) {
    std::vector<SetUpPiece> pieces;
    for (const int piece : order)
        pieces.push_back({piece, hive.location(piece), hive.level(piece), hive.is_covered(piece)});
    return pieces;
}

inline ReadPosition parse_position(std::string_view text) {
    ReadPosition read;
    const auto fields = split(text, ' ');
    Position position;
    read.error.kind = read_position_head(fields, position);
    if (read.error) return read;
    std::size_t column = fields[0].size() + fields[1].size() + fields[2].size() + 4;
    Pieces order;
    for (std::size_t i = 3; i < fields.size(); ++i) {
        Hex hex;
        Pieces pieces;
        if (!read_stack(fields[i], hex, pieces)) {
            read.error = {Grammar::STACK, column};
            return read;
        }
        column += fields[i].size() + 1;
        if (position.hive.has(hex))
            read.problems.push_back({ProblemCode::HEX_TWICE, {{"hex", hex_text(hex)}}});
        for (const int piece : pieces) {
            if (position.hive.is_placed(piece)) {
                read.problems.push_back({ProblemCode::PIECE_TWICE, {{"piece", name_of(piece)}}});
                continue;
            }
            position.hive.put(piece, hex);
            order.push_back(piece);
        }
    }
    PositionCheck(position, order, read.problems).run();
    read.ruleset = position.ruleset;
    read.ply = position.ply;
    read.stunned = position.stunned;
    read.pieces = set_up_pieces(position.hive, order);
    return read;
}

}  // namespace beespace::explain
