// The Python face of the core: the only place that knows nanobind.
//
// Values exist once, in Python: pieces, hexes and moves are the objects of beespace.rules. A move
// object is made when somebody asks for it, and kept, so that asking again costs next to nothing.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <condition_variable>
#include <unordered_map>

#include "dispatch.h"

namespace nb = nanobind;

namespace {

using beespace::AnyBoard;
using beespace::Hex;
using beespace::PieceTo;

constexpr int NO_PIECE = 31;

// Runs long work in a thread of its own, without the GIL, and stops it when Python has a signal to
// deliver (Ctrl-C).
template <class F>
auto interruptible(F work) {
    std::atomic<bool> stop{false};
    bool done = false;
    decltype(work(stop)) result{};
    std::exception_ptr failure;
    std::mutex mutex;
    std::condition_variable finished;
    std::thread worker([&] {
        try {
            result = work(stop);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        done = true;
        finished.notify_one();
    });
    bool signalled = false;
    {
        const nb::gil_scoped_release release;
        std::unique_lock lock(mutex);
        while (!finished.wait_for(lock, std::chrono::milliseconds(20), [&] { return done; })) {
            if (signalled) continue;
            lock.unlock();
            {
                const nb::gil_scoped_acquire acquire;
                signalled = PyErr_CheckSignals() != 0;
            }
            lock.lock();
            if (signalled) stop = true;
        }
    }
    worker.join();
    if (signalled) throw nb::python_error();
    if (failure) std::rethrow_exception(failure);
    return result;
}

// The classes and pieces of beespace.rules, and the moves made of them so far.
class Values {
  public:
    static Values& get() {
        static Values* values = new Values;  // Python may be gone when C++ cleans up
        return *values;
    }

    void set_up(nb::object place, nb::object relocate, nb::object pass, nb::object hex,
                nb::list pieces) {
        place_ = place, relocate_ = relocate, pass_ = pass(), hex_ = hex;
        for (int slot = 0; slot < 32; ++slot) {
            pieces_[slot] = pieces[slot];
            if (!pieces_[slot].is_none()) slots_[pieces_[slot].ptr()] = slot;
        }
    }

    nb::object hex(Hex at) const { return hex_(at.q, at.r); }

    int slot_of(nb::handle piece) const {
        const auto found = slots_.find(piece.ptr());
        return found == slots_.end() ? -1 : found->second;
    }

    nb::object piece(int slot) const { return pieces_[slot]; }

    nb::object move(PieceTo move, bool places) {
        if (move.piece == NO_PIECE) return pass_;
        const Key key{move.piece * 2 + places, move.to.q, move.to.r};
        const auto found = made_.find(key);
        if (found != made_.end()) return found->second;
        if (made_.size() >= CACHE_SIZE) {
            made_.clear();
            read_.clear();
        }
        const nb::object& cls = places ? place_ : relocate_;
        nb::object value = cls(pieces_[move.piece], hex(move.to));
        made_.emplace(key, value);
        read_.emplace(value.ptr(), Read{move, places});
        return value;
    }

    struct Read {
        PieceTo move;
        bool places;
    };
    // The numbers of a move object; false if it is none, or too far away for any board.
    bool read(nb::handle object, Read& result) const {
        const auto found = read_.find(object.ptr());
        if (found != read_.end()) {
            result = found->second;
            return true;
        }
        if (object.type().is(pass_.type())) {
            result = {{NO_PIECE, {}}, false};
            return true;
        }
        result.places = object.type().is(place_);
        if (!result.places && !object.type().is(relocate_)) return false;
        result.move.piece = slot_of(nb::object(object.attr("piece")));
        const nb::object to = object.attr("to");
        if (result.move.piece < 0 || !nb::isinstance<nb::tuple>(to) || nb::len(to) != 2)
            return false;
        const auto hex = nb::borrow<nb::tuple>(to);
        return nb::try_cast(nb::object(hex[0]), result.move.to.q) &&
               nb::try_cast(nb::object(hex[1]), result.move.to.r);
    }

  private:
    static constexpr std::size_t CACHE_SIZE = 1 << 16;

    struct Key {
        int piece, q, r;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            const auto x = static_cast<std::uint64_t>(static_cast<std::uint32_t>(key.q)) << 32 |
                           static_cast<std::uint32_t>(key.r);
            return static_cast<std::size_t>(
                (x * 64 + static_cast<unsigned>(key.piece)) * 0x9E3779B97F4A7C15u >> 20);
        }
    };

    nb::object place_, relocate_, pass_, hex_;
    nb::object pieces_[32];
    std::unordered_map<PyObject*, int> slots_;
    std::unordered_map<Key, nb::object, Hash> made_;
    std::unordered_map<PyObject*, Read> read_;
};

class Board {
  public:
    Board(int rules, bool threefold, bool portable)
        : board_(beespace::new_board(portable ? beespace::Arch::PORTABLE : beespace::best_arch(),
                                     static_cast<std::uint8_t>(rules), threefold)) {}
    Board(const Board& other) : board_(other.board_->copy()) {}

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
    int played_count() const { return board_->played_count(); }

    int ending() { return static_cast<int>(board_->ending()); }
    std::uint64_t search_key() const { return board_->search_key(); }
    std::uint64_t repetition_key() { return board_->repetition_key(); }
    int repetition_count() { return board_->repetition_count(); }

    std::uint64_t perft(int depth, int threads, bool listed) const {
        return interruptible(
            [&](std::atomic<bool>& stop) { return board_->perft(depth, listed, threads, stop); });
    }
    auto random_playouts(int games, std::uint64_t seed, int max_plies, int threads) const {
        const auto sum = interruptible([&](std::atomic<bool>& stop) {
            return board_->random_playouts(games, seed, max_plies, threads, stop);
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

    std::unique_ptr<AnyBoard> board_;
};

}  // namespace

NB_MODULE(_native, m) {
    nb::set_leak_warnings(false);  // Values lives as long as the process

    m.def("set_up_values",
          [](nb::object place, nb::object relocate, nb::object pass, nb::object hex,
             nb::list pieces) { Values::get().set_up(place, relocate, pass, hex, pieces); });
    m.def("arch", [] { return beespace::name_of(beespace::best_arch()); });
    m.def("position_size", &beespace::position_size);

    nb::class_<Board>(m, "Board")
        .def(nb::init<int, bool, bool>(), nb::arg("rules"), nb::arg("threefold"),
             nb::arg("portable"))
        .def("copy", [](const Board& board) { return Board(board); })
        .def("set_up", &Board::set_up)
        .def("ply", &Board::ply)
        .def("stunned", &Board::stunned)
        .def("location", &Board::location)
        .def("pieces", &Board::pieces)
        .def("count", &Board::count)
        .def("at", &Board::at)
        .def("contains", &Board::contains, nb::arg("move").none())
        .def("of", &Board::of)
        .def("push", &Board::push)
        .def("push_unchecked", &Board::push_unchecked)
        .def("pop", &Board::pop)
        .def("moves", &Board::moves)
        .def("played_count", &Board::played_count)
        .def("ending", &Board::ending)
        .def("search_key", &Board::search_key)
        .def("repetition_key", &Board::repetition_key)
        .def("repetition_count", &Board::repetition_count)
        .def("perft", &Board::perft, nb::arg("depth"), nb::arg("threads"), nb::arg("listed"))
        .def("random_playouts", &Board::random_playouts, nb::arg("games"), nb::arg("seed"),
             nb::arg("max_plies"), nb::arg("threads"));
}
