// Perft: counts the sequences of legal moves of a given length.
#pragma once

#include <atomic>
#include <vector>

#include "core/counting/workers.h"
#include "core/moves/generate.h"
#include "core/position/span.h"

namespace beespace::BEESPACE_ARCH {

enum class LastPly { LISTED, COUNTED };

template <LastPly last>
std::uint64_t perft(const Position& p, int depth, const std::atomic<bool>& stop) {
    if (depth == 0) return 1;
    if (depth == 1) {
        if constexpr (last == LastPly::LISTED) {
            MoveList list;
            generate(p, list);
            return static_cast<std::uint64_t>(list.size);
        } else {
            MoveCounter counter;
            generate(p, counter);
            return static_cast<std::uint64_t>(counter.size);
        }
    }
    if (stop.load(std::memory_order_relaxed)) return 0;
    MoveList list;
    generate(p, list);
    const bool room = has_room(p);
    std::uint64_t nodes = 0;
    Position child;
    for (int i = 0; i < list.size; ++i) {
        apply(p, list.moves[i], room, child);
        nodes += perft<last>(child, depth - 1, stop);
    }
    return nodes;
}

// The same count, with the positions after two plies distributed among threads.
template <LastPly last>
std::uint64_t perft_in_threads(const Position& p, int depth, int threads,
                               const std::atomic<bool>& stop) {
    if (threads <= 1 || depth < 4) return perft<last>(p, depth, stop);
    std::vector<Position> level{p};
    for (int ply = 0; ply < 2; ++ply) {
        std::vector<Position> next;
        for (const Position& parent : level) {
            MoveList list;
            generate(parent, list);
            for (int i = 0; i < list.size; ++i)
                apply(parent, list.moves[i], has_room(parent), next.emplace_back());
        }
        level.swap(next);
    }
    std::atomic<std::uint64_t> nodes{0};
    share_out(static_cast<int>(level.size()), threads, [&](int i) {
        nodes += perft<last>(level[static_cast<std::size_t>(i)], depth - 2, stop);
    });
    return nodes;
}

}  // namespace beespace::BEESPACE_ARCH
