// What pieces can do, for JavaScript: pieces by name, and hexes as two numbers.
#include "explain/box/pieces.h"

#include "core/api.h"
#include "wasm/border.h"
#include "wasm/json.h"

namespace beespace::wasm {

namespace {

// The piece that was given by name; NO_PIECE if there is none.
int given_piece() {
    std::string_view text = given();
    const int piece = explain::take_piece(text);
    return text.empty() ? piece : NO_PIECE;
}

int refuse_piece() { return answer_error(error_json({explain::Grammar::PIECE, 1})); }

}  // namespace

// Takes a piece and answers with its move to a hex, legal or not; with no text if none can name it.
EXPORTED("board_move_to") int board_move_to(const AnyBoard* board, int q, int r) {
    const int piece = given_piece();
    if (piece == NO_PIECE) return refuse_piece();
    return answer(explain::uhp(*board, explain::move_to(*board, {piece, {q, r}})).value_or(""));
}

// Takes a piece and answers with a `WhyNot` of the page's messages: why it can't go to a hex. Null
// if it can.
EXPORTED("board_why_not") int board_why_not(AnyBoard* board, int q, int r) {
    const int piece = given_piece();
    if (piece == NO_PIECE) return refuse_piece();
    const auto move = explain::move_to(*board, {piece, {q, r}});
    return answer(explain::why_json(explain::why_illegal(*board, move)));
}

// Takes a piece and answers with a `WhyNot`: why it can't do anything. Null if it can.
EXPORTED("board_why_immobile") int board_why_immobile(AnyBoard* board) {
    const int piece = given_piece();
    if (piece == NO_PIECE) return refuse_piece();
    return answer(explain::why_json(explain::why_immobile(*board, piece)));
}

// Takes a move and answers with the pieces that can make it by a throw.
EXPORTED("board_throwers") int board_throwers(const AnyBoard* board) {
    const auto read = explain::parse_uhp(*board, given());
    if (read.error) return answer_error(error_json(read.error));
    Json json;
    json.begin('[');
    if (read.is_move()) {
        for (const explain::Way& way : explain::ways_of(*board, read.move))
            if (way.thrower != NO_PIECE) json.piece(way.thrower);
    }
    return answer(json.end(']').take());
}

// Passes, whether or not the player may.
EXPORTED("board_pass") void board_pass(AnyBoard* board) { board->push({NO_PIECE, {}}); }

}  // namespace beespace::wasm
