#include "explain/api.h"
#include "explain/notation/game_string.h"
#include "explain/notation/uhp.h"

namespace beespace::explain {

std::optional<std::string> uhp(const AnyBoard& board, Move move) {
    return write_move(move, position_of(board).hive);
}

ReadMove parse_uhp(const AnyBoard& board, std::string_view text, Names* names) {
    return read_move(text, position_of(board).hive, names);
}

std::string_view state(AnyBoard& board) { return state_of(board); }

std::optional<std::string> game_string(AnyBoard& board) { return write_game_string(board); }

GameText read_game_string(std::string_view text, bool tolerant) {
    return split_game_string(text, tolerant);
}

Replayed replay(AnyBoard& board, const std::vector<std::string_view>& moves, bool tolerant) {
    Names names;
    Replayed replayed;
    for (const std::string_view text : moves) {
        ReadMove read = parse_uhp(board, text, tolerant ? &names : nullptr);
        if (!read.is_move() || !is_legal(board, read.move)) {
            replayed.failure = std::move(read);
            break;
        }
        board.push(piece_to(read.move));
        ++replayed.count;
    }
    return replayed;
}

}  // namespace beespace::explain
