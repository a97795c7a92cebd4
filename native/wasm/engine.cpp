// The engine, for JavaScript: a searcher is a pointer.
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
           int lines, int threads, int noise, double seed, bool plain) {
    SearchLimits limits;
    if (seconds > 0) limits.seconds = seconds;
    limits.nodes = static_cast<std::uint64_t>(nodes);
    limits.depth = depth;
    limits.lines = lines;
    limits.threads = threads;
    limits.noise = noise;
    limits.seed = static_cast<std::uint64_t>(seed);
    limits.plain = plain;
    const auto tell = [&](const SearchReport& report) {
        const std::string json = report_json(report, *board);
        on_report(json.data(), json.size());
    };
    return answer(report_json(searcher->search(*board, limits, stop_flag, tell), *board));
}

}  // namespace beespace::wasm
