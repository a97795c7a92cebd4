// The Python interface of explain/: positions as text, and the page's messages as JSON.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>

#include "bindings/board.h"
#include "bindings/explained.h"
#include "explain/api.h"

namespace beespace::bindings {

inline nb::object position(const Board& board) {
    return Explained::text(explain::position(board.get()));
}

// None if the text is wrong, or if no game can reach the position.
inline std::unique_ptr<Board> from_position(nb::handle text, bool portable) {
    const auto letters = Explained::letters(text);
    if (!letters) return {};
    const auto read = explain::read_position(*letters);
    if (!read.is_possible()) return {};
    auto board = std::make_unique<Board>(read.ruleset.bits, read.ruleset.threefold, portable);
    board->get().set_up(read.pieces, read.ply, read.stunned);
    return board;
}

// Why no game can reach a position: codes, values and sentences. Or what is wrong with the text.
inline nb::object position_problems(nb::handle text) {
    const auto letters = Explained::letters(text);
    if (!letters) return Explained::error({explain::Grammar::STACK, 1});
    const auto read = explain::read_position(*letters);
    if (read.error) return Explained::error(read.error);
    nb::list problems;
    for (const explain::Problem& problem : read.problems) {
        nb::dict values;
        for (const auto& [name, value] : problem.values)
            values[Explained::text(name)] = Explained::text(value);
        problems.append(nb::make_tuple(Explained::text(explain::text_of(problem.code)), values,
                                       Explained::text(explain::sentence_of(problem))));
    }
    return problems;
}

inline nb::object turn_json(Board& board, bool with_moves) {
    return Explained::text(explain::turn_json(board.get(), with_moves));
}

inline nb::object played_move_json(const Board& board, nb::handle move,
                                   std::optional<std::int64_t> spent_ms) {
    const auto read = Explained::get().read(move);
    if (!read) throw nb::type_error("not a move");
    return Explained::text(explain::played_move_json(board.get(), *read, spent_ms));
}

inline nb::object why_illegal_json(Board& board, nb::handle move) {
    const auto read = Explained::get().read(move);
    if (!read) throw nb::type_error("not a move");
    return Explained::text(explain::why_json(explain::why_illegal(board.get(), *read)));
}

inline std::vector<std::string_view> line_of(const nb::tuple& moves) {
    std::vector<std::string_view> line;
    for (nb::handle move : moves)
        line.push_back(Explained::letters(move).value_or(std::string_view()));
    return line;
}

// A `Remark`, or null.
inline nb::object about_move_json(const Board& board, nb::tuple line) {
    return Explained::text(explain::remark_json(explain::about_move(board.get(), line_of(line))));
}

inline nb::object about_mistake_json(const Board& board, std::string_view played, nb::tuple better,
                                     nb::tuple reply) {
    return Explained::text(explain::remark_json(
        explain::about_mistake(board.get(), played, line_of(better), line_of(reply))));
}

inline nb::object ending_json(Board& board) {
    return Explained::text(explain::ending_json(board.get()));
}

// What is wrong with the text, or the message.
inline nb::object set_up_json(std::string_view ruleset, bool is_black, std::string_view stacks) {
    const auto set_up = explain::set_up(ruleset, is_black, stacks);
    if (set_up.error) return Explained::error(set_up.error);
    return Explained::text(explain::set_up_json(set_up));
}

}  // namespace beespace::bindings
