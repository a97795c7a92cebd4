// A complete search: iterative deepening, time management, multiple lines and threads.
#pragma once

#include <chrono>
#include <new>
#include <system_error>
#include <thread>
#include <unordered_set>

#include "core/game/board.h"
#include "search/api.h"
#include "search/solver.h"
#include "search/worker.h"

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
        const auto& board = static_cast<const Board&>(any);
        const Clock::time_point start = Clock::now();
        const auto elapsed = [&] {
            return std::chrono::duration<double>(Clock::now() - start).count();
        };
        table_.next_search();

        SearchReport result;
        std::vector<RootMove> moves = root_moves(board, limits);
        if (moves.empty()) return result;

        SharedSearch shared(table_);
        shared.noise = limits.noise;
        shared.seed = limits.seed;
        shared.plain = limits.plain;
        shared.is_exact = limits.nodes != 0 && limits.threads == 1;
        shared.is_over = [&](std::uint64_t nodes) {
            return stop.load(std::memory_order_relaxed) ||
                   (limits.nodes && nodes >= limits.nodes) || elapsed() >= limits.seconds;
        };

        if (prove_win(board, limits, shared, stop, moves)) {
            result.depth = 1;
            result.nodes = shared.nodes;
            result.seconds = elapsed();
            fill(result, board, moves, 1);
            return result;
        }

        Helpers helpers(shared);
        try {
            for (int id = 1; id < limits.threads; ++id)
                helpers.threads.emplace_back([&, id] { help(shared, board, id, limits); });
        } catch (const std::system_error&) {
            // No more threads available: the existing ones do the search.
        } catch (const std::bad_alloc&) {
            // The same, but for memory.
        }

        Worker worker(shared, board.position(), past_keys(board));
        const int lines = std::clamp<int>(limits.lines, 1, static_cast<int>(moves.size()));
        const int deepest = limits.depth ? std::min(limits.depth, MAX_PLY - 1) : MAX_PLY - 1;
        // Make sure there is always a move to play.
        fill(result, board, moves, 1);
        // The scores from the previous iteration, since searching a line resets those of later
        // ones.
        std::vector<int> expected(static_cast<std::size_t>(lines), -INFINITE);
        for (int depth = 1; depth <= deepest; ++depth) {
            for (std::size_t line = 0; line < expected.size(); ++line)
                expected[line] = moves[line].score;
            bool finished = true;
            for (std::size_t line = 0; line < expected.size() && finished; ++line) {
                const bool usable = worker.search_root(moves, line, depth, expected[line]);
                finished = !worker.is_stopped();
                if (!finished && !usable) break;
            }
            // Each line is the best of the remaining moves, but windows and the table make scores
            // inexact, so the lines are sorted by score.
            if (finished)
                std::stable_sort(
                    moves.begin(), moves.begin() + lines,
                    [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
            worker.publish_nodes();
            result.nodes = shared.nodes;
            result.seconds = elapsed();
            if (finished) result.depth = depth;
            // An unfinished iteration can still be used: its first move is at least as good as that
            // of the previous iteration.
            if (finished || lines == 1) fill(result, board, moves, lines);
            if (report && finished) report(result);
            if (!finished) break;
            const bool decided =
                std::abs(moves[0].score) > SURE_WIN && WIN - std::abs(moves[0].score) <= depth;
            const bool only_move = moves.size() == 1 && limits.depth == 0 && limits.nodes == 0;
            if (lines == 1 && (decided || (only_move && limits.seconds < 1e8))) break;
        }
        helpers.end();
        result.nodes = shared.nodes;
        result.seconds = elapsed();
        return result;
    }

  private:
    using Clock = std::chrono::steady_clock;

    // The other threads of a search. They end with it, even if it throws an exception.
    struct Helpers {
        explicit Helpers(SharedSearch& search) : shared(search) {}
        ~Helpers() { end(); }
        Helpers(const Helpers&) = delete;
        Helpers& operator=(const Helpers&) = delete;

        void end() {
            shared.stop = true;
            for (std::thread& thread : threads) thread.join();
            threads.clear();
        }

        SharedSearch& shared;
        std::vector<std::thread> threads;
    };

    // Spends a small part of the time on looking for a forced win first: the solver finds some that
    // the search would find much later. A winning move is moved to the front.
    static bool prove_win(const Board& board, const SearchLimits& limits, SharedSearch& shared,
                          const std::atomic<bool>& stop, std::vector<RootMove>& moves) {
        // Fixed-depth searches should do just that, and weak levels shouldn't see this far.
        if (limits.depth || limits.noise || limits.plain || limits.lines != 1) return false;
        const Position& p = board.position();
        const double seconds = std::min(limits.seconds, 20.0);
        const auto by_time = static_cast<std::uint64_t>(seconds * SOLVER_NODES_PER_S);
        // On a busy machine, this many nodes can take much longer.
        const auto longest = std::chrono::duration<double>(seconds * SOLVER_MOST_TIME);
        WinSolver solver(limits.nodes ? limits.nodes / SOLVER_SHARE : by_time, stop,
                         limits.nodes
                             ? Clock::time_point::max()
                             : Clock::now() + std::chrono::duration_cast<Clock::duration>(longest));
        bool found = false;
        for (int n = 1; n <= SOLVER_MOVES && !found && !solver.is_exhausted(); ++n) {
            if (!solver.attack(p, n)) continue;
            for (std::size_t i = 0; i < moves.size() && !found; ++i) {
                if (!solver.wins_by(p, moves[i].move, n)) continue;
                std::swap(moves[0], moves[i]);
                moves[0].score = WIN - (2 * n - 1);
                found = true;
            }
        }
        shared.nodes += solver.nodes();
        return found;
    }

    static std::vector<RootMove> root_moves(const Board& board, const SearchLimits& limits) {
        Board copy = board;  // a copy, because generating moves fills its cache
        std::vector<RootMove> moves;
        for (int i = 0, n = copy.move_count(); i < n; ++i)
            moves.push_back({copy.encoded(copy.move_at(i)), -INFINITE, {}});
        // Weak levels rate mirror images differently, and shouldn't always play to the same side.
        if (board.position().ply < SYMMETRIC_PLIES && !limits.noise)
            drop_mirror_images(board.position(), moves);
        return moves;
    }

    // Keeps only the first of the moves that lead to symmetric positions.
    static void drop_mirror_images(const Position& p, std::vector<RootMove>& moves) {
        std::unordered_set<std::uint64_t> seen;
        std::erase_if(moves, [&](const RootMove& root) {
            Position after;
            apply(p, root.move, has_room(p), after);
            return !seen.insert(symmetry_key(after)).second;
        });
    }

    friend struct WorkerProbe;  // for native/tests/worker_test.cpp

    // The keys of earlier positions that could be repeated.
    static std::vector<std::uint64_t> past_keys(const Board& board) {
        std::vector<std::uint64_t> keys;
        for (int i = board.played_count() - 1; i >= 0 && !board.was_placement(i); --i) {
            const Position& p = board.position_before(i);
            keys.push_back(full_hash(p, arrangement_hash(p)));
        }
        std::reverse(keys.begin(), keys.end());
        return keys;
    }

    // Helper threads search the same tree at slightly different depths and share their results
    // through the table.
    static void help(SharedSearch& shared, const Board& board, int id, const SearchLimits& limits) {
        try {
            Worker worker(shared, board.position(), past_keys(board));
            std::vector<RootMove> moves = root_moves(board, limits);
            const int deepest = limits.depth ? std::min(limits.depth, MAX_PLY - 1) : MAX_PLY - 1;
            for (int depth = 1 + id % 2; depth <= deepest && !worker.is_stopped(); ++depth)
                worker.search_root(moves, 0, depth, moves[0].score);
            worker.publish_nodes();
        } catch (const std::bad_alloc&) {
            // The search continues without this helper.
        }
    }

    static void fill(SearchReport& result, const Board& board, const std::vector<RootMove>& moves,
                     int lines) {
        result.lines.clear();
        for (int i = 0; i < lines; ++i) {
            const RootMove& root = moves[static_cast<std::size_t>(i)];
            // If the search was stopped before it scored the move, the score is 0.
            SearchLine line{root.score == -INFINITE ? 0 : root.score, {}};
            Board replay = board;
            const std::vector<Move> just_it{root.move};
            for (const Move move : root.line.empty() ? just_it : root.line) {
                const PieceTo step = replay.resolved(move);
                if (!replay.is_legal(step))
                    break;  // a wide hive may be folded differently in the tree
                line.moves.push_back(step);
                replay.push(step);
            }
            result.lines.push_back(std::move(line));
        }
    }

    Table table_;
};

}  // namespace beespace::BEESPACE_ARCH
