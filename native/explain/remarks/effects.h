// Finds what a move does, by comparing the positions before and after it.
#pragma once

#include "explain/reasons/moving.h"
#include "explain/remarks/prospects.h"
#include "explain/remarks/room.h"

namespace beespace::explain {

// Whether every reply of the player to move lets the opponent win at once. Draws are replies, too.
inline bool is_lost_at_once(const Prospects& prospects) {
    const int color = prospects.turn();
    const auto board = prospects.board->copy();
    for (const PieceTo reply : prospects.side(color).moves) {
        board->push(reply);
        const bool loses = board->ending() == Ending::NONE ? side_of(*board).can_win
                                                           : board->ending() == win_of(1 - color);
        board->pop();
        if (!loses) return false;
    }
    return true;
}

// The empty hexes around a queen into which a piece could slide from outside.
inline Hexes open_places(const Prospects& prospects, int color) {
    Hexes open;
    const Hive& hive = prospects.position.hive;
    const int queen = piece_of(color, QUEEN);
    if (!hive.is_placed(queen)) return open;
    for (int d = 0; d < DIRECTIONS; ++d) {
        const Hex place = neighbor(hive.location(queen), d);
        if (hive.has(place)) continue;
        for (int e = 0; e < DIRECTIONS; ++e) {
            const Hex outside = neighbor(place, e);
            if (hive.has(outside) || !room_around(hive, outside).empty()) continue;
            if (slides(hive, outside, ALL_STEP_RULES) >> opposite(e) & 1) {
                open.push_back(place);
                break;
            }
        }
    }
    return open;
}

class EffectFinder {
  public:
    // `from` is the position before the move, and `to` the one after it.
    EffectFinder(const Prospects& from, const Prospects& to, PieceTo move)
        : from_(from),
          to_(to),
          move_(move),
          us_(from.turn()),
          them_(1 - us_),
          own_queen_(piece_of(us_, QUEEN)),
          enemy_queen_(piece_of(them_, QUEEN)) {}

    Effects find() {
        if (move_.piece == NO_PIECE) return {};
        if (to_.ending == Ending::NONE) {
            add_threats();
            add_attacks();
            add_defences();
            add_pins();
            add_harm();
            add_room_effects(found_, from_, to_, move_);
        } else {
            add_ending();
        }
        for (Effect& effect : found_) effect.mover = move_.piece;
        return std::move(found_);
    }

  private:
    static constexpr int MANY_TAKEN = 3;  // from this many taken hexes on, a queen is in danger

    // What happens next to a queen hardly matters before that.
    static int if_in_danger(int taken, int weight) { return taken >= MANY_TAKEN ? weight : 0; }

    void add(Deed deed, int weight, Pieces pieces, int count = 0, Hexes hexes = {}) {
        found_.push_back({deed, std::move(pieces), std::move(hexes), count, weight});
    }

    void add_ending() {
        if (to_.ending == win_of(us_))
            add(Deed::WIN, 1000, {enemy_queen_}, 0, {move_.to});
        else if (to_.ending == win_of(them_))
            add(Deed::LOSE, 1000, {own_queen_}, 0, {move_.to});
        else if (to_.ending == Ending::BOTH_SURROUNDED)
            add(Deed::DRAW, 950, {own_queen_, enemy_queen_}, 0, {move_.to});
    }

    void add_threats() {
        if (to_.side(us_).can_win && !to_.side(them_).can_win) {
            if (is_lost_at_once(to_))
                add(Deed::FORCE, 900, {enemy_queen_}, 2);
            else
                add(Deed::THREATEN, 700, {enemy_queen_});
        }
        if (from_.side(them_).can_win && !to_.side(them_).can_win)
            add(Deed::PARRY, 800, {own_queen_});
        if (to_.side(them_).must_pass()) add(Deed::NO_MOVES, 450, {});
    }

    void add_attacks() {
        const Hive& hive = to_.position.hive;
        const int taken = to_.taken(them_);
        const int below = hive.below(move_.piece);
        if (below == enemy_queen_) {
            add(Deed::COVER_QUEEN, 640, {enemy_queen_});
        } else {
            if (below != NO_PIECE && color_of(below) == them_ && color_of(move_.piece) == us_)
                add(Deed::COVER, weight_of_cover(below), {below});
            if (move_.piece != enemy_queen_ && is_stopped(enemy_queen_, them_))
                add(Deed::LOCK_QUEEN, 350 + 50 * taken, {enemy_queen_});
        }
        // A queen that is freed at once isn't in danger.
        if (move_.piece != enemy_queen_ && taken > from_.taken(them_)) {
            const bool is_freer = is_freed(enemy_queen_, them_);
            add(Deed::SURROUND, is_freer ? 0 : if_in_danger(taken, 250 + 80 * taken),
                {enemy_queen_}, taken, {move_.to});
        }
    }

    int weight_of_cover(int below) const {
        if (!from_.side(them_).can_move(below)) return 0;
        return bug_of(below) == BEETLE ? 620 : 380;
    }

    void add_defences() {
        const int before = from_.taken(us_), taken = to_.taken(us_);
        if (move_.piece == own_queen_) {
            if (taken < before)
                add(Deed::STEP_AWAY, if_in_danger(before, 250 + 70 * before), {own_queen_}, taken);
            return;
        }
        if (taken < before)
            add(Deed::RELIEVE, if_in_danger(before, 250 + 70 * before), {own_queen_}, taken,
                {from_.position.hive.location(move_.piece)});
        if (is_freed(own_queen_, us_)) add(Deed::FREE_QUEEN, 300 + 60 * taken, {own_queen_});
        if (taken != before || taken < MANY_TAKEN) return;
        const Hexes closed = closed_places();
        if (!closed.empty())
            add(Deed::CLOSE_GATE, 150 + 50 * taken, {own_queen_}, size(closed), closed);
    }

    void add_pins() {
        const Pieces pinned =
            pieces_that(them_, [&](int piece) { return is_pinned(piece, them_); });
        const Pieces own = pieces_that(us_, [&](int piece) { return is_pinned(piece, us_); });
        const Pieces loosened =
            pieces_that(them_, [&](int piece) { return is_freed(piece, them_); });
        const bool is_gain = size(own) < size(pinned) && !are_alike(loosened, pinned);
        if (!pinned.empty())
            add(Deed::PIN, is_gain ? 330 + 60 * size(pinned) : 0, pinned, size(pinned));
        Pieces released = pieces_that(us_, [&](int piece) { return is_freed(piece, us_); });
        // A queen alone has a remark of her own.
        if (released == Pieces{own_queen_}) released.clear();
        const bool is_loss = size(released) < size(own);
        if (!own.empty())
            add(Deed::PIN_OWN, is_loss ? std::min(220 + 80 * size(own), 380) : 0, own, size(own));
        if (!loosened.empty())
            add(Deed::FREE_THEIRS, 300 + 50 * size(loosened), loosened, size(loosened));
        const int free_weight = loosened.empty() ? 260 + 40 * size(released) : 0;
        if (!released.empty()) add(Deed::UNPIN, free_weight, released, size(released));
    }

    void add_harm() {
        const int own = to_.taken(us_), taken = from_.taken(them_);
        if (move_.piece != own_queen_ && own > from_.taken(us_)) {
            const bool is_freer = is_freed(own_queen_, us_);
            add(Deed::FILL_OWN, is_freer ? 0 : if_in_danger(own, 240 + 80 * own), {own_queen_}, own,
                {move_.to});
        }
        if (move_.piece != own_queen_ && is_stopped(own_queen_, us_) && own >= MANY_TAKEN - 1)
            add(Deed::LOCK_OWN, 310 + 60 * own, {own_queen_});
        if (move_.piece != enemy_queen_ && to_.taken(them_) < taken)
            add(Deed::RELEASE, if_in_danger(taken, 230 + 70 * taken), {enemy_queen_},
                to_.taken(them_), {from_.position.hive.location(move_.piece)});
    }

    // Whether a piece that could move can't any more.
    bool is_stopped(int piece, int color) const {
        return from_.side(color).moves_itself(piece) && !to_.side(color).can_move(piece);
    }
    // Whether a piece is stopped because it is pinned now.
    bool is_pinned(int piece, int color) const {
        return bug_of(piece) != QUEEN && is_stopped(piece, color) && to_.is_pinned(piece);
    }
    // How many places next to the own queen enemy pieces can get to.
    int places_in_reach(const Prospects& prospects) const {
        const Hive& hive = prospects.position.hive;
        int count = 0;
        for (int d = 0; d < DIRECTIONS; ++d) {
            const Hex place = neighbor(hive.location(own_queen_), d);
            count += !hive.has(place) && prospects.side(them_).reaches(place);
        }
        return count;
    }
    // The places next to the own queen that enemy pieces could slide into, and can't reach now.
    Hexes closed_places() const {
        Hexes closed;
        if (places_in_reach(to_) >= places_in_reach(from_)) return closed;  // another one opens
        const Hexes open = open_places(to_, us_);
        for (const Hex place : open_places(from_, us_))
            if (std::find(open.begin(), open.end(), place) == open.end() &&
                from_.side(them_).reaches(place) && !to_.side(them_).reaches(place))
                closed.push_back(place);
        return closed;
    }
    // Whether a piece can move now that was pinned, covered, without its queen on the board or, if
    // it is a queen, locked in.
    bool is_freed(int piece, int color) const {
        const Hive& hive = from_.position.hive;
        if (!hive.is_placed(piece)) return false;
        const bool was_held = from_.is_pinned(piece) || from_.is_covered(piece) ||
                              !hive.is_placed(piece_of(color, QUEEN)) ||
                              (bug_of(piece) == QUEEN && from_.position.stunned != piece);
        return was_held && !from_.side(color).can_move(piece) &&
               to_.side(color).moves_itself(piece);
    }

    // The pieces of a player for which a test holds, except the one that moves.
    template <class F>
    Pieces pieces_that(int color, F test) const {
        Pieces found;
        from_.position.for_each_piece(color, [&](int piece) {
            if (piece != move_.piece && from_.position.hive.is_placed(piece) && test(piece))
                found.push_back(piece);
        });
        return found;
    }
    template <class List>
    static int size(const List& list) {
        return static_cast<int>(list.size());
    }

    const Prospects& from_;
    const Prospects& to_;
    const PieceTo move_;
    const int us_, them_, own_queen_, enemy_queen_;
    Effects found_;
};

}  // namespace beespace::explain
