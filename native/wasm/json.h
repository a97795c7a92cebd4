// Writes JSON, for what JavaScript gets.
#pragma once

#include <string>
#include <string_view>

#include "explain/api.h"
#include "search/api.h"

namespace beespace::wasm {

inline std::string quoted(std::string_view text) {
    std::string json = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') json += '\\';
        json += letter;
    }
    return json + '"';
}

// A list of what `write` makes of each item.
template <class Items, class Write>
std::string listed(const Items& items, Write write) {
    std::string json = "[";
    for (const auto& item : items) {
        if (json.size() > 1) json += ',';
        json += write(item);
    }
    return json + ']';
}

inline std::string as_json(Hex hex) {
    return '[' + std::to_string(hex.q) + ',' + std::to_string(hex.r) + ']';
}

inline std::string as_json(const explain::Pieces& pieces) {
    return listed(pieces, [](int piece) { return quoted(explain::name_of(piece)); });
}

inline std::string as_json(const explain::Reason& reason) {
    return "{\"code\":" + quoted(explain::text_of(reason.code)) +
           ",\"text\":" + quoted(reason.text) + ",\"pieces\":" + as_json(reason.pieces) +
           ",\"hexes\":" + listed(reason.hexes, [](Hex hex) { return as_json(hex); }) +
           ",\"parts\":" +
           listed(reason.parts, [](const explain::Pieces& part) { return as_json(part); }) + '}';
}

inline std::string as_json(const explain::SyntaxError& error) {
    return "{\"code\":" + quoted(explain::text_of(error.kind)) +
           ",\"column\":" + std::to_string(error.column) + '}';
}

inline std::string uhp_json(const AnyBoard& board, PieceTo move) {
    return quoted(explain::uhp(board, explain::move_to(board, move)).value_or(""));
}

inline std::string as_json(const SearchLine& line, const AnyBoard& board) {
    const auto replay = board.copy();
    return "{\"score\":" + std::to_string(line.score) + ",\"moves\":" +
           listed(line.moves,
                  [&](PieceTo move) {
                      std::string text = uhp_json(*replay, move);
                      replay->push(move);
                      return text;
                  }) +
           '}';
}

inline std::string as_json(const SearchReport& report, const AnyBoard& board) {
    const auto ms = static_cast<std::uint64_t>(report.seconds * 1000);
    return "{\"depth\":" + std::to_string(report.depth) +
           ",\"nodes\":" + std::to_string(report.nodes) + ",\"timeMs\":" + std::to_string(ms) +
           ",\"lines\":" +
           listed(report.lines, [&](const SearchLine& line) { return as_json(line, board); }) + '}';
}

}  // namespace beespace::wasm
