// The extension module beespace.fast._native.

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>

#include "bindings/board.h"
#include "bindings/proofs.h"
#include "bindings/search.h"
#include "search/score.h"

namespace nb = nanobind;

NB_MODULE(_native, m) {
    using namespace beespace::bindings;

    nb::set_leak_warnings(false);  // Values lives as long as the process

    m.def("set_up_values",
          [](nb::object place, nb::object relocate, nb::object pass, nb::object hex,
             nb::list pieces) { Values::get().set_up(place, relocate, pass, hex, pieces); });
    m.def("arch", [] { return beespace::name_of(beespace::best_arch()); });
    m.def("position_size", &beespace::position_size);
    m.attr("WIN") = beespace::WIN;
    m.attr("LONGEST_WIN") = beespace::LONGEST_WIN;
    m.attr("DECIDED") = beespace::DECIDED;
    m.attr("INFINITE") = beespace::INFINITE;

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
        .def("symmetry_key", &Board::symmetry_key)
        .def("repetition_count", &Board::repetition_count)
        .def("perft", &Board::perft, nb::arg("depth"), nb::arg("threads"), nb::arg("listed"))
        .def("random_playouts", &Board::random_playouts, nb::arg("games"), nb::arg("seed"),
             nb::arg("max_plies"), nb::arg("threads"));

    m.def("shortest_win", &shortest_win, nb::arg("board"), nb::arg("most"), nb::arg("nodes"));
    m.def("defences", &defences, nb::arg("board"), nb::arg("moves"), nb::arg("nodes"),
          nb::arg("enough"));

    nb::class_<Searcher>(m, "Searcher")
        .def(nb::init<std::size_t, bool>(), nb::arg("megabytes"), nb::arg("portable"))
        .def(
            "resize_table",
            [](Searcher& searcher, std::size_t megabytes) {
                const std::lock_guard alone(searcher.busy());
                searcher.get().resize_table(megabytes);
            },
            nb::call_guard<nb::gil_scoped_release>())
        .def(
            "clear",
            [](Searcher& searcher) {
                const std::lock_guard alone(searcher.busy());
                searcher.get().clear();
            },
            nb::call_guard<nb::gil_scoped_release>())
        .def("evaluate",
             [](Searcher& searcher, const Board& board) {
                 if (searcher.arch() != board.arch())
                     throw nb::value_error(
                         "the board and the searcher are for different architectures");
                 const beespace::Evaluation found = searcher.get().evaluate(board.get());
                 return std::make_tuple(found.value, found.features);
             })
        .def(
            "start",
            [](std::shared_ptr<Searcher> searcher, const Board& board, double seconds, int depth,
               std::uint64_t nodes, int lines, int threads, int noise, std::uint64_t seed,
               bool plain) {
                const beespace::SearchLimits limits{seconds, depth, nodes, lines,
                                                    threads, noise, seed,  plain};
                return std::make_unique<Job>(std::move(searcher), board, limits);
            },
            nb::arg("board"), nb::arg("seconds"), nb::arg("depth"), nb::arg("nodes"),
            nb::arg("lines"), nb::arg("threads"), nb::arg("noise"), nb::arg("seed"),
            nb::arg("plain"));

    nb::class_<Job>(m, "Job").def("stop", &Job::stop).def("next", &Job::next);
}
