// How a piece can get to a hex.
#pragma once

#include "explain/box/pieces.h"
#include "explain/hive/hexes.h"

namespace beespace::explain {

// A piece is placed, moves itself, or is thrown by another piece. `path` has every hex from start
// to destination; for a placement it is the hex alone.
struct Way {
    int piece;
    Hex to;
    Hexes path;
    int thrower = NO_PIECE;  // NO_PIECE if the piece is placed or moves itself
};

}  // namespace beespace::explain
