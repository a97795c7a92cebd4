// Implements the search's interface: a transposition table, and the searches that use it.
#pragma once

#include "search/root/root_search.h"

namespace beespace::BEESPACE_ARCH {

class Searcher final : public AnySearcher {
  public:
    explicit Searcher(std::size_t megabytes) : table_(megabytes) {}

    void resize_table(std::size_t megabytes) override { table_.resize(megabytes); }
    void clear() override { table_.clear(); }

    Evaluation evaluate(const AnyBoard& any) const override {
        const Position& p = static_cast<const Board&>(any).position();
        if (p.wide) return {evaluate_wide(p), {}};
        const Insight in = look_at(p);
        const auto counts = count_features(p, in);
        return {BEESPACE_ARCH::evaluate(p, in), {counts.begin(), counts.end()}};
    }

    SearchReport search(const AnyBoard& any, const SearchLimits& limits,
                        const std::atomic<bool>& stop,
                        const std::function<void(const SearchReport&)>& report) override {
        table_.next_search();
        return RootSearch(table_, static_cast<const Board&>(any), limits, stop).run(report);
    }

  private:
    Table table_;
};

}  // namespace beespace::BEESPACE_ARCH
