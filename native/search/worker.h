// The search of one thread: principal variation search with a transposition table.
#pragma once

#include <atomic>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "core/game/symmetry.h"
#include "eval/evaluate.h"
#include "search/hash.h"
#include "search/ordering.h"
#include "search/table.h"
#include "search/tuning.h"

namespace beespace::BEESPACE_ARCH {

// What all threads of a search share.
struct SharedSearch {
    explicit SharedSearch(Table& shared_table) : table(shared_table) {}

    Table& table;
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> nodes{0};
    std::function<bool(std::uint64_t nodes)> is_over;  // polled by every thread
    bool is_exact = false;                             // stop at exactly the node limit
    int noise = 0;
    std::uint64_t seed = 0;
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
        if (shared.noise || shared.plain)
            settings_key_ ^= mix(std::uint64_t{1} << 32 | static_cast<unsigned>(shared.noise) << 1 |
                                 shared.plain);
        if (first.idle >= FADE_END) {
            draw_ = LATE_DRAW;
            settings_key_ ^= mix(std::uint64_t{1} << 33 | static_cast<unsigned>(root.turn()));
        }
    }

    // Searches the root moves from `begin` on to a depth and moves the best one to the front.
    // `expected` is a guess for its score. False if stopped before any move was finished.
    bool search_root(std::vector<RootMove>& moves, std::size_t begin, int depth, int expected) {
        int alpha = -INFINITE, beta = INFINITE, window = ASPIRATION;
        if (depth >= 4 && std::abs(expected) < SURE_WIN)
            alpha = expected - window, beta = expected + window;
        for (;;) {
            const int best = search_root_window(moves, begin, depth, alpha, beta);
            if (is_stopped()) return best > alpha;
            if (best <= alpha && alpha > -INFINITE)
                alpha = best < -SURE_WIN ? -INFINITE : std::max(best - window, -INFINITE);
            else if (best >= beta && beta < INFINITE)
                beta = best > SURE_WIN ? INFINITE : std::min(best + window, INFINITE);
            else
                return true;
            window *= 4;
        }
    }

    bool is_stopped() const { return shared_.stop.load(std::memory_order_relaxed); }
    void publish_nodes() { shared_.nodes += std::exchange(unpublished_, 0); }

  private:
    friend struct WorkerProbe;  // for native/tests/worker_test.cpp

    struct Frame {
        Position p;
        std::uint64_t hash, key;
        int idle;        // plies since the last placement
        int reversible;  // the same, or since the null move: repetitions can't be further back
        Move killers[2] = {PASS, PASS};
        MoveList list;
        int scores[MAX_MOVES];
        int line_length = 0;
        Move line[MAX_PLY + 2];
    };

    // The table's entry for a position.
    struct Known {
        Found found;
        bool hit = false;

        bool settles(int alpha, int beta, int depth) const {
            return hit && found.depth >= depth &&
                   (found.bound == Bound::EXACT ||
                    (found.bound == Bound::LOWER && found.score >= beta) ||
                    (found.bound == Bound::UPPER && found.score <= alpha));
        }
    };

    int search_root_window(std::vector<RootMove>& moves, std::size_t begin, int depth, int alpha,
                           int beta) {
        int best = -INFINITE;
        for (std::size_t i = begin; i < moves.size(); ++i) {
            make(0, moves[i].move);
            int score;
            if (i == begin) {
                score = -search(1, -beta, -alpha, depth - 1, true, true);
            } else {
                const int reduction = depth >= 3 && i > begin + 8 && !shared_.plain ? 1 : 0;
                score = -search(1, -alpha - 1, -alpha, depth - 1 - reduction, false, true);
                if (score > alpha) score = -search(1, -beta, -alpha, depth - 1, true, true);
            }
            if (is_stopped()) break;
            moves[i].score = -INFINITE;  // unknown unless it is the new best
            if (score > best) {
                best = score;
                if (score > alpha || i == begin) {
                    moves[i].score = score;
                    moves[i].line.assign(1, moves[i].move);
                    const Frame& next = frames_[1];
                    moves[i].line.insert(moves[i].line.end(), next.line,
                                         next.line + next.line_length);
                    std::rotate(moves.begin() + static_cast<long>(begin),
                                moves.begin() + static_cast<long>(i),
                                moves.begin() + static_cast<long>(i) + 1);
                }
            }
            alpha = std::max(alpha, score);
            if (alpha >= beta) break;
        }
        return best;
    }

    void make(int ply, Move move) {
        Frame& frame = frames_[static_cast<std::size_t>(ply)];
        Frame& next = frames_[static_cast<std::size_t>(ply) + 1];
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
        frames_[static_cast<std::size_t>(ply) + 1].reversible = 0;
    }

    // Entries are valid for one ruleset only, and those of weak levels, which misjudge positions,
    // only for searches with the same errors. If draws aren't worth 0, entries are valid for one
    // searching player only. In the opening, a position and its mirror images
    // share an entry. Its move may then be the mirrored one: if that is illegal it isn't tried,
    // otherwise it is merely tried too early.
    std::uint64_t table_key(const Frame& frame) const {
        const bool mirrors = frame.p.ply <= SYMMETRIC_PLIES;
        return settings_key_ ^ (mirrors ? symmetry_key(frame.p) : frame.key);
    }

    // Whether this position counts as a draw: it has occurred before in this line, or twice in the
    // game. After a single occurrence in the game, both players can still choose another way.
    bool is_repeated(int ply) const {
        const Frame& frame = frames_[static_cast<std::size_t>(ply)];
        bool occurred = false;
        // A small hive can be back in its shape, elsewhere, after only two plies.
        for (int back = 2; back <= frame.reversible; back += 2) {
            const int then = ply - back;
            const std::uint64_t key = then >= 0
                                          ? frames_[static_cast<std::size_t>(then)].key
                                          : past_[past_.size() - static_cast<std::size_t>(-then)];
            if (key != frame.key) continue;
            if (then > 0 || occurred) return true;
            occurred = true;
        }
        return false;
    }

    void count_node() {
        ++unpublished_;
        if (unpublished_ < 256 && !shared_.is_exact) return;
        publish_nodes();
        if (shared_.is_over(shared_.nodes.load(std::memory_order_relaxed))) shared_.stop = true;
    }

    int judged(const Frame& frame, const Insight& in) const {
        const int value = faded(evaluate(frame.p, in), frame.idle);
        return shared_.noise ? value + noise(frame.key) : value;
    }
    // Reduces an advantage that hasn't led to progress for a long time.
    static int faded(int value, int idle) {
        if (idle <= FADE_BEGIN) return value;
        // In parts of the whole advantage.
        constexpr int ALL = (FADE_END - FADE_BEGIN) * FADED_SHARE, LOST = FADED_SHARE - 1;
        return value * (ALL - LOST * (std::min(idle, FADE_END) - FADE_BEGIN)) / ALL;
    }
    int noise(std::uint64_t key) const {
        const auto random = static_cast<std::uint32_t>(mix(key ^ shared_.seed) >> 33);
        return static_cast<int>(random % static_cast<unsigned>(2 * shared_.noise + 1)) -
               shared_.noise;
    }

    static int ending_score(const Position& p, Ending ending, int ply) {
        if (ending == Ending::BOTH_SURROUNDED) return 0;
        const bool white_won = ending == Ending::WHITE_WINS;
        return white_won == (p.turn() == 0) ? WIN - ply : -(WIN - ply);
    }

    // Whether `color` might surround the other queen in one move: one gap is left around her, or
    // she can perhaps be thrown into a hole of the hive. If not, there is no such move.
    static bool is_queen_in_reach(const Position& p, const Insight& in, int color) {
        if (in.queen_ring[1 - color] == 5) return true;
        constexpr PieceMask THROWERS = kind(MOSQUITO) | kind(PILLBUG);
        const PieceMask throwers = in.near_queen[1 - color] & THROWERS & side(color) & ~p.covered;
        if (!throwers || !(p.placed() & kind(PILLBUG))) return false;
        CellSet holes = Neighborhood(in.occupied).surrounded();
        holes = without(holes, in.occupied);
        for (PieceMask rest = throwers; rest; rest &= rest - 1)
            if (RING[p.cell[std::countr_zero(rest)]].meets(holes)) return true;
        return false;
    }

    // Whether `color`, whose turn it is, can surround the other queen in one move. `list` has the
    // legal moves.
    static bool can_surround(const Position& p, int color, const MoveList& list) {
        const Slot queen = queen_of(1 - color);
        const Cell at = p.cell[queen];
        const CellSet occupied = p.occupied(), gaps = without(RING[at], occupied);
        const int last = count(gaps) == 1 ? first_cell(gaps) : -1;
        for (int i = 0; i < list.size; ++i) {
            const Move move = list.moves[i];
            const Slot piece = piece_of(move);
            const Cell to = cell_of(move);
            if (piece == NO_PIECE || (to != last && piece != queen)) continue;
            // If she is thrown herself, she leaves a gap where she was.
            const bool leaves_gap = piece == queen
                                        ? !RING[to].is_within(without(occupied, SINGLE[at]))
                                        : !(p.hand & bit(piece)) && !p.level[piece] &&
                                              RING[at].meets(SINGLE[p.cell[piece]]);
            if (leaves_gap) continue;
            Position after;
            apply(p, move, has_room(p), after);
            const Ending ending = surround_ending(after);
            if (ending == (color ? Ending::BLACK_WINS : Ending::WHITE_WINS)) return true;
        }
        return false;
    }

    // Whether the opponent would win immediately if it were their turn.
    bool is_threatened(const Position& p, MoveList& scratch) const {
        Position other = p;
        ++other.ply;
        other.stunned = NO_PIECE;
        scratch.size = 0;
        generate(other, scratch);
        return can_surround(other, other.turn(), scratch);
    }

    int search(int ply, int alpha, int beta, int depth, bool pv, bool may_pass) {
        Frame& frame = frames_[static_cast<std::size_t>(ply)];
        frame.line_length = 0;
        count_node();
        if (is_stopped()) return 0;
        const Position& p = frame.p;
        const Ending ending = surround_ending(p);
        if (ending != Ending::NONE) return ending_score(p, ending, ply);
        if (is_repeated(ply)) return ply % 2 ? -draw_ : draw_;
        // No line can be better than an immediate win, or worse than an immediate loss.
        alpha = std::max(alpha, -(WIN - ply));
        beta = std::min(beta, WIN - ply - 1);
        if (alpha >= beta) return alpha;
        // Probe the table before evaluating anything.
        Known known;
        if (depth > 0) {
            known.hit = shared_.table.probe(table_key(frame), ply, known.found);
            if (known.hit) known.found.move = absolute_move(p, known.found.move);
            if (!pv && known.settles(alpha, beta, depth)) return known.found.score;
        }
        if (p.wide)
            return search_moves(ply, alpha, beta, depth, pv, may_pass, known, nullptr, false);

        const Insight in = look_at(p);
        if (depth <= 0 && shared_.plain) return judged(frame, in);
        const int turn = p.turn();
        bool generated = false;
        if (is_queen_in_reach(p, in, turn)) {
            frame.list.size = 0;
            generate(p, frame.list);
            generated = true;
            if (can_surround(p, turn, frame.list)) return WIN - ply - 1;
        }
        const bool threatened = is_queen_in_reach(p, in, 1 - turn) &&
                                is_threatened(p, frames_[static_cast<std::size_t>(ply) + 1].list);
        if (threatened && ply < MAX_PLY / 2 && !shared_.plain) depth = std::max(depth, 0) + 1;
        if (ply >= MAX_PLY) return judged(frame, in);
        if (depth <= 0) return quiesce(ply, alpha, beta, 0, in);
        return search_moves(ply, alpha, beta, depth, pv, may_pass && !threatened, known, &in,
                            generated, threatened);
    }

    int search_moves(int ply, int alpha, int beta, int depth, bool pv, bool may_pass,
                     const Known& known, const Insight* in, bool generated,
                     bool threatened = false) {
        Frame& frame = frames_[static_cast<std::size_t>(ply)];
        const Position& p = frame.p;
        const int value = in ? judged(frame, *in) : faded(evaluate_wide(p), frame.idle);
        if (depth <= 0 || ply >= MAX_PLY) return value;

        const bool quiet_node =
            !pv && !threatened && std::abs(beta) < SURE_WIN && in && !shared_.plain;
        if (quiet_node && depth <= 5 && value - FUTILITY * depth >= beta) return value;
        const bool queens_placed = !(p.hand & (bit(queen_of(0)) | bit(queen_of(1))));
        if (quiet_node && may_pass && depth >= 3 && value >= beta && queens_placed) {
            const int reduction = 2 + depth / 4;
            make_null(ply);
            const int score =
                -search(ply + 1, -beta, -beta + 1, depth - 1 - reduction, false, false);
            if (is_stopped()) return 0;
            if (score >= beta) return score > SURE_WIN ? beta : score;
        }
        if (!known.hit && depth >= 4 && !shared_.plain) --depth;

        if (!generated) {
            frame.list.size = 0;
            generate(p, frame.list);
        }
        MoveList& list = frame.list;
        const bool forced = list.size == 1;
        const QueenZones zones(p);
        for (int i = 0; i < list.size; ++i) {
            const Move move = list.moves[i];
            if (known.hit && move == known.found.move)
                frame.scores[i] = HASH_MOVE_SCORE;
            else
                frame.scores[i] =
                    order_score(p, zones, history_, move) +
                    (move == frame.killers[0] || move == frame.killers[1] ? KILLER_SCORE : 0);
        }

        const int first_alpha = alpha;
        int best = -INFINITE;
        Move best_move = PASS;
        for (int i = 0; i < list.size; ++i) {
            Move move = pick(frame, i);
            bool loud = zones.is_loud(p, move);
            if (quiet_node && !loud && i > 0 && best > -SURE_WIN &&
                ((depth <= 3 && i > LATE[depth]) ||
                 (depth <= 2 && value + FUTILITY * (depth + 1) <= alpha))) {
                // The remaining quiet moves are no better, but loud ones can be among them: a bad
                // history puts them behind quiet ones with a good one.
                keep_loud(p, zones, list, frame.scores, i);
                if (i == list.size) break;
                move = pick(frame, i);
                loud = true;
            }
            make(ply, move);
            // A forced reply costs no depth.
            const int next = depth - 1 + (forced && ply < MAX_PLY / 2);
            int score;
            if (i == 0) {
                score = -search(ply + 1, -beta, -alpha, next, pv, true);
            } else {
                int reduction = 0;
                if (depth >= 2 && i >= 3 && !threatened && !shared_.plain) {
                    reduction = REDUCTIONS.at(depth, i) - pv - loud;
                    reduction = std::clamp(reduction, 0, next);
                }
                score = -search(ply + 1, -alpha - 1, -alpha, next - reduction, false, true);
                if (score > alpha && reduction > 0)
                    score = -search(ply + 1, -alpha - 1, -alpha, next, false, true);
                if (score > alpha && pv) score = -search(ply + 1, -beta, -alpha, next, true, true);
            }
            if (is_stopped()) return 0;
            if (score <= best) continue;
            best = score;
            best_move = move;
            if (score <= alpha) continue;
            alpha = score;
            frame.line[0] = move;
            const Frame& after = frames_[static_cast<std::size_t>(ply) + 1];
            std::copy(after.line, after.line + after.line_length, frame.line + 1);
            frame.line_length = after.line_length + 1;
            if (alpha >= beta) {
                remember_cut(frame, zones, i, depth);
                break;
            }
        }
        const Bound bound = best >= beta         ? Bound::LOWER
                            : best > first_alpha ? Bound::EXACT
                                                 : Bound::UPPER;
        if (list.size == 0) return 0;  // can't happen: finished games were handled above
        shared_.table.store(table_key(frame), ply,
                            bound == Bound::UPPER ? PASS : relative_move(p, best_move), best, depth,
                            bound);
        return best;
    }

    // Searches only moves that fill the last cells around the enemy queen, so that positions aren't
    // evaluated in the middle of a race.
    int quiesce(int ply, int alpha, int beta, int done, const Insight& in) {
        Frame& frame = frames_[static_cast<std::size_t>(ply)];
        const Position& p = frame.p;
        const int value = judged(frame, in);
        const int turn = p.turn();
        if (value >= beta || done >= QUIET_PLIES || ply >= MAX_PLY ||
            in.queen_ring[1 - turn] < QUIET_RING)
            return value;
        alpha = std::max(alpha, value);
        int best = value;
        frame.list.size = 0;
        generate(p, frame.list);
        const QueenZones zones(p);
        for (int i = 0; i < frame.list.size; ++i) {
            const Move move = frame.list.moves[i];
            if (!zones.attacks(p, move)) continue;
            make(ply, move);
            const int score = -quiesce_node(ply + 1, -beta, -alpha, done + 1);
            if (is_stopped()) return 0;
            best = std::max(best, score);
            alpha = std::max(alpha, score);
            if (alpha >= beta) break;
        }
        return best;
    }

    int quiesce_node(int ply, int alpha, int beta, int done) {
        Frame& frame = frames_[static_cast<std::size_t>(ply)];
        const Position& p = frame.p;
        count_node();
        if (is_stopped()) return 0;
        const Ending ending = surround_ending(p);
        if (ending != Ending::NONE) return ending_score(p, ending, ply);
        if (p.wide) return faded(evaluate_wide(p), frame.idle);
        const Insight in = look_at(p);
        if (is_queen_in_reach(p, in, p.turn())) {
            frame.list.size = 0;
            generate(p, frame.list);
            if (can_surround(p, p.turn(), frame.list)) return WIN - ply - 1;
        }
        return quiesce(ply, alpha, beta, done, in);
    }

    // Swaps the best of the remaining moves to index i.
    static Move pick(Frame& frame, int i) {
        int best = i;
        for (int j = i + 1; j < frame.list.size; ++j)
            if (frame.scores[j] > frame.scores[best]) best = j;
        std::swap(frame.scores[i], frame.scores[best]);
        std::swap(frame.list.moves[i], frame.list.moves[best]);
        return frame.list.moves[i];
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
    std::uint64_t settings_key_, unpublished_ = 0;
    int draw_ = 0;  // the value of a repetition for the player to move at the root
    History history_;
    std::vector<Frame> frames_;
};

}  // namespace beespace::BEESPACE_ARCH
