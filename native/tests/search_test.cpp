// Tests the search when memory runs out: it throws an exception or carries on, and leaves no thread
// behind.
//
//   search_test

#include <cstdio>
#include <cstdlib>
#include <new>

#include "search/root/searcher.h"

namespace {
// How many more allocations succeed; negative: all of them.
std::atomic<long> left{-1};
std::atomic<long> failed{0};

void before_allocation() {
    if (left.load() < 0) return;
    if (left.fetch_sub(1) > 0) return;
    // Only this one fails: the counter is negative from now on.
    ++failed;
    throw std::bad_alloc();
}
}  // namespace

#include "tests/allocations.h"

int main() {
    using namespace beespace;
    using namespace beespace::BEESPACE_ARCH;

    Board board(7, false);
    for (int ply = 0; ply < 12; ++ply) board.push(board.move_at(board.move_count() / 2));
    Searcher searcher(1);
    const std::atomic<bool> never{false};
    SearchLimits limits;
    limits.depth = 3;
    limits.threads = 4;

    // Let each allocation of a search fail once, until a search makes fewer allocations than that.
    int thrown = 0, survived = 0;
    for (long number = 0; number < 2000; ++number) {
        failed = 0;
        left = number;
        try {
            const SearchReport report = searcher.search(board, limits, never, nullptr);
            left = -1;
            if (report.lines.empty() || report.lines[0].moves.empty()) {
                std::printf("allocation %ld: the search ended without a move\n", number);
                return 1;
            }
            if (!failed) break;
            ++survived;
        } catch (const std::bad_alloc&) {
            left = -1;
            ++thrown;
        }
    }
    std::printf("searches that carried on: %d, that threw an exception: %d\n", survived, thrown);
    return thrown && survived ? 0 : 1;
}
