// How an opponent chooses a move: what people would play, changed by its character, and then one
// of them at random. It uses only integers, so every machine picks the same.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/mix.h"
#include "policy/api.h"
#include "policy/inputs.h"
#include "policy/network.h"
#include "search/root/root_search.h"

namespace beespace::BEESPACE_ARCH {

class Chooser {
  public:
    Chooser(const Board& board, const Character& character, const PolicyNetwork& network,
            std::vector<Candidate> candidates)
        : board_(board), character_(character), candidates_(std::move(candidates)) {
        for (const Candidate& one : candidates_) {
            scores_.push_back(one.score);
            appeals_.push_back(one.inputs.empty() ? 0 : network.appeal(one.inputs));
        }
    }

    Choice choose(std::uint64_t seed, double seconds, const std::atomic<bool>& stop) {
        SearchReport report;
        if (candidates_.empty()) return {};
        report.depth = character_.sight;
        if (candidates_.size() > 1) {
            if (character_.nodes) search(seconds, stop, report);
            judge(seed);
        }
        const auto shares = PolicyNetwork::shares(appeals_);
        std::uint64_t random = mix(seed ^ mix(static_cast<std::uint64_t>(board_.ply()) + 1));
        const std::size_t drawn = draw(shares, random);
        const std::vector<int>& moves = candidates_[drawn].moves;
        random = mix(random);
        report.lines = {{scores_[drawn], {board_.move_at(moves[random % moves.size()])}}};
        return {candidates_, PolicyNetwork::chances(shares), report};
    }

  private:
    // What a move looks like, for tastes.
    struct Look {
        int bug = 0, placing = 0, counts[TASTES] = {};
    };

    static constexpr int MOST_GAP = 3000;  // a larger difference in score changes nothing
    static constexpr int FAVOURITE = 3;    // the logarithm of odds of an opening's next bug
    static constexpr int UNLIKELY = -1'000'000'000;
    static constexpr std::size_t TABLE_MB = 4;

    // Replaces the scores of the short searches by those of a longer one, which has only the best
    // moves. Its table is its own, so that nothing depends on earlier moves.
    void search(double seconds, const std::atomic<bool>& stop, SearchReport& report) {
        SearchLimits limits;
        limits.seconds = seconds;
        limits.nodes = static_cast<std::uint64_t>(character_.nodes);
        limits.lines = character_.lines;
        Table table(TABLE_MB);
        const SearchReport found = RootSearch(table, board_, limits, stop).run(nullptr);
        report.depth = found.depth;
        report.nodes = found.nodes;
        report.seconds = found.seconds;
        if (found.depth == 0) return;  // it was too short to compare any moves
        std::vector<int> scores(candidates_.size(), UNLIKELY);
        for (const SearchLine& line : found.lines)
            if (!line.moves.empty()) scores[candidate_of(line.moves[0])] = line.score;
        scores_ = std::move(scores);
    }

    std::size_t candidate_of(PieceTo move) {
        for (std::size_t i = 0; i < candidates_.size(); ++i)
            for (const int index : candidates_[i].moves)
                if (board_.move_at(index) == move) return i;
        return 0;
    }

    // Turns what people would play into what this opponent would.
    void judge(std::uint64_t seed) {
        const int best = *std::max_element(scores_.begin(), scores_.end());
        const int favourite = opening_bug(seed);
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            const Look look = look_at_inputs(candidates_[i].inputs);
            int liking = 0;
            for (std::size_t taste = 0; taste < TASTES; ++taste)
                liking += character_.tastes[taste] * look.counts[taste];
            if (look.placing && look.bug == favourite) liking += FAVOURITE * 100;
            const std::int64_t natural = std::int64_t{appeals_[i]} * 100 / character_.heat;
            const int gap = std::min(best - scores_[i], MOST_GAP);
            const std::int64_t appeal =
                natural + liking * PolicyNetwork::ONE / 100 - std::int64_t{gap} * character_.trust;
            appeals_[i] = scores_[i] == UNLIKELY ? UNLIKELY : static_cast<int>(appeal);
        }
    }

    // The bug that the opponent's opening places next, or -1.
    int opening_bug(std::uint64_t seed) const {
        if (character_.openings.empty()) return -1;
        const auto& opening = character_.openings[mix(seed) % character_.openings.size()];
        const auto turn = static_cast<std::size_t>(board_.ply() / 2);
        return turn < opening.size() ? opening[turn] : -1;
    }

    static Look look_at_inputs(const std::vector<std::uint16_t>& inputs) {
        Look look;
        for (const int input : inputs) {
            const auto in = [&](int first, int count) {
                return input >= first && input < first + count;
            };
            if (in(PHASE, MOST_TURNS * BUG_KINDS * 3)) {
                look.bug = (input - PHASE) / 3 % BUG_KINDS;
                look.placing = (input - PHASE) % 3 == 0;
                look.counts[look.bug] = 1;
                look.counts[PLACING] = look.placing;
            } else if (in(ENEMY_QUEEN_RING, 49)) {
                look.counts[ATTACKING] = change(input - ENEMY_QUEEN_RING, 7);
            } else if (in(OWN_QUEEN_RING, 49)) {
                look.counts[GUARDING] = -change(input - OWN_QUEEN_RING, 7);
            } else if (in(TIES + BUG_KINDS, BUG_KINDS)) {
                ++look.counts[PINNING];
            } else if (in(COVERS, BUG_KINDS * PIECE_KINDS)) {
                look.counts[COVERING] = (input - COVERS) % PIECE_KINDS >= BUG_KINDS;
            } else if (in(ENEMY_QUEEN_STEP, DISTANCES * DISTANCES)) {
                look.counts[APPROACHING] = -change(input - ENEMY_QUEEN_STEP, DISTANCES);
            }
        }
        return look;
    }
    // An input of a number before and after a move: how much it grows.
    static int change(int input, int numbers) { return input % numbers - input / numbers; }

    static std::size_t draw(const std::vector<std::uint64_t>& shares, std::uint64_t random) {
        std::uint64_t at = random % std::accumulate(shares.begin(), shares.end(), std::uint64_t{0});
        std::size_t i = 0;
        for (; at >= shares[i]; ++i) at -= shares[i];
        return i;
    }

    Board board_;  // a copy: listing moves fills its cache
    const Character& character_;
    std::vector<Candidate> candidates_;
    std::vector<int> scores_, appeals_;
};

}  // namespace beespace::BEESPACE_ARCH
