// The extension module beespace.fast._native.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>

#include "bindings/board.h"
#include "bindings/explain.h"
#include "bindings/messages.h"
#include "bindings/policy.h"
#include "bindings/proofs.h"
#include "bindings/search.h"
#include "core/box/bugs.h"
#include "search/score.h"

namespace beespace::bindings {

// What Python has, too: tests compare these with rules/box/pieces.py and engine/score.py.
void add_constants(nb::module_& m) {
    nb::list bugs;
    for (const BugFacts& bug : BUGS)
        bugs.append(nb::make_tuple(std::string_view(&bug.letter, 1), bug.count, bug.can_climb,
                                   bug.goes_over));
    m.attr("BUGS") = nb::tuple(bugs);
    nb::list expansions;
    for (const Bug bug : EXPANSIONS) expansions.append(std::string_view(&BUGS[bug].letter, 1));
    m.attr("EXPANSIONS") = nb::tuple(expansions);
    nb::list codes;
    for (const std::string_view code : explain::REASON_CODES) codes.append(code);
    m.attr("REASON_CODES") = nb::tuple(codes);
    nb::list deeds;
    for (const std::string_view deed : explain::DEEDS) deeds.append(deed);
    m.attr("DEEDS") = nb::tuple(deeds);
    m.attr("SIDE_SLOTS") = SIDE_SLOTS;
    m.attr("NO_PIECE") = NO_PIECE;
    m.attr("WIN") = WIN;
    m.attr("LONGEST_WIN") = LONGEST_WIN;
    m.attr("DECIDED") = DECIDED;
    m.attr("INFINITE") = INFINITE;
}

void add_board(nb::module_& m) {
    m.def("set_up_values",
          [](nb::object place, nb::object relocate, nb::object pass, nb::object hex,
             nb::list pieces) { Values::get().set_up(place, relocate, pass, hex, pieces); });
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
        .def("ending", &Board::ending)
        .def("search_key", &Board::search_key)
        .def("repetition_key", &Board::repetition_key)
        .def("symmetry_key", &Board::symmetry_key)
        .def("repetition_count", &Board::repetition_count)
        .def("perft", &Board::perft, nb::arg("depth"), nb::arg("threads"), nb::arg("listed"))
        .def("random_playouts", &Board::random_playouts, nb::arg("games"), nb::arg("seed"),
             nb::arg("max_plies"), nb::arg("threads"));
}

void add_explanations(nb::module_& m) {
    m.def("set_up_explanations", [](nb::object way, nb::object reason, nb::list codes) {
        Explained::get().set_up(way, reason, codes);
    });
    m.def("uhp", &uhp, nb::arg("board"), nb::arg("move").none());
    m.def("parse_uhp", &parse_uhp, nb::arg("board"), nb::arg("text").none(), nb::arg("tolerant"));
    m.def("game_string", &game_string, nb::arg("board"));
    m.def("split_game_string", &split_game_string, nb::arg("text"), nb::arg("tolerant"));
    m.def("replay", &replay, nb::arg("board"), nb::arg("moves"), nb::arg("tolerant"));
    m.def("ways", &ways);
    m.def("ways_of", &ways_of, nb::arg("board"), nb::arg("move").none());
    m.def("why_illegal", &why_illegal, nb::arg("board"), nb::arg("move").none());
    m.def("why_not_thrown_by", &why_not_thrown_by, nb::arg("board"), nb::arg("move").none(),
          nb::arg("thrower").none());
    m.def("why_immobile", &why_immobile, nb::arg("board"), nb::arg("piece").none());
    m.def("immobile", &immobile, nb::arg("board"));
}

void add_messages(nb::module_& m) {
    m.def("position", &position, nb::arg("board"));
    m.def("from_position", &from_position, nb::arg("text").none(), nb::arg("portable"));
    m.def("position_problems", &position_problems, nb::arg("text"));
    m.def("turn_json", &turn_json, nb::arg("board"), nb::arg("with_moves"));
    m.def("played_move_json", &played_move_json, nb::arg("board"), nb::arg("move"),
          nb::arg("spent_ms").none());
    m.def("why_illegal_json", &why_illegal_json, nb::arg("board"), nb::arg("move"));
    m.def("about_move_json", &about_move_json, nb::arg("board"), nb::arg("line"));
    m.def("about_mistake_json", &about_mistake_json, nb::arg("board"), nb::arg("played"),
          nb::arg("better"), nb::arg("reply"));
    m.def("ending_json", &ending_json, nb::arg("board"));
    m.def("set_up_json", &set_up_json, nb::arg("ruleset"), nb::arg("is_black"), nb::arg("stacks"));
}

void add_proofs(nb::module_& m) {
    m.def("shortest_win", &shortest_win, nb::arg("board"), nb::arg("most"), nb::arg("nodes"));
    m.def("defences", &defences, nb::arg("board"), nb::arg("moves"), nb::arg("nodes"),
          nb::arg("enough"));
}

void add_policy(nb::module_& m) {
    nb::class_<Policy>(m, "Policy")
        .def(nb::init<nb::bytes, bool>(), nb::arg("weights"), nb::arg("portable"))
        .def("inputs", &Policy::inputs, nb::arg("board"))
        .def("chances", &Policy::chances, nb::arg("board"))
        .def("chances_of", &Policy::chances_of, nb::arg("board"), nb::arg("character"),
             nb::arg("seed"))
        .def("start_choice", &start_choice, nb::arg("board"), nb::arg("character"), nb::arg("seed"),
             nb::arg("seconds"));
}

void add_search(nb::module_& m) {
    const nb::call_guard<nb::gil_scoped_release> without_gil;
    nb::class_<Searcher>(m, "Searcher")
        .def(nb::init<std::size_t, bool>(), nb::arg("megabytes"), nb::arg("portable"))
        .def("resize_table", &Searcher::resize_table, without_gil)
        .def("clear", &Searcher::clear, without_gil)
        .def("evaluate", &Searcher::evaluate)
        .def("start", &start_job, nb::arg("board"), nb::arg("seconds"), nb::arg("depth"),
             nb::arg("nodes"), nb::arg("lines"), nb::arg("threads"), nb::arg("plain"));
    nb::class_<Job>(m, "Job").def("stop", &Job::stop).def("next", &Job::next);
}

}  // namespace beespace::bindings

NB_MODULE(_native, m) {
    nanobind::set_leak_warnings(false);  // Values lives as long as the process
    m.def("arch", [] { return beespace::name_of(beespace::best_arch()); });
    m.def("policy_inputs", &beespace::policy_inputs);
    beespace::bindings::add_constants(m);
    beespace::bindings::add_board(m);
    beespace::bindings::add_explanations(m);
    beespace::bindings::add_messages(m);
    beespace::bindings::add_policy(m);
    beespace::bindings::add_proofs(m);
    beespace::bindings::add_search(m);
}
