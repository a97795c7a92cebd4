// Implements the solver's interface: proofs about boards.
#pragma once

#include "core/game/board.h"
#include "search/api.h"
#include "search/proving/solver.h"

namespace beespace::BEESPACE_ARCH {

class Solver final : public AnySolver {
  public:
    Proof shortest_win(const AnyBoard& any, int most, std::uint64_t nodes,
                       const std::atomic<bool>& stop) override {
        return prove(any, nodes, stop, [&](Board& board, WinSolver& solver, Proof& proof) {
            const Position& p = board.position();
            for (int n = 1; n <= most && !proof.moves && !solver.is_exhausted(); ++n) {
                if (n > EXACT_MOVES && solver.is_out_of_reach(p, n)) continue;
                each_move(board, [&](PieceTo move, Move encoded) {
                    if (!solver.is_exhausted() && solver.wins_by(p, encoded, n, Quiet::TRIED))
                        proof.found.push_back(move);
                });
                if (!proof.found.empty()) proof.moves = n;
            }
        });
    }

    Proof defences(const AnyBoard& any, int moves, std::uint64_t nodes, int enough,
                   const std::atomic<bool>& stop) override {
        return prove(any, nodes, stop, [&](Board& board, WinSolver& solver, Proof& proof) {
            const Position& p = board.position();
            each_move(board, [&](PieceTo move, Move encoded) {
                if (proof.found.size() >= static_cast<std::size_t>(enough)) return;
                Position after;
                apply(p, encoded, has_room(p), after);
                const Ending ending = surround_ending(after);
                const bool lost = ending == Ending::NONE
                                      ? solver.attack(after, moves)
                                      : ending != own_win(p) && ending != Ending::BOTH_SURROUNDED;
                if (!lost) proof.found.push_back(move);
            });
        });
    }

  private:
    // Up to this length the solver misses no win, so it tries everything, even if surrounding the
    // queen seems out of reach.
    static constexpr int EXACT_MOVES = WinSolver::SURE_MOVES + 1;

    // Calls find(board, solver, proof) unless the game is over.
    template <class Find>
    static Proof prove(const AnyBoard& any, std::uint64_t nodes, const std::atomic<bool>& stop,
                       Find&& find) {
        Board board = static_cast<const Board&>(any);
        WinSolver solver(nodes, stop, WinSolver::Clock::time_point::max(), Care::THOROUGH);
        Proof proof;
        if (board.ending() != Ending::NONE) return proof;
        find(board, solver, proof);
        proof.exhausted = !solver.is_complete();
        proof.nodes = solver.nodes();
        return proof;
    }
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
