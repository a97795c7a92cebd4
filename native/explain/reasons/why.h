// Finds the reason why a move is illegal or a piece can't move, as in rules/explain.py.
//
// Nothing here decides legality: callers know that the move is illegal and that the game isn't
// over.
#pragma once

#include "explain/reasons/moving.h"
#include "explain/reasons/placing.h"

namespace beespace::explain {

// The parts that the hive would split into without a piece, if there are several.
inline std::optional<Reason> why_pinned(const Hive& hive, int piece) {
    const auto split = parts_of(hive, hive.location(piece));
    if (split.size() < 2) return {};
    Reason reason{ReasonCode::PINNED, the_piece(piece) +
                                          " is pinned: moving it would split the hive " +
                                          (split.size() == 2 ? "in two" : "into three parts")};
    for (const Hexes& part : split) {
        Pieces& pieces = reason.parts.emplace_back();
        for (const Hex hex : part)
            for (const int one : hive.stack(hex)) pieces.push_back(one);
    }
    return reason;
}

// What keeps a piece from being moved or thrown anywhere.
inline std::optional<Reason> why_cannot_act(const Position& position, int piece,
                                            const HowStunned& how) {
    const Hive& hive = position.hive;
    if (!position.is_in_box(piece)) return why_not_placed(position, piece);
    if (!hive.is_placed(piece))
        return Reason{ReasonCode::IN_HAND, the_piece(piece) + " hasn't been placed yet"};
    const bool is_own = color_of(piece) == position.turn();
    if (!is_own && throwers_of(position, piece).empty())
        return why_nobody_throws(position, piece, how);
    if (!position.is_queen_placed(position.turn())) return queen_not_placed(position);
    const Hex hex = hive.location(piece);
    if (hive.is_covered(piece)) return covered(hive, piece);
    if (piece == position.stunned && is_own) return stunned(piece, how, hex);
    if (piece == position.stunned)
        return Reason{ReasonCode::JUST_MOVED,
                      the_piece(piece) + " can't be thrown: it moved last turn",
                      {},
                      how.way_to(hex)};
    if (hive.stands_alone(piece)) return why_pinned(hive, piece);
    if (is_own) return {};
    Pieces others = hive.stack(hex);
    others.pop_back();
    std::string text = the_piece(piece) + " can't be thrown: it's on top of " + the_pieces(others);
    return Reason{ReasonCode::IN_STACK, std::move(text), std::move(others)};
}

inline Reason why_relocation_is_illegal(const Position& position, int piece, Hex to,
                                        const HowStunned& how) {
    if (auto reason = why_cannot_act(position, piece, how)) return *reason;
    if (to == position.hive.location(piece))
        return {ReasonCode::SAME_HEX, the_piece(piece) + " is already there", {}, {to}};
    if (color_of(piece) == position.turn()) return why_not_reached(position, piece, to);
    return why_not_thrown(position, piece, to);
}

inline Reason why_illegal(const Position& position, Move move, const HowStunned& how) {
    switch (move.kind) {
        case MoveKind::RELOCATE:
            return why_relocation_is_illegal(position, move.piece, move.to, how);
        case MoveKind::PLACE:
            if (auto reason = why_not_placed(position, move.piece)) return *reason;
            return why_not_there(position, move.to);
        case MoveKind::PASS: break;
    }
    return {ReasonCode::MUST_PLAY, "passing isn't allowed while a move or placement is possible"};
}

// Why a piece has no legal move.
inline Reason why_immobile(const Position& position, int piece, const HowStunned& how) {
    if (!position.hive.is_placed(piece)) {
        if (auto reason = why_not_placed(position, piece)) return *reason;
        return no_space_to_place(position, piece);
    }
    if (auto reason = why_cannot_act(position, piece, how)) return *reason;
    if (color_of(piece) != position.turn()) return why_nowhere_to_throw(position, piece);
    return why_no_way(position, piece);
}

}  // namespace beespace::explain
