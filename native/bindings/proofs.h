// The Python interface of the solver: functions of a board that Ctrl-C can interrupt.
#pragma once

#include "bindings/board.h"

namespace beespace::bindings {

// Returns (moves to win, whether a limit was reached, nodes, winning or defending moves).
inline nb::tuple as_python(const Proof& proof, const AnyBoard& board) {
    nb::list found;
    for (const PieceTo& move : proof.found) {
        const bool places = move.piece != NO_PIECE && !board.is_placed(move.piece);
        found.append(Values::get().move(move, places));
    }
    return nb::make_tuple(proof.moves, proof.exhausted, proof.nodes, nb::tuple(found));
}

inline nb::tuple shortest_win(const Board& board, int most, std::uint64_t nodes) {
    const auto copy = board.get().copy();
    const auto solver = new_solver(board.arch());
    return as_python(interruptible([&](std::atomic<bool>& stop) {
                         return solver->shortest_win(*copy, most, nodes, stop);
                     }),
                     *copy);
}

inline nb::tuple defences(const Board& board, int moves, std::uint64_t nodes, int enough) {
    const auto copy = board.get().copy();
    const auto solver = new_solver(board.arch());
    return as_python(interruptible([&](std::atomic<bool>& stop) {
                         return solver->defences(*copy, moves, nodes, enough, stop);
                     }),
                     *copy);
}

}  // namespace beespace::bindings
