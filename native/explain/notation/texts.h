// What the readers of this folder return.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "explain/box/moves.h"
#include "explain/box/ruleset.h"
#include "explain/notation/error.h"
#include "explain/notation/names.h"
#include "explain/notation/problem.h"
#include "explain/reasons/reason.h"

namespace beespace::explain {

// What a text says: a move, the reason why it names none, or an error.
struct ReadMove {
    Move move{};
    std::optional<Reason> reason{};
    SyntaxError error{};

    bool is_move() const { return !reason && !error; }
};

// A game string, with its moves not parsed yet. The texts are parts of the string.
struct GameText {
    Ruleset ruleset{};  // tournament rules, with `queen_first` if a first move places the queen
    std::string_view state{}, turn{};
    std::vector<std::string_view> moves{};
    std::size_t head_size = 0;  // of everything before the moves
    SyntaxError error{};
};

// How far the moves of a game could be played.
struct Replayed {
    std::size_t count = 0;
    // Why the next move could not: its text is wrong, or the move, if it names one, is illegal.
    std::optional<ReadMove> failure{};
};

// A position: what a board needs to be set up, an error, or why no game can reach it.
struct ReadPosition {
    Ruleset ruleset{};
    std::int64_t ply = 0;
    int stunned = NO_PIECE;
    std::vector<SetUpPiece> pieces{};
    SyntaxError error{};
    std::vector<Problem> problems{};

    bool is_possible() const { return !error && problems.empty(); }
};

// A position set up by hand: its notation, or why it is impossible.
struct SetUp {
    std::string position{};
    std::vector<Problem> problems{};
    SyntaxError error{};
};

}  // namespace beespace::explain
