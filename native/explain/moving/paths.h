// Paths of one piece, hex by hex, with start and destination.
#pragma once

#include <utility>

#include "explain/hive/hex_table.h"
#include "explain/hive/hexes.h"

namespace beespace::explain {

// One path to each destination, in the order in which they are found.
class Paths {
  public:
    // Adds a path, unless there is one to its end.
    void add(Hexes path) {
        if (ends_.add(path.back())) paths_.push_back(std::move(path));
    }
    bool is_empty() const { return paths_.empty(); }
    bool has(Hex to) const { return ends_.has(to); }
    // The path to a hex; null if there is none.
    const Hexes* find(Hex to) const {
        if (!has(to)) return nullptr;
        for (const Hexes& path : paths_)
            if (path.back() == to) return &path;
        return nullptr;
    }
    auto begin() const { return paths_.begin(); }
    auto end() const { return paths_.end(); }
    // All paths, for a caller that keeps them.
    std::vector<Hexes> take() { return std::move(paths_); }

  private:
    std::vector<Hexes> paths_;
    HexSet ends_;
};

}  // namespace beespace::explain
