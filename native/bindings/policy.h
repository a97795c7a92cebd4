// The Python interface of the policy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/search.h"

namespace beespace::bindings {

class Policy {
  public:
    Policy(nb::bytes weights, bool portable)
        : arch_(portable ? Arch::PORTABLE : best_arch()),
          policy_(new_policy(arch_, {weights.c_str(), weights.size()})) {}

    const AnyPolicy& get() const { return *policy_; }

    void check_arch(const Board& board) const {
        if (arch_ != board.arch())
            throw nb::value_error("the board and the policy are for different architectures");
    }

    // For each candidate, the indexes of its moves in the list of legal moves, and its inputs as
    // 16-bit numbers.
    nb::list inputs(const Board& board) const {
        nb::list list;
        for (const Candidate& one : candidates(board)) {
            const auto* bytes = reinterpret_cast<const char*>(one.inputs.data());
            list.append(nb::make_tuple(one.moves, nb::bytes(bytes, 2 * one.inputs.size())));
        }
        return list;
    }

    // For each candidate, the indexes of its moves and its probability.
    nb::list chances(const Board& board) const {
        const auto found = candidates(board);
        return with_chances(found, policy_->chances(found));
    }

    // The same for an opponent.
    nb::list chances_of(const Board& board, const std::string& character,
                        std::uint64_t seed) const {
        check_arch(board);
        const std::atomic<bool> stop{false};
        const Choice made =
            policy_->choose(board.get(), read_character(character), seed, FOREVER_S, stop);
        return with_chances(made.candidates, made.chances);
    }

  private:
    static constexpr double FOREVER_S = 1e9;

    static nb::list with_chances(const std::vector<Candidate>& found,
                                 const std::vector<double>& chances) {
        nb::list list;
        for (std::size_t i = 0; i < found.size(); ++i)
            list.append(nb::make_tuple(found[i].moves, chances[i]));
        return list;
    }

    std::vector<Candidate> candidates(const Board& board) const {
        check_arch(board);
        const std::unique_ptr<AnyBoard> copy = board.get().copy();
        const nb::gil_scoped_release release;
        return policy_->candidates(*copy);
    }

    Arch arch_;
    std::unique_ptr<AnyPolicy> policy_;
};

// Starts an opponent's choice.
inline std::unique_ptr<Job> start_choice(std::shared_ptr<Policy> policy, const Board& board,
                                         const std::string& character, std::uint64_t seed,
                                         double seconds) {
    policy->check_arch(board);
    auto work = [policy = std::move(policy), character = read_character(character), seed, seconds](
                    const AnyBoard& position, const std::atomic<bool>& stop, const Job::Reporter&) {
        return policy->get().choose(position, character, seed, seconds, stop).report;
    };
    return std::make_unique<Job>(board, work, nullptr);
}

}  // namespace beespace::bindings
