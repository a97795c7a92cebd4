// The nodes of the search tree: what is asked of them, and what is known before their moves are
// tried.
#pragma once

#include "core/position/move_sinks.h"
#include "eval/evaluate.h"
#include "search/score.h"
#include "search/table/table.h"

namespace beespace::BEESPACE_ARCH {

// A node to search: how far, and which scores make a difference. Scores up to alpha are too low to
// matter, and the opponent avoids those from beta on.
struct Node {
    int ply, alpha, beta;
    int depth;              // the plies left
    bool is_pv = false;     // on the expected line, with an open window
    bool may_pass = false;  // whether the null move may be tried

    // The node after a move, from the opponent's view.
    Node child(int child_depth, bool is_child_pv) const {
        return {ply + 1, -beta, -alpha, child_depth, is_child_pv, true};
    }
    // The same with the smallest window, which only tells whether the move beats alpha.
    Node scout(int child_depth) const {
        return {ply + 1, -alpha - 1, -alpha, child_depth, false, true};
    }
    // The node after the null move, which only tells whether passing reaches beta.
    Node after_pass(int child_depth) const {
        return {ply + 1, -beta, -beta + 1, child_depth, false, false};
    }
};

// The table's entry for a position.
struct Known {
    Found found;
    bool hit = false;

    bool settles(const Node& node) const {
        return hit && found.depth >= node.depth &&
               (found.bound == Bound::EXACT ||
                (found.bound == Bound::LOWER && found.score >= node.beta) ||
                (found.bound == Bound::UPPER && found.score <= node.alpha));
    }
};

// What is known about a node before its moves are tried.
struct Facts {
    Known known;
    const Insight* insight = nullptr;  // none for wide hives
    bool has_moves = false;            // whether the frame's list has the legal moves already
    bool is_threatened = false;        // the opponent would win at once if it were their turn
};

// The memory of a node: one frame per ply.
struct Frame {
    Position p;
    std::uint64_t hash, key;
    int idle;        // plies since the last placement
    int reversible;  // the same, or since the null move: repetitions can't be further back
    Move killers[2] = {PASS, PASS};
    MoveList list;
    int scores[MAX_MOVES];
    int line_length = 0;
    Move line[MAX_PLY + 2];

    void generate_moves() {
        list.size = 0;
        generate(p, list);
    }

    // Swaps the best of the remaining moves to index i.
    Move pick(int i) {
        int best = i;
        for (int j = i + 1; j < list.size; ++j)
            if (scores[j] > scores[best]) best = j;
        std::swap(scores[i], scores[best]);
        std::swap(list.moves[i], list.moves[best]);
        return list.moves[i];
    }

    // Makes a move, followed by the best line after it, the best line of this node.
    void set_line(Move move, const Frame& after) {
        line[0] = move;
        std::copy(after.line, after.line + after.line_length, line + 1);
        line_length = after.line_length + 1;
    }
};

}  // namespace beespace::BEESPACE_ARCH
