// Plays two versions of the engine against each other at a fixed number of nodes; see
// benchmarks/versions.py.
//
//   match NODES PAIRS THREADS SEED MAX_PLIES RULES...
//
// Prints a line for every pair of games: its number, A's points as White and as Black in halves,
// the plies of both games, and how many games reached MAX_PLIES.

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "side.h"

namespace {

constexpr std::uint64_t OPENING_NODES = 4000;
constexpr int MOST_OPENING_SCORE = 120, LEAST_OPENING = 4, MOST_OPENING = 8;

struct Settings {
    std::uint64_t nodes;
    long pairs;
    unsigned seed;
    int max_plies;
    std::vector<std::uint8_t> rules;
};

// Random moves to a position that B considers nearly even.
std::vector<SideMove> new_opening(Side& b, std::uint8_t rules, std::mt19937_64& random) {
    for (;;) {
        std::vector<SideMove> moves;
        b.start(rules);
        const auto plies = LEAST_OPENING + random() % (MOST_OPENING - LEAST_OPENING + 1);
        while (moves.size() < plies && b.result() == Result::NONE) {
            const auto count = static_cast<std::uint64_t>(b.move_count());
            moves.push_back(b.move_at(static_cast<int>(random() % count)));
            b.play(moves.back());
        }
        if (b.result() != Result::NONE) continue;
        int score = 0;
        b.choose(OPENING_NODES, score);
        if (std::abs(score) <= MOST_OPENING_SCORE) return moves;
    }
}

struct Game {
    int half_points = 1, plies = 0, unfinished = 0;
};

Game play(Side& a, Side& b, bool is_a_white, std::uint8_t rules,
          const std::vector<SideMove>& opening, const Settings& settings) {
    Game game;
    a.start(rules);
    b.start(rules);
    const auto push = [&](SideMove move) {
        if (!a.is_legal(move) || !b.is_legal(move)) {
            std::fprintf(stderr, "match: the versions disagree about the rules\n");
            std::exit(1);
        }
        a.play(move);
        b.play(move);
        ++game.plies;
    };
    for (const SideMove move : opening) push(move);
    while (b.result() == Result::NONE && game.plies < settings.max_plies) {
        Side& mover = (b.turn() == 0) == is_a_white ? a : b;
        int score = 0;
        push(mover.choose(settings.nodes, score));
    }
    const Result result = b.result();
    game.unfinished = result == Result::NONE;
    if (result == Result::WHITE) game.half_points = is_a_white ? 2 : 0;
    if (result == Result::BLACK) game.half_points = is_a_white ? 0 : 2;
    return game;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 7) {
        std::fprintf(stderr, "usage: match NODES PAIRS THREADS SEED MAX_PLIES RULES...\n");
        return 2;
    }
    Settings settings{std::strtoull(argv[1], nullptr, 10),
                      std::atol(argv[2]),
                      static_cast<unsigned>(std::atoi(argv[4])),
                      std::atoi(argv[5]),
                      {}};
    for (int i = 6; i < argc; ++i)
        settings.rules.push_back(static_cast<std::uint8_t>(std::atoi(argv[i])));

    std::atomic<long> next{0};
    std::mutex output;
    const auto work = [&] {
        const auto a = new_side_a(), b = new_side_b();
        for (long pair = next++; pair < settings.pairs; pair = next++) {
            const auto number = static_cast<std::uint64_t>(pair);
            const std::uint8_t rules = settings.rules[number % settings.rules.size()];
            // A pair depends only on the seed and its number, not on the threads.
            std::mt19937_64 random(settings.seed * 1'000'003ULL + number);
            const std::vector<SideMove> opening = new_opening(*b, rules, random);
            const Game white = play(*a, *b, true, rules, opening, settings);
            const Game black = play(*a, *b, false, rules, opening, settings);
            const std::lock_guard lock(output);
            std::printf("%ld %d %d %d %d\n", pair, white.half_points, black.half_points,
                        white.plies + black.plies, white.unfinished + black.unfinished);
            std::fflush(stdout);
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < std::atoi(argv[3]); ++i) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
}
