// The engine and its opponents, for JavaScript: a searcher and a policy are pointers.
#include "dispatch/dispatch.h"
#include "wasm/border.h"
#include "wasm/json.h"
#include "wasm/stop.h"

namespace beespace::wasm {

// Gets each report of a search while it runs.
IMPORTED("report") void on_report(const char* json, std::size_t size);

// The address of a byte: 1 ends what is running.
EXPORTED("stop_address") void* stop_address() { return &stop_flag; }

EXPORTED("searcher_new") AnySearcher* searcher_new(int megabytes) {
    return new_searcher(best_arch(), static_cast<std::size_t>(megabytes)).release();
}

EXPORTED("searcher_clear") void searcher_clear(AnySearcher* searcher) { searcher->clear(); }

// Answers with the last report. A limit of 0 means none.
EXPORTED("search")
int search(AnySearcher* searcher, const AnyBoard* board, double seconds, double nodes, int depth,
           int lines, int threads, bool plain) {
    SearchLimits limits;
    if (seconds > 0) limits.seconds = seconds;
    limits.nodes = static_cast<std::uint64_t>(nodes);
    limits.depth = depth;
    limits.lines = lines;
    limits.threads = threads;
    limits.plain = plain;
    const auto tell = [&](const SearchReport& report) {
        const std::string json = report_json(report, *board);
        on_report(json.data(), json.size());
    };
    return answer(report_json(searcher->search(*board, limits, stop_flag, tell), *board));
}

// Reads the weights from the input.
EXPORTED("policy_new") AnyPolicy* policy_new() {
    return new_policy(best_arch(), given()).release();
}

// Answers with a report, whose only line is the move that an opponent plays. Its character is the
// input.
EXPORTED("choose")
int choose(const AnyPolicy* policy, const AnyBoard* board, double seed, double seconds) {
    const Character character = read_character(given());
    const Choice made =
        policy->choose(*board, character, static_cast<std::uint64_t>(seed), seconds, stop_flag);
    return answer(report_json(made.report, *board));
}

}  // namespace beespace::wasm
