// Converts between explain/ and Python.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string_view>
#include <vector>

#include "bindings/values.h"
#include "explain/api.h"

namespace beespace::bindings {

// The classes that explanations need.
class Explained {
  public:
    static Explained& get() {
        static Explained* explained = new Explained;  // never freed: Python may be gone by then
        return *explained;
    }

    void set_up(nb::object way, nb::object reason, nb::list codes) {
        way_ = way, reason_ = reason;
        for (nb::handle code : codes) codes_.push_back(nb::borrow(code));
    }

    static nb::object text(std::string_view text) { return nb::str(text.data(), text.size()); }

    // The UTF-8 of a string; nothing if it isn't one, or has lone surrogates.
    static std::optional<std::string_view> letters(nb::handle text) {
        if (!nb::isinstance<nb::str>(text)) return {};
        Py_ssize_t size = 0;
        const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
        if (data) return std::string_view(data, static_cast<std::size_t>(size));
        PyErr_Clear();
        return {};
    }

    // What is wrong with a text: a code and a column.
    static nb::object error(explain::SyntaxError error) {
        return nb::make_tuple(text(explain::text_of(error.kind)), error.column);
    }

    // Reads a move object; nothing if it isn't one, or if its coordinates don't fit.
    std::optional<explain::Move> read(nb::handle object) const {
        Values::Read read;
        if (!Values::get().read(object, read)) return {};
        if (read.move.piece == NO_PIECE) return explain::Move{};
        const auto kind = read.places ? explain::MoveKind::PLACE : explain::MoveKind::RELOCATE;
        return explain::Move{kind, read.move.piece, read.move.to};
    }

    nb::object move(explain::Move move) const {
        return Values::get().move(explain::piece_to(move), move.kind == explain::MoveKind::PLACE);
    }

    nb::object reason(const explain::Reason& reason) const {
        nb::list parts;
        for (const explain::Pieces& part : reason.parts) parts.append(pieces(part));
        return reason_(codes_[static_cast<std::size_t>(reason.code)], text(reason.text),
                       pieces(reason.pieces), hexes(reason.hexes), nb::tuple(parts));
    }

    nb::object reason(const std::optional<explain::Reason>& found) const {
        return found ? reason(*found) : nb::none();
    }

    nb::list ways(const std::vector<explain::Way>& ways) const {
        nb::list list;
        for (const explain::Way& way : ways) {
            const Values& values = Values::get();
            nb::object thrower = way.thrower == NO_PIECE ? nb::none() : values.piece(way.thrower);
            list.append(values.named_tuple(
                way_, nb::make_tuple(values.piece(way.piece), Values::get().hex(way.to),
                                     hexes(way.path), thrower)));
        }
        return list;
    }

    nb::object read_move(const explain::ReadMove& read) const {
        if (read.error) return error(read.error);
        return read.reason ? reason(*read.reason) : move(read.move);
    }

    static nb::tuple pieces(const explain::Pieces& pieces) {
        nb::list list;
        for (const int piece : pieces) list.append(Values::get().piece(piece));
        return nb::tuple(list);
    }

    static nb::tuple hexes(const explain::Hexes& hexes) {
        nb::list list;
        for (const Hex hex : hexes) list.append(Values::get().hex(hex));
        return nb::tuple(list);
    }

  private:
    nb::object way_, reason_;
    std::vector<nb::object> codes_;
};

}  // namespace beespace::bindings
