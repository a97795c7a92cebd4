// Tests the parts of the search that its results show only indirectly.
//
//   worker_test

#include <cstdio>

#include "search/root/searcher.h"
#include "tests/agreement.h"

using beespace::Ending;
using beespace::PieceTo;
using beespace::SetUpPiece;

namespace beespace::BEESPACE_ARCH {

// Gives the tests access to a worker.
struct WorkerProbe {
    explicit WorkerProbe(const Position& root, std::vector<std::uint64_t> past = {})
        : worker(shared, root, std::move(past)) {
        shared.is_over = [](std::uint64_t) { return false; };
    }

    Frame& frame(int ply) { return worker.frames_[static_cast<std::size_t>(ply)]; }
    int value() { return worker.judged(frame(0), look_at(frame(0).p)); }
    // Searches the root, or a move, with the empty window above alpha.
    int search(int alpha, int depth) {
        return worker.search({0, alpha, alpha + 1, depth, false, true});
    }
    int search_move(Move move, int alpha, int depth) {
        worker.make(0, move);
        return -worker.search({1, -alpha - 1, -alpha, depth, false, true});
    }
    int value_after_null_move() {
        worker.make_null(0);
        return worker.judged(frame(1), look_at(frame(1).p));
    }
    // Whether the player to move can win at once, as the search sees it.
    static bool sees_win(const Position& p) {
        MoveList list;
        generate(p, list);
        return is_queen_in_reach(p, look_at(p), p.turn()) && can_surround(p, p.turn(), list);
    }
    bool sees_threat() { return is_threatened(frame(0).p, frame(1).list); }
    // Makes moves from the root, and returns whether the last position counts as a draw.
    bool is_repeated_after(const std::vector<Move>& moves) {
        int ply = 0;
        for (const Move move : moves) worker.make(ply++, move);
        return worker.is_repeated(ply);
    }
    std::uint64_t key_after(const std::vector<Move>& moves) {
        int ply = 0;
        for (const Move move : moves) worker.make(ply++, move);
        return frame(ply).key;
    }
    void reward(Move move, int bonus) {
        const QueenZones zones(frame(0).p);
        worker.history_.reward(piece_of(move), zones.relative(cell_of(move)), bonus);
    }

    Table table{1};
    SharedSearch shared{table};
    Worker worker;
};

}  // namespace beespace::BEESPACE_ARCH

using namespace beespace::BEESPACE_ARCH;

namespace {

constexpr std::uint8_t BASE = 16, BASE_MLP = 7 | 16;

// Plays random moves, but stops before the end of the game.
Board random_board(std::uint8_t rules, Random& random, int plies) {
    Board board(rules, false);
    for (int ply = 0; ply < plies; ++ply) {
        const int count = board.move_count();
        board.push(board.move_at(static_cast<int>(random.below(static_cast<unsigned>(count)))));
        if (board.ending() != Ending::NONE) {
            board.pop();
            break;
        }
    }
    return board;
}

// However bad its history is, a move that attacks or frees a queen isn't pruned as a late one.
void test_late_loud_moves_are_searched() {
    int decisive = 0;
    for (unsigned game = 0; game < 400; ++game) {
        Random random(game);
        const Board board =
            random_board(game % 2 ? BASE_MLP : BASE, random, 20 + static_cast<int>(game % 30));
        const Position& p = board.position();
        // A threat to the own queen extends the search, so that results differ for another reason.
        if (p.wide || look_at(p).queen_ring[p.turn()] == 5) continue;
        MoveList list;
        generate(p, list);
        const QueenZones zones(p);
        WorkerProbe probe(p);
        for (int i = 0; i < list.size; ++i)
            for (int times = 0; times < 20; ++times)
                probe.reward(list.moves[i], zones.is_loud(p, list.moves[i]) ? -1200 : 1200);
        for (const int margin : {-60, 0, 60, 120, 240}) {
            const int alpha = probe.value() + margin;
            bool expected = false;
            for (int i = 0; i < list.size; ++i)
                if (zones.is_loud(p, list.moves[i]))
                    expected |= probe.search_move(list.moves[i], alpha, 0) > alpha;
            decisive += expected;
            if (expected) CHECK(probe.search(alpha, 1) > alpha);
        }
    }
    CHECK(decisive > 20);
    std::printf("late loud moves: %d positions where they matter\n", decisive);
}

// Both players move a piece and then move it back, so that the position occurs again.
std::vector<PieceTo> there_and_back(const Board& start) {
    Board board = start;
    for (int i = 0, n = board.move_count(); i < n; ++i) {
        const PieceTo white = board.move_at(i);
        if (white.piece == NO_PIECE || !board.is_placed(white.piece)) continue;
        const PieceTo white_back = {white.piece, board.location(white.piece)};
        board.push(white);
        for (int j = 0, m = board.move_count(); j < m; ++j) {
            const PieceTo black = board.move_at(j);
            if (black.piece == NO_PIECE || !board.is_placed(black.piece)) continue;
            const PieceTo black_back = {black.piece, board.location(black.piece)};
            board.push(black);
            if (board.is_legal(white_back)) {
                board.push(white_back);
                if (board.is_legal(black_back)) return {white, black, white_back, black_back};
                board.pop();
            }
            board.pop();
        }
        board.pop();
    }
    return {};
}

std::vector<Move> encoded(Board board, const std::vector<PieceTo>& moves) {
    std::vector<Move> result;
    for (const PieceTo move : moves) {
        result.push_back(board.encoded(move));
        board.push(move);
    }
    return result;
}

WorkerProbe probe_of(const Board& board) { return WorkerProbe(board.position(), past_keys(board)); }

void test_only_a_third_occurrence_in_the_game_is_a_draw() {
    int tested = 0;
    for (unsigned game = 0; game < 60; ++game) {
        Random random(game);
        Board board = random_board(game % 2 ? BASE_MLP : BASE, random, 24);
        const std::vector<PieceTo> cycle = there_and_back(board);
        if (cycle.empty() || board.position().stunned != NO_PIECE) continue;
        ++tested;
        const std::vector<Move> moves = encoded(board, cycle);
        CHECK(!probe_of(board).is_repeated_after({moves[0]}));
        // The second occurrence of the root, then of the positions after it.
        CHECK(!probe_of(board).is_repeated_after(moves));
        CHECK(
            probe_of(board).is_repeated_after({moves[0], moves[1], moves[2], moves[3], moves[0]}));
        for (const PieceTo move : cycle) board.push(move);
        CHECK(!probe_of(board).is_repeated_after({moves[0]}));
        for (const PieceTo move : cycle) board.push(move);
        CHECK(probe_of(board).is_repeated_after({moves[0]}));
    }
    CHECK(tested > 10);
    std::printf("repetitions: %d games\n", tested);
}

// The same position, elsewhere.
Board shifted(const Board& board, std::uint8_t rules, int q, int r) {
    Board copy(rules, false);
    std::vector<SetUpPiece> pieces;
    const Position& p = board.position();
    for (int piece = 0; piece < NO_PIECE; ++piece)
        if (board.is_placed(piece)) {
            const beespace::Hex at = board.location(piece);
            pieces.push_back({piece,
                              {at.q + q, at.r + r},
                              p.level[piece],
                              (p.covered & bit(static_cast<Slot>(piece))) != 0});
        }
    copy.set_up(pieces, board.ply(), board.stunned());
    return copy;
}

std::uint64_t key_of(const Position& p) { return full_hash(p, arrangement_hash(p)); }

// Keys are updated correctly, and don't depend on where the hive is. Neither do moves in the table.
void test_keys_ignore_shifts() {
    long positions = 0, wide = 0;
    for (unsigned game = 0; game < 200; ++game) {
        Random random(game);
        const std::uint8_t rules = game % 2 ? BASE_MLP : BASE;
        Board board(rules, false);
        for (int ply = 0; ply < 120 && board.ending() == Ending::NONE; ++ply) {
            // Every other game stretches the hive until it is wide.
            const int count = board.move_count();
            int index = static_cast<int>(random.below(static_cast<unsigned>(count)));
            if (game / 2 % 2)
                for (int i = 0, furthest = 0; i < 20; ++i) {
                    const int other = static_cast<int>(random.below(static_cast<unsigned>(count)));
                    const PieceTo move = board.move_at(other);
                    const int distance = std::abs(move.to.q) * 2 + std::abs(move.to.r);
                    if (move.piece != NO_PIECE && distance > furthest)
                        furthest = distance, index = other;
                }
            const PieceTo move = board.move_at(index);
            const Board before = board;
            board.push(move);
            const std::uint64_t key = key_of(board.position());
            CHECK(probe_of(before).key_after({before.encoded(move)}) == key);
            const int q = static_cast<int>(random.below(40)),
                      r = static_cast<int>(random.below(40));
            Board copy = shifted(board, rules, q, r);
            CHECK(key_of(copy.position()) == key);
            for (int i = 0, n = copy.move_count(); i < n; ++i) {
                PieceTo there = copy.move_at(i);
                const Move encoded = copy.encoded(there);
                const Move relative = relative_move(copy.position(), encoded);
                CHECK(absolute_move(copy.position(), relative) == encoded);
                if (there.piece != NO_PIECE) there.to = {there.to.q - q, there.to.r - r};
                CHECK(relative_move(board.position(), board.encoded(there)) == relative);
            }
            ++positions;
            wide += board.position().wide;
        }
    }
    CHECK(wide > 50);
    std::printf("keys: %ld positions, %ld of them wide\n", positions, wide);
}

// Two queens that walk around each other have the same shape again, elsewhere.
void test_drifted_repetition_is_a_draw() {
    Board board(BASE, false);
    board.set_up({{queen_of(0), {0, 0}, 0, false}, {queen_of(1), {1, 0}, 0, false}}, 10, NO_PIECE);
    const std::vector<PieceTo> walk = {{queen_of(0), {1, -1}}, {queen_of(1), {2, -1}}};
    std::vector<PieceTo> twice = walk;
    for (const PieceTo step : walk) twice.push_back({step.piece, {step.to.q + 1, step.to.r - 1}});
    const std::vector<Move> moves = encoded(board, twice);
    CHECK(!probe_of(board).is_repeated_after({moves[0], moves[1]}));
    CHECK(probe_of(board).is_repeated_after({moves[0], moves[1], moves[2]}));
    for (const PieceTo move : twice) board.push(move);
    const Move next = board.encoded({queen_of(0), {3, -3}});
    CHECK(probe_of(board).is_repeated_after({next}));
}

// Whether a move surrounds the enemy queen, by trying all of them.
bool has_winning_move(const Position& p) {
    MoveList list;
    generate(p, list);
    for (int i = 0; i < list.size; ++i) {
        Position after;
        apply(p, list.moves[i], has_room(p), after);
        if (surround_ending(after) == (p.turn() ? Ending::BLACK_WINS : Ending::WHITE_WINS))
            return true;
    }
    return false;
}

void test_wins_in_one_are_seen() {
    int wins = 0;
    for (unsigned game = 0; game < 3000; ++game) {
        Random random(game);
        Board board(static_cast<std::uint8_t>(16 | game % 8), false);
        for (int ply = 0; ply < 150 && board.ending() == Ending::NONE; ++ply) {
            const Position& p = board.position();
            if (!p.wide) {
                const bool wins_now = has_winning_move(p);
                CHECK(WorkerProbe::sees_win(p) == wins_now);
                wins += wins_now;
            }
            const int count = board.move_count();
            board.push(board.move_at(static_cast<int>(random.below(static_cast<unsigned>(count)))));
        }
    }
    CHECK(wins > 100);
    std::printf("wins in one: %d\n", wins);
}

// The white pillbug at 0,0 can throw the black queen from -1,0 into the hole at 1,0.
void test_throwing_the_queen_into_a_hole_is_seen() {
    const std::vector<SetUpPiece> pieces = {{pillbug_of(0), {0, 0}, 0, false},
                                            {queen_of(1), {-1, 0}, 0, false},
                                            {8, {2, 0}, 0, false},
                                            {9, {1, 1}, 0, false},
                                            {10, {1, -1}, 0, false},
                                            {24, {2, -1}, 0, false},
                                            {25, {0, 1}, 0, false},
                                            {queen_of(0), {3, 0}, 0, false}};
    Board board(BASE_MLP, false);
    board.set_up(pieces, 20, NO_PIECE);
    CHECK(has_winning_move(board.position()));
    CHECK(WorkerProbe::sees_win(board.position()));
    CHECK(probe_of(board).search(0, 0) == beespace::WIN - 1);
    Board other(BASE_MLP, false);
    other.set_up(pieces, 21, NO_PIECE);
    CHECK(probe_of(other).sees_threat());
}

// However long nobody has placed a piece, the better position has the better evaluation, and a null
// move doesn't change that.
void test_evaluations_never_fade_to_zero() {
    int positions = 0;
    for (unsigned game = 0; game < 40; ++game) {
        Random random(game);
        const Board board = random_board(game % 2 ? BASE_MLP : BASE, random, 30);
        const Position& p = board.position();
        if (p.wide) continue;
        const int fresh = WorkerProbe(p).value();
        int before = fresh;
        for (const std::size_t idle : {100u, 200u, 300u, 1000u}) {
            WorkerProbe probe(p, std::vector<std::uint64_t>(idle));
            const int value = probe.value();
            CHECK(std::abs(value) <= std::abs(before));
            CHECK(std::abs(value - fresh / (idle <= 100 ? 1 : 8)) <= 1 || idle == 200);
            before = value;
            const int reply = WorkerProbe(probe.frame(0).p, std::vector<std::uint64_t>(idle))
                                  .value_after_null_move();
            if (idle >= 300) CHECK(std::abs(reply) <= beespace::MOST_EVALUATION / 8);
        }
        positions += std::abs(fresh) >= 8;
    }
    CHECK(positions > 20);
}

// After that long, the player who searches welcomes a repetition, so that games end.
void test_late_repetition_is_welcome() {
    Random random(1);
    const Board board = random_board(BASE, random, 24);
    const std::uint64_t key = key_of(board.position());
    std::vector<std::uint64_t> past(300);
    past[past.size() - 4] = past[past.size() - 8] = key;
    CHECK(WorkerProbe(board.position(), past).search(0, 1) == LATE_DRAW);
    past.resize(299);
    past[past.size() - 4] = past[past.size() - 8] = key;
    CHECK(WorkerProbe(board.position(), past).search(0, 1) == 0);
}

}  // namespace

int main() {
    test_late_loud_moves_are_searched();
    test_only_a_third_occurrence_in_the_game_is_a_draw();
    test_keys_ignore_shifts();
    test_drifted_repetition_is_a_draw();
    test_wins_in_one_are_seen();
    test_throwing_the_queen_into_a_hole_is_seen();
    test_evaluations_never_fade_to_zero();
    test_late_repetition_is_welcome();
}
