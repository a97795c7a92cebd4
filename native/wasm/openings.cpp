// Keys of positions, for counting which moves were played in games. A key is the same for all
// rotations and reflections of a position. It is written as 16 hexadecimal digits, because
// JavaScript's numbers have only 53 bits.
#include "core/api.h"
#include "dispatch/dispatch.h"
#include "explain/api.h"
#include "wasm/border.h"

namespace beespace::wasm {

namespace {

void write_key(std::string& text, std::uint64_t key) {
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[key >> shift & 15];
}

}  // namespace

// Answers with the key of the position.
EXPORTED("board_key") int board_key(const AnyBoard* board) {
    std::string text;
    write_key(text, board->symmetry_key());
    return answer(std::move(text));
}

// Answers with the keys after each legal move, one after another, in the order of the moves.
EXPORTED("board_keys_after") int board_keys_after(const AnyBoard* board) {
    const auto after = board->copy();
    std::string text;
    for (int i = 0, count = after->move_count(); i < count; ++i) {
        after->push(after->move_at(i));
        write_key(text, after->symmetry_key());
        after->pop();
    }
    return answer(std::move(text));
}

// Takes a ruleset and the moves of a game, each on its own line, and answers with the keys of the
// positions from the first to the last. Stops at a move that can't be played.
EXPORTED("game_keys") int game_keys() {
    std::string_view rest = given();
    const auto take_line = [&rest] {
        const auto end = rest.find('\n');
        const auto line = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
        return line;
    };
    explain::Ruleset ruleset;
    if (!explain::read_ruleset(take_line(), ruleset)) return answer("");
    const auto board = new_board(best_arch(), ruleset.bits, ruleset.threefold);
    std::string text;
    write_key(text, board->symmetry_key());
    while (!rest.empty()) {
        const auto read = explain::parse_uhp(*board, take_line());
        if (!read.is_move() || !explain::is_legal(*board, read.move)) break;
        board->push(explain::piece_to(read.move));
        write_key(text, board->symmetry_key());
    }
    return answer(std::move(text));
}

// How often the position has come up in the game, including now.
EXPORTED("board_repetitions") int board_repetitions(AnyBoard* board) {
    return board->repetition_count();
}

}  // namespace beespace::wasm
