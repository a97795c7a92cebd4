// Moves in the notation of the Universal Hive Protocol, such as `wA1 \bQ`; as in
// rules/notation/uhp.py. Nothing here checks whether a move is legal.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "explain/hive/position.h"
#include "explain/notation/texts.h"

namespace beespace::explain {

// A move that is not a pass, taken apart. `direction` is where the reference sees the destination;
// -1 is on top of it.
struct MoveText {
    int piece = NO_PIECE, reference = NO_PIECE, direction = -1;
};

// The direction of a marker before or after the reference; -1 if it is no marker.
constexpr int marked_direction(char mark, bool is_before) {
    switch (mark) {
        case '-': return is_before ? WEST : EAST;
        case '/': return is_before ? SOUTH_WEST : NORTH_EAST;
        case '\\': return is_before ? NORTH_WEST : SOUTH_EAST;
        default: return -1;
    }
}

// Takes a marker from the front of a text, if there is one.
inline int take_marker(std::string_view& text, bool is_before) {
    const int direction = text.empty() ? -1 : marked_direction(text[0], is_before);
    if (direction >= 0) text.remove_prefix(1);
    return direction;
}

inline SyntaxError split_move(std::string_view text, MoveText& move) {
    std::string_view rest = text;
    move.piece = take_piece(rest);
    if (move.piece == NO_PIECE) return {Grammar::MOVE, 1};
    std::string_view reference = rest;
    if (take(reference, " ")) {
        const int before = take_marker(reference, true);
        move.reference = take_piece(reference);
        if (move.reference != NO_PIECE) {
            const int after = take_marker(reference, false);
            if (before >= 0 && after >= 0 && reference.empty()) return {Grammar::MOVE, 1};
            move.direction = before >= 0 ? before : after;
            rest = reference;
        }
    }
    if (rest.empty()) return {};
    return {Grammar::MOVE, text.size() - rest.size() + 1};
}

// Finds the destination, or the reason why there is none.
inline std::optional<Reason> find_destination(const MoveText& text, const Hive& hive,
                                              const Names* names, Hex& to) {
    if (text.reference == NO_PIECE) {
        to = ORIGIN;
        if (hive.is_empty()) return {};
        return Reason{
            ReasonCode::MISSING_REFERENCE,
            "only the first move of a game has no reference: add the piece it goes next to"};
    }
    const int reference = names ? names->reference(text.reference) : text.reference;
    if (!hive.is_placed(reference))
        return Reason{
            ReasonCode::UNKNOWN_REFERENCE, name_of(reference) + " isn't on the board", {reference}};
    to = hive.location(reference);
    const bool is_marked = text.direction >= 0;
    if (is_marked) to = neighbor(to, text.direction);
    const int top = hive.top(to);
    if (names || top == (is_marked ? NO_PIECE : reference)) return {};
    const std::string name = name_of(top);
    if (is_marked)
        return Reason{ReasonCode::MARKED_OCCUPIED,
                      "the marker points at " + name + ": to climb onto it, write " + name +
                          " without a marker",
                      {top},
                      {to}};
    return Reason{
        ReasonCode::COVERED_REFERENCE,
        name_of(reference) + " is covered: to climb the stack, name its top piece, " + name,
        {top},
        {to}};
}

// Reads a move. With `names` the reader is tolerant: pieces can have any number, and a marker that
// points at an occupied hex means a climb.
inline ReadMove read_move(std::string_view text, const Hive& hive, Names* names = nullptr) {
    ReadMove read;
    if (text == "pass") return read;
    MoveText parts;
    read.error = split_move(text, parts);
    if (read.error) return read;
    const int piece = names ? names->mover(parts.piece, hive) : parts.piece;
    Hex to;
    read.reason = find_destination(parts, hive, names, to);
    if (!read.reason)
        read.move = {hive.is_placed(piece) ? MoveKind::RELOCATE : MoveKind::PLACE, piece, to};
    return read;
}

// A piece and a reference that sees the destination in a direction.
inline std::string relative_text(int piece, int reference, int direction) {
    constexpr std::string_view MARKS = "-\\/-\\/";  // by direction
    const char mark = MARKS[static_cast<std::size_t>(direction)];
    const bool is_after = marked_direction(mark, false) == direction;
    std::string text = name_of(piece) + ' ';
    if (!is_after) text += mark;
    text += name_of(reference);
    if (is_after) text += mark;
    return text;
}

// The canonical text of a move: the reference is the first neighbour of the destination, clockwise
// from the east, that stays in place. Nothing if no piece is next to the destination.
inline std::optional<std::string> write_move(Move move, const Hive& hive) {
    if (move.kind == MoveKind::PASS) return "pass";
    if (hive.is_empty()) return name_of(move.piece);
    const int top = hive.top(move.to);
    if (top != NO_PIECE && top != move.piece) return name_of(move.piece) + ' ' + name_of(top);
    std::optional<std::string> below;
    for (int direction = 0; direction < DIRECTIONS; ++direction) {
        const int reference = hive.top(neighbor(move.to, opposite(direction)));
        if (reference == NO_PIECE) continue;
        if (reference != move.piece) return relative_text(move.piece, reference, direction);
        // It climbs down next to its own stack.
        if (hive.below(reference) != NO_PIECE)
            below = relative_text(move.piece, hive.below(reference), direction);
    }
    return below;
}

}  // namespace beespace::explain
