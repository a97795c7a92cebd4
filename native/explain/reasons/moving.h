// Why a piece that is free to move can't get to a hex, or anywhere, as in rules/explain.py.
#pragma once

#include "explain/reasons/throwing.h"

namespace beespace::explain {

inline constexpr std::int64_t SPIDER_STEPS = 3;

// How far ants go is never the reason.
constexpr std::string_view manner_of(Bug bug) {
    switch (bug) {
        case QUEEN: return "the queen moves one hex along the hive";
        case BEETLE: return "the beetle moves one hex, on the ground or on top of the hive";
        case GRASSHOPPER:
            return "the grasshopper jumps in a straight line over at least one piece to the first "
                   "empty hex";
        case SPIDER:
            return "the spider moves exactly three hexes along the hive without doubling back";
        case LADYBUG: return "the ladybug moves two hexes on top of the hive and then one down";
        case PILLBUG: return "the pillbug moves one hex along the hive";
        default: return "";
    }
}

inline StepRules without_gates(StepRules rules) {
    rules.gates = rules.stack_gates = false;
    return rules;
}

// The empty hexes that pieces wall in together with this one; none if it's outside.
inline Hexes room_around(const Hive& hive, Hex hex) {
    const Hexes occupied = hive.hexes();
    if (occupied.empty()) return {};
    Hex low = occupied.front(), high = low;
    for (const Hex one : occupied) {
        low = {std::min(low.q, one.q), std::min(low.r, one.r)};
        high = {std::max(high.q, one.q), std::max(high.r, one.r)};
    }
    Hexes room{hex};
    for (std::size_t i = 0; i < room.size(); ++i) {
        const Hex empty = room[i];
        if (empty.q < low.q || empty.q > high.q || empty.r < low.r || empty.r > high.r) return {};
        for (int d = 0; d < DIRECTIONS; ++d)
            if (!hive.has(neighbor(empty, d))) add_once(room, neighbor(empty, d));
    }
    return room;
}

// The closed wall of pieces between two empty hexes that both touch the hive.
inline Reason closed_off(const Hive& hive, Hex start, Hex to) {
    Hexes room = room_around(hive, to);
    const bool is_target = !room.empty();
    if (!is_target) room = room_around(hive, start);
    Reason reason{ReasonCode::GATE, "", {}, {is_target ? to : start}};
    for (const Hex hex : room)
        for (const int piece : hive.tops_around(hex)) add_once(reason.pieces, piece);
    reason.text =
        the_pieces(reason.pieces) + (is_target ? " close off that hex: nothing can slide in"
                                               : " close it in: it can't slide out");
    return reason;
}

// The step of a path on which a piece would leave the hive; empty if there is none.
inline Hexes first_loose_step(const Hive& hive, const Hexes* path) {
    for (std::size_t i = 0; path && i + 1 < path->size(); ++i) {
        const Hex from = (*path)[i], to = (*path)[i + 1];
        const int direction = direction_to(from, to);
        if (direction >= 0 && !hive.has(neighbor(from, counterclockwise(direction))) &&
            !hive.has(neighbor(from, clockwise(direction))))
            return {from, to};
    }
    return {};
}

// Why a piece that walks along the hive doesn't get to a hex, even through gates.
inline Reason why_no_walk(const Hive& hive, Hex start, Hex to, Bug bug, StepRules rules,
                          const std::string& name) {
    const Reason wrong_distance{
        ReasonCode::WRONG_DISTANCE, std::string(manner_of(bug)), {}, {start, to}};
    StepRules loose = without_gates(rules);
    if ((bug == ANT || bug == SPIDER) && hive.neighbor_count(to)) {
        const bool is_near = bug == ANT || distance(start, to) <= SPIDER_STEPS;
        if (is_near && !paths_as(ANT, hive, start, loose).has(to))
            return closed_off(hive, start, to);
        // A spider could walk there, but not in three steps.
        if (paths_as(ANT, hive, start, rules).has(to)) return wrong_distance;
    }
    Hexes step{start, to};
    if (bug != ANT) {  // without the need for contact, ants would roam for ever
        loose.contact = false;
        step = first_loose_step(hive, paths_as(bug, hive, start, loose).find(to));
    }
    if (step.empty()) return wrong_distance;
    return {ReasonCode::NO_CONTACT,
            name + " would lose contact with the hive on the way",
            {},
            std::move(step)};
}

// Why a piece that moves like this bug can't get from one hex to another.
inline Reason why_not_as(const Hive& hive, Hex start, Hex to, Bug bug, StepRules rules, int piece) {
    const std::string name = the_piece(piece);
    if (hive.has(to) && !BUGS[bug].can_climb)
        return occupied(hive, to, name + " needs an empty hex");
    const Paths paths = paths_as(bug, hive, start, without_gates(rules));
    if (const Hexes* path = paths.find(to)) return gate(hive, std::vector<Hexes>{*path}, rules);
    if (BUGS[bug].goes_over)  // nothing that stops a slide stops it
        return {ReasonCode::WRONG_DISTANCE, std::string(manner_of(bug)), {}, {start, to}};
    if (hive.neighbor_count(start) == DIRECTIONS && !BUGS[bug].can_climb)
        return enclosed(hive, start, name);
    return why_no_walk(hive, start, to, bug, rules, name);
}

// Whether a reason that holds for one of a mosquito's bugs holds for the mosquito.
inline bool holds_for_all(ReasonCode code, const std::vector<Bug>& bugs) {
    const auto climbs = [](Bug bug) { return BUGS[bug].can_climb; };
    const auto leaves = [](Bug bug) { return BUGS[bug].can_climb || BUGS[bug].goes_over; };
    // Otherwise it could climb there.
    if (code == ReasonCode::OCCUPIED) return std::none_of(bugs.begin(), bugs.end(), climbs);
    if (code != ReasonCode::ENCLOSED) return true;
    // Otherwise it can leave, and no ant's walk is what it lacks.
    return std::find(bugs.begin(), bugs.end(), ANT) != bugs.end() ||
           std::none_of(bugs.begin(), bugs.end(), leaves);
}

// A mosquito copies several creatures, and each may have its own reason: the lowest rank wins.
constexpr int rank_of(ReasonCode code) {
    switch (code) {
        case ReasonCode::GATE: return 0;
        case ReasonCode::NO_CONTACT: return 1;
        case ReasonCode::ENCLOSED: return 2;
        case ReasonCode::OCCUPIED: return 3;
        default: return 4;
    }
}

// What a mosquito moves like.
inline std::string copying(const Hive& hive, int piece, Hex start, const std::vector<Bug>& bugs) {
    if (hive.has(start)) return "on top of the hive " + the_piece(piece) + " moves like a beetle";
    std::vector<std::string> kinds;
    for (const Bug bug : bugs) kinds.push_back("the " + std::string(BUG_WORDS[bug]));
    return the_piece(piece) + " moves like " + join_words(kinds, "or") + " here";
}

// Why an own piece that is free to move can't reach a hex, nor be thrown there.
inline Reason why_not_reached(const Position& position, int piece, Hex to) {
    if (position.hive.stands_alone(piece)) {  // nothing is thrown out of a stack
        Reason gate_of_throw = why_nowhere_to_throw(position, piece, to);
        if (gate_of_throw.code == ReasonCode::GATE) return gate_of_throw;
    }
    Hive hive = position.hive;
    const StepRules rules = step_rules(position.ruleset);
    const Hex start = hive.lift(piece);
    const std::vector<Bug> bugs = acts_as(hive, piece, start);
    if (bugs.empty()) return nothing_to_copy(hive, piece, start);
    std::optional<Reason> best;
    for (const Bug bug : bugs) {
        Reason reason = why_not_as(hive, start, to, bug, rules, piece);
        if (holds_for_all(reason.code, bugs) &&
            (!best || rank_of(reason.code) < rank_of(best->code)))
            best = std::move(reason);
    }
    if (!best) best = why_not_as(hive, start, to, bugs[0], rules, piece);
    if (bug_of(piece) == MOSQUITO && best->code == ReasonCode::WRONG_DISTANCE)
        best->text = copying(hive, piece, start, bugs) + ", and can't get there";
    return *best;
}

// Why an own piece that is free to move has nowhere to go.
inline Reason why_no_way(const Position& position, int piece) {
    Hive hive = position.hive;
    const StepRules rules = step_rules(position.ruleset);
    const Hex start = hive.lift(piece);
    const std::vector<Bug> bugs = acts_as(hive, piece, start);
    if (bugs.empty()) return nothing_to_copy(hive, piece, start);
    std::vector<Hexes> gated;
    std::string manner;
    for (const Bug bug : bugs) {
        for (const Hexes& path : paths_as(bug, hive, start, without_gates(rules)))
            gated.push_back(path);
        manner.append(manner.empty() ? "" : "; ").append(manner_of(bug));
    }
    if (!gated.empty()) return gate(hive, gated, rules);
    if (hive.neighbor_count(start) == DIRECTIONS) return enclosed(hive, start, the_piece(piece));
    return {ReasonCode::WRONG_DISTANCE,
            the_piece(piece) + " has nowhere to go: " + manner,
            {},
            {start}};
}

}  // namespace beespace::explain
