// The core of a WebAssembly module, which has one instruction set: SIMD or portable.
#include "dispatch/dispatch.h"
#include "dispatch/exports.h"

namespace beespace {

Arch best_arch() { return BEESPACE_WIDE ? Arch::V128 : Arch::PORTABLE; }

std::unique_ptr<AnyBoard> new_board(Arch, std::uint8_t rules, bool threefold) {
    return BEESPACE_ARCH::new_board(rules, threefold);
}

std::unique_ptr<AnySearcher> new_searcher(Arch, std::size_t megabytes) {
    return BEESPACE_ARCH::new_searcher(megabytes);
}

std::unique_ptr<AnyPolicy> new_policy(Arch, std::string_view weights) {
    return BEESPACE_ARCH::new_policy(weights);
}

std::unique_ptr<AnySolver> new_solver(Arch) { return BEESPACE_ARCH::new_solver(); }

}  // namespace beespace
