// What JavaScript gets as JSON, besides the page's messages (explain/messages).
#pragma once

#include "explain/api.h"
#include "explain/messages/json.h"
#include "search/api.h"

namespace beespace::wasm {

using explain::Json;

inline std::string error_json(const explain::SyntaxError& error) {
    Json json;
    json.begin('{').name("code").value(explain::text_of(error.kind));
    json.name("column").value(static_cast<std::int64_t>(error.column));
    return json.end('}').take();
}

// Every reason why no game can reach a position, with the first one as `text`.
inline std::string error_json(const std::vector<explain::Problem>& problems) {
    Json json;
    json.begin('{').name("code").value(explain::text_of(problems[0].code));
    json.name("text").value(explain::sentence_of(problems[0]));
    json.name("texts").list(problems, [&](const explain::Problem& problem) {
        json.value(explain::sentence_of(problem));
    });
    return json.end('}').take();
}

inline void write_move(Json& json, const AnyBoard& board, PieceTo move) {
    json.value(explain::uhp(board, explain::move_to(board, move)).value_or(""));
}

inline std::string report_json(const SearchReport& report, const AnyBoard& board) {
    Json json;
    json.begin('{').name("depth").value(std::int64_t{report.depth});
    json.name("nodes").value(static_cast<std::int64_t>(report.nodes));
    json.name("timeMs").value(static_cast<std::int64_t>(report.seconds * 1000));
    json.name("lines").list(report.lines, [&](const SearchLine& line) {
        const auto replay = board.copy();
        json.begin('{').name("score").value(std::int64_t{line.score});
        json.name("moves").list(line.moves, [&](PieceTo move) {
            write_move(json, *replay, move);
            replay->push(move);
        });
        json.end('}');
    });
    return json.end('}').take();
}

}  // namespace beespace::wasm
