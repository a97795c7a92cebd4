// The inputs of the network: what is known about a move, as numbers. A move has about 80 of them.
//
// "Own" means the player to move. Rotating or mirroring the board changes nothing, except sometimes
// what the short search finds.
#pragma once

#include <array>

#include "core/box/bugs.h"
#include "eval/features.h"
#include "policy/character.h"
#include "policy/rings.h"

namespace beespace::BEESPACE_ARCH {

inline constexpr int BUG_KINDS = static_cast<int>(BUGS.size());
inline constexpr int PIECE_KINDS = 2 * BUG_KINDS;  // the own ones, then the enemy's
inline constexpr int MOST_TURNS = 16;              // later turns count as this one
inline constexpr int DISTANCES = 11;               // 0 to 9, and that there is no such piece
inline constexpr int NO_DISTANCE = DISTANCES - 1;
inline constexpr int NEAR = 7;  // distances to both queens at once: 0 to 6

// Limits between classes: a number belongs to the class that says how many limits it exceeds.
inline constexpr std::array GAINS = {10, 25, 45, 70, 100, 140, 190, 260, 360, 520, 900};
inline constexpr std::array RANKS = {0, 1, 2, 3, 5, 7, 10, 15, 22, 32, 50};
inline constexpr std::array GAPS = {0, 10, 25, 45, 70, 100, 140, 190, 260, 360, 520, 900, 5000};
inline constexpr std::array STANDINGS = {-500, -100, 100, 500};
inline constexpr int GAIN_CLASSES = 2 * static_cast<int>(GAINS.size()) + 1;
inline constexpr int RANK_CLASSES = static_cast<int>(RANKS.size()) + 1;
inline constexpr int GAP_CLASSES = static_cast<int>(GAPS.size()) + 1;
inline constexpr int STANDING_CLASSES = static_cast<int>(STANDINGS.size()) + 1;

template <std::size_t Size>
constexpr int class_of(int number, const std::array<int, Size>& limits) {
    int found = 0;
    for (const int limit : limits) found += number > limit;
    return found;
}

inline constexpr int SEARCH_INPUTS = GAP_CLASSES + RANK_CLASSES + STANDING_CLASSES * GAP_CLASSES;

// The first number of each group of inputs. The comment says what a group distinguishes.
enum Input : int {
    PHASE = 0,                                   // turn, bug, and whether it is placed or thrown
    HAND = PHASE + MOST_TURNS * BUG_KINDS * 3,   // bug, and how many of it are in the own hand
    BESIDE = HAND + BUG_KINDS * 4,               // bug, and a kind of piece on the board
    RESERVE = BESIDE + BUG_KINDS * PIECE_KINDS,  // bug, and a bug in the own hand
    TO_RING = RESERVE + BUG_KINDS * BUG_KINDS,   // the pattern around the destination
    FROM_RING = TO_RING + RING_PATTERNS,         // the pattern around the origin
    TO_TOUCHES = FROM_RING + RING_PATTERNS,      // bug, and a kind of piece it will touch
    FROM_TOUCHES = TO_TOUCHES + BUG_KINDS * PIECE_KINDS,  // bug, and a kind of piece it touches now
    TO_COUNTS = FROM_TOUCHES + BUG_KINDS * PIECE_KINDS,   // bug, own and enemy pieces it will touch
    COVERS = TO_COUNTS + BUG_KINDS * 7 * 7,               // bug, and the piece it will stand on
    UNCOVERS = COVERS + BUG_KINDS * PIECE_KINDS,          // bug, and the piece it stands on now
    TO_ENEMY_QUEEN = UNCOVERS + BUG_KINDS * PIECE_KINDS,  // bug, distance
    TO_OWN_QUEEN = TO_ENEMY_QUEEN + BUG_KINDS * DISTANCES,      // bug, distance
    FROM_ENEMY_QUEEN = TO_OWN_QUEEN + BUG_KINDS * DISTANCES,    // bug, distance
    FROM_OWN_QUEEN = FROM_ENEMY_QUEEN + BUG_KINDS * DISTANCES,  // bug, distance
    ENEMY_QUEEN_STEP = FROM_OWN_QUEEN + BUG_KINDS * DISTANCES,  // distance before and after
    OWN_QUEEN_STEP = ENEMY_QUEEN_STEP + DISTANCES * DISTANCES,  // distance before and after
    BETWEEN_QUEENS = OWN_QUEEN_STEP +
        DISTANCES * DISTANCES,  // bug, distances to and between queens
    FREES = BETWEEN_QUEENS + BUG_KINDS * NEAR * NEAR * NEAR,  // a kind of piece that can leave now
    TIES = FREES + PIECE_KINDS,                  // a kind of piece that can't leave any more
    ENEMY_QUEEN_RING = TIES + PIECE_KINDS,       // neighbours of the enemy queen before and after
    OWN_QUEEN_RING = ENEMY_QUEEN_RING + 7 * 7,   // neighbours of the own queen before and after
    ENEMY_QUEEN_EXITS = OWN_QUEEN_RING + 7 * 7,  // hexes she can slide to
    OWN_QUEEN_EXITS = ENEMY_QUEEN_EXITS + 7,
    AFTER = OWN_QUEEN_EXITS + 7,  // the features of the evaluation after the move
    WINS = AFTER + 2 * SIDE_FEATURES,
    LOSES,
    DRAWS,
    ALLOWS_WIN,
    THREATENS_WIN,
    GAIN,                                // change of the evaluation
    GAIN_RANK = GAIN + GAIN_CLASSES,     // how many moves gain more
    TO_LAST = GAIN_RANK + RANK_CLASSES,  // bug, distance to where the opponent's last move went
    FROM_LAST = TO_LAST + BUG_KINDS * DISTANCES,  // bug, the same distance before the move
    TO_MINE = FROM_LAST + BUG_KINDS * DISTANCES,  // bug, distance to where the own last move went
    FOLLOWS = TO_MINE + BUG_KINDS * DISTANCES,    // goes to where the opponent's piece came from
    SAME_PIECE,                                   // moves the piece that was just moved, or placed
    SAME_PIECE_PLACED,
    RETURNS,  // goes back to where it was before
    // For each depth of a short search: the gap to the best move, how many moves are better, and
    // the gap together with how good the position is.
    SEARCHED,
    INPUTS = SEARCHED + SEARCH_DEPTHS * SEARCH_INPUTS
};

}  // namespace beespace::BEESPACE_ARCH
