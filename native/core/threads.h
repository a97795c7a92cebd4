// Threads of the core. WebAssembly has no standard ones: there, helpers wait for work instead,
// which wasm/mailbox.cpp hands out.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

#if !defined(__wasm__)
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>
#endif

namespace beespace {

#if defined(__wasm__)

// Held for a few instructions at a time.
class Mutex {
  public:
    void lock() {
        while (locked_.test_and_set(std::memory_order_acquire)) {
        }
    }
    void unlock() { locked_.clear(std::memory_order_release); }

  private:
    std::atomic_flag locked_;
};

#else

using Mutex = std::mutex;

#endif

class Threads {
  public:
    Threads() = default;
    ~Threads() { join(); }
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

    // Calls work(1) to work(count), each in its own thread; fewer if the system has no more threads
    // or no more memory. Must not be called again before `join`.
    void start(int count, std::function<void(int)> work);
    void join();

  private:
    std::function<void(int)> work_;
#if defined(__wasm__)
    [[maybe_unused]] std::uint32_t helpers_ = 0;  // one bit for each
#else
    std::vector<std::thread> threads_;
#endif
};

#if !defined(__wasm__)

inline void Threads::start(int count, std::function<void(int)> work) {
    work_ = std::move(work);
    try {
        for (int id = 1; id <= count; ++id) threads_.emplace_back([this, id] { work_(id); });
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
}

inline void Threads::join() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

#endif

}  // namespace beespace
