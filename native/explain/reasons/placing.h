// Why a piece can't be placed, as in rules/explain.py.
#pragma once

#include "explain/reasons/shared.h"

namespace beespace::explain {

inline Reason queen_due(const Position& position) {
    const int turn = position.turn();
    const std::int64_t number = position.turn_number();
    std::string text(color_name(turn));
    text += " must place the queen now: it's turn " + std::to_string(number);
    if (number > LAST_TURN_FOR_QUEEN)  // after passes
        text += ", and she was due on turn " + std::to_string(LAST_TURN_FOR_QUEEN);
    return {ReasonCode::QUEEN_DUE, std::move(text), {piece_of(turn, QUEEN)}};
}

// What keeps a piece from being placed anywhere.
inline std::optional<Reason> why_not_placed(const Position& position, int piece) {
    const Hive& hive = position.hive;
    const int turn = position.turn();
    const Bug bug = bug_of(piece);
    if (!position.is_in_box(piece))
        return Reason{ReasonCode::NOT_IN_BOX, "this game has no " + std::string(BUG_WORDS[bug])};
    if (color_of(piece) != turn) return not_yours(position, piece);
    if (hive.is_placed(piece))
        return Reason{ReasonCode::ALREADY_PLACED,
                      the_piece(piece) + " is already on the board",
                      {},
                      {hive.location(piece)}};
    if (position.is_queen_due() && bug != QUEEN) return queen_due(position);
    if (position.is_queen_barred() && bug == QUEEN)
        return Reason{ReasonCode::QUEEN_TOO_EARLY,
                      std::string(color_name(turn)) + " can't place the queen on the first turn"};
    for (int number = 1; number < number_of(piece); ++number) {
        const int earlier = piece_of(turn, bug, number);
        if (!hive.is_placed(earlier))
            return Reason{ReasonCode::NUMBER_ORDER,
                          name_of(earlier) + " has to be placed before " + name_of(piece),
                          {earlier}};
    }
    return {};
}

// Why a new piece can't go on a hex.
inline Reason why_not_there(const Position& position, Hex to) {
    const Hive& hive = position.hive;
    if (hive.has(to)) return occupied(hive, to, "a new piece needs an empty hex");
    if (hive.is_empty())
        return {ReasonCode::FIRST_HEX, "the first piece of a game goes on (0, 0)", {}, {ORIGIN}};
    const Pieces around = hive.tops_around(to);
    if (around.empty())
        return {ReasonCode::NOT_TOUCHING_HIVE, "a new piece must touch the hive", {}, {to}};
    // The hex touches something, and not only own pieces, or the move would be legal.
    Pieces enemies;
    for (const int piece : around)
        if (color_of(piece) != position.turn()) enemies.push_back(piece);
    std::string text = "a new piece can't touch the opponent's pieces: this hex touches ";
    text += the_pieces(enemies);
    return {ReasonCode::TOUCHES_OPPONENT, std::move(text), std::move(enemies), {to}};
}

inline Reason no_space_to_place(const Position& position, int piece) {
    const int turn = position.turn();
    std::string text = the_piece(piece) + " can't be placed: no empty hex touches ";
    text.append(color_name(turn)).append("'s pieces without touching ");
    text.append(color_name(1 - turn)).append("'s");
    return {ReasonCode::NO_SPACE, std::move(text)};
}

}  // namespace beespace::explain
