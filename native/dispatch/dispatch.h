// Chooses the compiled core to use at run time.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/api.h"
#include "policy/api.h"
#include "search/api.h"

namespace beespace {

enum class Arch { PORTABLE, AVX2, V128 };

// The best architecture that this processor and this build support.
Arch best_arch();
std::string_view name_of(Arch arch);

// `rules`: the bits of core/box/bugs.h, one for each expansion and then the options.
std::unique_ptr<AnyBoard> new_board(Arch arch, std::uint8_t rules, bool threefold);
// A searcher only accepts boards of its own architecture.
std::unique_ptr<AnySearcher> new_searcher(Arch arch, std::size_t megabytes);
std::unique_ptr<AnySolver> new_solver(Arch arch);
// A policy, too. Throws std::invalid_argument if the weights are for another one.
std::unique_ptr<AnyPolicy> new_policy(Arch arch, std::string_view weights);
std::size_t policy_inputs();  // how many different inputs the policy has

}  // namespace beespace
