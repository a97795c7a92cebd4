// Long-running work that Ctrl-C can interrupt.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace beespace::bindings {

namespace nb = nanobind;

// Runs long work in a separate thread, without the GIL, and stops it when Python has a signal to
// handle (Ctrl-C).
template <class F>
auto interruptible(F work) {
    std::atomic<bool> stop{false};
    bool done = false;
    decltype(work(stop)) result{};
    std::exception_ptr failure;
    std::mutex mutex;
    std::condition_variable finished;
    std::thread worker([&] {
        try {
            result = work(stop);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        done = true;
        finished.notify_one();
    });
    bool signalled = false;
    {
        const nb::gil_scoped_release release;
        std::unique_lock lock(mutex);
        while (!finished.wait_for(lock, std::chrono::milliseconds(20), [&] { return done; })) {
            if (signalled) continue;
            lock.unlock();
            {
                const nb::gil_scoped_acquire acquire;
                signalled = PyErr_CheckSignals() != 0;
            }
            lock.lock();
            if (signalled) stop = true;
        }
    }
    worker.join();
    if (signalled) throw nb::python_error();
    if (failure) std::rethrow_exception(failure);
    return result;
}

}  // namespace beespace::bindings
