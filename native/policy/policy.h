// Implements the policy's interface.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "policy/chooser.h"
#include "policy/network.h"
#include "policy/reader.h"
#include "policy/short_search.h"

namespace beespace::BEESPACE_ARCH {

class Policy final : public AnyPolicy {
  public:
    explicit Policy(std::string_view weights) : network_(weights, INPUTS) {}

    std::vector<Candidate> candidates(const AnyBoard& any, int depths) const override {
        Board board = static_cast<const Board&>(any);  // a copy: listing moves fills its cache
        const Position& p = board.position();
        std::vector<Candidate> found;
        std::vector<Move> moves;  // the first move of each candidate, and where it leads
        std::vector<Position> children;
        std::unordered_map<std::uint64_t, std::size_t> known;
        for (int i = 0, n = board.move_count(); i < n; ++i) {
            const Move move = board.encoded(board.move_at(i));
            Position child;
            apply(p, move, has_room(p), child);
            const auto [place, is_new] = known.try_emplace(symmetry_key(child), found.size());
            if (is_new) {
                found.emplace_back();
                moves.push_back(move);
                children.push_back(child);
            }
            found[place->second].moves.push_back(i);
        }
        if (found.size() < 2) return found;  // nothing to choose from
        MoveReader reader(board);
        std::vector<int> gains;
        for (const Position& child : children) gains.push_back(reader.gain(child));
        for (std::size_t i = 0; i < found.size(); ++i) {
            const auto better = std::count_if(gains.begin(), gains.end(),
                                              [&](int gain) { return gain > gains[i]; });
            reader.read(moves[i], children[i], static_cast<int>(better), found[i].inputs);
        }
        const auto scores = search_inputs(board, moves, depths, [&](std::size_t i, int input) {
            found[i].inputs.push_back(static_cast<std::uint16_t>(input));
        });
        for (std::size_t i = 0; i < found.size(); ++i) found[i].score = scores[i];
        return found;
    }

    std::vector<double> chances(const std::vector<Candidate>& candidates) const override {
        std::vector<int> appeals;
        for (const Candidate& one : candidates) appeals.push_back(network_.appeal(one.inputs));
        return PolicyNetwork::chances(PolicyNetwork::shares(appeals));
    }

    Choice choose(const AnyBoard& board, const Character& character, std::uint64_t seed,
                  double seconds, const std::atomic<bool>& stop) const override {
        Chooser chooser(static_cast<const Board&>(board), character, network_,
                        candidates(board, character.sight));
        return chooser.choose(seed, seconds, stop);
    }

  private:
    PolicyNetwork network_;
};

}  // namespace beespace::BEESPACE_ARCH
