#include "explain/api.h"
#include "explain/messages/played.h"
#include "explain/messages/remark.h"
#include "explain/messages/turn.h"
#include "explain/notation/game_string.h"
#include "explain/notation/position_text.h"
#include "explain/notation/set_up.h"
#include "explain/notation/uhp.h"
#include "explain/reasons/of_board.h"
#include "explain/remarks/about.h"

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
        if (read.reason) {
            if (auto over = why_over(board)) read.reason = std::move(over);
        } else if (!read.error) {
            read.reason = why_illegal(board, read.move);
        }
        if (!read.is_move()) {
            replayed.failure = std::move(read);
            break;
        }
        board.push(piece_to(read.move));
        ++replayed.count;
    }
    return replayed;
}

std::string position(const AnyBoard& board) { return write_position(position_of(board)); }

ReadPosition read_position(std::string_view text) { return parse_position(text); }

SetUp set_up(std::string_view ruleset, int color, std::string_view stacks) {
    return find_turn(ruleset, color, stacks);
}

std::vector<Way> ways(AnyBoard& board, std::uint32_t pieces) {
    if (board.ending() != Ending::NONE) return {};
    return ways_of_turn(position_of(board), pieces);
}

std::vector<Way> ways_of(const AnyBoard& board, Move move) {
    return ways_of_move(position_of(board), move);
}

std::optional<Reason> why_illegal(AnyBoard& board, Move move) {
    if (is_legal(board, move)) return {};
    if (auto over = why_over(board)) return over;
    return why_illegal(position_of(board), move, how_stunned(board));
}

std::optional<Reason> why_not_thrown_by(const AnyBoard& board, Move move, int thrower) {
    for (const Way& way : ways_of(board, move))
        if (way.thrower == thrower) return {};
    return cannot_throw(thrower);
}

std::optional<Reason> why_immobile(AnyBoard& board, int piece) {
    if (mobile_pieces(board) >> piece & 1) return {};
    if (auto over = why_over(board)) return over;
    return why_immobile(position_of(board), piece, how_stunned(board));
}

std::vector<Immobile> immobile(AnyBoard& board) {
    if (board.ending() != Ending::NONE) return {};
    return find_immobile(board, position_of(board));
}

std::optional<Remark> about_move(const AnyBoard& board, const std::vector<std::string_view>& line) {
    return Commentator(board).about_move(line);
}

std::optional<Remark> about_mistake(const AnyBoard& board, std::string_view played,
                                    const std::vector<std::string_view>& better,
                                    const std::vector<std::string_view>& reply) {
    return Commentator(board).about_mistake(played, better, reply);
}

std::string turn_json(AnyBoard& board, bool with_moves) {
    return write_turn_message(board, with_moves);
}

std::string played_move_json(const AnyBoard& board, Move move,
                             std::optional<std::int64_t> spent_ms) {
    return write_played_move(board, move, spent_ms);
}

std::string why_json(const std::optional<Reason>& reason) {
    Json json;
    if (reason)
        write_why(json, *reason);
    else
        json.null();
    return json.take();
}

std::string remark_json(const std::optional<Remark>& remark) {
    return remark ? write_remark(*remark) : Json().null().take();
}

std::string ending_json(AnyBoard& board) { return write_ending(board); }

std::string set_up_json(const SetUp& set_up) { return write_set_up(set_up); }

}  // namespace beespace::explain
