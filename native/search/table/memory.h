// Large zeroed memory for the transposition table.
//
// On Linux it is mapped directly: pages cost nothing until they are used, huge pages make it
// faster, and freeing it returns it to the system without fragmenting the heap. WebAssembly's grown
// memory costs nothing until it is used either, but can't be given back, so it is used again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace beespace {

class ZeroedMemory {
  public:
    ZeroedMemory() = default;
    explicit ZeroedMemory(std::size_t bytes) : bytes_(bytes) {
#if defined(__linux__)
        data_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (data_ == MAP_FAILED) throw std::bad_alloc();
        madvise(data_, bytes, MADV_HUGEPAGE);  // a hint; failure doesn't matter
#elif defined(__wasm__)
        data_ = take_unused(bytes);
        if (data_) return;
        const std::size_t page = __builtin_wasm_memory_grow(0, (bytes + 0xFFFF) >> 16);
        if (page == SIZE_MAX) throw std::bad_alloc();
        data_ = reinterpret_cast<void*>(page << 16);
#else
        data_ = ::operator new(bytes, std::align_val_t{64});
        std::memset(data_, 0, bytes);
#endif
    }
    ZeroedMemory(ZeroedMemory&& other) noexcept { swap(other); }
    ZeroedMemory& operator=(ZeroedMemory&& other) noexcept {
        swap(other);
        return *this;
    }
    ~ZeroedMemory() {
        if (!data_) return;
#if defined(__linux__)
        munmap(data_, bytes_);
#elif defined(__wasm__)
        unused().emplace_back(data_, bytes_);
#else
        ::operator delete(data_, std::align_val_t{64});
#endif
    }

    void* get() const { return data_; }

    // Zeroes the memory. If the system can replace the pages by empty ones, this costs nothing
    // until they are used.
    void clear() {
#if defined(__linux__)
        if (data_ && madvise(data_, bytes_, MADV_DONTNEED) == 0) return;
#endif
        if (data_) std::memset(data_, 0, bytes_);
    }

  private:
#if defined(__wasm__)
    // What was freed. Only one thread of a module makes tables.
    static std::vector<std::pair<void*, std::size_t>>& unused() {
        static std::vector<std::pair<void*, std::size_t>> blocks;
        return blocks;
    }
    static void* take_unused(std::size_t bytes) {
        auto& blocks = unused();
        for (auto block = blocks.begin(); block != blocks.end(); ++block) {
            if (block->second != bytes) continue;
            void* data = block->first;
            blocks.erase(block);
            std::memset(data, 0, bytes);
            return data;
        }
        return nullptr;
    }
#endif
    void swap(ZeroedMemory& other) {
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
    }

    void* data_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace beespace
