// Compiled once per version, with its native/ as include path, NEW_SIDE as the name of the function
// and `beespace` defined as another name, so that two versions fit in one program.
#include "side.h"

#include <memory>

#if __has_include("search/root/searcher.h")
#include "search/root/searcher.h"
#else  // versions up to 0.1
#include "search/searcher.h"
#endif

namespace {

using namespace beespace;
using namespace beespace::BEESPACE_ARCH;

constexpr std::size_t TABLE_MB = 4;

class Version final : public Side {
  public:
    void start(std::uint8_t rules) override {
        board_ = std::make_unique<Board>(rules, true);
        searcher_.clear();
    }
    int move_count() override { return board_->move_count(); }
    SideMove move_at(int index) override { return move_of(board_->move_at(index)); }
    bool is_legal(SideMove move) override {
        return board_->is_legal({move.piece, {move.q, move.r}});
    }
    void play(SideMove move) override { board_->push({move.piece, {move.q, move.r}}); }
    SideMove choose(std::uint64_t nodes, int& score) override {
        SearchLimits limits;
        limits.nodes = nodes;
        const SearchReport report = searcher_.search(*board_, limits, never_, nullptr);
        score = report.lines[0].score;
        return move_of(report.lines[0].moves[0]);
    }
    int turn() override { return static_cast<int>(board_->ply() % 2); }
    Result result() override {
        switch (board_->ending()) {
            case Ending::NONE: return Result::NONE;
            case Ending::WHITE_WINS: return Result::WHITE;
            case Ending::BLACK_WINS: return Result::BLACK;
            default: return Result::DRAW;
        }
    }

  private:
    static SideMove move_of(PieceTo move) { return {move.piece, move.to.q, move.to.r}; }

    const std::atomic<bool> never_{false};
    std::unique_ptr<Board> board_;
    Searcher searcher_{TABLE_MB};
};

}  // namespace

std::unique_ptr<Side> NEW_SIDE() { return std::make_unique<Version>(); }
