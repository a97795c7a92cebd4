// Texts, paths and reasons of a board, for the Python module and the browser.
//
// Everything in explain/ follows beespace.rules line by line, and tests compare the two. It is
// compiled once, because it only uses the interface of the board (core/api.h). Nothing here throws.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api.h"
#include "explain/box/moves.h"
#include "explain/box/ruleset.h"
#include "explain/notation/texts.h"

namespace beespace::explain {

// The text of a move; nothing if no text can name its destination.
std::optional<std::string> uhp(const AnyBoard& board, Move move);
// Reads a move, legal or not. `names` makes the reader tolerant; use the same for a whole game.
ReadMove parse_uhp(const AnyBoard& board, std::string_view text, Names* names = nullptr);

// NotStarted, InProgress, WhiteWins, BlackWins or Draw.
std::string_view state(AnyBoard& board);
// The game as a game string; nothing if the board was set up from a position.
std::optional<std::string> game_string(AnyBoard& board);
// Splits a game string, which must outlive the result.
GameText read_game_string(std::string_view text, bool tolerant = false);
// Plays the moves of a game on its board until one can't be played.
Replayed replay(AnyBoard& board, const std::vector<std::string_view>& moves, bool tolerant = false);

}  // namespace beespace::explain
