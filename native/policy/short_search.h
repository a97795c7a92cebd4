// What a short search says about each move, as inputs.
#pragma once

#include <algorithm>
#include <vector>

#include "policy/inputs.h"
#include "policy/reader.h"
#include "search/root/root_moves.h"

namespace beespace::BEESPACE_ARCH {

// Calls `add(move's index, input)`, and returns the scores of the deepest search. Every move is
// searched with an open window, so that all scores are exact, and with an empty table, so that they
// never depend on earlier positions.
template <class Add>
std::vector<int> search_inputs(const Board& board, const std::vector<Move>& moves, int depths,
                               const Add& add) {
    std::vector<int> scores(moves.size(), 0);
    if (depths == 0) return scores;
    Table table(1);
    SharedSearch shared(table);
    shared.is_over = [](std::uint64_t) { return false; };
    Worker worker(shared, board.position(), past_keys(board));
    for (int depth = 1; depth <= depths; ++depth) {
        for (std::size_t i = 0; i < moves.size(); ++i) {
            std::vector<RootMove> only{{moves[i], -INFINITE, {}}};
            worker.search_root(only, 0, depth, scores[i]);
            scores[i] = only[0].score;
        }
        const int best = *std::max_element(scores.begin(), scores.end());
        const int standing = class_of(best, STANDINGS);
        const int first = SEARCHED + (depth - 1) * SEARCH_INPUTS;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const int gap = class_of(best - scores[i], GAPS);
            const auto better = std::count_if(scores.begin(), scores.end(),
                                              [&](int score) { return score > scores[i]; });
            add(i, first + gap);
            add(i, first + GAP_CLASSES + class_of(static_cast<int>(better), RANKS));
            add(i, first + GAP_CLASSES + RANK_CLASSES + standing * GAP_CLASSES + gap);
        }
    }
    return scores;
}

}  // namespace beespace::BEESPACE_ARCH
