// What the C++ library needs and WebAssembly doesn't have: a lock around the allocator, a clock,
// and exceptions.
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <new>

#include "core/threads.h"
#include "wasm/border.h"

namespace {

beespace::Mutex allocating;

// The library's malloc isn't made for threads. It gets memory from memory.grow, and so the limit is
// the maximum of the memory that JavaScript made.
void* try_to_allocate(std::size_t size, std::size_t alignment) {
    const std::lock_guard lock(allocating);
    return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* allocate(std::size_t size, std::size_t alignment) {
    void* memory = try_to_allocate(size, alignment);
    if (!memory) __builtin_trap();
    return memory;
}

void release(void* memory) {
    const std::lock_guard lock(allocating);
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size, 16); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
// Without exceptions, the library's versions of these call malloc themselves, without the lock.
// They are used in places that don't show it, such as std::stable_sort.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return try_to_allocate(size, 16);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return try_to_allocate(size, 16);
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
    return try_to_allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
    return try_to_allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

// The library's own version prints a message, which takes 20 KB of code.
void std::__libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }

// Milliseconds.
IMPORTED("now") double now_ms();

extern "C" {

int clock_gettime(clockid_t, timespec* time) {
    const double ms = now_ms();
    time->tv_sec = static_cast<time_t>(ms / 1000);
    time->tv_nsec = static_cast<long>((ms - static_cast<double>(time->tv_sec) * 1000) * 1e6);
    return 0;
}

// This target has no exceptions: what would throw one ends the module instead, and JavaScript gets
// a RuntimeError.
void* __cxa_allocate_exception(std::size_t) { __builtin_trap(); }
void __cxa_throw(void*, void*, void (*)(void*)) { __builtin_trap(); }
}
