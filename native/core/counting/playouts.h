// Plays complete games of random moves, for Monte Carlo methods and benchmarks.
#pragma once

#include <mutex>

#include "core/counting/workers.h"
#include "core/mix.h"
#include "core/moves/generate.h"
#include "core/position/span.h"

namespace beespace::BEESPACE_ARCH {

// A small, fast random number generator (SplitMix64).
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    // Returns a number below `bound`, which must be small. Each probability is off by less than
    // 2^-32.
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>((mix(state_++) >> 32) * bound >> 32);
    }

  private:
    std::uint64_t state_;
};

// Plays one game from a position until it ends or reaches `max_plies`.
inline void play_random_game(const Position& start, Random random, int max_plies, Playouts& total) {
    MoveList list;
    Position positions[2];
    const Position* now = &start;
    int plies = 0;
    for (; plies < max_plies; ++plies) {
        list.size = 0;
        generate(*now, list);
        if (list.size == 0) break;
        const Move move = list.moves[random.below(static_cast<std::uint32_t>(list.size))];
        Position& child = positions[plies & 1];
        apply(*now, move, has_room(*now), child);
        now = &child;
    }
    ++total.games;
    total.plies += plies;
    switch (surround_ending(*now)) {
        case Ending::WHITE_WINS: ++total.white_wins; break;
        case Ending::BLACK_WINS: ++total.black_wins; break;
        case Ending::BOTH_SURROUNDED: ++total.draws; break;
        default: ++total.unfinished;
    }
}

inline Playouts playouts_in_threads(const Position& start, int games, std::uint64_t seed,
                                    int max_plies, int threads, const std::atomic<bool>& stop) {
    Playouts total;
    Mutex adding;
    share_out(games, threads, [&](int game) {
        if (stop.load(std::memory_order_relaxed)) return;
        // Each game has its own seed, so the result doesn't depend on how threads share the games.
        Playouts one;
        play_random_game(start, Random(mix(seed) ^ mix(static_cast<unsigned>(game))), max_plies,
                         one);
        const std::lock_guard lock(adding);
        total.games += one.games;
        total.plies += one.plies;
        total.white_wins += one.white_wins;
        total.black_wins += one.black_wins;
        total.draws += one.draws;
        total.unfinished += one.unfinished;
    });
    return total;
}

}  // namespace beespace::BEESPACE_ARCH
