// Why a piece can't be thrown, as in rules/explain.py.
#pragma once

#include "explain/reasons/shared.h"

namespace beespace::explain {

// The pieces beside a piece that can throw it.
inline Pieces throwers_of(const Position& position, int piece) {
    Pieces able;
    for (const int thrower : throwers(position))
        if (are_touching(position.hive, thrower, piece)) able.push_back(thrower);
    return able;
}

// What keeps the pieces beside an opponent's piece from throwing it.
inline Reason why_nobody_throws(const Position& position, int piece, const HowStunned& how) {
    const Hive& hive = position.hive;
    for (const Bug bug : {PILLBUG, MOSQUITO}) {
        const int thrower = piece_of(position.turn(), bug);
        if (!hive.is_placed(thrower) || !are_touching(hive, thrower, piece)) continue;
        const Hex hex = hive.location(thrower);
        if (bug == MOSQUITO && !can_copy_pillbug(hive, hex)) continue;
        if (!position.is_queen_placed(position.turn())) return queen_not_placed(position);
        Reason reason;
        if (thrower == position.stunned)
            reason = stunned(thrower, how, hex);
        else if (hive.is_covered(thrower))
            reason = covered(hive, thrower);
        else
            continue;
        reason.text = "nothing can throw " + the_piece(piece) + " because " + reason.text;
        return reason;
    }
    return not_yours(position, piece);
}

// The gate between stacks that blocks a throw (to a hex, or to any), or else that there is no room.
inline Reason why_nowhere_to_throw(const Position& position, int piece,
                                   std::optional<Hex> to = {}) {
    Pieces able = throwers_of(position, piece);
    Hive hive = position.hive;
    const Hex start = hive.lift(piece);
    std::vector<Hexes> free;
    for (const int thrower : able)
        for (int d = 0; d < DIRECTIONS; ++d) {
            const Hex landing = neighbor(hive.location(thrower), d);
            if (!hive.has(landing) && landing != start && (!to || *to == landing))
                free.push_back({start, hive.location(thrower), landing});
        }
    if (!free.empty()) return gate(hive, free, ALL_STEP_RULES);
    std::string text =
        the_pieces(able, "or") + " has no empty hex to throw " + the_piece(piece) + " to";
    return {ReasonCode::NO_SPACE, std::move(text), std::move(able)};
}

// Why an opponent's piece, free to be thrown, can't be thrown to a hex.
inline Reason why_not_thrown(const Position& position, int piece, Hex to) {
    if (position.hive.has(to))
        return occupied(position.hive, to, "a thrown piece needs an empty hex");
    Reason reason = why_nowhere_to_throw(position, piece, to);
    if (reason.code == ReasonCode::GATE) return reason;
    return {ReasonCode::WRONG_DISTANCE,
            "a thrown piece lands next to the piece that throws it",
            {},
            {position.hive.location(piece), to}};
}

inline Reason cannot_throw(int thrower) {
    return {ReasonCode::CANNOT_THROW, the_piece(thrower) + " can't throw it there", {thrower}};
}

}  // namespace beespace::explain
