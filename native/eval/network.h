// A small network over the features: clipped hidden units, and one linear unit.
//
// The hidden units express what a weighted sum can't, such as that a free attacker is worth more
// when fewer cells around the enemy queen are left. All numbers are integers, so that every machine
// computes the same.
#pragma once

#include <algorithm>

#include "eval/features.h"
#include "eval/network_weights.h"

namespace beespace::BEESPACE_ARCH {

static_assert(NETWORK_IN.size() == 2 * SIDE_FEATURES && NETWORK_UNITS == 32);

// Whether every unit fits its 16 bits in every position. training/fit.py checks the same, with the
// same groups of features.
constexpr bool do_sums_fit() {
    for (std::size_t unit = 0; unit < NETWORK_UNITS; ++unit) {
        int low = NETWORK_BIAS[unit], high = low;
        for (const int side : {0, int{SIDE_FEATURES}}) {
            // A position has up to `times` of these features.
            const auto add = [&](int first, int size, int times = 1) {
                int least = 0, most = 0;
                for (int row = side + first; row < side + first + size; ++row) {
                    const int weight = NETWORK_IN[static_cast<std::size_t>(row)][unit];
                    least = std::min(least, weight);
                    most = std::max(most, weight);
                }
                low += times * least;
                high += times * most;
            };
            for (int bug = QUEEN; bug <= PILLBUG; ++bug)
                add(PIECES + STATES * bug, STATES, BUGS[static_cast<std::size_t>(bug)].count);
            add(QUEEN_RING, QUEEN_EXITS - QUEEN_RING);
            add(QUEEN_EXITS, LONE_GAPS - QUEEN_EXITS);
            add(LONE_GAPS, PILLBUG_GUARD - LONE_GAPS);
            add(PILLBUG_GUARD, 1);
            add(CLIMBER_ON_QUEEN, MOSQUITO_AS - CLIMBER_ON_QUEEN, 3);
            for (int bug = QUEEN; bug <= PILLBUG; ++bug) add(MOSQUITO_AS + bug, 1);
            add(DROPS, PLACES - DROPS);
            add(PLACES, SIDE_FEATURES - PLACES);
        }
        if (low < -32767 || high > 32767) return false;
    }
    return true;
}
static_assert(do_sums_fit(), "the network's sums can overflow");

#if BEESPACE_WIDE

// All units, in two registers.
class Units {
  public:
    BEESPACE_INLINE Units() : low_(load(NETWORK_BIAS, 0)), high_(load(NETWORK_BIAS, 16)) {}
    BEESPACE_INLINE void add(int row) {
        const auto& weights = NETWORK_IN[static_cast<std::size_t>(row)];
        low_ = _mm256_add_epi16(low_, load(weights, 0));
        high_ = _mm256_add_epi16(high_, load(weights, 16));
    }
    BEESPACE_INLINE int output() const {
        const __m256i sums = _mm256_add_epi32(weighed(low_, 0), weighed(high_, 16));
        __m128i four =
            _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
        four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
        four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0xB1));
        return _mm_cvtsi128_si32(four);
    }

  private:
    static BEESPACE_INLINE __m256i load(const NetworkRow& row, std::size_t from) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(row.data() + from));
    }
    static BEESPACE_INLINE __m256i weighed(__m256i units, std::size_t from) {
        const __m256i clipped = _mm256_min_epi16(_mm256_max_epi16(units, load(NETWORK_LEAST, from)),
                                                 load(NETWORK_MOST, from));
        return _mm256_madd_epi16(clipped, load(NETWORK_OUT, from));
    }
    __m256i low_, high_;
};

#else

class Units {
  public:
    void add(int row) {
        const auto& weights = NETWORK_IN[static_cast<std::size_t>(row)];
        for (std::size_t i = 0; i < NETWORK_UNITS; ++i)
            unit_[i] = static_cast<std::int16_t>(unit_[i] + weights[i]);
    }
    int output() const {
        int sum = 0;
        for (std::size_t i = 0; i < NETWORK_UNITS; ++i)
            sum += std::clamp(unit_[i], NETWORK_LEAST[i], NETWORK_MOST[i]) * NETWORK_OUT[i];
        return sum;
    }

  private:
    NetworkRow unit_ = NETWORK_BIAS;
};

#endif

// The evaluation of a position for the player to move, in hundredths of a free ant.
BEESPACE_INLINE int evaluate(const Position& p, const Insight& in) {
    Units units;
    name_features(p, in, units);
    return std::clamp(units.output() / NETWORK_PER_HUNDREDTH, -MOST_EVALUATION, MOST_EVALUATION);
}

// The count of each feature, for training.
inline std::array<std::uint8_t, 2 * SIDE_FEATURES> count_features(const Position& p,
                                                                  const Insight& in) {
    struct Counts {
        std::array<std::uint8_t, 2 * SIDE_FEATURES> counts{};
        void add(int row) { ++counts[static_cast<std::size_t>(row)]; }
    } rows;
    name_features(p, in, rows);
    return rows.counts;
}

}  // namespace beespace::BEESPACE_ARCH
