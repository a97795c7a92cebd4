// Played moves, endings and positions set up by hand, as the page's messages.
#pragma once

#include "explain/messages/turn.h"
#include "explain/notation/set_up.h"

namespace beespace::explain {

// A legal move as PlayedMove of server/boards/messages.py, given the board before the move.
inline std::string write_played_move(const AnyBoard& board, Move move,
                                     std::optional<std::int64_t> spent_ms) {
    const Position position = position_of(board);
    const auto ways = ways_of_move(position, move);
    Json json;
    json.begin('{').name("text").value(write_move(move, position.hive).value_or(""));
    json.name("piece").piece(move.piece).name("origin");
    if (move.kind == MoveKind::RELOCATE && position.hive.is_placed(move.piece))
        json.value(position.hive.location(move.piece));
    else
        json.null();
    json.name("to");
    if (move.kind == MoveKind::PASS)
        json.null();
    else
        json.value(move.to);
    json.name("path").hexes(ways.empty() ? Hexes{} : ways[0].path);
    json.name("thrower").piece(ways.empty() ? NO_PIECE : ways[0].thrower).name("spent_ms");
    if (spent_ms)
        json.value(*spent_ms);
    else
        json.null();
    return json.name("clock_ms").null().end('}').take();
}

// How the game has ended on the board, as Ending of server/play/messages/games.py; or null.
inline std::string write_ending(AnyBoard& board) {
    const Ending ending = board.ending();
    Json json;
    if (ending == Ending::NONE) return json.null().take();
    json.begin('{').name("winner");
    if (ending == Ending::WHITE_WINS || ending == Ending::BLACK_WINS)
        json.value(letter_of(ending == Ending::WHITE_WINS ? WHITE : BLACK));
    else
        json.null();
    json.name("reason").value(
        std::string_view(ending == Ending::THREEFOLD ? "repetition" : "surround"));
    return json.end('}').take();
}

// A position set up by hand, as SetUp of server/study/messages.py.
inline std::string write_set_up(const SetUp& set_up) {
    Json json;
    json.begin('{').name("position");
    if (set_up.position.empty())
        json.null();
    else
        json.value(set_up.position);
    json.name("flaws").list(set_up.problems, [&](const Problem& problem) {
        json.begin('{').name("code").value(text_of(problem.code)).name("values").begin('{');
        for (const auto& [name, value] : problem.values) json.name(name).value(value);
        json.end('}').name("text").value(sentence_of(problem)).end('}');
    });
    return json.end('}').take();
}

}  // namespace beespace::explain
