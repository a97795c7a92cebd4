// Reads the inputs of moves from a position, except those that need a search.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/game/board.h"
#include "eval/evaluate.h"
#include "policy/inputs.h"
#include "search/tree/threats.h"

namespace beespace::BEESPACE_ARCH {

using InputList = std::vector<std::uint16_t>;

class MoveReader {
  public:
    // Very wide hives have no surroundings, distances and features.
    explicit MoveReader(const Board& board)
        : p_(board.position()), us_(p_.turn()), them_(1 - us_), corner_(corner_of(p_)) {
        value_ = value_of(p_);
        if (p_.wide) return;
        in_ = look_at(p_);
        top_.fill(NO_PIECE);
        for (PieceMask rest = p_.placed() & ~p_.covered; rest; rest &= rest - 1) {
            const auto piece = static_cast<Slot>(std::countr_zero(rest));
            top_[p_.cell[piece]] = piece;
        }
        remember(board, 1, theirs_);
        remember(board, 2, mine_);
    }

    // How much a move changes the evaluation, for the player to move.
    int gain(const Position& child) const { return -value_of(child) - value_; }

    // Adds the inputs of a move that leads to `child`. `better` moves gain more.
    void read(Move move, const Position& child, int better, InputList& out) {
        out_ = &out;
        piece_ = piece_of(move);
        bug_ = bug_of(piece_);
        to_ = cell_of(move);
        from_ = p_.cell[piece_];
        is_placement_ = (p_.hand & bit(piece_)) != 0;
        read_kind();
        if (p_.wide) return;
        read_surroundings();
        read_distances(child);
        if (!child.wide) {
            const Insight after = look_at(child);
            read_changes(child, after);
            read_ending(child, after);
        }
        const int change = gain(child);
        int step = static_cast<int>(GAINS.size());
        for (const int limit : GAINS) step += (change > limit) - (change < -limit);
        add(GAIN + step);
        add(GAIN_RANK + class_of(better, RANKS));
        read_history();
    }

  private:
    // The piece that a player moved last, and where.
    struct LastMove {
        Slot piece = NO_PIECE;
        Cell to = 0, from = 0;
        bool was_placed = true;
    };

    void add(int input) { out_->push_back(static_cast<std::uint16_t>(input)); }

    // Reads the move that was played `back` plies ago.
    void remember(const Board& board, int back, LastMove& last) const {
        const int index = board.played_count() - back;
        if (index < 0) return;
        last.piece = static_cast<Slot>(board.played_at(index).piece);
        if (last.piece == NO_PIECE) return;
        const Position& before = board.position_before(index);
        last.to = p_.cell[last.piece];
        last.was_placed = (before.hand & bit(last.piece)) != 0;
        last.from = before.cell[last.piece];
    }

    void read_kind() {
        const int turn = std::min(static_cast<int>(p_.turn_number()), MOST_TURNS) - 1;
        const int manner = is_placement_ ? 0 : color_of(piece_) == us_ ? 1 : 2;
        add(PHASE + (turn * BUG_KINDS + bug_) * 3 + manner);
        const PieceMask hand = p_.hand & side(us_);
        add(HAND + bug_ * 4 + std::min(std::popcount(hand & kind(bug_)), 3));
        for (int other = 0; other < BUG_KINDS; ++other) {
            const PieceMask all = kind(static_cast<Bug>(other)), placed = p_.placed() & all;
            if (placed & side(us_)) add(BESIDE + bug_ * PIECE_KINDS + other);
            if (placed & side(them_)) add(BESIDE + bug_ * PIECE_KINDS + BUG_KINDS + other);
            if (hand & all) add(RESERVE + bug_ * BUG_KINDS + other);
        }
    }

    void read_surroundings() {
        const bool is_raised = !is_placement_ && p_.level[piece_] > 0;
        const Slot below = is_raised ? p_.top_piece(from_, piece_) : NO_PIECE;
        if (!is_placement_) top_[from_] = below;  // the hive without the piece
        add(TO_RING + ring(to_));
        const auto [own, enemy] = read_neighbors(TO_TOUCHES, to_);
        add(TO_COUNTS + (bug_ * 7 + own) * 7 + enemy);
        if (top_[to_] != NO_PIECE) add(COVERS + bug_ * PIECE_KINDS + kind_of(top_[to_]));
        if (is_placement_) return;
        add(FROM_RING + ring(from_));
        read_neighbors(FROM_TOUCHES, from_);
        if (below != NO_PIECE) add(UNCOVERS + bug_ * PIECE_KINDS + kind_of(below));
        top_[from_] = piece_;
    }

    // Adds the kinds of pieces beside a cell, and returns how many are own ones and the enemy's.
    std::pair<int, int> read_neighbors(int group, Cell cell) {
        int count[2] = {0, 0};
        for (std::size_t d = 0; d < 6; ++d) {
            const Slot piece = top_[NEIGHBOR[cell][d]];
            if (piece == NO_PIECE) continue;
            ++count[color_of(piece) != us_];
            add(group + bug_ * PIECE_KINDS + kind_of(piece));
        }
        return {count[0], count[1]};
    }

    void read_distances(const Position& child) {
        const Slot enemy = queen_of(them_), own = queen_of(us_);
        const int to_enemy = distance(child, enemy, to_), to_own = distance(child, own, to_);
        add(TO_ENEMY_QUEEN + bug_ * DISTANCES + to_enemy);
        add(TO_OWN_QUEEN + bug_ * DISTANCES + to_own);
        if (!is_placement_) {
            const int from_enemy = distance(p_, enemy, from_), from_own = distance(p_, own, from_);
            add(FROM_ENEMY_QUEEN + bug_ * DISTANCES + from_enemy);
            add(FROM_OWN_QUEEN + bug_ * DISTANCES + from_own);
            add(ENEMY_QUEEN_STEP + from_enemy * DISTANCES + to_enemy);
            add(OWN_QUEEN_STEP + from_own * DISTANCES + to_own);
        }
        if (to_enemy == NO_DISTANCE || to_own == NO_DISTANCE) return;
        const auto near = [](int steps) { return std::min(steps, NEAR - 1); };
        const int apart = distance(child, enemy, child.cell[own]);
        add(BETWEEN_QUEENS + ((bug_ * NEAR + near(to_enemy)) * NEAR + near(to_own)) * NEAR +
            near(apart));
    }

    void read_changes(const Position& child, const Insight& after) {
        for (PieceMask rest = after.free & ~in_.free & p_.placed(); rest; rest &= rest - 1)
            add(FREES + kind_of(static_cast<Slot>(std::countr_zero(rest))));
        for (PieceMask rest = in_.free & ~after.free; rest; rest &= rest - 1)
            add(TIES + kind_of(static_cast<Slot>(std::countr_zero(rest))));
        add(ENEMY_QUEEN_RING + in_.queen_ring[them_] * 7 + after.queen_ring[them_]);
        add(OWN_QUEEN_RING + in_.queen_ring[us_] * 7 + after.queen_ring[us_]);
        add(ENEMY_QUEEN_EXITS + exits(child, after, them_));
        add(OWN_QUEEN_EXITS + exits(child, after, us_));
        const auto counts = count_features(child, after);
        for (std::size_t feature = 0; feature < counts.size(); ++feature)
            for (int n = 0; n < counts[feature]; ++n) add(AFTER + static_cast<int>(feature));
    }

    void read_ending(const Position& child, const Insight& after) {
        const Ending ending = surround_ending(child);
        if (ending == Ending::BOTH_SURROUNDED) return add(DRAWS);
        if (ending != Ending::NONE)
            return add((ending == Ending::WHITE_WINS) == (us_ == 0) ? WINS : LOSES);
        MoveList moves;
        moves.size = 0;
        if (is_queen_in_reach(child, after, them_)) {
            generate(child, moves);
            if (can_surround(child, them_, moves)) add(ALLOWS_WIN);
        }
        if (is_queen_in_reach(child, after, us_) && is_threatened(child, moves)) add(THREATENS_WIN);
    }

    void read_history() {
        if (theirs_.piece != NO_PIECE) {
            add(TO_LAST + bug_ * DISTANCES + apart(to_, theirs_.to));
            if (!is_placement_) {
                add(FROM_LAST + bug_ * DISTANCES + apart(from_, theirs_.to));
                if (!theirs_.was_placed && to_ == theirs_.from) add(FOLLOWS);
            }
        }
        if (mine_.piece == NO_PIECE) return;
        add(TO_MINE + bug_ * DISTANCES + apart(to_, mine_.to));
        if (piece_ != mine_.piece) return;
        add(mine_.was_placed ? SAME_PIECE_PLACED : SAME_PIECE);
        if (!mine_.was_placed && to_ == mine_.from) add(RETURNS);
    }

    static int value_of(const Position& p) {
        return p.wide ? evaluate_wide(p) : evaluate(p, look_at(p));
    }
    int kind_of(Slot piece) const {
        return bug_of(piece) + (color_of(piece) == us_ ? 0 : BUG_KINDS);
    }
    int ring(Cell cell) const {
        int code = 0;
        for (std::size_t d = 0; d < 6; ++d) {
            const Slot piece = top_[NEIGHBOR[cell][d]];
            code *= RING_STATES;
            if (piece == NO_PIECE) continue;
            code += 1 + (bug_of(piece) == QUEEN) + 2 * (color_of(piece) != us_);
        }
        return RingPatterns::get().number(code);
    }
    // The distance between two cells of this hive or next to it, at most 9.
    int apart(Cell a, Cell b) const {
        const auto unfolded = [](int x, int first) { return (x - first + 1) & 15; };
        const int q = unfolded(cell_q(a), corner_.q) - unfolded(cell_q(b), corner_.q);
        const int r = unfolded(cell_r(a), corner_.r) - unfolded(cell_r(b), corner_.r);
        return std::min((std::abs(q) + std::abs(r) + std::abs(q + r)) / 2, NO_DISTANCE - 1);
    }
    int distance(const Position& p, Slot queen, Cell cell) const {
        return p.hand & bit(queen) ? NO_DISTANCE : apart(p.cell[queen], cell);
    }
    // How many hexes a queen can slide to; 6 if she isn't on the board.
    static int exits(const Position& p, const Insight& in, int color) {
        const Slot queen = queen_of(color);
        if (p.hand & bit(queen)) return 6;
        return in.free & bit(queen) ? std::popcount(unsigned{SLIDES[in.ring[color]]}) : 0;
    }

    const Position& p_;
    const int us_, them_;
    const Corner corner_;
    int value_;
    Insight in_{};
    std::array<Slot, 256> top_{};  // the piece on top of each cell
    LastMove theirs_, mine_;
    // The move that is being read.
    InputList* out_ = nullptr;
    Slot piece_ = NO_PIECE;
    Bug bug_ = QUEEN;
    Cell to_ = 0, from_ = 0;
    bool is_placement_ = false;
};

}  // namespace beespace::BEESPACE_ARCH
