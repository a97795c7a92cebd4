// The search of one thread: principal variation search with a transposition table.
#pragma once

#include <atomic>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "core/game/symmetry.h"
#include "search/table/hash.h"
#include "search/tree/node.h"
#include "search/tree/ordering.h"
#include "search/tree/threats.h"
#include "search/tree/tuning.h"

namespace beespace::BEESPACE_ARCH {

// What all threads of a search share.
struct SharedSearch {
    explicit SharedSearch(Table& shared_table) : table(shared_table) {}

    Table& table;
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> nodes{0};
    std::function<bool(std::uint64_t nodes)> is_over;  // polled by every thread
    std::uint64_t exact_nodes = 0;                     // if not 0, look at exactly this node
    bool plain = false;
};

struct RootMove {
    Move move;
    int score = -INFINITE;
    std::vector<Move> line;
};

class Worker {
  public:
    // `past` has the keys of the positions before the root since the last placement, newest last.
    Worker(SharedSearch& shared, const Position& root, std::vector<std::uint64_t> past)
        : shared_(shared), past_(std::move(past)), frames_(MAX_PLY + 2) {
        Frame& first = frames_[0];
        first.p = root;
        first.hash = arrangement_hash(root);
        first.key = full_hash(root, first.hash);
        first.idle = first.reversible = static_cast<int>(past_.size());
        settings_key_ = mix(root.rules.bits);
        if (shared.plain) settings_key_ ^= mix(std::uint64_t{1} << 32);
        if (first.idle >= FADE_END) {
            draw_ = LATE_DRAW;
            settings_key_ ^= mix(std::uint64_t{1} << 33 | static_cast<unsigned>(root.turn()));
        }
    }

    // Searches the root moves from `begin` on to a depth and moves the best one to the front.
    // `expected` is a guess for its score. False if stopped before any move was finished.
    bool search_root(std::vector<RootMove>& moves, std::size_t begin, int depth, int expected) {
        int alpha = -INFINITE, beta = INFINITE, window = ASPIRATION;
        if (depth >= 4 && std::abs(expected) < DECIDED)
            alpha = expected - window, beta = expected + window;
        for (;;) {
            const int best = search_root_window(moves, begin, {0, alpha, beta, depth});
            if (is_stopped()) return best > alpha;
            if (best <= alpha && alpha > -INFINITE)
                alpha = best < -DECIDED ? -INFINITE : std::max(best - window, -INFINITE);
            else if (best >= beta && beta < INFINITE)
                beta = best > DECIDED ? INFINITE : std::min(best + window, INFINITE);
            else
                return true;
            window *= 4;
        }
    }

    bool is_stopped() const { return shared_.stop.load(std::memory_order_relaxed); }
    void publish_nodes() {
        const std::uint64_t nodes = shared_.nodes += std::exchange(unpublished_, 0);
        next_look_ = LOOK_EVERY;
        if (const std::uint64_t exact = shared_.exact_nodes)
            next_look_ = exact > nodes ? std::min(LOOK_EVERY, exact - nodes) : 1;
    }

  private:
    friend struct WorkerProbe;  // for native/tests/worker_test.cpp

    // `root` has the window and the depth.
    int search_root_window(std::vector<RootMove>& moves, std::size_t begin, Node root) {
        int best = -INFINITE;
        for (std::size_t i = begin; i < moves.size(); ++i) {
            make(0, moves[i].move);
            int score;
            if (i == begin) {
                score = -search(root.child(root.depth - 1, true));
            } else {
                const int reduction = root.depth >= 3 && i > begin + 8 && !shared_.plain ? 1 : 0;
                score = -search(root.scout(root.depth - 1 - reduction));
                if (score > root.alpha) score = -search(root.child(root.depth - 1, true));
            }
            if (is_stopped()) break;
            moves[i].score = -INFINITE;  // unknown unless it is the new best
            if (score > best) {
                best = score;
                if (score > root.alpha || i == begin) {
                    moves[i].score = score;
                    moves[i].line.assign(1, moves[i].move);
                    const Frame& next = frame_at(1);
                    moves[i].line.insert(moves[i].line.end(), next.line,
                                         next.line + next.line_length);
                    std::rotate(moves.begin() + static_cast<long>(begin),
                                moves.begin() + static_cast<long>(i),
                                moves.begin() + static_cast<long>(i) + 1);
                }
            }
            root.alpha = std::max(root.alpha, score);
            if (root.alpha >= root.beta) break;
        }
        return best;
    }

    Frame& frame_at(int ply) { return frames_[static_cast<std::size_t>(ply)]; }
    const Frame& frame_at(int ply) const { return frames_[static_cast<std::size_t>(ply)]; }

    void make(int ply, Move move) {
        Frame& frame = frame_at(ply);
        Frame& next = frame_at(ply + 1);
        apply(frame.p, move, has_room(frame.p), next.p);
        next.hash = child_hash(frame.p, frame.hash, next.p, move);
        next.key = full_hash(next.p, next.hash);
        shared_.table.prefetch(table_key(next));
        const Slot piece = piece_of(move);
        const bool places = piece != NO_PIECE && (frame.p.hand & bit(piece));
        next.idle = places ? 0 : frame.idle + 1;
        next.reversible = places ? 0 : frame.reversible + 1;
    }

    // A pass that the rules don't allow, so no position before it can be repeated after it.
    void make_null(int ply) {
        make(ply, PASS);
        frame_at(ply + 1).reversible = 0;
    }

    // Entries are valid for one ruleset only. If draws aren't worth 0, entries are valid for one
    // searching player only. In the opening, a position and its mirror images share an entry. Its
    // move may then be the mirrored one: if that is illegal it isn't tried, otherwise it is merely
    // tried too early.
    std::uint64_t table_key(const Frame& frame) const {
        const bool mirrors = frame.p.ply <= SYMMETRIC_PLIES;
        return settings_key_ ^ (mirrors ? symmetry_key(frame.p) : frame.key);
    }

    // Whether this position counts as a draw: it has occurred before in this line, or twice in the
    // game. After a single occurrence in the game, both players can still choose another way.
    bool is_repeated(int ply) const {
        const Frame& frame = frame_at(ply);
        bool occurred = false;
        // A small hive can be back in its shape, elsewhere, after only two plies.
        for (int back = 2; back <= frame.reversible; back += 2) {
            const int then = ply - back;
            const std::uint64_t key = then >= 0
                                          ? frame_at(then).key
                                          : past_[past_.size() - static_cast<std::size_t>(-then)];
            if (key != frame.key) continue;
            if (then > 0 || occurred) return true;
            occurred = true;
        }
        return false;
    }

    void count_node() {
        if (++unpublished_ < next_look_) return;
        publish_nodes();
        if (shared_.is_over(shared_.nodes.load(std::memory_order_relaxed))) shared_.stop = true;
    }

    int judged(const Frame& frame, const Insight& in) const {
        return faded(evaluate(frame.p, in), frame.idle);
    }
    // Reduces an advantage that hasn't led to progress for a long time.
    static int faded(int value, int idle) {
        if (idle <= FADE_BEGIN) return value;
        // In parts of the whole advantage.
        constexpr int ALL = (FADE_END - FADE_BEGIN) * FADED_SHARE, LOST = FADED_SHARE - 1;
        return value * (ALL - LOST * (std::min(idle, FADE_END) - FADE_BEGIN)) / ALL;
    }

    static int ending_score(const Position& p, Ending ending, int ply) {
        if (ending == Ending::BOTH_SURROUNDED) return 0;
        const bool white_won = ending == Ending::WHITE_WINS;
        return white_won == (p.turn() == 0) ? WIN - ply : -(WIN - ply);
    }

    // Returns the score of a node; meaningless if the search was stopped.
    int search(Node node) {
        const int ply = node.ply;
        Frame& frame = frame_at(ply);
        frame.line_length = 0;
        count_node();
        if (is_stopped()) return 0;
        const Position& p = frame.p;
        const Ending ending = surround_ending(p);
        if (ending != Ending::NONE) return ending_score(p, ending, ply);
        if (is_repeated(ply)) return ply % 2 ? -draw_ : draw_;
        // No line can be better than an immediate win, or worse than an immediate loss.
        node.alpha = std::max(node.alpha, -(WIN - ply));
        node.beta = std::min(node.beta, WIN - ply - 1);
        if (node.alpha >= node.beta) return node.alpha;
        // Probe the table before evaluating anything.
        Facts facts;
        Known& known = facts.known;
        if (node.depth > 0) {
            known.hit = shared_.table.probe(table_key(frame), ply, known.found);
            if (known.hit) known.found.move = absolute_move(p, known.found.move);
            if (!node.is_pv && known.settles(node)) return known.found.score;
        }
        if (p.wide) return search_moves(node, facts);

        const Insight in = look_at(p);
        facts.insight = &in;
        if (node.depth <= 0 && shared_.plain) return judged(frame, in);
        const int turn = p.turn();
        if (is_queen_in_reach(p, in, turn)) {
            frame.generate_moves();
            facts.has_moves = true;
            if (can_surround(p, turn, frame.list)) return WIN - ply - 1;
        }
        facts.is_threatened =
            is_queen_in_reach(p, in, 1 - turn) && is_threatened(p, frame_at(ply + 1).list);
        if (facts.is_threatened && ply < MAX_PLY / 2 && !shared_.plain)
            node.depth = std::max(node.depth, 0) + 1;
        if (ply >= MAX_PLY) return judged(frame, in);
        if (node.depth <= 0) return quiesce({ply, node.alpha, node.beta, QUIET_PLIES}, in);
        return search_moves(node, facts);
    }

    int search_moves(Node node, const Facts& facts) {
        Frame& frame = frame_at(node.ply);
        const Position& p = frame.p;
        const int value =
            facts.insight ? judged(frame, *facts.insight) : faded(evaluate_wide(p), frame.idle);
        if (node.depth <= 0 || node.ply >= MAX_PLY) return value;
        const bool may_prune = !node.is_pv && !facts.is_threatened &&
                               std::abs(node.beta) < DECIDED && facts.insight && !shared_.plain;
        if (int score; may_prune && is_cut_early(node, value, score)) return score;
        if (!facts.known.hit && node.depth >= 4 && !shared_.plain) --node.depth;

        if (!facts.has_moves) frame.generate_moves();
        MoveList& list = frame.list;
        const bool forced = list.size == 1;
        const QueenZones zones(p);
        rate_moves(frame, zones, facts.known);

        const int first_alpha = node.alpha;
        int best = -INFINITE;
        Move best_move = PASS;
        for (int i = 0; i < list.size; ++i) {
            Move move = frame.pick(i);
            bool loud = zones.is_loud(p, move);
            if (may_prune && !loud && i > 0 && best > -DECIDED && is_too_late(node, i, value)) {
                // The remaining quiet moves are no better, but loud ones can be among them: a bad
                // history puts them behind quiet ones with a good one.
                keep_loud(p, zones, list, frame.scores, i);
                if (i == list.size) break;
                move = frame.pick(i);
                loud = true;
            }
            make(node.ply, move);
            // A forced reply costs no depth.
            const int next = node.depth - 1 + (forced && node.ply < MAX_PLY / 2);
            int reduction = 0;
            if (node.depth >= 2 && i >= 3 && !facts.is_threatened && !shared_.plain)
                reduction = std::clamp(REDUCTIONS.at(node.depth, i) - node.is_pv - loud, 0, next);
            const int score = search_child(node, i == 0, next, reduction);
            if (is_stopped()) return 0;
            if (score <= best) continue;
            best = score;
            best_move = move;
            if (score <= node.alpha) continue;
            node.alpha = score;
            frame.set_line(move, frame_at(node.ply + 1));
            if (node.alpha >= node.beta) {
                remember_cut(frame, zones, i, node.depth);
                break;
            }
        }
        if (list.size == 0) return 0;  // can't happen: finished games were handled above
        store(node, best, first_alpha, best_move);
        return best;
    }

    // Whether a node needs no search of its moves, because its value is far above beta or because
    // even passing reaches beta. Sets its score.
    bool is_cut_early(const Node& node, int value, int& score) {
        score = value;
        if (node.depth <= 5 && value - FUTILITY * node.depth >= node.beta) return true;
        const PieceMask queens = bit(queen_of(0)) | bit(queen_of(1));
        const bool queens_placed = !(frame_at(node.ply).p.hand & queens);
        if (!node.may_pass || node.depth < 3 || value < node.beta || !queens_placed) return false;
        const int reduction = 2 + node.depth / 4;
        make_null(node.ply);
        score = -search(node.after_pass(node.depth - 1 - reduction));
        if (is_stopped()) return true;
        if (score > DECIDED) score = node.beta;  // a win after an illegal pass proves nothing
        return score >= node.beta;
    }

    void rate_moves(Frame& frame, const QueenZones& zones, const Known& known) const {
        for (int i = 0; i < frame.list.size; ++i) {
            const Move move = frame.list.moves[i];
            if (known.hit && move == known.found.move)
                frame.scores[i] = HASH_MOVE_SCORE;
            else
                frame.scores[i] =
                    order_score(frame.p, zones, history_, move) +
                    (move == frame.killers[0] || move == frame.killers[1] ? KILLER_SCORE : 0);
        }
    }

    // Whether quiet moves from index i on aren't worth trying.
    static bool is_too_late(const Node& node, int i, int value) {
        return (node.depth <= 3 && i > LATE[static_cast<std::size_t>(node.depth)]) ||
               (node.depth <= 2 && value + FUTILITY * (node.depth + 1) <= node.alpha);
    }

    // Searches the position after a move that was made: the first one with the whole window, others
    // only for whether they beat alpha, and again if they do.
    int search_child(const Node& node, bool is_first, int depth, int reduction) {
        if (is_first) return -search(node.child(depth, node.is_pv));
        int score = -search(node.scout(depth - reduction));
        if (score > node.alpha && reduction > 0) score = -search(node.scout(depth));
        if (score > node.alpha && node.is_pv) score = -search(node.child(depth, true));
        return score;
    }

    void store(const Node& node, int best, int first_alpha, Move move) {
        const Frame& frame = frame_at(node.ply);
        const Bound bound = best >= node.beta    ? Bound::LOWER
                            : best > first_alpha ? Bound::EXACT
                                                 : Bound::UPPER;
        const Move relative = bound == Bound::UPPER ? PASS : relative_move(frame.p, move);
        shared_.table.store(table_key(frame), node.ply, {relative, best, node.depth, bound});
    }

    // Searches only moves that fill the last cells around the enemy queen, so that positions aren't
    // evaluated in the middle of a race.
    int quiesce(Node node, const Insight& in) {
        Frame& frame = frame_at(node.ply);
        const Position& p = frame.p;
        const int value = judged(frame, in);
        if (value >= node.beta || node.depth <= 0 || node.ply >= MAX_PLY ||
            in.queen_ring[1 - p.turn()] < QUIET_RING)
            return value;
        node.alpha = std::max(node.alpha, value);
        int best = value;
        frame.generate_moves();
        const QueenZones zones(p);
        for (int i = 0; i < frame.list.size; ++i) {
            const Move move = frame.list.moves[i];
            if (!zones.attacks(p, move)) continue;
            make(node.ply, move);
            const int score = -quiesce(node.child(node.depth - 1, false));
            if (is_stopped()) return 0;
            best = std::max(best, score);
            node.alpha = std::max(node.alpha, score);
            if (node.alpha >= node.beta) break;
        }
        return best;
    }

    int quiesce(const Node& node) {
        Frame& frame = frame_at(node.ply);
        const Position& p = frame.p;
        count_node();
        if (is_stopped()) return 0;
        const Ending ending = surround_ending(p);
        if (ending != Ending::NONE) return ending_score(p, ending, node.ply);
        if (p.wide) return faded(evaluate_wide(p), frame.idle);
        const Insight in = look_at(p);
        if (is_queen_in_reach(p, in, p.turn())) {
            frame.generate_moves();
            if (can_surround(p, p.turn(), frame.list)) return WIN - node.ply - 1;
        }
        return quiesce(node, in);
    }

    void remember_cut(Frame& frame, const QueenZones& zones, int index, int depth) {
        const Move move = frame.list.moves[index];
        if (piece_of(move) == NO_PIECE) return;
        const int bonus = std::min(depth * depth * 16, 1200);
        history_.reward(piece_of(move), zones.relative(cell_of(move)), bonus);
        for (int i = 0; i < index; ++i) {
            const Move tried = frame.list.moves[i];
            history_.reward(piece_of(tried), zones.relative(cell_of(tried)), -bonus);
        }
        if (frame.killers[0] != move) {
            frame.killers[1] = frame.killers[0];
            frame.killers[0] = move;
        }
    }

    SharedSearch& shared_;
    std::vector<std::uint64_t> past_;
    // How many nodes to search before looking whether the search is over. Looking reads the clock,
    // which is slow in browsers.
    static constexpr std::uint64_t LOOK_EVERY = 256;
    std::uint64_t settings_key_, unpublished_ = 0, next_look_ = 1;
    int draw_ = 0;  // the value of a repetition for the player to move at the root
    History history_;
    std::vector<Frame> frames_;
};

}  // namespace beespace::BEESPACE_ARCH
