// The policy's network: a clipped hidden layer, and a direct weight for each input. It uses only
// integers, so every machine computes the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/arch.h"

namespace beespace::BEESPACE_ARCH {

class PolicyNetwork {
  public:
    // Reads what training/policy/weights.py writes: the numbers of inputs and units as 16-bit
    // numbers, the first layer (8 bits, a row for each input), the direct weights, the bias and the
    // weights of the units (16 bits each). All are little-endian.
    PolicyNetwork(std::string_view bytes, std::size_t inputs) {
        std::uint16_t sizes[2] = {0, 0};
        if (bytes.size() >= sizeof sizes) std::memcpy(sizes, bytes.data(), sizeof sizes);
        units_ = sizes[1];
        const std::size_t rows = inputs * units_, words = inputs + 2 * units_;
        if (sizes[0] != inputs || units_ == 0 || bytes.size() != sizeof sizes + rows + 2 * words)
            throw std::invalid_argument("these aren't the weights of this policy");
        auto take = [at = bytes.data() + sizeof sizes](auto& to, std::size_t count) mutable {
            to.resize(count);
            std::memcpy(to.data(), at, count * sizeof to[0]);
            at += count * sizeof to[0];
        };
        take(rows_, rows);
        take(direct_, inputs);
        take(bias_, units_);
        take(out_, units_);
    }

    // How much a move appeals to people: the logarithm of its odds, in units of 1 / ONE.
    int appeal(const std::vector<std::uint16_t>& inputs) const {
        std::vector<int> sums(bias_.begin(), bias_.end());
        int appeal = 0;
        for (const std::uint16_t input : inputs) {
            appeal += direct_[input];
            const std::int8_t* row = rows_.data() + input * units_;
            for (std::size_t i = 0; i < units_; ++i) sums[i] += row[i];
        }
        for (std::size_t i = 0; i < units_; ++i) appeal += std::clamp(sums[i], 0, MOST) * out_[i];
        return appeal;
    }

    static constexpr int ONE = 4096;

    // Turns appeals into shares, which are only integers.
    static std::vector<std::uint64_t> shares(const std::vector<int>& appeals) {
        std::vector<std::uint64_t> result;
        if (appeals.empty()) return result;
        const int best = *std::max_element(appeals.begin(), appeals.end());
        for (const int appeal : appeals) result.push_back(exponential(std::int64_t{best} - appeal));
        return result;
    }

    // Turns shares into probabilities.
    static std::vector<double> chances(const std::vector<std::uint64_t>& shares) {
        std::vector<double> result(shares.begin(), shares.end());
        double sum = 0;
        for (const double share : result) sum += share;
        for (double& chance : result) chance /= sum;
        return result;
    }

  private:
    static constexpr int MOST = 256;  // a unit's largest output

    // 2^40 times e to the power of -x / ONE.
    static std::uint64_t exponential(std::int64_t x) {
        constexpr std::int64_t LOG2_E = 94'548;  // 2^16 times the binary logarithm of e
        // 2^31 times 2 to the power of -1/2, -1/4, -1/8 and so on.
        constexpr std::uint64_t ROOTS[12] = {1518500250, 1805811301, 1969251188, 2056437387,
                                             2101467502, 2124350982, 2135885998, 2141676973,
                                             2144578345, 2146030505, 2146756953, 2147120270};
        const std::int64_t octaves = x * LOG2_E >> 16;  // in units of 1 / ONE
        if (octaves >> 12 >= 40) return 0;
        std::uint64_t result = std::uint64_t{1} << 32;
        for (int i = 0; i < 12; ++i)
            if (octaves >> (11 - i) & 1) result = result * ROOTS[i] >> 31;
        return (result << 8) >> (octaves >> 12);
    }

    std::size_t units_ = 0;
    std::vector<std::int8_t> rows_;
    std::vector<std::int16_t> direct_, bias_, out_;
};

}  // namespace beespace::BEESPACE_ARCH
