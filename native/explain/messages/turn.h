// Turns as the page's messages; as in server/boards/turns.py, byte for byte.
#pragma once

#include "explain/messages/why.h"
#include "explain/reasons/of_board.h"

namespace beespace::explain {

// The third occurrence of a position needs two rounds of four plies without a placement.
inline constexpr int PLIES_BEFORE_REPETITION = 7;

// The letter of a colour in messages.
constexpr std::string_view letter_of(int color) { return color == WHITE ? "w" : "b"; }

// How many turns a player has left to place the queen, including the current one.
inline std::int64_t queen_due_in(const Position& position, int color) {
    // On Black's turn, White's next turn has a higher number; all others have the current one.
    const bool has_begun = color == WHITE && position.turn() == BLACK;
    return std::max<std::int64_t>(LAST_TURN_FOR_QUEEN - position.turn_number() - has_begun + 1, 1);
}

inline void write_stacks(Json& json, const Hive& hive) {
    json.name("stacks").list(hive.hexes(), [&](Hex hex) {
        json.begin('{').name("hex").value(hex).name("pieces").pieces(hive.stack(hex)).end('}');
    });
}

inline void write_board(Json& json, AnyBoard& board, const Position& position) {
    json.name("ply").value(position.ply);
    json.name("color").value(letter_of(position.turn()));
    json.name("number").value(position.turn_number());
    write_stacks(json, position.hive);
    json.name("hands").begin('{');
    for (const int color : {WHITE, BLACK}) json.name(letter_of(color)).pieces(position.hand(color));
    json.end('}').name("stunned").piece(position.stunned).name("queen_due_in").begin('{');
    for (const int color : {WHITE, BLACK}) {
        json.name(letter_of(color));
        if (position.is_queen_placed(color))
            json.null();
        else
            json.value(queen_due_in(position, color));
    }
    json.end('}').name("repetitions").value(std::int64_t{board.repetition_count()});
}

// The moves that repeat a position for the third time, if that is a draw.
inline std::vector<PieceTo> moves_that_draw(AnyBoard& board) {
    std::vector<PieceTo> drawing;
    const int played = board.played_count();
    if (!board.is_threefold() || played < PLIES_BEFORE_REPETITION) return drawing;
    for (int i = played - PLIES_BEFORE_REPETITION; i < played; ++i)
        if (board.was_placement(i)) return drawing;
    const auto after = board.copy();
    for (int i = 0, count = board.move_count(); i < count; ++i) {
        const PieceTo move = board.move_at(i);
        if (move.piece == NO_PIECE || !board.is_placed(move.piece)) continue;
        after->push(move);
        if (after->repetition_count() >= 3) drawing.push_back(move);
        after->pop();
    }
    return drawing;
}

// The pieces that can be moved, with their ways. If several lead to a hex, the first is shown.
inline void write_movable(Json& json, AnyBoard& board, const Position& position) {
    const std::vector<Way> ways = ways_of_turn(position, ~std::uint32_t{0});
    const std::vector<PieceTo> drawing = moves_that_draw(board);
    json.name("movable").begin('[');
    for (std::size_t i = 0; i < ways.size();) {
        const int piece = ways[i].piece;
        HexSet shown;
        json.begin('{').name("piece").piece(piece).name("ways").begin('[');
        for (; i < ways.size() && ways[i].piece == piece; ++i) {
            const Way& way = ways[i];
            if (!shown.add(way.to)) continue;
            const PieceTo move{piece, way.to};
            const bool ends = std::find(drawing.begin(), drawing.end(), move) != drawing.end();
            json.begin('{').name("to").value(way.to).name("path").hexes(way.path);
            json.name("thrower").piece(way.thrower).name("ends_by_repetition").value(ends).end('}');
        }
        json.end(']').end('}');
    }
    json.end(']');
}

// A turn. Without `with_moves`, and at the end of a game, its lists of moves are empty.
inline std::string write_turn_message(AnyBoard& board, bool with_moves) {
    const Position position = position_of(board);
    Json json;
    json.begin('{');
    write_board(json, board, position);
    if (with_moves && board.ending() == Ending::NONE) {
        write_movable(json, board, position);
        json.name("immobile").list(find_immobile(board, position), [&](const Immobile& one) {
            json.begin('{').name("piece").piece(one.piece).name("why");
            write_why(json, one.why);
            json.end('}');
        });
    } else {
        json.name("movable").begin('[').end(']').name("immobile").begin('[').end(']');
    }
    return json.end('}').take();
}

}  // namespace beespace::explain
