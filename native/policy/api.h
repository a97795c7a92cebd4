// The interface of the policy, independent of the instruction set it is compiled for.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/api.h"

namespace beespace {

// Moves that lead to the same position, and the inputs of the network for them. Positions that
// differ only by a rotation or a reflection count as the same.
struct Candidate {
    std::vector<int> moves;  // indexes into the list of legal moves
    std::vector<std::uint16_t> inputs;
};

// How likely people are to play each move.
class AnyPolicy {
  public:
    virtual ~AnyPolicy() = default;
    // None if the game is over.
    virtual std::vector<Candidate> candidates(const AnyBoard& board) const = 0;
    // The probability of each candidate. They add up to 1.
    virtual std::vector<double> chances(const std::vector<Candidate>& candidates) const = 0;
};

}  // namespace beespace
