// Explains random positions and parses mangled texts, with sanitizers: nothing may be read out of
// bounds, and what explain/ says must fit the board. tests/fast compares it with the reference.
//
//   explain_test [GAMES]

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <set>
#include <string>

#include "explain/api.h"
#include "tests/agreement.h"

namespace {

using namespace beespace;
using beespace::BEESPACE_ARCH::Board;
namespace ex = beespace::explain;

using Random = std::mt19937;

struct Seen {
    long positions = 0, ways = 0, reasons = 0, texts = 0, errors = 0;
    std::set<ex::ReasonCode> codes;
};

std::unique_ptr<Board> new_board(ex::Ruleset ruleset) {
    return std::make_unique<Board>(ruleset.bits, ruleset.threefold);
}

// A copy of a text that ends where its memory ends, so that sanitizers notice any read beyond it.
class Exact {
  public:
    explicit Exact(const std::string& text) : size_(text.size()), letters_(new char[size_]) {
        std::memcpy(letters_.get(), text.data(), size_);
    }
    std::string_view view() const { return {letters_.get(), size_}; }

  private:
    std::size_t size_;
    std::unique_ptr<char[]> letters_;
};

std::string mangled(Random& random, std::string text) {
    constexpr std::string_view LETTERS = "wbQBGSALMP0123-/\\ ;.,:+[]\n\xE3\x80\xC2";
    for (auto changes = random() % 3 + 1; changes; --changes) {
        const std::size_t at = random() % (text.size() + 1);
        const char letter = LETTERS[random() % LETTERS.size()];
        switch (random() % 4) {
            case 0: text.insert(at, 1, letter); break;
            case 1: text.erase(at, 1); break;
            case 2: text.resize(at); break;
            default:
                if (at < text.size()) text[at] = letter;
        }
    }
    return text;
}

void check_json(const std::string& text) {
    int depth = 0;
    bool is_quoted = false;
    for (const char letter : text) {
        if (letter == '"') is_quoted = !is_quoted;
        if (is_quoted) continue;
        depth += (letter == '{' || letter == '[') - (letter == '}' || letter == ']');
        CHECK(depth >= 0);
    }
    CHECK(depth == 0 && !is_quoted);
}

// Every way is a legal move, and every legal move has a way.
void check_ways(Board& board, Seen& seen) {
    const auto ways = ex::ways(board);
    std::set<std::tuple<int, int, int>> reached;
    for (const ex::Way& way : ways) {
        CHECK(board.is_legal({way.piece, way.to}));
        CHECK(!way.path.empty() && way.path.back() == way.to);
        reached.insert({way.piece, way.to.q, way.to.r});
    }
    std::size_t moves = 0;
    for (int i = 0; i < board.move_count(); ++i) moves += board.move_at(i).piece != NO_PIECE;
    CHECK(reached.size() == moves);
    seen.ways += static_cast<long>(ways.size());
}

void check_reason(const ex::Reason& reason, Seen& seen) {
    CHECK(!reason.text.empty() || reason.code == ex::ReasonCode::WRONG_DISTANCE);
    check_json(ex::why_json(reason));
    seen.codes.insert(reason.code);
    ++seen.reasons;
}

// Any piece to any hex, near or far.
void check_reasons(Random& random, Board& board, Seen& seen) {
    constexpr std::int32_t FAR[] = {std::numeric_limits<std::int32_t>::max(),
                                    std::numeric_limits<std::int32_t>::min(), 1000, 0};
    for (const ex::Immobile& one : ex::immobile(board)) check_reason(one.why, seen);
    for (int i = 0; i < 20; ++i) {
        const int piece = static_cast<int>(random() % (2 * SIDE_SLOTS));
        if (!ex::is_piece(piece)) continue;
        const auto near = [&] { return static_cast<std::int32_t>(random() % 13) - 6; };
        Hex to{near(), near()};
        if (i == 0) to = {FAR[random() % 4], FAR[random() % 4]};
        const auto kind = random() % 2 ? ex::MoveKind::PLACE : ex::MoveKind::RELOCATE;
        ex::Move move = random() % 4 ? ex::move_to(board, {piece, to}) : ex::Move{kind, piece, to};
        const auto reason = ex::why_illegal(board, move);
        CHECK(reason.has_value() != ex::is_legal(board, move));
        if (reason) check_reason(*reason, seen);
        if (const auto immobile = ex::why_immobile(board, piece)) check_reason(*immobile, seen);
        const auto text = ex::uhp(board, move);
        if (text) ex::parse_uhp(board, Exact(*text).view());
    }
}

// Texts of this position come back as they were, and mangled ones are rejected or read.
void check_texts(Random& random, Board& board, Seen& seen) {
    for (int i = 0; i < board.move_count(); i += 7) {
        const ex::Move move = ex::move_to(board, board.move_at(i));
        const std::string text = ex::uhp(board, move).value();
        CHECK(ex::parse_uhp(board, text).move == move);
        const Exact wrong(mangled(random, text));
        ex::Names names;
        seen.errors += bool(ex::parse_uhp(board, wrong.view()).error);
        ex::parse_uhp(board, wrong.view(), &names);
        check_json(ex::played_move_json(board, move));
        ++seen.texts;
    }
    const std::string position = ex::position(board);
    const auto read = ex::read_position(position);
    CHECK(read.is_possible());
    const auto same = new_board(read.ruleset);
    same->set_up(read.pieces, read.ply, read.stunned);
    CHECK(ex::position(*same) == position);
    const Exact wrong(mangled(random, position));
    const auto misread = ex::read_position(wrong.view());
    seen.errors += bool(misread.error);
    if (misread.is_possible()) {
        const auto board_of = new_board(misread.ruleset);
        board_of->set_up(misread.pieces, misread.ply, misread.stunned);
        check_json(ex::turn_json(*board_of));
    }
    const std::size_t stacks = wrong.view().find(':');
    const auto from = stacks == std::string_view::npos ? 0 : wrong.view().rfind(' ', stacks) + 1;
    check_json(ex::set_up_json(ex::set_up("Base+MLP", 0, wrong.view().substr(from))));
}

void check_game(Random& random, Board& board, Seen& seen) {
    const std::string text = ex::game_string(board).value();
    const auto game = ex::read_game_string(text);
    CHECK(!game.error);
    const auto same = new_board({board.rules(), board.is_threefold()});
    const auto replayed = ex::replay(*same, game.moves);
    CHECK(!replayed.failure && ex::game_string(*same) == text);
    for (const bool tolerant : {false, true}) {
        const Exact wrong(mangled(random, text));
        const auto misread = ex::read_game_string(wrong.view(), tolerant);
        seen.errors += bool(misread.error);
        if (misread.error) continue;
        const auto other = new_board(misread.ruleset);
        ex::replay(*other, misread.moves, tolerant);
        check_json(ex::turn_json(*other));
    }
}

void play(Random& random, Seen& seen) {
    const auto board = new_board({static_cast<std::uint8_t>(random() % 32), random() % 2 == 0});
    for (int ply = 0; ply < 70; ++ply) {
        check_ways(*board, seen);
        check_reasons(random, *board, seen);
        check_texts(random, *board, seen);
        check_json(ex::turn_json(*board, random() % 8 != 0));
        check_json(ex::ending_json(*board));
        ++seen.positions;
        const int count = board->move_count();
        if (!count) break;
        board->push(board->move_at(static_cast<int>(random() % static_cast<unsigned>(count))));
    }
    check_game(random, *board, seen);
}

}  // namespace

int main(int argc, char** argv) {
    const int games = argc > 1 ? std::atoi(argv[1]) : 40;
    Random random(19);
    Seen seen;
    for (int i = 0; i < games; ++i) play(random, seen);
    std::printf("%ld positions, %ld ways, %ld reasons of %zu codes, %ld texts, %ld errors\n",
                seen.positions, seen.ways, seen.reasons, seen.codes.size(), seen.texts,
                seen.errors);
    CHECK(seen.codes.size() >= 20 && seen.errors > 0);
}
