// A game: a position, its history, and absolute coordinates that never shift.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "core/api.h"
#include "core/counting/perft.h"
#include "core/counting/playouts.h"
#include "core/game/keys.h"
#include "core/game/symmetry.h"

namespace beespace::BEESPACE_ARCH {

class Board final : public AnyBoard {
  public:
    explicit Board(std::uint8_t rules, bool threefold)
        : position_(Position::start(Ruleset{rules})), threefold_(threefold) {}

    std::unique_ptr<AnyBoard> copy() const override { return std::make_unique<Board>(*this); }

    void set_up(const std::vector<SetUpPiece>& pieces, std::int64_t ply, int stunned) override {
        for (const SetUpPiece& given : pieces) {
            const auto piece = static_cast<Slot>(given.piece);
            position_.hand &= ~bit(piece);
            position_.level[piece] = static_cast<std::uint8_t>(given.level);
            if (given.is_covered) position_.covered |= bit(piece);
            set_location(piece, given.at);
            arrangement_ ^= key_of(piece, given.level);
        }
        position_.ply = static_cast<std::uint32_t>(ply);
        position_.stunned = static_cast<Slot>(stunned);
        position_.wide = true;  // until refold has measured it
        write_pages();
        refold(position_);
    }

    const Position& position() const { return position_; }
    const Position& position_before(int index) const {
        return played_[static_cast<std::size_t>(index)].before;
    }
    // Convert a move between the core's encoding and absolute coordinates.
    Move encoded(PieceTo move) const {
        if (move.piece == NO_PIECE) return PASS;
        const int page = position_.wide ? page_at(move.to) : 0;
        return make_move(static_cast<Slot>(move.piece),
                         static_cast<unsigned>(cell_at(move.to.q, move.to.r) | page << 8));
    }
    PieceTo resolved(Move move) {
        legal();  // updates low_, which `decoded` needs
        return decoded(move);
    }
    std::uint8_t rules() const override { return position_.rules.bits; }
    bool is_threefold() const override { return threefold_; }
    std::int64_t ply() const override { return position_.ply; }
    int stunned() const override { return position_.stunned; }
    bool is_placed(int piece) const override { return (position_.placed() >> piece & 1) != 0; }
    Hex location(int piece) const override { return at_[piece]; }
    int level(int piece) const override { return position_.level[piece]; }

    int move_count() override { return legal().size; }
    PieceTo move_at(int index) override { return decoded(legal().moves[index]); }
    bool is_legal(PieceTo move) override {
        const MoveList& list = legal();
        const Move wanted = encoded(move);
        for (int i = 0; i < list.size; ++i)
            if (list.moves[i] == wanted) return decoded(wanted) == move;
        return false;
    }

    void push(PieceTo move) override {
        const auto piece = static_cast<Slot>(move.piece);
        played_.push_back({position_, move, piece == NO_PIECE ? Hex{} : at_[piece], arrangement_});
        const Move encoded_move = encoded(move);
        const Position parent = position_;
        apply(parent, encoded_move, has_room(parent), position_);
        if (piece != NO_PIECE) {
            if (!(parent.hand & bit(piece))) arrangement_ ^= key_of(piece, parent.level[piece]);
            set_location(piece, move.to);
            arrangement_ ^= key_of(piece, position_.level[piece]);
            if (position_.wide) write_pages();
        }
        forget();
        keys_.push_back({});
    }

    bool pop() override {
        if (played_.empty()) return false;
        const Played& last = played_.back();
        position_ = last.before;
        arrangement_ = last.arrangement;
        if (last.move.piece != NO_PIECE) at_[last.move.piece] = last.from;
        played_.pop_back();
        keys_.pop_back();
        forget();
        return true;
    }

    int played_count() const override { return static_cast<int>(played_.size()); }
    PieceTo played_at(int index) const override { return played_[index].move; }
    bool was_placement(int index) const override {
        const Played& played = played_[index];
        return (played.before.hand >> played.move.piece & 1) != 0;
    }

    Ending ending() override {
        const Ending ending = surround_ending(position_);
        if (ending != Ending::NONE) return ending;
        if (threefold_ && repetition_count() >= 3) return Ending::THREEFOLD;
        return Ending::NONE;
    }

    std::uint64_t search_key() const override {
        std::uint64_t key = arrangement_ ^ (position_.turn() ? BLACK_TO_MOVE : 0);
        if (might_stun_matter(position_)) key ^= key_of(position_.stunned, STUN_LEVEL);
        return key;
    }
    std::uint64_t repetition_key() override { return key_after(played_.size()); }
    std::uint64_t symmetry_key() const override { return BEESPACE_ARCH::symmetry_key(position_); }

    // A placement is irreversible, so no position before the last one can be a repetition.
    int repetition_count() override {
        const std::uint64_t key = repetition_key();
        int count = 1;
        for (std::size_t i = played_.size(); i-- > 0;) {
            if (was_placement(static_cast<int>(i))) break;
            count += key_after(i) == key;
        }
        return count;
    }

    std::uint64_t perft(int depth, bool listed, int threads,
                        const std::atomic<bool>& stop) const override {
        if (threefold_) return Board(*this).perft_with_history(depth, stop);
        const auto run =
            listed ? &perft_in_threads<LastPly::LISTED> : &perft_in_threads<LastPly::COUNTED>;
        return run(position_, depth, threads, stop);
    }
    Playouts random_playouts(int games, std::uint64_t seed, int max_plies, int threads,
                             const std::atomic<bool>& stop) const override {
        return playouts_in_threads(position_, games, seed, max_plies, threads, stop);
    }

  private:
    struct Played {
        Position before;
        PieceTo move;
        Hex from;
        std::uint64_t arrangement;
    };
    struct KnownKey {
        std::uint64_t key = 0;
        bool known = false;
    };

    // If repetition ends games, the count depends on the history.
    std::uint64_t perft_with_history(int depth, const std::atomic<bool>& stop) {
        if (depth == 0) return 1;
        const int count = move_count();
        if (depth == 1) return static_cast<std::uint64_t>(count);
        std::uint64_t nodes = 0;
        for (int i = 0; i < count && !stop.load(std::memory_order_relaxed); ++i) {
            push(move_at(i));
            nodes += perft_with_history(depth - 1, stop);
            pop();
        }
        return nodes;
    }

    const MoveList& legal() {
        if (!legal_known_) {
            legal_.size = 0;
            if (ending() == Ending::NONE) generate(position_, legal_);
            low_ = low_corner();
            sort_legal();
            legal_known_ = true;
        }
        return legal_;
    }
    void forget() { legal_known_ = false; }

    // Sorts the moves like the reference board: placements, then moves of own pieces, then throws
    // of the opponent's; pieces in box order, hexes by q and r.
    void sort_legal() {
        std::array<std::uint64_t, MAX_MOVES> keys;
        for (int i = 0; i < legal_.size; ++i) {
            const Move move = legal_.moves[i];
            const Slot piece = piece_of(move);
            if (piece == NO_PIECE) return;
            const Hex to = decoded(move).to;
            const bool moves = !(position_.hand & bit(piece));
            const bool enemy = color_of(piece) != position_.turn();
            const auto q = static_cast<unsigned>(to.q - low_.q),
                       r = static_cast<unsigned>(to.r - low_.r);
            const unsigned order = moves << 16 | enemy << 15 | (piece & 15u) << 10 | q << 5 | r;
            keys[static_cast<std::size_t>(i)] = std::uint64_t{order} << 16 | move;
        }
        std::sort(keys.begin(), keys.begin() + legal_.size);
        for (int i = 0; i < legal_.size; ++i)
            legal_.moves[i] = static_cast<Move>(keys[static_cast<std::size_t>(i)]);
    }

    std::uint64_t key_after(std::size_t plies) {
        KnownKey& entry = keys_[plies];
        if (!entry.known) {
            const Position& then = plies == played_.size() ? position_ : played_[plies].before;
            entry = {BEESPACE_ARCH::repetition_key(then), true};
        }
        return entry.key;
    }

    std::uint64_t key_of(Slot piece, int level) const {
        return piece_key(piece, level, at_[piece].q, at_[piece].r);
    }
    void set_location(Slot piece, Hex hex) {
        at_[piece] = hex;
        position_.cell[piece] = cell_at(hex.q, hex.r);
    }
    static int page_at(Hex hex) { return (hex.q >> 4 & 1) | (hex.r >> 4 & 1) << 1; }
    void write_pages() {
        for (PieceMask rest = position_.placed(); rest; rest &= rest - 1) {
            const int piece = std::countr_zero(rest);
            position_.page[piece] = static_cast<std::uint8_t>(page_at(at_[piece]));
        }
    }

    // Converts torus coordinates to absolute ones, using that a destination is at most one hex
    // outside the hive.
    PieceTo decoded(Move move) const {
        const Slot piece = piece_of(move);
        if (piece == NO_PIECE) return {NO_PIECE, {}};
        const int mask = position_.wide ? 31 : 15;
        const int q = cell_q(cell_of(move)) | (page_of(move) & 1) << 4;
        const int r = cell_r(cell_of(move)) | (page_of(move) >> 1) << 4;
        return {piece, {low_.q + ((q - low_.q) & mask), low_.r + ((r - low_.r) & mask)}};
    }
    // The corner one hex west and north of the hive.
    Hex low_corner() const {
        if (!position_.placed()) return {};
        Hex low = {INT32_MAX, INT32_MAX};
        for (PieceMask rest = position_.placed(); rest; rest &= rest - 1) {
            const Hex hex = at_[std::countr_zero(rest)];
            low.q = hex.q < low.q ? hex.q : low.q;
            low.r = hex.r < low.r ? hex.r : low.r;
        }
        return {low.q - 1, low.r - 1};
    }

    Position position_;
    Hex at_[32] = {};
    std::uint64_t arrangement_ = 0;
    bool threefold_;
    std::vector<Played> played_;
    std::vector<KnownKey> keys_{KnownKey{}};
    // A cache of the legal moves, and the corner that `decoded` needs.
    MoveList legal_;
    Hex low_;
    bool legal_known_ = false;
};

}  // namespace beespace::BEESPACE_ARCH
