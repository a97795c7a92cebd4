// The One Hive rule (rule 11), as in rules/one_hive.py.
#pragma once

#include <optional>

#include "explain/hive/hive.h"

namespace beespace::explain {

// Finds the pieces on the ground without which the hive would fall apart: its articulation points,
// by a depth-first search.
class Pins {
  public:
    explicit Pins(const Hive& hive) : hive_(hive) {
        for (std::uint32_t rest = hive.placed(); rest; rest &= rest - 1) {
            const int piece = std::countr_zero(rest);
            if (hive.level(piece) == 0) ground_.at(hive.location(piece)) = piece + 1;
        }
        for (std::uint32_t rest = hive.placed(); rest; rest &= rest - 1)
            if (hive.level(std::countr_zero(rest)) == 0) {
                visit(std::countr_zero(rest), NO_PIECE);
                break;
            }
    }

    bool has(int piece) const { return (pinned_ >> piece & 1) != 0; }

  private:
    int visit(int piece, int parent) {
        const int number = number_[index(piece)] = ++visited_;
        int lowest = number, branches = 0;
        for (int d = 0; d < DIRECTIONS; ++d) {
            const int* found = ground_.find(neighbor(hive_.location(piece), d));
            if (!found || *found - 1 == parent) continue;
            const int other = *found - 1;
            if (number_[index(other)]) {
                lowest = std::min(lowest, number_[index(other)]);
                continue;
            }
            ++branches;
            const int reached = visit(other, piece);
            lowest = std::min(lowest, reached);
            if (parent != NO_PIECE && reached >= number) pinned_ |= std::uint32_t{1} << piece;
        }
        if (parent == NO_PIECE && branches > 1) pinned_ |= std::uint32_t{1} << piece;
        return lowest;
    }
    static std::size_t index(int piece) { return static_cast<std::size_t>(piece); }

    const Hive& hive_;
    HexTable<int, 128> ground_;  // the lowest piece on each hex, plus one
    std::array<int, 2 * SIDE_SLOTS> number_{};
    int visited_ = 0;
    std::uint32_t pinned_ = 0;
};

// The connected parts of the hive, optionally without one hex.
inline std::vector<Hexes> parts_of(const Hive& hive, std::optional<Hex> without = {}) {
    std::vector<Hexes> found;
    HexSet seen;
    if (without) seen.add(*without);
    for (const Hex start : hive.hexes()) {
        if (!seen.add(start)) continue;
        Hexes part{start};
        for (std::size_t i = 0; i < part.size(); ++i)
            for (int d = 0; d < DIRECTIONS; ++d) {
                const Hex to = neighbor(part[i], d);
                if (hive.has(to) && seen.add(to)) part.push_back(to);
            }
        found.push_back(std::move(part));
    }
    return found;
}

}  // namespace beespace::explain
