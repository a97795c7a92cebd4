// The interface of the search, independent of the instruction set it is compiled for.
#pragma once

#include <atomic>
#include <functional>

#include "core/api.h"

namespace beespace {

struct SearchLimits {
    double seconds = 1e9;
    int depth = 0;  // 0: no limit
    std::uint64_t nodes = 0;
    int lines = 1;  // how many best moves to rank
    int threads = 1;
    // Plain alpha-beta: no other pruning, no reductions, and no search beyond the depth.
    bool plain = false;
};

// A move and its expected continuation, with its score for the player to move.
struct SearchLine {
    int score = 0;
    std::vector<PieceTo> moves;
};

struct SearchReport {
    int depth = 0;  // of the last completed iteration
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::vector<SearchLine> lines;  // best first; empty only if there is no legal move
};

// The evaluation of a position and its features; the features are empty for wide hives.
struct Evaluation {
    int value = 0;
    std::vector<int> features;
};

// The result of a proof.
struct Proof {
    int moves = 0;           // the player to move wins in this many own moves; 0: no win known
    bool exhausted = false;  // a limit was reached, or a hive was too wide: wins may be missing
    std::uint64_t nodes = 0;
    std::vector<PieceTo> found;  // the moves that win this fast, or that defend
};

class AnySearcher {
  public:
    virtual ~AnySearcher() = default;
    virtual void resize_table(std::size_t megabytes) = 0;
    virtual Evaluation evaluate(const AnyBoard& board) const = 0;
    virtual void clear() = 0;  // so that the next search doesn't depend on earlier ones
    // Calls `report` after every iteration. The board is not changed.
    virtual SearchReport search(const AnyBoard& board, const SearchLimits& limits,
                                const std::atomic<bool>& stop,
                                const std::function<void(const SearchReport&)>& report) = 0;
};

// Proves wins; see proving/solver.h.
class AnySolver {
  public:
    virtual ~AnySolver() = default;
    // Finds the shortest win within `most` own moves, and every first move that wins this fast.
    virtual Proof shortest_win(const AnyBoard& board, int most, std::uint64_t nodes,
                               const std::atomic<bool>& stop) = 0;
    // Finds the moves after which the opponent has no win within `moves` of their own moves; stops
    // after `enough` of them.
    virtual Proof defences(const AnyBoard& board, int moves, std::uint64_t nodes, int enough,
                           const std::atomic<bool>& stop) = 0;
};

}  // namespace beespace
