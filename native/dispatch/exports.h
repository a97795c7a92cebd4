// The functions that each architecture's translation unit provides to dispatch.cpp.
#pragma once

#include "core/game/board.h"
#include "policy/policy.h"
#include "search/proving/proofs.h"
#include "search/root/searcher.h"

namespace beespace::BEESPACE_ARCH {

std::unique_ptr<AnyBoard> new_board(std::uint8_t rules, bool threefold) {
    return std::make_unique<Board>(rules, threefold);
}

std::unique_ptr<AnySearcher> new_searcher(std::size_t megabytes) {
    return std::make_unique<Searcher>(megabytes);
}

std::unique_ptr<AnySolver> new_solver() { return std::make_unique<Solver>(); }

std::unique_ptr<AnyPolicy> new_policy(std::string_view weights) {
    return std::make_unique<Policy>(weights);
}

std::size_t policy_inputs() { return INPUTS; }

}  // namespace beespace::BEESPACE_ARCH
