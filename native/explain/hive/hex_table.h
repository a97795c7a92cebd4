// A small hash table with hexes as keys, without allocations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/api.h"

namespace beespace::explain {

// SIZE is a power of two. Keys are never removed, and there must be fewer of them than SIZE: once
// the table is full, new keys share an entry.
template <class Value, std::size_t SIZE>
class HexTable {
  public:
    // The value of a hex; null if it was never added.
    const Value* find(Hex hex) const {
        for (std::size_t i = home(hex), tries = 0; tries < SIZE; ++tries, i = next(i)) {
            if (!entries_[i].is_used) return nullptr;
            if (entries_[i].hex == hex) return &entries_[i].value;
        }
        return nullptr;
    }
    Value* find(Hex hex) { return const_cast<Value*>(std::as_const(*this).find(hex)); }

    // The value of a hex, which is added if it is new.
    Value& at(Hex hex) {
        std::size_t i = home(hex);
        for (std::size_t tries = 0; tries < SIZE; ++tries, i = next(i)) {
            if (!entries_[i].is_used) break;
            if (entries_[i].hex == hex) return entries_[i].value;
        }
        entries_[i].hex = hex;
        entries_[i].is_used = true;
        return entries_[i].value;
    }

  private:
    struct Entry {
        Hex hex;
        Value value{};
        bool is_used = false;
    };

    static std::size_t home(Hex hex) {
        const auto mixed = static_cast<std::uint32_t>(hex.q) * 0x9E3779B1u +
                           static_cast<std::uint32_t>(hex.r) * 0x85EBCA77u;
        return (mixed >> 16) % SIZE;
    }
    static std::size_t next(std::size_t i) { return (i + 1) % SIZE; }

    std::array<Entry, SIZE> entries_{};
};

// A set of hexes, of at most 255: more than a piece can reach on a hive of 28.
class HexSet {
  public:
    bool has(Hex hex) const { return table_.find(hex) != nullptr; }
    // Returns whether the hex is new.
    bool add(Hex hex) {
        bool& is_known = table_.at(hex);
        const bool is_new = !is_known;
        is_known = true;
        return is_new;
    }

  private:
    HexTable<bool, 256> table_;
};

}  // namespace beespace::explain
