// The transposition table: search results for positions, shared by all threads.
//
// An entry has two words, the first of which is stored XORed with the second. If two threads write
// at once, the torn entry doesn't match any key and counts as empty, so no locks are needed.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/position/position.h"
#include "search/score.h"
#include "search/table/memory.h"

namespace beespace::BEESPACE_ARCH {

enum class Bound : std::uint8_t { NONE, UPPER, LOWER, EXACT };

struct Found {
    Move move = PASS;
    int score = 0, depth = 0;
    Bound bound = Bound::NONE;
};

class Table {
  public:
    explicit Table(std::size_t megabytes) { resize(megabytes); }

    void resize(std::size_t megabytes) {
        std::size_t clusters = 1;
        while (clusters * 2 * sizeof(Cluster) <= megabytes << 20) clusters *= 2;
        // Free the old memory first, since both may not fit. If the new allocation fails, the table
        // is left with a single cluster but in a valid state.
        clusters_ = &only_;
        mask_ = 0;
        memory_ = ZeroedMemory();
        memory_ = ZeroedMemory(clusters * sizeof(Cluster));
        clusters_ = static_cast<Cluster*>(memory_.get());
        mask_ = clusters - 1;
        age_ = 0;
    }
    // Must not be called during a search.
    void clear() {
        memory_.clear();
        for (Entry& entry : only_.entries) {
            entry.check.store(0, std::memory_order_relaxed);
            entry.data.store(0, std::memory_order_relaxed);
        }
    }
    void next_search() { age_ = (age_ + 1) & 63; }

    void prefetch(std::uint64_t key) const {
#if defined(__GNUC__)
        __builtin_prefetch(&clusters_[key & mask_]);
#endif
    }

    bool probe(std::uint64_t key, int ply, Found& found) const {
        for (const Entry& entry : clusters_[key & mask_].entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if ((entry.check.load(std::memory_order_relaxed) ^ data) != key || !data) continue;
            found.move = static_cast<Move>(data);
            found.depth = static_cast<std::int8_t>(data >> 32);
            found.bound = static_cast<Bound>(data >> 40 & 3);
            found.score = static_cast<std::int16_t>(data >> 16);
            // Wins are stored relative to the position, not to the root.
            if (found.score > DECIDED) found.score -= ply;
            if (found.score < -DECIDED) found.score += ply;
            return true;
        }
        return false;
    }

    void store(std::uint64_t key, int ply, Found result) {
        auto [move, score, depth, bound] = result;
        Entry* worst = nullptr;
        int worst_value = 1 << 20;
        for (Entry& entry : clusters_[key & mask_].entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if ((entry.check.load(std::memory_order_relaxed) ^ data) == key) {
                if (move == PASS) move = static_cast<Move>(data);
                worst = &entry;
                break;
            }
            // Shallow entries from earlier searches are replaced first.
            const int behind = (age_ - static_cast<int>(data >> 42 & 63)) & 63;
            const int value = static_cast<std::int8_t>(data >> 32) - 8 * behind - (data ? 0 : 1000);
            if (value < worst_value) worst_value = value, worst = &entry;
        }
        if (score > DECIDED) score += ply;
        if (score < -DECIDED) score -= ply;
        // bits 0-15 move, 16-31 score, 32-39 depth, 40-41 bound, 42-47 age, 48 in use
        const std::uint64_t data = std::uint64_t{move} |
                                   std::uint64_t{static_cast<std::uint16_t>(score)} << 16 |
                                   std::uint64_t{static_cast<std::uint8_t>(depth)} << 32 |
                                   static_cast<std::uint64_t>(bound) << 40 |
                                   static_cast<std::uint64_t>(age_) << 42 | std::uint64_t{1} << 48;
        worst->check.store(key ^ data, std::memory_order_relaxed);
        worst->data.store(data, std::memory_order_relaxed);
    }

  private:
    struct Entry {
        std::atomic<std::uint64_t> check, data;
    };
    struct alignas(64) Cluster {
        Entry entries[4];
    };

    ZeroedMemory memory_;
    Cluster only_{};
    Cluster* clusters_ = &only_;
    std::size_t mask_ = 0;
    int age_ = 0;
};

}  // namespace beespace::BEESPACE_ARCH
