// The interface of the policy, independent of the instruction set it is compiled for.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/api.h"
#include "policy/character.h"
#include "search/api.h"

namespace beespace {

// Moves that lead to the same position, and the inputs of the network for them. Positions that
// differ only by a rotation or a reflection count as the same.
struct Candidate {
    std::vector<int> moves;  // indexes into the list of legal moves
    std::vector<std::uint16_t> inputs;
    int score = 0;  // in the deepest short search
};

// What an opponent plays in a position.
struct Choice {
    std::vector<Candidate> candidates;
    std::vector<double> chances;  // of each candidate; they add up to 1
    SearchReport report;  // its only line is the move that was drawn; none if the game is over
};

// How likely people are to play each move.
class AnyPolicy {
  public:
    virtual ~AnyPolicy() = default;
    // None if the game is over. Searches fewer plies only if the probabilities need not be right.
    virtual std::vector<Candidate> candidates(const AnyBoard& board,
                                              int depths = SEARCH_DEPTHS) const = 0;
    // The probability of each candidate. They add up to 1.
    virtual std::vector<double> chances(const std::vector<Candidate>& candidates) const = 0;
    // Chooses as an opponent does. The same seed in all moves of a game gives it one opening.
    virtual Choice choose(const AnyBoard& board, const Character& character, std::uint64_t seed,
                          double seconds, const std::atomic<bool>& stop) const = 0;
};

}  // namespace beespace
