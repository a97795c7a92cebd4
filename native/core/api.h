// The interface of the board, independent of the instruction set it is compiled for.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace beespace {

struct Hex {
    std::int32_t q = 0, r = 0;
    bool operator==(const Hex&) const = default;
};

// A piece and where it goes; NO_PIECE is a pass.
struct PieceTo {
    int piece;
    Hex to;
    bool operator==(const PieceTo&) const = default;
};

struct SetUpPiece {
    int piece;
    Hex at;
    int level;
    bool is_covered;
};

enum class Ending : std::uint8_t { NONE, WHITE_WINS, BLACK_WINS, BOTH_SURROUNDED, THREEFOLD };

// The results of random games.
struct Playouts {
    std::int64_t games = 0, plies = 0, white_wins = 0, black_wins = 0, draws = 0, unfinished = 0;
};

class AnyBoard {
  public:
    virtual ~AnyBoard() = default;
    virtual std::unique_ptr<AnyBoard> copy() const = 0;

    // Only for a new board. The caller must have checked that the position is possible.
    virtual void set_up(const std::vector<SetUpPiece>& pieces, std::int64_t ply, int stunned) = 0;

    // The bits of core/box/bugs.h.
    virtual std::uint8_t rules() const = 0;
    virtual bool is_threefold() const = 0;

    virtual std::int64_t ply() const = 0;
    virtual int stunned() const = 0;
    virtual bool is_placed(int piece) const = 0;
    virtual Hex location(int piece) const = 0;
    virtual int level(int piece) const = 0;

    // The legal moves in the order of the reference board; none when the game is over.
    virtual int move_count() = 0;
    virtual PieceTo move_at(int index) = 0;
    virtual bool is_legal(PieceTo move) = 0;

    virtual void push(PieceTo move) = 0;
    virtual bool pop() = 0;  // false if no move has been played
    virtual int played_count() const = 0;
    virtual PieceTo played_at(int index) const = 0;
    virtual bool was_placement(int index) const = 0;

    virtual Ending ending() = 0;
    virtual std::uint64_t search_key() const = 0;
    virtual std::uint64_t repetition_key() = 0;
    virtual std::uint64_t symmetry_key() const = 0;
    virtual int repetition_count() = 0;

    // These can run long. `stop` ends them early; their results are then meaningless.
    virtual std::uint64_t perft(int depth, bool listed, int threads,
                                const std::atomic<bool>& stop) const = 0;
    virtual Playouts random_playouts(int games, std::uint64_t seed, int max_plies, int threads,
                                     const std::atomic<bool>& stop) const = 0;
};

}  // namespace beespace
