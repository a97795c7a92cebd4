// Proofs about boards, as the rest of the program asks for them.
#pragma once

#include "../core/board.h"
#include "api.h"
#include "solver.h"

namespace beespace::BEESPACE_ARCH {

class Solver final : public AnySolver {
  public:
    Proof shortest_win(const AnyBoard& any, int most, std::uint64_t nodes,
                       const std::atomic<bool>& stop) override {
        Board board = static_cast<const Board&>(any);
        WinSolver solver(nodes, stop);
        Proof proof;
        if (board.ending() != Ending::NONE) return proof;
        const Position& p = board.position();
        for (int n = 1; n <= most && !proof.moves && !solver.is_exhausted(); ++n) {
            if (!solver.attack(p, n)) continue;
            proof.moves = n;
            each_move(board, [&](PieceTo move, Move encoded) {
                if (solver.wins_by(p, encoded, n)) proof.found.push_back(move);
            });
        }
        proof.exhausted = solver.is_exhausted();
        proof.nodes = solver.nodes();
        return proof;
    }

    Proof defences(const AnyBoard& any, int moves, std::uint64_t nodes,
                   const std::atomic<bool>& stop) override {
        Board board = static_cast<const Board&>(any);
        WinSolver solver(nodes, stop);
        Proof proof;
        if (board.ending() != Ending::NONE) return proof;
        const Position& p = board.position();
        each_move(board, [&](PieceTo move, Move encoded) {
            Position after;
            apply(p, encoded, has_room(p), after);
            const Ending ending = surround_ending(after);
            const bool lost = ending == Ending::NONE
                                  ? solver.attack(after, moves)
                                  : ending != own_win(p) && ending != Ending::BOTH_SURROUNDED;
            if (!lost) proof.found.push_back(move);
        });
        proof.exhausted = solver.is_exhausted();
        proof.nodes = solver.nodes();
        return proof;
    }

  private:
    static Ending own_win(const Position& p) {
        return p.turn() ? Ending::BLACK_WINS : Ending::WHITE_WINS;
    }
    template <class Do>
    static void each_move(Board& board, Do&& go) {
        for (int i = 0, n = board.move_count(); i < n; ++i) {
            const PieceTo move = board.move_at(i);
            go(move, board.encoded(move));
        }
    }
};

}  // namespace beespace::BEESPACE_ARCH
