// Move ordering: the earlier the best move comes, the less has to be searched.
#pragma once

#include <algorithm>

#include "core/moves/generate.h"

namespace beespace::BEESPACE_ARCH {

// The history of moves that caused cutoffs, by piece and destination relative to the enemy queen,
// so that it is independent of where the hive is.
class History {
  public:
    int at(Slot piece, Cell relative) const { return value_[piece][relative]; }
    void reward(Slot piece, Cell relative, int bonus) {
        std::int16_t& value = value_[piece][relative];
        // Approaches the limit but never exceeds it.
        value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / LIMIT);
    }

  private:
    static constexpr int LIMIT = 8192;
    std::int16_t value_[32][256] = {};
};

// The cells around both queens, for rating moves without making them.
struct QueenZones {
    Cell enemy_queen = 0, own_queen = 0;
    Words enemy_ring{}, own_ring{};
    bool has_enemy = false, has_own = false;

    explicit QueenZones(const Position& p) {
        const int turn = p.turn();
        if (p.wide) return;
        has_enemy = !(p.hand & bit(queen_of(1 - turn)));
        has_own = !(p.hand & bit(queen_of(turn)));
        if (has_enemy)
            enemy_queen = p.cell[queen_of(1 - turn)], enemy_ring = words(RING[enemy_queen]);
        if (has_own) own_queen = p.cell[queen_of(turn)], own_ring = words(RING[own_queen]);
    }
    static bool has(const Words& set, Cell cell) {
        return (set.w[cell >> 6] >> (cell & 63) & 1) != 0;
    }
    // The destination relative to the enemy queen.
    Cell relative(Cell cell) const {
        return cell_at(cell_q(cell) - cell_q(enemy_queen), cell_r(cell) - cell_r(enemy_queen));
    }
    // Whether a move puts a piece next to the enemy queen that wasn't there before, or on her.
    bool attacks(const Position& p, Move move) const {
        const Slot piece = piece_of(move);
        const Cell to = cell_of(move);
        if (!has_enemy || piece == NO_PIECE) return false;
        if (to == enemy_queen) return true;
        if (!has(enemy_ring, to)) return false;
        const bool leaves_ring =
            !(p.hand & bit(piece)) && !p.level[piece] && has(enemy_ring, p.cell[piece]);
        return !leaves_ring;
    }
    // Whether a move removes a piece from the own queen, or moves the queen herself.
    bool frees(const Position& p, Move move) const {
        const Slot piece = piece_of(move);
        if (!has_own || piece == NO_PIECE || p.hand & bit(piece)) return false;
        if (piece == queen_of(p.turn())) return true;
        const Cell from = p.cell[piece];
        return from == own_queen || (has(own_ring, from) && !has(own_ring, cell_of(move)));
    }
    bool is_loud(const Position& p, Move move) const { return attacks(p, move) || frees(p, move); }
};

inline constexpr int HASH_MOVE_SCORE = 1 << 24;
inline constexpr int KILLER_SCORE = 1 << 14;

inline int order_score(const Position& p, const QueenZones& zones, const History& history,
                       Move move) {
    const Slot piece = piece_of(move);
    if (piece == NO_PIECE) return 0;
    const Cell to = cell_of(move);
    int score = history.at(piece, zones.relative(to));
    if (p.wide) return score;
    if (zones.attacks(p, move)) score += 12000;
    if (zones.frees(p, move)) score += 6000;
    if (zones.has_own && QueenZones::has(zones.own_ring, to) && color_of(piece) == p.turn() &&
        piece != queen_of(p.turn()))
        score -= 4000;
    // Moving an attacker away from the enemy queen is rarely good.
    if (zones.has_enemy && !(p.hand & bit(piece)) && !p.level[piece] &&
        QueenZones::has(zones.enemy_ring, p.cell[piece]) &&
        !QueenZones::has(zones.enemy_ring, to) && to != zones.enemy_queen)
        score -= 5000;
    return score;
}

// Drops the quiet moves from index `begin` on, with their scores.
inline void keep_loud(const Position& p, const QueenZones& zones, MoveList& list, int* scores,
                      int begin) {
    int size = begin;
    for (int i = begin; i < list.size; ++i) {
        if (!zones.is_loud(p, list.moves[i])) continue;
        list.moves[size] = list.moves[i];
        scores[size++] = scores[i];
    }
    list.size = size;
}

}  // namespace beespace::BEESPACE_ARCH
