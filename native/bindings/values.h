// Converts between C++ and the value objects of beespace.rules.
//
// Pieces, hexes and moves are Python objects of beespace.rules. Hexes and moves are created on
// demand and cached.
#pragma once

#include <nanobind/nanobind.h>

#include <unordered_map>

#include "core/box/bugs.h"
#include "dispatch/dispatch.h"

namespace beespace::bindings {

namespace nb = nanobind;

// The classes and pieces of beespace.rules, and caches of hexes and moves.
class Values {
  public:
    static Values& get() {
        static Values* values = new Values;  // never freed: Python may be gone by then
        return *values;
    }

    void set_up(nb::object place, nb::object relocate, nb::object pass, nb::object hex,
                nb::list pieces) {
        place_ = place, relocate_ = relocate, pass_ = pass(), hex_ = hex;
        new_tuple_ = nb::module_::import_("builtins").attr("tuple").attr("__new__");
        for (int slot = 0; slot < 32; ++slot) {
            pieces_[slot] = pieces[slot];
            if (!pieces_[slot].is_none()) slots_[pieces_[slot].ptr()] = slot;
        }
    }

    // Calling the class would run its constructor in Python, which takes much longer.
    nb::object named_tuple(const nb::object& cls, nb::tuple values) const {
        return new_tuple_(cls, values);
    }
    nb::object hex(Hex at) {
        const Key key{0, at.q, at.r};
        const auto found = hexes_.find(key);
        if (found != hexes_.end()) return found->second;
        if (hexes_.size() >= CACHE_SIZE) hexes_.clear();
        nb::object value = named_tuple(hex_, nb::make_tuple(at.q, at.r));
        hexes_.emplace(key, value);
        return value;
    }

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
    // Reads a move object; false if it isn't one, or if its coordinates don't fit.
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
        if (result.move.piece < 0 || !to.type().is(hex_)) return false;
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

    nb::object place_, relocate_, pass_, hex_, new_tuple_;
    nb::object pieces_[32];
    std::unordered_map<PyObject*, int> slots_;
    std::unordered_map<Key, nb::object, Hash> made_, hexes_;
    std::unordered_map<PyObject*, Read> read_;
};

}  // namespace beespace::bindings
