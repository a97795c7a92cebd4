// The core's own tests; built for each instruction set, with and without sanitizers.
//
//   core_test [GAMES]

#include <cinttypes>
#include <new>

#include "tests/agreement.h"

namespace {
long allocations = 0;
void before_allocation() { ++allocations; }
}  // namespace

#include "tests/allocations.h"

using namespace beespace::BEESPACE_ARCH;
using beespace::PieceTo;

namespace {

constexpr std::uint8_t ALL_RULES = beespace::ALL_EXPANSIONS | beespace::STACK_GATES;

// Random games in several styles: some stretch the hive until it is wide, some climb, some throw.
Met test_generators_agree_in_random_games(int games) {
    Met met;
    for (int game = 0; game < games; ++game) {
        Random random(static_cast<std::uint64_t>(game));
        const auto rules = static_cast<std::uint8_t>(random.below(32));
        const std::uint32_t style = random.below(4);
        int plies = 0;
        play_and_check(
            rules, game % 2 == 0,
            [&](Board& board, int count) {
                if (++plies > 120) return -1;
                int best = static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
                if (style == 0) return best;
                int best_score = -1;
                for (int i = 0; i < 12; ++i) {
                    const int index =
                        static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
                    const PieceTo move = board.move_at(index);
                    if (move.piece == NO_PIECE) return index;
                    const auto piece = static_cast<Slot>(move.piece);
                    const bool placed = board.is_placed(piece);
                    int score = 0;
                    if (style == 1) score = std::abs(move.to.q) + std::abs(move.to.r);
                    if (style == 2) score = placed && (bit(piece) & CLIMBERS) ? 2 : placed;
                    if (style == 3) score = placed && color_of(piece) != board.ply() % 2;
                    if (score > best_score) best_score = score, best = index;
                }
                return best;
            },
            met);
    }
    return met;
}

// A straight hive of all 28 pieces, as wide as a hive can be, with an ant at each end.
std::unique_ptr<Board> straight_hive() {
    auto board = std::make_unique<Board>(ALL_RULES, false);
    std::vector<beespace::SetUpPiece> pieces;
    pieces.push_back({8, {0, 0}, 0, false});
    for (int slot = 0; slot < 30; ++slot)
        if (slot != 8 && slot != 24 && slot % 16 < beespace::PIECES_PER_PLAYER)
            pieces.push_back({slot, {static_cast<int>(pieces.size()), 0}, 0, false});
    pieces.push_back({24, {27, 0}, 0, false});
    board->set_up(pieces, 40, NO_PIECE);
    return board;
}

void test_no_node_allocates_memory() {
    long made = 0;
    const auto count = [&](const Position& p) {
        const std::atomic<bool> stop{false};
        const long before = allocations;
        const std::uint64_t nodes = perft<LastPly::LISTED>(p, 3, stop);
        made += allocations - before;
        return nodes;
    };
    // A game after 40 plies, and a wide hive.
    Board board(ALL_RULES, false);
    Random random(7);
    for (int ply = 0; ply < 40; ++ply)
        board.push(board.move_at(
            static_cast<int>(random.below(static_cast<std::uint32_t>(board.move_count())))));
    const std::uint64_t middle = count(board.position());
    const auto straight = straight_hive();
    CHECK(straight->position().wide);
    const std::uint64_t wide = count(straight->position());
    std::printf("allocations in %" PRIu64 " leaves in mid-game and %" PRIu64 " wide ones: %ld\n",
                middle, wide, made);
    CHECK(made == 0);
}

void test_listing_and_counting_agree() {
    const std::atomic<bool> stop{false};
    for (std::uint8_t expansions = 0; expansions < 8; ++expansions) {
        const Position start =
            Position::start(Ruleset{static_cast<std::uint8_t>(expansions | beespace::STACK_GATES)});
        CHECK(perft<LastPly::LISTED>(start, 4, stop) == perft<LastPly::COUNTED>(start, 4, stop));
        CHECK(perft_in_threads<LastPly::COUNTED>(start, 4, 2, stop) ==
              perft<LastPly::COUNTED>(start, 4, stop));
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int games = argc > 1 ? std::atoi(argv[1]) : 300;
    std::printf("%s, %zu bytes per position\n", BEESPACE_WIDE ? "avx2" : "portable",
                sizeof(Position));
    test_listing_and_counting_agree();
    test_no_node_allocates_memory();
    const Met met = test_generators_agree_in_random_games(games);
    std::printf(
        "positions %ld: stacks %ld, throws %ld, passes %ld, stuns %ld, wide %ld, stack gates %ld\n",
        met.positions, met.stacks, met.throws, met.passes, met.stuns, met.wide, met.stack_gates);
    CHECK(met.stacks && met.throws && met.passes && met.stuns && met.wide && met.stack_gates);
}
