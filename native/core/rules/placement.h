// Where a new piece may be placed (rules 4 to 8).
#pragma once

#include "core/position/position.h"

namespace beespace::BEESPACE_ARCH {

BEESPACE_INLINE CellSet placement_cells(const Position& p) {
    if (p.ply == 0) return SINGLE[0];
    const int color = p.turn();
    const CellSet own = p.top(color), enemy = p.top(1 - color);
    if ((p.hand & side(color)) == (p.rules.box() & side(color)))
        return without(touching(enemy), enemy);  // a player's first piece may touch the opponent
    return without(touching(own), (touching(enemy) | own) | enemy);
}

}  // namespace beespace::BEESPACE_ARCH
