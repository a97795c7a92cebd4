// The Python interface of the policy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "bindings/board.h"

namespace beespace::bindings {

class Policy {
  public:
    Policy(nb::bytes weights, bool portable)
        : arch_(portable ? Arch::PORTABLE : best_arch()),
          policy_(new_policy(arch_, {weights.c_str(), weights.size()})) {}

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
        const auto chances = policy_->chances(found);
        nb::list list;
        for (std::size_t i = 0; i < found.size(); ++i)
            list.append(nb::make_tuple(found[i].moves, chances[i]));
        return list;
    }

  private:
    std::vector<Candidate> candidates(const Board& board) const {
        if (arch_ != board.arch())
            throw nb::value_error("the board and the policy are for different architectures");
        const std::unique_ptr<AnyBoard> copy = board.get().copy();
        const nb::gil_scoped_release release;
        return policy_->candidates(*copy);
    }

    Arch arch_;
    std::unique_ptr<AnyPolicy> policy_;
};

}  // namespace beespace::bindings
