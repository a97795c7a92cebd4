// Proves wins by surrounding: that the player to move can force a win within a number of own moves.
// It may miss a win, but never claims one that doesn't exist.
//
// The solver only tries attacking moves that threaten an even faster win if the defender did
// nothing. That misses only wins by quiet moves, and avoids most of the tree. It tries all of the
// defender's replies.
//
// A thorough solver also tries quiet moves where that is cheap; see Care.
#pragma once

#include <atomic>
#include <chrono>
#include <unordered_map>

#include "search/table/hash.h"
#include "search/tree/ordering.h"

namespace beespace::BEESPACE_ARCH {

// QUICK is for the search, which needs an answer fast. THOROUGH is for proofs: it misses no win
// within SURE_MOVES, and none with one more move if quiet first moves are tried too.
enum class Care : std::uint8_t { QUICK, THOROUGH };
enum class Quiet : std::uint8_t { LEFT_OUT, TRIED };

class WinSolver {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr int SURE_MOVES = 3;

    // The solver gives up after `nodes` nodes, when `stop` is set, or at the deadline.
    WinSolver(std::uint64_t nodes, const std::atomic<bool>& stop,
              Clock::time_point deadline = Clock::time_point::max(), Care care = Care::QUICK)
        : limit_(nodes), stop_(stop), deadline_(deadline), care_(care) {}

    // Whether a limit was reached, so that wins may have been missed.
    bool is_exhausted() const { return exhausted_; }
    // Whether no limit was reached and no hive was too wide to search.
    bool is_complete() const { return !exhausted_ && !met_wide_; }
    std::uint64_t nodes() const { return nodes_; }

    // Whether the player to move wins within n own moves.
    bool attack(const Position& p, int n) {
        if (is_wide(p) || spent() || !is_within_reach(p, n)) return false;
        if (n == 1) return wins_at_once(p);
        const std::uint64_t key = full_hash(p, arrangement_hash(p));
        const Known known = known_[key];
        if (known.won && known.won <= n) return true;
        if (known.lost >= n) return false;
        const bool wins = attacks(p, n);
        if (!exhausted_) remember(key, n, wins);
        return wins;
    }

    // Whether a move wins within n own moves, including this one.
    bool wins_by(const Position& p, Move move, int n, Quiet quiet = Quiet::LEFT_OUT) {
        Position after;
        apply(p, move, has_room(p), after);
        const Ending ending = surround_ending(after);
        if (ending != Ending::NONE) return ending == win_of(p.turn());
        return n > 1 && defend(after, n - 1, quiet);
    }

    // Whether the queen can't be surrounded within n own moves, so that an attack isn't worth
    // trying.
    bool is_out_of_reach(const Position& p, int n) const { return !is_within_reach(p, n); }

  private:
    struct Known {
        std::uint8_t won = 0;   // a win within this many own moves is known; 0: none
        std::uint8_t lost = 0;  // no win was found within this many own moves
    };

    static Ending win_of(int color) { return color ? Ending::BLACK_WINS : Ending::WHITE_WINS; }

    // Whether the player to move loses: the opponent wins within n own moves after any reply.
    bool defend(const Position& p, int n, Quiet quiet) {
        if (is_wide(p) || spent()) return false;
        // First the cheap check: is there a threat at all?
        if (quiet == Quiet::LEFT_OUT) {
            Position idle = p;
            ++idle.ply;
            idle.stunned = NO_PIECE;
            if (!attack(idle, n)) return false;
        }
        MoveList replies;
        generate(p, replies);
        const bool room = has_room(p);
        const std::size_t killer = static_cast<std::size_t>(n) % 16;
        // The reply that refuted the last attack is likely to refute this one.
        for (int i = 0; i < replies.size; ++i)
            if (replies.moves[i] == refutation_[killer])
                std::swap(replies.moves[0], replies.moves[i]);
        for (int i = 0; i < replies.size; ++i) {
            Position after;
            apply(p, replies.moves[i], room, after);
            const Ending ending = surround_ending(after);
            const bool lost =
                ending == Ending::NONE ? attack(after, n) : ending == win_of(1 - p.turn());
            if (!lost) {
                refutation_[killer] = replies.moves[i];
                return false;
            }
        }
        return true;
    }

    bool is_wide(const Position& p) {
        met_wide_ |= p.wide;
        return p.wide;
    }

    bool spent() {
        ++nodes_;
        if (nodes_ >= limit_ || ((nodes_ & 255) == 0 && is_told_to_stop())) exhausted_ = true;
        return exhausted_;
    }

    bool is_told_to_stop() const {
        return stop_.load(std::memory_order_relaxed) ||
               (deadline_ != Clock::time_point::max() && Clock::now() >= deadline_);
    }

    // Surrounding a queen takes at least as many moves as there are gaps, unless the opponent helps
    // or a throw moves the queen to a tighter place.
    bool is_within_reach(const Position& p, int n) const {
        const Slot queen = queen_of(1 - p.turn());
        if (p.hand & bit(queen)) return false;
        const int gaps = count(without(RING[p.cell[queen]], p.occupied()));
        const bool throws = (p.rules.box() & kind(PILLBUG)) != 0;
        if (care_ == Care::QUICK || n > SURE_MOVES) return gaps <= n + throws;
        // Each move closes at most one gap, including the opponent's forced moves. A queen that
        // slides leaves two gaps behind her.
        if (gaps < 2 * n) return true;
        return throws && (n > 1 || is_beside_a_thrower(p, queen));
    }

    static bool is_beside_a_thrower(const Position& p, Slot queen) {
        const Words ring = words(RING[p.cell[queen]]);
        for (const Slot piece : {mosquito_of(p.turn()), pillbug_of(p.turn())})
            if (!(p.hand & bit(piece)) && QueenZones::has(ring, p.cell[piece])) return true;
        return false;
    }

    // Moves to the front those that tighten the ring around the enemy queen or throw her.
    static int sort_loud_first(const Position& p, MoveList& list) {
        const QueenZones zones(p);
        const Slot enemy_queen = queen_of(1 - p.turn());
        int loud = 0;
        for (int i = 0; i < list.size; ++i)
            if (zones.attacks(p, list.moves[i]) || piece_of(list.moves[i]) == enemy_queen)
                std::swap(list.moves[loud++], list.moves[i]);
        return loud;
    }

    bool wins_at_once(const Position& p) {
        MoveList list;
        generate(p, list);
        const bool room = has_room(p);
        const int loud = sort_loud_first(p, list);
        for (int i = 0; i < loud; ++i) {
            Position after;
            apply(p, list.moves[i], room, after);
            if (surround_ending(after) == win_of(p.turn())) return true;
        }
        return false;
    }

    bool attacks(const Position& p, int n) {
        const bool sure = care_ == Care::THOROUGH && n <= SURE_MOVES;
        const Quiet quiet = sure ? Quiet::TRIED : Quiet::LEFT_OUT;
        MoveList list;
        generate(p, list);
        sort_loud_first(p, list);
        for (int i = 0; i < list.size && !exhausted_; ++i)
            if (wins_by(p, list.moves[i], n, quiet)) return true;
        return false;
    }

    void remember(std::uint64_t key, int n, bool wins) {
        if (known_.size() > MOST_KNOWN) known_.clear();
        Known& known = known_[key];
        (wins ? known.won : known.lost) = static_cast<std::uint8_t>(n);
    }

    static constexpr std::size_t MOST_KNOWN = 1 << 21;

    std::uint64_t limit_, nodes_ = 0;
    const std::atomic<bool>& stop_;
    Clock::time_point deadline_;
    Care care_;
    bool exhausted_ = false, met_wide_ = false;
    Move refutation_[16] = {};
    std::unordered_map<std::uint64_t, Known> known_;
};

}  // namespace beespace::BEESPACE_ARCH
