// What a move does for the room of the pieces: which can get next to a queen, and how many can
// move.
#pragma once

#include "explain/remarks/prospects.h"
#include "explain/remarks/remark.h"

namespace beespace::explain {

// Whether the pieces include all kinds that others are of: a sentence doesn't
// tell two ants apart.
inline bool are_alike(const Pieces& pieces, const Pieces& others) {
    return std::all_of(others.begin(), others.end(), [&](int other) {
        return std::any_of(pieces.begin(), pieces.end(), [&](int piece) {
            return color_of(piece) == color_of(other) && bug_of(piece) == bug_of(other);
        });
    });
}

// Whether a hex is a queen's or next to her.
inline bool is_at_queen(const AnyBoard& board, Hex hex, int color) {
    const int queen = piece_of(color, QUEEN);
    if (!board.is_placed(queen)) return false;
    const Hex at = board.location(queen);
    return hex == at || are_neighbors(hex, at);
}

class RoomFinder {
  public:
    RoomFinder(const Prospects& from, const Prospects& to, PieceTo move)
        : from_(from), to_(to), move_(move), us_(from.turn()), them_(1 - us_) {}

    Effects find() {
        add_ways();
        add_room();
        return std::move(found_);
    }

  private:
    static constexpr int FEW_MOBILE = 4;    // with so few pieces that can move, a side is cramped
    static constexpr int MANY_PLACED = 5;   // if it has at least as many on the board
    static constexpr int FEW_PLACES = 4;    // with so few places for new pieces, they hardly fit
    static constexpr int FEWER_PLACES = 2;  // a smaller change doesn't matter

    void add(Deed deed, int weight, Pieces pieces, int count = 0) {
        found_.push_back({deed, std::move(pieces), {}, count, weight});
    }

    // Which pieces can get next to a queen, and which can't any more.
    void add_ways() {
        // Without her, no piece can move at all.
        const bool is_new_queen =
            bug_of(move_.piece) == QUEEN && !from_.position.hive.is_placed(move_.piece);
        const Side &was = from_.side(us_), &is = to_.side(us_);
        const Side &theirs = from_.side(them_), &now = to_.side(them_);
        // A pillbug, or a piece next to the own queen, is there to defend her.
        const bool is_attacker = color_of(move_.piece) == us_ && bug_of(move_.piece) != PILLBUG &&
                                 !is_at_queen(*to_.board, move_.to, us_);
        if (is_attacker && has(is.coming, move_.piece) && !was.attacks(move_.piece))
            add(Deed::APPROACH, 210, {piece_of(them_, QUEEN)});
        if (!is_new_queen)
            add_pieces(Deed::OPEN_WAY, 200, others(is.coming & ~was.attackers(), us_), was.coming);
        add_pieces(Deed::BAR_OWN, 190, listed(was.coming & ~is.attackers(), us_), is.coming);
        const Pieces kept = others(theirs.coming & ~now.attackers(), them_);
        const Pieces let = others(now.coming & ~theirs.attackers(), them_);
        const int danger = 10 * to_.taken(us_);
        if (let.empty()) add_pieces(Deed::KEEP_AWAY, 200 + danger, kept, now.coming);
        if (kept.empty()) add_pieces(Deed::LET_IN, 210 + danger, let, theirs.coming);
    }
    // A few pieces don't matter if more can do the same anyway.
    void add_pieces(Deed deed, int weight, const Pieces& pieces, std::uint32_t anyway) {
        if (!pieces.empty() && size(pieces) >= std::popcount(anyway))
            add(deed, weight + 20 * size(pieces), pieces, size(pieces));
    }

    void add_room() {
        add_cramped(them_, Deed::CRAMP);
        add_cramped(us_, Deed::CRAMP_OWN);
        add_crowded(them_, Deed::CROWD);
        add_crowded(us_, Deed::CROWD_OWN);
        const int below = to_.position.hive.below(move_.piece);
        if (below != NO_PIECE && color_of(below) == us_ && color_of(move_.piece) == us_ &&
            bug_of(below) != QUEEN && from_.side(us_).moves_itself(below))
            add(Deed::COVER_OWN, 230, {below});
    }

    // Whether few pieces of a player can move now, and clearly more could before.
    void add_cramped(int color, Deed deed) {
        const Hive& hive = to_.position.hive;
        const int count = to_.side(color).mobile_count(color);
        const int change = from_.side(color).mobile_count(color) - count;
        int placed = 0;
        Hexes free;
        to_.position.for_each_piece(color, [&](int piece) {
            if (!hive.is_placed(piece)) return;
            ++placed;
            if (to_.side(color).can_move(piece)) free.push_back(hive.location(piece));
        });
        const bool is_few = count < FEW_MOBILE || (count == FEW_MOBILE && placed > 2 * count);
        if (is_few && change > 0 && placed >= MANY_PLACED)
            found_.push_back({deed, {}, free, count, std::min(200 + 20 * change, 290)});
    }

    // Whether few places are left for a player's new pieces, and clearly more were before.
    void add_crowded(int color, Deed deed) {
        const Hexes places = to_.side(color).places(to_.position.hive);
        const int change = size(from_.side(color).places(from_.position.hive)) - size(places);
        if (size(places) <= FEW_PLACES && change >= FEWER_PLACES &&
            !to_.position.hand(color).empty())
            found_.push_back({deed, {}, places, size(places), 290 - 20 * size(places)});
    }

    // The pieces of a mask.
    Pieces listed(std::uint32_t mask, int color) const {
        Pieces found;
        from_.position.for_each_piece(color, [&](int piece) {
            if (has(mask, piece)) found.push_back(piece);
        });
        return found;
    }
    // Those that don't move now.
    Pieces others(std::uint32_t mask, int color) const {
        return listed(mask & ~(std::uint32_t{1} << move_.piece), color);
    }
    static bool has(std::uint32_t mask, int piece) { return (mask >> piece & 1) != 0; }
    template <class List>
    static int size(const List& list) {
        return static_cast<int>(list.size());
    }

    const Prospects& from_;
    const Prospects& to_;
    const PieceTo move_;
    const int us_, them_;
    Effects found_;
};

inline void add_room_effects(Effects& found, const Prospects& from, const Prospects& to,
                             PieceTo move) {
    for (Effect& effect : RoomFinder(from, to, move).find()) found.push_back(std::move(effect));
}

}  // namespace beespace::explain
