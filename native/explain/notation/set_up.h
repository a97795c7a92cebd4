// Positions set up by hand, as in server/study/positions.py.
#pragma once

#include "explain/notation/position_text.h"

namespace beespace::explain {

// How many more turns than placements to try when numbering the turn.
inline constexpr int MOST_MORE_TURNS = 30;

// Finds the lowest turn at which a game can reach a position. `stacks` are as in position notation.
inline SetUp find_turn(std::string_view ruleset, int color, std::string_view stacks) {
    SetUp found;
    Ruleset rules;
    if (!read_ruleset(ruleset, rules)) {
        found.error = {Grammar::RULESET, 1};
        return found;
    }
    std::array<std::int64_t, 2> placed{};
    for (const std::string_view field : split(stacks, ' ')) {
        Hex hex;
        Pieces pieces;
        if (!field.empty() && !read_stack(field, hex, pieces)) {
            found.error = {Grammar::STACK,
                           static_cast<std::size_t>(field.data() - stacks.data()) + 1};
            return found;
        }
        for (const int piece : pieces) ++placed[static_cast<std::size_t>(color_of(piece))];
    }
    const std::int64_t first = std::max<std::int64_t>(2 * std::max(placed[0], placed[1]) - 2, 0);
    bool is_first = true;
    for (std::int64_t ply = first; ply < first + 2 * MOST_MORE_TURNS; ++ply) {
        if (ply % 2 != color) continue;
        std::string text = write_ruleset(rules) + ' ' + write_turn(ply) + " -";
        if (!stacks.empty()) text.append(" ").append(stacks);
        ReadPosition read = parse_position(text);
        if (read.is_possible()) {
            Position position{read.ruleset, {}, read.ply, read.stunned};
            for (const SetUpPiece& one : read.pieces) position.hive.put(one.piece, one.at);
            return {write_position(position), {}, {}};
        }
        if (is_first || read.problems.size() < found.problems.size())
            found.problems = std::move(read.problems);
        is_first = false;
    }
    return found;
}

}  // namespace beespace::explain
