// The search as the rest of the program sees it, whatever instructions it is compiled for.
#pragma once

#include <atomic>
#include <functional>

#include "../core/api.h"

namespace beespace {

struct SearchLimits {
    double seconds = 1e9;
    int depth = 0;  // 0: no limit
    std::uint64_t nodes = 0;
    int lines = 1;  // how many best moves to rank
    int threads = 1;
    int noise = 0;  // weaker levels misjudge positions by up to this much
    std::uint64_t seed = 0;
    // Alpha-beta and nothing else: no pruning, no reductions, and nothing seen beyond the depth.
    bool plain = false;
};

// A move and how it is expected to go on, with its score as seen by the player to move.
struct SearchLine {
    int score = 0;
    std::vector<PieceTo> moves;
};

struct SearchReport {
    int depth = 0;  // of the last finished iteration
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::vector<SearchLine> lines;  // best first; empty only if there is no legal move
};

// What the evaluation sees in a position and what it makes of it; empty for wide hives.
struct Evaluation {
    int value = 0;
    std::vector<int> features;
};

// What is proven about a position.
struct Proof {
    int moves = 0;           // the player to move wins with this own move; 0: no win is known
    bool exhausted = false;  // the limit came first, or a hive too wide: there may be a win
    std::uint64_t nodes = 0;
    std::vector<PieceTo> found;  // the moves that win so soon, or that hold
};

class AnySearcher {
  public:
    virtual ~AnySearcher() = default;
    virtual void resize_table(std::size_t megabytes) = 0;
    virtual Evaluation evaluate(const AnyBoard& board) const = 0;
    virtual void clear() = 0;  // forgets everything, so that the next search depends on nothing
    // Calls `report` after every iteration. The board is only looked at.
    virtual SearchReport search(const AnyBoard& board, const SearchLimits& limits,
                                const std::atomic<bool>& stop,
                                const std::function<void(const SearchReport&)>& report) = 0;
};

// Proves wins; see solver.h.
class AnySolver {
  public:
    virtual ~AnySolver() = default;
    // The shortest win within `most` own moves, with every first move that wins so soon.
    virtual Proof shortest_win(const AnyBoard& board, int most, std::uint64_t nodes,
                               const std::atomic<bool>& stop) = 0;
    // The moves after which the opponent has no win within so many own moves; it stops looking when
    // there are `enough` of them.
    virtual Proof defences(const AnyBoard& board, int moves, std::uint64_t nodes, int enough,
                           const std::atomic<bool>& stop) = 0;
};

}  // namespace beespace
