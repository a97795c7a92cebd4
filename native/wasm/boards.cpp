// Boards, for JavaScript: a board is a pointer. A function that makes one returns 0 if it can't,
// and answers with the error.
#include "dispatch/dispatch.h"
#include "explain/notation/game_string.h"
#include "wasm/border.h"
#include "wasm/json.h"
#include "wasm/stop.h"

namespace beespace::wasm {

namespace {

std::unique_ptr<AnyBoard> new_board(explain::Ruleset ruleset) {
    return beespace::new_board(best_arch(), ruleset.bits, ruleset.threefold);
}

AnyBoard* refuse(std::string json) {
    answer_error(std::move(json));
    return nullptr;
}

// Why a move can't be played.
std::string refusal(AnyBoard& board, const explain::ReadMove& read) {
    if (read.error) return error_json(read.error);
    // At the end of a game, that is the reason, whatever the text names.
    const bool is_over = board.ending() != Ending::NONE;
    return explain::why_json(read.reason && !is_over ? read.reason
                                                     : explain::why_illegal(board, read.move));
}

bool is_legal(AnyBoard& board, const explain::ReadMove& read) {
    return read.is_move() && explain::is_legal(board, read.move);
}

}  // namespace

// Takes a ruleset, such as "Base+MLP".
EXPORTED("board_new") AnyBoard* board_new() {
    explain::Ruleset ruleset;
    if (explain::read_ruleset(given(), ruleset)) return new_board(ruleset).release();
    return refuse(error_json({explain::Grammar::RULESET, 1}));
}

// Takes a game string.
EXPORTED("board_from_game_string") AnyBoard* board_from_game_string() {
    const auto game = explain::read_game_string(given());
    if (game.error) return refuse(error_json(game.error));
    auto board = new_board(game.ruleset);
    const auto replayed = explain::replay(*board, game.moves);
    return replayed.failure ? refuse(refusal(*board, *replayed.failure)) : board.release();
}

// Takes a position.
EXPORTED("board_from_position") AnyBoard* board_from_position() {
    const auto read = explain::read_position(given());
    if (read.error) return refuse(error_json(read.error));
    if (!read.is_possible()) return refuse(error_json(read.problems));
    auto board = new_board(read.ruleset);
    board->set_up(read.pieces, read.ply, read.stunned);
    return board.release();
}

EXPORTED("board_copy") AnyBoard* board_copy(const AnyBoard* board) {
    return board->copy().release();
}

EXPORTED("board_free") void board_free(AnyBoard* board) { delete board; }

// Takes a move in UHP's notation and plays it.
EXPORTED("board_play") int board_play(AnyBoard* board) {
    const auto read = explain::parse_uhp(*board, given());
    if (!is_legal(*board, read)) return answer_error(refusal(*board, read));
    board->push(explain::piece_to(read.move));
    return answer("");
}

EXPORTED("board_undo") bool board_undo(AnyBoard* board) { return board->pop(); }

// Takes a move and answers with the reason why it is illegal, or with no text if it is legal.
EXPORTED("board_why_illegal") int board_why_illegal(AnyBoard* board) {
    const auto read = explain::parse_uhp(*board, given());
    return is_legal(*board, read) ? answer("") : answer_error(refusal(*board, read));
}

// Takes a legal move and answers with a `PlayedMove` of the page's messages.
EXPORTED("board_describe_move") int board_describe_move(AnyBoard* board) {
    const auto read = explain::parse_uhp(*board, given());
    if (!is_legal(*board, read)) return answer_error(refusal(*board, read));
    return answer(explain::played_move_json(*board, read.move));
}

// Takes the engine's line, with semicolons, and answers with a `Remark` about its first move, or
// null.
EXPORTED("board_about_move") int board_about_move(const AnyBoard* board) {
    return answer(explain::remark_json(explain::about_move(*board, explain::split(given(), ';'))));
}

// Takes three rows: the move that was played, the engine's line before it, and the one after it.
// Answers with a `Remark`, or null.
EXPORTED("board_about_mistake") int board_about_mistake(const AnyBoard* board) {
    const auto rows = explain::split(given(), '\n');
    if (rows.size() != 3) return answer("null");
    const auto remark = explain::about_mistake(*board, rows[0], explain::split(rows[1], ';'),
                                               explain::split(rows[2], ';'));
    return answer(explain::remark_json(remark));
}

// Takes a move as people and other programs write it, and answers with its text in UHP's notation
// if it is legal.
EXPORTED("board_read_move") int board_read_move(AnyBoard* board) {
    explain::Names names;
    const auto read = explain::parse_uhp(*board, given(), &names);
    if (!is_legal(*board, read)) return answer_error(refusal(*board, read));
    return answer(explain::uhp(*board, read.move).value_or(""));
}

// Answers with a `Turn` of the page's messages, with or without legal moves.
EXPORTED("board_describe_turn") int board_describe_turn(AnyBoard* board, bool with_moves) {
    return answer(explain::turn_json(*board, with_moves));
}

EXPORTED("board_legal_moves") int board_legal_moves(AnyBoard* board) {
    Json json;
    json.begin('[');
    for (int i = 0, count = board->move_count(); i < count; ++i)
        write_move(json, *board, board->move_at(i));
    return answer(json.end(']').take());
}

EXPORTED("board_rules") int board_rules(AnyBoard* board) {
    return answer(explain::write_ruleset(explain::ruleset_of(*board)));
}

EXPORTED("board_state") int board_state(AnyBoard* board) {
    return answer(std::string(explain::state(*board)));
}

EXPORTED("board_ply") int board_ply(AnyBoard* board) { return static_cast<int>(board->ply()); }

// Answers with an `Ending` of the page's messages, or null.
EXPORTED("board_ending") int board_ending(AnyBoard* board) {
    return answer(explain::ending_json(*board));
}

// Answers with no text if the board was set up from a position.
EXPORTED("board_game_string") int board_game_string(AnyBoard* board) {
    return answer(explain::game_string(*board).value_or(""));
}

EXPORTED("board_position") int board_position(AnyBoard* board) {
    return answer(explain::position(*board));
}

EXPORTED("board_perft") double board_perft(const AnyBoard* board, int depth, int threads) {
    return static_cast<double>(board->perft(depth, false, threads, stop_flag));
}

// Takes a ruleset and stacks, in two lines, and answers with a `SetUp` of the page's messages: the
// position in which this player is to move, or why there is none.
EXPORTED("set_up") int set_up(bool is_black) {
    const auto end = given().find('\n');
    if (end == std::string_view::npos)
        return answer_error(error_json({explain::Grammar::STACK, 1}));
    const auto found = explain::set_up(given().substr(0, end), is_black, given().substr(end + 1));
    return found.error ? answer_error(error_json(found.error))
                       : answer(explain::set_up_json(found));
}

}  // namespace beespace::wasm
