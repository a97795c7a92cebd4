// Reasons that placing, moving and throwing share, as in rules/explain.py.
#pragma once

#include "explain/box/words.h"
#include "explain/moving/ways.h"
#include "explain/reasons/reason.h"

namespace beespace::explain {

// Who may have thrown the stunned piece, and the hex it came from; both empty if unknown.
struct HowStunned {
    Pieces throwers{};
    Hexes origin{};

    // The way it was thrown to a hex, as far as known.
    Hexes way_to(Hex hex) const {
        Hexes hexes = origin;
        hexes.push_back(hex);
        return hexes;
    }
};

template <class Value>
void add_once(std::vector<Value>& values, const Value& value) {
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

struct Step {
    Hex from;
    int direction;
    bool operator==(const Step&) const = default;

    Hex to() const { return neighbor(from, direction); }
};

// The first step of a path that the rules forbid, if any.
inline std::optional<Step> first_gate(const Hive& hive, const Hexes& path, StepRules rules) {
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        const Step step{path[i], direction_to(path[i], path[i + 1])};
        if (step.direction >= 0 && !can_step(hive, step.from, step.direction, rules)) return step;
    }
    return {};
}

// The gates that block these paths: for each path, its first forbidden step.
template <class SomePaths>
Reason gate(const Hive& hive, const SomePaths& paths, StepRules rules) {
    std::vector<Step> blocked;
    for (const Hexes& path : paths)
        if (const auto step = first_gate(hive, path, rules)) add_once(blocked, *step);
    Reason reason{ReasonCode::GATE};
    bool are_climbs = true;
    for (const Step& step : blocked) {
        for (const int side : {counterclockwise(step.direction), clockwise(step.direction)})
            if (const int top = hive.top(neighbor(step.from, side)); top != NO_PIECE)
                add_once(reason.pieces, top);
        add_once(reason.hexes, step.from);
        add_once(reason.hexes, step.to());
        are_climbs &= hive.has(step.from) || hive.has(step.to());
    }
    const std::string names = the_pieces(reason.pieces);
    if (are_climbs)
        reason.text = "the stacks of " + names + " are too high to pass between";
    else if (blocked.size() == 1)
        reason.text = names + " are a gate: the gap between them is too narrow";
    else
        reason.text = names + " leave only gaps that are too narrow";
    return reason;
}

inline Reason occupied(const Hive& hive, Hex to, const std::string& rule) {
    const int top = hive.top(to);
    return {ReasonCode::OCCUPIED, rule + ", and " + the_piece(top) + " is there", {top}, {to}};
}

inline Reason queen_not_placed(const Position& position) {
    const int turn = position.turn();
    return {ReasonCode::QUEEN_NOT_PLACED,
            std::string(color_name(turn)) + " can't move anything before placing the queen",
            {piece_of(turn, QUEEN)}};
}

inline Reason covered(const Hive& hive, int piece) {
    Pieces above = hive.stack(hive.location(piece));
    above.erase(above.begin(), std::find(above.begin(), above.end(), piece) + 1);
    std::string text = the_piece(piece) + " is covered by " + the_pieces(above);
    return {ReasonCode::COVERED, std::move(text), std::move(above)};
}

inline Reason stunned(int piece, const HowStunned& how, Hex hex) {
    const bool is_known = !how.throwers.empty();
    return {ReasonCode::STUNNED,
            the_piece(piece) + " is resting: " +
                (is_known ? the_pieces(how.throwers, "or") + " threw it" : "it was thrown") +
                " last turn",
            how.throwers, how.way_to(hex)};
}

inline Reason enclosed(const Hive& hive, Hex start, const std::string& name) {
    return {ReasonCode::ENCLOSED, name + " is surrounded: there's no empty hex beside it",
            hive.tops_around(start)};
}

inline Reason nothing_to_copy(const Hive& hive, int piece, Hex start) {
    return {ReasonCode::NOTHING_TO_COPY,
            the_piece(piece) + " touches only mosquitoes and has nothing to copy",
            hive.tops_around(start)};
}

inline Reason not_yours(const Position& position, int piece) {
    std::string text = the_piece(piece) + " belongs to ";
    text.append(color_name(color_of(piece))).append(", and it's ");
    text.append(color_name(position.turn())).append("'s turn");
    return {ReasonCode::NOT_YOUR_PIECE, std::move(text)};
}

inline bool are_touching(const Hive& hive, int a, int b) {
    return a != b && are_neighbors(hive.location(a), hive.location(b));
}

}  // namespace beespace::explain
