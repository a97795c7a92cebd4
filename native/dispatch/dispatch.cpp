#include "dispatch/dispatch.h"

namespace beespace {

namespace portable {
std::unique_ptr<AnyBoard> new_board(std::uint8_t rules, bool threefold);
std::unique_ptr<AnySearcher> new_searcher(std::size_t megabytes);
std::unique_ptr<AnySolver> new_solver();
std::unique_ptr<AnyPolicy> new_policy(std::string_view weights);
std::size_t policy_inputs();
}  // namespace portable

#if defined(BEESPACE_HAS_AVX2)
namespace avx2 {
std::unique_ptr<AnyBoard> new_board(std::uint8_t rules, bool threefold);
std::unique_ptr<AnySearcher> new_searcher(std::size_t megabytes);
std::unique_ptr<AnySolver> new_solver();
std::unique_ptr<AnyPolicy> new_policy(std::string_view weights);
}  // namespace avx2
#endif

Arch best_arch() {
#if defined(BEESPACE_HAS_AVX2) && (defined(__GNUC__) || defined(__clang__))
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt"))
        return Arch::AVX2;
#endif
    return Arch::PORTABLE;
}

std::string_view name_of(Arch arch) { return arch == Arch::AVX2 ? "avx2" : "portable"; }

std::unique_ptr<AnyBoard> new_board(Arch arch, std::uint8_t rules, bool threefold) {
#if defined(BEESPACE_HAS_AVX2)
    if (arch == Arch::AVX2) return avx2::new_board(rules, threefold);
#endif
    (void)arch;
    return portable::new_board(rules, threefold);
}

std::unique_ptr<AnySearcher> new_searcher(Arch arch, std::size_t megabytes) {
#if defined(BEESPACE_HAS_AVX2)
    if (arch == Arch::AVX2) return avx2::new_searcher(megabytes);
#endif
    (void)arch;
    return portable::new_searcher(megabytes);
}

std::unique_ptr<AnySolver> new_solver(Arch arch) {
#if defined(BEESPACE_HAS_AVX2)
    if (arch == Arch::AVX2) return avx2::new_solver();
#endif
    (void)arch;
    return portable::new_solver();
}

std::unique_ptr<AnyPolicy> new_policy(Arch arch, std::string_view weights) {
#if defined(BEESPACE_HAS_AVX2)
    if (arch == Arch::AVX2) return avx2::new_policy(weights);
#endif
    (void)arch;
    return portable::new_policy(weights);
}

std::size_t policy_inputs() { return portable::policy_inputs(); }

}  // namespace beespace
