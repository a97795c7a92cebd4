// The Python interface of the search: a job in its own thread that reports its progress.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include "bindings/board.h"

namespace beespace::bindings {

class Searcher {
  public:
    Searcher(std::size_t megabytes, bool portable)
        : arch_(portable ? Arch::PORTABLE : best_arch()),
          searcher_(new_searcher(arch_, megabytes)) {}

    AnySearcher& get() { return *searcher_; }

    void resize_table(std::size_t megabytes) {
        const std::lock_guard alone(busy_);
        searcher_->resize_table(megabytes);
    }
    void clear() {
        const std::lock_guard alone(busy_);
        searcher_->clear();
    }
    std::tuple<int, std::vector<int>> evaluate(const Board& board) const {
        check_arch(board);
        const Evaluation found = searcher_->evaluate(board.get());
        return {found.value, found.features};
    }
    void check_arch(const Board& board) const {
        if (arch_ != board.arch())
            throw nb::value_error("the board and the searcher are for different architectures");
    }

    // Held by the running search: only one search can use the table at a time.
    std::timed_mutex& busy() { return busy_; }

  private:
    Arch arch_;
    std::unique_ptr<AnySearcher> searcher_;
    std::timed_mutex busy_;
};

// Work in a thread of its own. With a searcher, it waits until no other job uses its table.
class Job {
  public:
    using Reporter = std::function<void(const SearchReport&)>;
    using Work = std::function<SearchReport(const AnyBoard&, const std::atomic<bool>& stop,
                                            const Reporter&)>;

    Job(const Board& board, Work work, std::shared_ptr<Searcher> searcher)
        : searcher_(std::move(searcher)), board_(board.get().copy()) {
        thread_ = std::thread([this, work = std::move(work)] { run(work); });
    }
    ~Job() {
        stop();
        const nb::gil_scoped_release release;
        thread_.join();
    }

    void stop() { stop_ = true; }

    // Returns the next report, or None if there is none within the timeout. The last report is
    // marked as such.
    nb::object next(double timeout_s) {
        SearchReport report;
        bool last = false;
        {
            const nb::gil_scoped_release release;
            std::unique_lock lock(mutex_);
            const auto ready = [&] { return !reports_.empty() || done_; };
            if (!changed_.wait_for(lock, std::chrono::duration<double>(timeout_s), ready)) {
                lock.unlock();
                const nb::gil_scoped_acquire acquire;
                return nb::none();
            }
            if (!reports_.empty()) {
                report = std::move(reports_.front());
                reports_.pop_front();
            } else {
                report = final_;
                last = true;
            }
        }
        if (last && failure_) std::rethrow_exception(failure_);
        return as_python(report, last);
    }

  private:
    void run(const Work& work) {
        std::unique_lock<std::timed_mutex> alone;
        if (searcher_) alone = {searcher_->busy(), std::defer_lock};
        while (searcher_ && !alone.try_lock_for(std::chrono::milliseconds(5))) {
            if (!stop_) continue;
            finish(any_move(), nullptr);  // another search is still using the table
            return;
        }
        const auto keep = [this](const SearchReport& report) {
            const std::lock_guard lock(mutex_);
            reports_.push_back(report);
            changed_.notify_all();
        };
        SearchReport result;
        std::exception_ptr failure;
        try {
            result = work(*board_, stop_, keep);
        } catch (...) {
            // Out of memory, for example: `next` rethrows it, and the program continues.
            failure = std::current_exception();
        }
        finish(std::move(result), std::move(failure));
    }

    void finish(SearchReport result, std::exception_ptr failure) {
        const std::lock_guard lock(mutex_);
        final_ = std::move(result);
        failure_ = std::move(failure);
        done_ = true;
        changed_.notify_all();
    }

    // A stopped search returns a legal move even if it hadn't started.
    SearchReport any_move() {
        SearchReport report;
        if (board_->ending() == Ending::NONE && board_->move_count() > 0)
            report.lines.push_back({0, {board_->move_at(0)}});
        return report;
    }

    nb::object as_python(const SearchReport& report, bool last) const {
        nb::list lines;
        for (const SearchLine& line : report.lines) {
            nb::list moves;
            const auto replay = board_->copy();
            for (const PieceTo& move : line.moves) {
                const bool places = move.piece != NO_PIECE && !replay->is_placed(move.piece);
                moves.append(Values::get().move(move, places));
                replay->push(move);
            }
            lines.append(nb::make_tuple(line.score, nb::tuple(moves)));
        }
        return nb::make_tuple(report.depth, report.nodes, report.seconds, lines, last);
    }

    std::shared_ptr<Searcher> searcher_;
    std::unique_ptr<AnyBoard> board_;
    std::atomic<bool> stop_{false};
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<SearchReport> reports_;
    SearchReport final_;
    std::exception_ptr failure_;
    bool done_ = false;
    std::thread thread_;
};

// Starts a search with the limits of SearchLimits, in their order.
inline std::unique_ptr<Job> start_job(std::shared_ptr<Searcher> searcher, const Board& board,
                                      double seconds, int depth, std::uint64_t nodes, int lines,
                                      int threads, bool plain) {
    searcher->check_arch(board);
    const SearchLimits limits{seconds, depth, nodes, lines, threads, plain};
    auto work = [&searching = searcher->get(), limits](const AnyBoard& position,
                                                       const std::atomic<bool>& stop,
                                                       const Job::Reporter& report) {
        return searching.search(position, limits, stop, report);
    };
    return std::make_unique<Job>(board, work, std::move(searcher));
}

}  // namespace beespace::bindings
