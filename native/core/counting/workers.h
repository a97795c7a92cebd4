// Distributes numbered jobs among threads.
#pragma once

#include <algorithm>
#include <atomic>

#include "core/arch.h"
#include "core/threads.h"

namespace beespace::BEESPACE_ARCH {

// Calls work(0) to work(count - 1), each once, in `threads` threads including this one.
template <class F>
void share_out(int count, int threads, F work) {
    std::atomic<int> next{0};
    const auto run = [&](int) {
        for (int i = next++; i < count; i = next++) work(i);
    };
    Threads others;
    others.start(std::min(threads, count) - 1, run);
    run(0);
}

}  // namespace beespace::BEESPACE_ARCH
