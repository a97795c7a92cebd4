// The Python interface of explain/: the texts, ways and reasons of a board.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <vector>

#include "bindings/board.h"
#include "bindings/explained.h"
#include "explain/api.h"

namespace beespace::bindings {

// The text of a move; None if it can't be written, or if the object isn't a move.
inline nb::object uhp(const Board& board, nb::handle move) {
    const auto read = Explained::get().read(move);
    const auto text = read ? explain::uhp(board.get(), *read) : std::nullopt;
    return text ? Explained::text(*text) : nb::none();
}

// A move, legal or not; the reason why there is none; or what is wrong with the text.
inline nb::object parse_uhp(const Board& board, nb::handle text, bool tolerant) {
    const auto letters = Explained::letters(text);
    if (!letters) return Explained::error({explain::Grammar::MOVE, 1});
    explain::Names names;
    const auto read = explain::parse_uhp(board.get(), *letters, tolerant ? &names : nullptr);
    return Explained::get().read_move(read);
}

// None for a board that was set up from a position.
inline nb::object game_string(Board& board) {
    const auto text = explain::game_string(board.get());
    return text ? Explained::text(*text) : nb::none();
}

// The ruleset, state, turn and moves; or what is wrong with the text.
inline nb::object split_game_string(nb::handle text, bool tolerant) {
    const auto letters = Explained::letters(text);
    if (!letters) return Explained::error({explain::Grammar::GAME_TYPE, 1});
    const auto game = explain::read_game_string(*letters, tolerant);
    if (game.error) return Explained::error(game.error);
    nb::list moves;
    for (const std::string_view move : game.moves) moves.append(Explained::text(move));
    return nb::make_tuple(Explained::text(explain::write_ruleset(game.ruleset)),
                          Explained::text(game.state), Explained::text(game.turn),
                          nb::tuple(moves));
}

// Plays moves. If one can't be played, the board stays as it was, and the result is its number from
// 0 and what is wrong, as of `parse_uhp`.
inline nb::object replay(Board& board, nb::tuple moves, bool tolerant) {
    std::vector<std::string_view> texts;
    for (nb::handle move : moves) {
        const auto letters = Explained::letters(move);
        if (!letters) break;  // what is missing fails below
        texts.push_back(*letters);
    }
    auto after = board.get().copy();
    const auto replayed = explain::replay(*after, texts, tolerant);
    if (replayed.failure)
        return nb::make_tuple(replayed.count, Explained::get().read_move(*replayed.failure));
    if (replayed.count < nb::len(moves))
        return nb::make_tuple(replayed.count, Explained::error({explain::Grammar::MOVE, 1}));
    board.replace(std::move(after));
    return nb::none();
}

// All ways, or those of some pieces.
inline nb::list ways(Board& board, nb::args pieces) {
    std::uint32_t mask = nb::len(pieces) ? 0 : explain::ALL_PIECES;
    for (nb::handle piece : pieces)
        if (const int slot = Values::get().slot_of(piece); slot >= 0)
            mask |= std::uint32_t{1} << slot;
    return Explained::get().ways(explain::ways(board.get(), mask));
}

// None if the object isn't a move.
inline nb::object ways_of(const Board& board, nb::handle move) {
    const auto read = Explained::get().read(move);
    if (!read) return nb::none();
    return Explained::get().ways(explain::ways_of(board.get(), *read));
}

// The reason, or None if the move is legal. NotImplemented: the object isn't a move, or its
// coordinates don't fit.
inline nb::object why_illegal(Board& board, nb::handle move) {
    const auto read = Explained::get().read(move);
    if (!read) return nb::borrow(Py_NotImplemented);
    return Explained::get().reason(explain::why_illegal(board.get(), *read));
}

inline nb::object why_not_thrown_by(const Board& board, nb::handle move, nb::handle thrower) {
    const auto read = Explained::get().read(move);
    const int slot = Values::get().slot_of(thrower);
    if (!read || slot < 0) return nb::borrow(Py_NotImplemented);
    return Explained::get().reason(explain::why_not_thrown_by(board.get(), *read, slot));
}

// The reason, or None if the piece has a legal move. NotImplemented: the object isn't a piece.
inline nb::object why_immobile(Board& board, nb::handle piece) {
    const int slot = Values::get().slot_of(piece);
    if (slot < 0) return nb::borrow(Py_NotImplemented);
    return Explained::get().reason(explain::why_immobile(board.get(), slot));
}

inline nb::dict immobile(Board& board) {
    nb::dict found;
    for (const explain::Immobile& one : explain::immobile(board.get()))
        found[Values::get().piece(one.piece)] = Explained::get().reason(one.why);
    return found;
}

}  // namespace beespace::bindings
