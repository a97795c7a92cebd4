// Plays a game move by move and checks the core's consistency in every position: cell sets against
// the plain grid, listing against counting, and undo.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/game/board.h"

#define CHECK(condition)                                                                 \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            std::fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            std::abort();                                                                \
        }                                                                                \
    } while (false)

namespace beespace::BEESPACE_ARCH {

// What the games contained, so that a test can show that it covered everything.
struct Met {
    long positions = 0, stacks = 0, throws = 0, passes = 0, stuns = 0, wide = 0, stack_gates = 0;
};

inline std::vector<Move> sorted(const MoveList& list) {
    std::vector<Move> moves(list.moves, list.moves + list.size);
    std::sort(moves.begin(), moves.end());
    return moves;
}

inline void check_generators(const Position& p, Met& met) {
    MoveList fast, plain;
    MoveCounter counter;
    generate(p, fast);
    generate(p, counter);
    if (p.wide)
        generate_on_grid<32>(p, plain);
    else
        generate_on_grid<16>(p, plain);
    const std::vector<Move> moves = sorted(fast);
    CHECK(moves == sorted(plain));
    CHECK(counter.size == fast.size);
    CHECK(std::adjacent_find(moves.begin(), moves.end()) == moves.end());

    const PieceMask raised = raised_pieces(p);
    ++met.positions;
    met.stacks += raised != 0;
    met.wide += p.wide;
    met.passes += fast.size == 1 && fast.moves[0] == PASS;
    met.stuns += p.stunned != NO_PIECE && color_of(p.stunned) == p.turn();
    met.stack_gates += !p.wide && StackGates(p, raised & ~p.covered).any();
}

// `choose(board, n)` picks one of n moves; -1 stops the game.
template <class Choose>
void play_and_check(std::uint8_t rules, bool threefold, Choose choose, Met& met) {
    Board board(rules, threefold);
    for (;;) {
        check_generators(board.position(), met);
        const int count = board.move_count();
        if (!count) return;
        const int index = choose(board, count);
        if (index < 0) return;
        const PieceTo move = board.move_at(index);
        CHECK(board.is_legal(move));

        const std::uint64_t key = board.search_key(), repetition = board.repetition_key();
        const int repetitions = board.repetition_count();
        const bool thrown = move.piece != NO_PIECE && board.is_placed(move.piece) &&
                            color_of(static_cast<Slot>(move.piece)) != board.ply() % 2;
        board.push(move);
        CHECK(board.pop());
        CHECK(board.search_key() == key && board.repetition_key() == repetition);
        CHECK(board.repetition_count() == repetitions && board.move_count() == count);
        CHECK(board.move_at(index) == move);
        board.push(move);
        met.throws += thrown;
    }
}

}  // namespace beespace::BEESPACE_ARCH
