// Texts, paths and reasons of a board, for the Python module and the browser.
//
// Everything in explain/ except remarks/ follows beespace.rules line by line, and tests compare the
// two. It is
// compiled once, because it only uses the interface of the board (core/api.h). Nothing here throws.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api.h"
#include "explain/box/moves.h"
#include "explain/box/ruleset.h"
#include "explain/moving/way.h"
#include "explain/notation/texts.h"
#include "explain/reasons/reason.h"
#include "explain/remarks/remark.h"

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

// The position as one line of text.
std::string position(const AnyBoard& board);
// Reads a position, and finds every reason why no game can reach it. If there is none, make a board
// with its ruleset and set it up.
ReadPosition read_position(std::string_view text);

// Finds the lowest turn at which a game can reach a position with this player to move. `stacks` are
// as in position notation.
SetUp set_up(std::string_view ruleset, int color, std::string_view stacks);

inline constexpr std::uint32_t ALL_PIECES = ~std::uint32_t{0};

// Every way of the player to move, or only those of the pieces in a mask. None at the end.
std::vector<Way> ways(AnyBoard& board, std::uint32_t pieces = ALL_PIECES);
// The ways of one legal move: its own first, then one for each thrower.
std::vector<Way> ways_of(const AnyBoard& board, Move move);

// Why a move is illegal; nothing if it is legal.
std::optional<Reason> why_illegal(AnyBoard& board, Move move);
// Why a legal move can't be made by a throw of this piece; nothing if it can.
std::optional<Reason> why_not_thrown_by(const AnyBoard& board, Move move, int thrower);
// Why a piece has no legal move this turn; nothing if it has one.
std::optional<Reason> why_immobile(AnyBoard& board, int piece);
// The pieces of the player to move that have no legal move: those on the board, and the next piece
// of each bug in hand. None at the end.
std::vector<Immobile> immobile(AnyBoard& board);

// What is worth saying about a move that the engine recommends, given its line, whose first move it
// is. Lines are in UHP's notation; what can't be played is left out.
std::optional<Remark> about_move(const AnyBoard& board, const std::vector<std::string_view>& line);
// Why a move was a mistake, given the engine's lines before and after it.
std::optional<Remark> about_mistake(const AnyBoard& board, std::string_view played,
                                    const std::vector<std::string_view>& better,
                                    const std::vector<std::string_view>& reply);

// The page's messages as JSON, with the same fields whoever writes them: see
// src/beespace/server/boards/messages.py.

// A `Turn`. Without `with_moves`, and at the end of a game, it has no legal moves.
std::string turn_json(AnyBoard& board, bool with_moves = true);
// A `PlayedMove`: a legal move, given the board before the move.
std::string played_move_json(const AnyBoard& board, Move move,
                             std::optional<std::int64_t> spent_ms = {});
// A `WhyNot`, or null.
std::string why_json(const std::optional<Reason>& reason);
// A `Remark`, or null.
std::string remark_json(const std::optional<Remark>& remark);
// An `Ending`, or null.
std::string ending_json(AnyBoard& board);
// A `SetUp`.
std::string set_up_json(const SetUp& set_up);

}  // namespace beespace::explain
