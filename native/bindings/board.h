// The Python interface of the board.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/interruptible.h"
#include "bindings/values.h"

namespace beespace::bindings {

class Board {
  public:
    Board(int rules, bool threefold, bool portable)
        : arch_(portable ? Arch::PORTABLE : best_arch()),
          board_(new_board(arch_, static_cast<std::uint8_t>(rules), threefold)) {}
    Board(const Board& other) : arch_(other.arch_), board_(other.board_->copy()) {}

    Arch arch() const { return arch_; }
    const AnyBoard& get() const { return *board_; }
    AnyBoard& get() { return *board_; }
    void replace(std::unique_ptr<AnyBoard> board) { board_ = std::move(board); }

    using Entry = std::tuple<int, int, int, int, bool>;  // slot, q, r, level, covered
    void set_up(const std::vector<Entry>& entries, std::int64_t ply, int stunned) {
        std::vector<beespace::SetUpPiece> pieces;
        for (const auto& [piece, q, r, level, covered] : entries)
            pieces.push_back({piece, {q, r}, level, covered});
        board_->set_up(pieces, ply, stunned);
    }

    std::int64_t ply() const { return board_->ply(); }
    nb::object stunned() const {
        const int slot = board_->stunned();
        return slot == NO_PIECE ? nb::none() : Values::get().piece(slot);
    }
    nb::object location(nb::handle piece) const {
        const int slot = Values::get().slot_of(piece);
        if (slot < 0 || !board_->is_placed(slot)) return nb::none();
        return Values::get().hex(board_->location(slot));
    }
    // Every piece on the board with its hex, from the lowest level to the highest.
    nb::list pieces() const {
        nb::list list;
        int left = 0;
        for (int slot = 0; slot < NO_PIECE; ++slot) left += board_->is_placed(slot);
        for (int level = 0; left > 0; ++level)
            for (int slot = 0; slot < NO_PIECE; ++slot)
                if (board_->is_placed(slot) && board_->level(slot) == level) {
                    list.append(nb::make_tuple(Values::get().piece(slot),
                                               Values::get().hex(board_->location(slot))));
                    --left;
                }
        return list;
    }

    int count() { return board_->move_count(); }
    nb::object at(int index) {
        const PieceTo move = board_->move_at(index);
        return Values::get().move(move, places(move));
    }
    bool contains(nb::handle object) {
        Values::Read read;
        return Values::get().read(object, read) && is_legal(read);
    }
    nb::list of(nb::handle piece) {
        const int slot = Values::get().slot_of(piece);
        nb::list list;
        for (int i = 0, n = count(); i < n && slot >= 0; ++i)
            if (board_->move_at(i).piece == slot) list.append(at(i));
        return list;
    }

    // Plays a move if it is legal.
    bool push(nb::handle object) {
        Values::Read read;
        if (!Values::get().read(object, read) || !is_legal(read)) return false;
        board_->push(read.move);
        return true;
    }
    void push_unchecked(nb::handle object) {
        Values::Read read;
        if (!Values::get().read(object, read)) throw nb::type_error("not a move");
        board_->push(read.move);
    }
    nb::object pop() {
        const int last = board_->played_count() - 1;
        if (last < 0) throw nb::index_error("no move has been played");
        nb::object move = played(last);
        board_->pop();
        return move;
    }
    nb::tuple moves() const {
        nb::list list;
        for (int i = 0; i < board_->played_count(); ++i) list.append(played(i));
        return nb::tuple(list);
    }

    int ending() { return static_cast<int>(board_->ending()); }
    std::uint64_t search_key() const { return board_->search_key(); }
    std::uint64_t repetition_key() { return board_->repetition_key(); }
    std::uint64_t symmetry_key() const { return board_->symmetry_key(); }
    int repetition_count() { return board_->repetition_count(); }

    std::uint64_t perft(int depth, int threads, bool listed) const {
        // Work on a copy: without the GIL, other threads may change this board meanwhile.
        const auto board = board_->copy();
        return interruptible(
            [&](std::atomic<bool>& stop) { return board->perft(depth, listed, threads, stop); });
    }
    auto random_playouts(int games, std::uint64_t seed, int max_plies, int threads) const {
        const auto board = board_->copy();
        const auto sum = interruptible([&](std::atomic<bool>& stop) {
            return board->random_playouts(games, seed, max_plies, threads, stop);
        });
        return std::make_tuple(sum.games, sum.plies, sum.white_wins, sum.black_wins, sum.draws,
                               sum.unfinished);
    }

  private:
    bool places(PieceTo move) const {
        return move.piece != NO_PIECE && !board_->is_placed(move.piece);
    }
    bool is_legal(const Values::Read& read) {
        return read.places == places(read.move) && board_->is_legal(read.move);
    }
    nb::object played(int index) const {
        return Values::get().move(board_->played_at(index), board_->was_placement(index));
    }

    Arch arch_;
    std::unique_ptr<AnyBoard> board_;
};

}  // namespace beespace::bindings
