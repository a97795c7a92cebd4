// Compares what moves do: whether one move does as much as another, and whether it would happen
// anyway.
#pragma once

#include "explain/remarks/effects.h"

namespace beespace::explain {

// Whether a deed is good for the opponent of the player who moves.
constexpr bool is_harm(Deed deed) { return deed >= Deed::LOSE; }

// Whether an effect is at least as much as another.
inline bool includes(const Effect& effect, const Effect& other) {
    if (effect.deed != other.deed) return false;
    const bool is_fewer = other.deed == Deed::STEP_AWAY || other.deed == Deed::RELIEVE ||
                          other.deed == Deed::CRAMP || other.deed == Deed::CRAMP_OWN ||
                          other.deed == Deed::CROWD || other.deed == Deed::CROWD_OWN;
    if (is_fewer ? effect.count > other.count : effect.count < other.count) return false;
    return are_alike(effect.pieces, other.pieces);
}

inline bool has(const Effects& effects, const Effect& wanted) {
    return std::any_of(effects.begin(), effects.end(),
                       [&](const Effect& one) { return includes(one, wanted); });
}

// Whether an effect is about several pieces, which it counts.
constexpr bool is_counted(Deed deed) {
    switch (deed) {
        case Deed::PIN:
        case Deed::UNPIN:
        case Deed::KEEP_AWAY:
        case Deed::OPEN_WAY:
        case Deed::FREE_THEIRS:
        case Deed::PIN_OWN:
        case Deed::LET_IN:
        case Deed::BAR_OWN: return true;
        default: return false;
    }
}

// Whether an effect is something that holds in a position, and not only a threat or an ending.
constexpr bool is_state(Deed deed) {
    switch (deed) {
        case Deed::WIN:
        case Deed::FORCE:
        case Deed::DRAW:
        case Deed::THREATEN:
        case Deed::PARRY:
        case Deed::NO_MOVES:
        case Deed::HEAD_FOR:
        case Deed::LOSE: return false;
        default: return true;
    }
}

// How many places there are for a player's new pieces.
inline int place_count(const Prospects& there, int color) {
    return static_cast<int>(there.side(color).places(there.position.hive).size());
}

// Leaves the pieces out for which an effect makes no difference to another position.
inline bool is_so(const Effect& effect, const Prospects& there, int us);
inline Effect without_those_of(Effect effect, const Prospects& there, int us) {
    if (!is_counted(effect.deed)) return effect;
    std::erase_if(effect.pieces, [&](int piece) {
        return is_so({effect.deed, {piece}, effect.hexes, 1, effect.weight}, there, us);
    });
    effect.count = static_cast<int>(effect.pieces.size());
    return effect;
}

// Whether what an effect brings about for the player who moves is already so in another position.
inline bool is_so(const Effect& effect, const Prospects& there, int us) {
    const int them = 1 - us;
    const auto all = [&](auto test) {
        return std::all_of(effect.pieces.begin(), effect.pieces.end(), test);
    };
    switch (effect.deed) {
        case Deed::LOCK_QUEEN:
        case Deed::PIN:
        case Deed::COVER: return all([&](int one) { return !there.side(them).can_move(one); });
        case Deed::COVER_QUEEN: return there.is_covered(piece_of(them, QUEEN));
        case Deed::LOCK_OWN:
        case Deed::PIN_OWN: return all([&](int one) { return !there.side(us).can_move(one); });
        case Deed::FREE_QUEEN:
        case Deed::UNPIN: return all([&](int one) { return there.side(us).can_move(one); });
        case Deed::FREE_THEIRS: return all([&](int one) { return there.side(them).can_move(one); });
        case Deed::SURROUND: return there.taken(them) >= effect.count;
        case Deed::FILL_OWN: return there.taken(us) >= effect.count;
        case Deed::STEP_AWAY:
        case Deed::RELIEVE: return there.taken(us) <= effect.count;
        case Deed::RELEASE: return there.taken(them) <= effect.count;
        case Deed::CLOSE_GATE:
            return std::none_of(effect.hexes.begin(), effect.hexes.end(),
                                [&](Hex place) { return there.side(them).reaches(place); });
        case Deed::APPROACH: return there.side(us).attacks(effect.mover);
        case Deed::OPEN_WAY: return all([&](int one) { return there.side(us).attacks(one); });
        case Deed::KEEP_AWAY: return all([&](int one) { return !there.side(them).attacks(one); });
        case Deed::LET_IN: return all([&](int one) { return there.side(them).attacks(one); });
        case Deed::BAR_OWN: return all([&](int one) { return !there.side(us).attacks(one); });
        case Deed::CRAMP: return there.side(them).mobile_count(them) <= effect.count;
        case Deed::CRAMP_OWN: return there.side(us).mobile_count(us) <= effect.count;
        case Deed::CROWD: return place_count(there, them) <= effect.count;
        case Deed::CROWD_OWN: return place_count(there, us) <= effect.count;
        case Deed::COVER_OWN: return all([&](int one) { return !there.side(us).can_move(one); });
        default: return false;
    }
}

}  // namespace beespace::explain
