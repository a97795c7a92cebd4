// Boards, for JavaScript: a board is a pointer. A function that makes one returns 0 if it can't,
// and answers with the error.
#include "dispatch/dispatch.h"
#include "wasm/border.h"
#include "wasm/json.h"
#include "wasm/stop.h"

namespace beespace::wasm {

namespace {

std::unique_ptr<AnyBoard> new_board(explain::Ruleset ruleset) {
    return beespace::new_board(best_arch(), ruleset.bits, ruleset.threefold);
}

// Answers with why a move can't be played.
int refuse(AnyBoard& board, const explain::ReadMove& read) {
    if (read.error) return answer_error(as_json(read.error));
    // At the end of a game, that is the reason, whatever the text names.
    const bool is_over = board.ending() != Ending::NONE;
    const auto reason =
        read.reason && !is_over ? read.reason : explain::why_illegal(board, read.move);
    return answer_error(reason ? as_json(*reason) : "{}");
}

std::string pieces_json(const AnyBoard& board) {
    explain::Pieces placed;
    for (int piece = 0; piece < NO_PIECE; ++piece)
        if (board.is_placed(piece)) placed.push_back(piece);
    return listed(placed, [&](int piece) {
        const Hex at = board.location(piece);
        return "{\"piece\":" + quoted(explain::name_of(piece)) + ",\"q\":" + std::to_string(at.q) +
               ",\"r\":" + std::to_string(at.r) +
               ",\"level\":" + std::to_string(board.level(piece)) + '}';
    });
}

}  // namespace

// Takes a ruleset, such as "Base+MLP".
EXPORTED("board_new") AnyBoard* board_new() {
    explain::Ruleset ruleset;
    if (explain::read_ruleset(given(), ruleset)) return new_board(ruleset).release();
    answer_error("{\"code\":\"ruleset\",\"column\":1}");
    return nullptr;
}

// Takes a game string.
EXPORTED("board_from_game_string") AnyBoard* board_from_game_string() {
    const auto game = explain::read_game_string(given());
    if (game.error) {
        answer_error(as_json(game.error));
        return nullptr;
    }
    auto board = new_board(game.ruleset);
    const auto replayed = explain::replay(*board, game.moves);
    if (!replayed.failure) return board.release();
    refuse(*board, *replayed.failure);
    return nullptr;
}

EXPORTED("board_copy") AnyBoard* board_copy(const AnyBoard* board) {
    return board->copy().release();
}

EXPORTED("board_free") void board_free(AnyBoard* board) { delete board; }

// Takes a move in UHP's notation and plays it.
EXPORTED("board_play") int board_play(AnyBoard* board) {
    const auto read = explain::parse_uhp(*board, given());
    if (!read.is_move() || !explain::is_legal(*board, read.move)) return refuse(*board, read);
    board->push(explain::piece_to(read.move));
    return answer("");
}

// Takes a move and answers with the reason why it is illegal, or with no text if it is legal.
EXPORTED("board_why_illegal") int board_why_illegal(AnyBoard* board) {
    const auto read = explain::parse_uhp(*board, given());
    if (read.is_move() && explain::is_legal(*board, read.move)) return answer("");
    return refuse(*board, read);
}

EXPORTED("board_undo") bool board_undo(AnyBoard* board) { return board->pop(); }

EXPORTED("board_legal_moves") int board_legal_moves(AnyBoard* board) {
    std::vector<PieceTo> moves;
    for (int i = 0, count = board->move_count(); i < count; ++i) moves.push_back(board->move_at(i));
    return answer(listed(moves, [&](PieceTo move) { return uhp_json(*board, move); }));
}

EXPORTED("board_state") int board_state(AnyBoard* board) {
    const int stunned = board->stunned();
    return answer("{\"rules\":" + quoted(explain::write_ruleset(explain::ruleset_of(*board))) +
                  ",\"state\":" + quoted(explain::state(*board)) +
                  ",\"ply\":" + std::to_string(board->ply()) +
                  ",\"played\":" + std::to_string(board->played_count()) + ",\"stunned\":" +
                  (stunned == NO_PIECE ? "null" : quoted(explain::name_of(stunned))) +
                  ",\"pieces\":" + pieces_json(*board) + '}');
}

// Answers with no text if the board was set up from a position.
EXPORTED("board_game_string") int board_game_string(AnyBoard* board) {
    return answer(explain::game_string(*board).value_or(""));
}

EXPORTED("board_perft") double board_perft(const AnyBoard* board, int depth, int threads) {
    return static_cast<double>(board->perft(depth, false, threads, stop_flag));
}

}  // namespace beespace::wasm
