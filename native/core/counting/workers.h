// Distributes numbered jobs among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "core/arch.h"

namespace beespace::BEESPACE_ARCH {

// Calls work(0) to work(count - 1), each once, in `threads` threads including this one.
template <class F>
void share_out(int count, int threads, F work) {
    std::atomic<int> next{0};
    const auto run = [&] {
        for (int i = next++; i < count; i = next++) work(i);
    };
    std::vector<std::thread> others;
    try {
        for (int i = 1; i < std::min(threads, count); ++i) others.emplace_back(run);
    } catch (const std::system_error&) {
        // No more threads available: the existing ones do the work.
    }
    run();
    for (std::thread& other : others) other.join();
}

}  // namespace beespace::BEESPACE_ARCH
