// One search from its start to its end: a proof first, then iterative deepening with several lines
// and threads, until a limit is reached.
#pragma once

#include <chrono>
#include <new>

#include "core/threads.h"
#include "search/proving/solver.h"
#include "search/root/root_moves.h"

namespace beespace::BEESPACE_ARCH {

class RootSearch {
  public:
    RootSearch(Table& table, const Board& board, const SearchLimits& limits,
               const std::atomic<bool>& stop)
        : board_(board), limits_(limits), stop_(stop), shared_(table) {
        shared_.plain = limits.plain;
        if (limits.threads == 1) shared_.exact_nodes = limits.nodes;
        shared_.is_over = [this](std::uint64_t nodes) {
            return stop_.load(std::memory_order_relaxed) ||
                   (limits_.nodes && nodes >= limits_.nodes) || elapsed() >= limits_.seconds;
        };
    }
    RootSearch(const RootSearch&) = delete;  // `is_over` refers to it
    RootSearch& operator=(const RootSearch&) = delete;

    // Calls `report` after every iteration.
    SearchReport run(const std::function<void(const SearchReport&)>& report) {
        moves_ = root_moves(board_);
        if (moves_.empty()) return result_;
        fill(1);  // so that there is always a move to play
        if (prove_win()) {
            result_.depth = 1;
            fill(1);
        } else {
            Helpers helpers(shared_);
            helpers.threads.start(limits_.threads - 1, [this](int id) { help(id); });
            deepen(report);
        }
        count_work();
        return result_;
    }

  private:
    using Clock = std::chrono::steady_clock;

    // The other threads of a search. They end with it, even if it throws an exception.
    struct Helpers {
        explicit Helpers(SharedSearch& search) : shared(search) {}
        ~Helpers() { shared.stop = true; }
        Helpers(const Helpers&) = delete;
        Helpers& operator=(const Helpers&) = delete;

        Threads threads;
        SharedSearch& shared;
    };

    // Helper threads search the same tree at slightly different depths and share their results
    // through the table.
    void help(int id) {
        try {
            Worker worker(shared_, board_.position(), past_keys(board_));
            std::vector<RootMove> moves = root_moves(board_);
            for (int depth = 1 + id % 2; depth <= deepest() && !worker.is_stopped(); ++depth)
                worker.search_root(moves, 0, depth, moves[0].score);
            worker.publish_nodes();
        } catch (const std::bad_alloc&) {
            // The search continues without this helper.
        }
    }

    // Spends a small part of the time on looking for a forced win first: the solver finds some that
    // the search would find much later. A winning move is moved to the front.
    bool prove_win() {
        // Fixed-depth searches should do just that.
        if (limits_.depth || limits_.plain || limits_.lines != 1) return false;
        const Position& p = board_.position();
        const double seconds = std::min(limits_.seconds, 20.0);
        const auto by_time = static_cast<std::uint64_t>(seconds * SOLVER_NODES_PER_S);
        // On a busy machine, this many nodes can take much longer.
        const auto longest = std::chrono::duration<double>(seconds * SOLVER_MOST_TIME);
        WinSolver solver(limits_.nodes ? limits_.nodes / SOLVER_SHARE : by_time, stop_,
                         limits_.nodes
                             ? Clock::time_point::max()
                             : Clock::now() + std::chrono::duration_cast<Clock::duration>(longest));
        bool found = false;
        for (int n = 1; n <= SOLVER_MOVES && !found && !solver.is_exhausted(); ++n) {
            if (!solver.attack(p, n)) continue;
            for (std::size_t i = 0; i < moves_.size() && !found; ++i) {
                if (!solver.wins_by(p, moves_[i].move, n)) continue;
                std::swap(moves_[0], moves_[i]);
                moves_[0].score = WIN - (2 * n - 1);
                found = true;
            }
        }
        shared_.nodes += solver.nodes();
        return found;
    }

    void deepen(const std::function<void(const SearchReport&)>& report) {
        Worker worker(shared_, board_.position(), past_keys(board_));
        const int lines = std::clamp<int>(limits_.lines, 1, static_cast<int>(moves_.size()));
        for (int depth = 1; depth <= deepest(); ++depth) {
            const bool finished = search_lines(worker, lines, depth);
            worker.publish_nodes();
            count_work();
            if (finished) result_.depth = depth;
            // An unfinished iteration can still be used: its first move is at least as good as that
            // of the previous iteration.
            if (finished || lines == 1) fill(lines);
            if (!finished) return;
            if (report) report(result_);
            if (lines == 1 && is_settled(depth)) return;
        }
    }

    // Searches the best lines to a depth. False if stopped before the end.
    bool search_lines(Worker& worker, int lines, int depth) {
        // The scores from the previous iteration, since searching a line resets those of later
        // ones.
        std::vector<int> expected;
        for (int line = 0; line < lines; ++line)
            expected.push_back(moves_[static_cast<std::size_t>(line)].score);
        for (std::size_t line = 0; line < expected.size(); ++line) {
            worker.search_root(moves_, line, depth, expected[line]);
            if (worker.is_stopped()) return false;
        }
        // Each line is the best of the remaining moves, but windows and the table make scores
        // inexact, so the lines are sorted by score.
        std::stable_sort(moves_.begin(), moves_.begin() + lines,
                         [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
        return true;
    }

    // Whether searching deeper can't change the move.
    bool is_settled(int depth) const {
        const int best = std::abs(moves_[0].score);
        if (best > DECIDED && WIN - best <= depth) return true;
        const bool only_move = moves_.size() == 1 && limits_.depth == 0 && limits_.nodes == 0;
        return only_move && limits_.seconds < 1e8;
    }

    // Writes the best lines into the result.
    void fill(int lines) {
        result_.lines.clear();
        for (int i = 0; i < lines; ++i) {
            const RootMove& root = moves_[static_cast<std::size_t>(i)];
            // If the search was stopped before it scored the move, the score is 0.
            SearchLine line{root.score == -INFINITE ? 0 : root.score, {}};
            Board replay = board_;
            const std::vector<Move> just_it{root.move};
            for (const Move move : root.line.empty() ? just_it : root.line) {
                const PieceTo step = replay.resolved(move);
                if (!replay.is_legal(step))
                    break;  // a wide hive may be folded differently in the tree
                line.moves.push_back(step);
                replay.push(step);
            }
            result_.lines.push_back(std::move(line));
        }
    }

    void count_work() {
        result_.nodes = shared_.nodes;
        result_.seconds = elapsed();
    }
    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    int deepest() const {
        return limits_.depth ? std::min(limits_.depth, MAX_PLY - 1) : MAX_PLY - 1;
    }

    const Clock::time_point start_ = Clock::now();
    const Board& board_;
    const SearchLimits& limits_;
    const std::atomic<bool>& stop_;
    SharedSearch shared_;
    std::vector<RootMove> moves_;
    SearchReport result_;
};

}  // namespace beespace::BEESPACE_ARCH
