// One version of the engine and its board, as a player in match.cpp.
#pragma once

#include <cstdint>
#include <memory>

struct SideMove {
    int piece, q, r;
};

enum class Result : std::uint8_t { NONE, WHITE, BLACK, DRAW };

class Side {
  public:
    virtual ~Side() = default;
    virtual void start(std::uint8_t rules) = 0;  // a new game, with an empty table
    virtual int move_count() = 0;
    virtual SideMove move_at(int index) = 0;
    virtual bool is_legal(SideMove move) = 0;
    virtual void play(SideMove move) = 0;
    virtual SideMove choose(std::uint64_t nodes, int& score) = 0;
    virtual int turn() = 0;
    virtual Result result() = 0;
};

std::unique_ptr<Side> new_side_a();
std::unique_ptr<Side> new_side_b();
