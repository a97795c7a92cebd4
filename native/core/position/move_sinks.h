// Sinks for generated moves: a list, a counter, or a set of destination cells.
//
// The generators are templates over a sink with these `add` functions.
#pragma once

#include "core/hexes/window.h"
#include "core/position/position.h"

namespace beespace::BEESPACE_ARCH {

// An upper bound for the legal moves of any position: 4 pieces that can reach the whole outside of
// the hive (at most 110 cells), 8 kinds on at most 26 cells, and fewer than 180 other moves.
inline constexpr int MAX_MOVES = 1024;

// Adds sets of destinations one by one to a sink.
template <class Sink>
struct OneByOne {
    // Adds the neighbours of a cell in the directions of a mask.
    BEESPACE_INLINE void add_ring(Slot piece, Cell center, unsigned directions) {
        for (; directions; directions &= directions - 1)
            sink().add(piece, NEIGHBOR[center][std::countr_zero(directions)]);
    }
    BEESPACE_INLINE void add_window(Slot piece, Cell center, std::uint64_t window) {
        for (; window; window &= window - 1)
            sink().add(piece, cell_in_window(center, std::countr_zero(window)));
    }

  private:
    BEESPACE_INLINE Sink& sink() { return static_cast<Sink&>(*this); }
};

struct MoveList : OneByOne<MoveList> {
    int size = 0;
    Move moves[MAX_MOVES];

    BEESPACE_INLINE void add(Slot piece, unsigned destination) {
        moves[size++] = make_move(piece, destination);
    }
    BEESPACE_INLINE void add_set(Slot piece, CellSet set) {
        Move* out = moves + size;
        const unsigned base = piece << 10;
        const Words x = words(set);
        for (unsigned i = 0; i < 4; ++i)
            for (std::uint64_t rest = x.w[i]; rest; rest &= rest - 1)
                *out++ = static_cast<Move>(base + i * 64 + std::countr_zero(rest));
        size = static_cast<int>(out - moves);
    }
    // Adds every combination of the pieces and the cells.
    BEESPACE_INLINE void add_all(PieceMask pieces, CellSet set) {
        if (!pieces) return;
        const auto first = static_cast<Slot>(std::countr_zero(pieces));
        const int begin = size;
        add_set(first, set);
        const int length = size - begin;
        for (pieces &= pieces - 1; pieces; pieces &= pieces - 1) {
            const auto piece = static_cast<Slot>(std::countr_zero(pieces));
            const auto change = static_cast<Move>((piece - first) << 10);
            // Copies sixteen at a time; the list has room for the excess at the end.
            for (int i = 0; i < length; i += 16)
                for (int j = 0; j < 16; ++j)
                    moves[size + i + j] = static_cast<Move>(moves[begin + i + j] + change);
            size += length;
        }
    }
};

struct MoveCounter {
    int size = 0;

    BEESPACE_INLINE void add(Slot, unsigned) { ++size; }
    BEESPACE_INLINE void add_set(Slot, CellSet set) { size += count(set); }
    BEESPACE_INLINE void add_ring(Slot, Cell, unsigned directions) {
        size += std::popcount(directions);
    }
    BEESPACE_INLINE void add_window(Slot, Cell, std::uint64_t window) {
        size += std::popcount(window);
    }
    BEESPACE_INLINE void add_all(PieceMask pieces, CellSet set) {
        size += std::popcount(pieces) * count(set);
    }
};

// Collects the destinations of one piece, so that those reachable in several ways count once.
struct Collector : OneByOne<Collector> {
    Words set{};

    BEESPACE_INLINE void add(Slot, unsigned cell) {
        set.w[cell >> 6] |= std::uint64_t{1} << (cell & 63);
    }
    BEESPACE_INLINE void add_set(Slot, CellSet more) { (CellSet::load(&set) | more).store(&set); }
    BEESPACE_INLINE CellSet cells() const { return CellSet::load(&set); }
};

}  // namespace beespace::BEESPACE_ARCH
