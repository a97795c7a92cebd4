// Chooses the one thing to say about a mistake or about a move to recommend.
//
// The moves come from the engine's lines. What is said about them is checked on the board, and also
// that it makes a difference: a mistake allows something only if the better move doesn't.
#pragma once

#include "explain/notation/uhp.h"
#include "explain/remarks/effects.h"

namespace beespace::explain {

using Line = std::vector<PieceTo>;
using LineTexts = std::vector<std::string_view>;

// Reads the moves of a line up to the first that can't be played.
inline Line read_line(const AnyBoard& from, const LineTexts& texts) {
    Line line;
    const auto board = from.copy();
    for (const std::string_view text : texts) {
        if (board->ending() != Ending::NONE) break;
        const ReadMove read = read_move(text, position_of(*board).hive, nullptr);
        if (!read.is_move() || !is_legal(*board, read.move)) break;
        line.push_back(piece_to(read.move));
        board->push(line.back());
    }
    return line;
}

// In how many own moves a line wins for the player who begins it; 0 if it doesn't.
inline int wins_in(const AnyBoard& from, const Line& line) {
    const auto board = from.copy();
    const Ending win = win_of(static_cast<int>(board->ply() % 2));
    for (const PieceTo move : line) board->push(move);
    return board->ending() == win ? static_cast<int>(line.size() + 1) / 2 : 0;
}

// A move that is weighed: the position before it, the one after it, and what it does.
class Weighed {
  public:
    Weighed(const Prospects& from, PieceTo move)
        : move(move), to(*after(*from.board, move)), effects(EffectFinder(from, to, move).find()) {}

    PieceTo move;
    Prospects to;
    Effects effects;
};

class Commentator {
  public:
    explicit Commentator(const AnyBoard& board) : from_(board) {}

    // What a move does that the engine recommends, with its line.
    std::optional<Remark> about_move(const LineTexts& texts) {
        const Line line = read_line(*from_.board, texts);
        if (line.empty()) return {};
        const Weighed best(from_, line[0]);
        for (const Effect& effect : best.effects)
            if (!is_harm(effect.deed)) suggest(Mood::CAN, effect, effect.weight, from_, line[0]);
        suggest_forced(Mood::CAN, from_, line);
        return std::move(best_);
    }

    // Why a move is worse than another, given the engine's lines before and after it.
    std::optional<Remark> about_mistake(std::string_view text, const LineTexts& better_texts,
                                        const LineTexts& reply_texts) {
        const Line played = read_line(*from_.board, {text});
        const Line better = read_line(*from_.board, better_texts);
        if (played.empty() || better.empty() || played[0] == better[0]) return {};
        const Weighed mistake(from_, played[0]), best(from_, better[0]);
        const Line reply = read_line(*mistake.to.board, reply_texts);
        if (!reply.empty()) suggest_allowed(mistake, best, reply);
        const bool is_kept = reply.size() > 1 && reply[1] == better[0];
        const int us = from_.turn();
        if (!is_kept)
            for (const Effect& effect : best.effects)
                if (!is_harm(effect.deed) && !has(mistake.effects, effect) &&
                    !is_so(effect, mistake.to, us))
                    suggest(Mood::MISSES, effect, effect.weight, from_, better[0]);
        for (const Effect& effect : mistake.effects)
            if ((is_harm(effect.deed) || effect.deed == Deed::DRAW) && !has(best.effects, effect) &&
                !is_so(effect, best.to, us))
                suggest(Mood::DOES, effect, effect.weight + used_by(effect, reply), from_,
                        played[0]);
        return std::move(best_);
    }

  private:
    static constexpr int FORCED = 850;     // the weight of a win that the engine found
    static constexpr int MOST_FORCED = 4;  // moves of a win whose line is known to its end
    static constexpr int NEARER = 30;      // what the opponent can do now matters a bit more
    static constexpr int USED = 200;       // the opponent's reply moves the piece that was freed

    void suggest_allowed(const Weighed& mistake, const Weighed& best, const Line& reply) {
        const Weighed answer(mistake.to, reply[0]);
        Effects otherwise;  // what the opponent could do after the better move, too
        const int them = mistake.to.turn();
        for (const PieceTo move : best.to.side(them).moves)
            for (Effect& effect : Weighed(best.to, move).effects)
                if (!is_harm(effect.deed)) otherwise.push_back(std::move(effect));
        for (const Effect& effect : answer.effects)
            if (!is_harm(effect.deed) && !has(otherwise, effect) && !is_so(effect, best.to, them))
                suggest(Mood::ALLOWS, effect, effect.weight + NEARER, mistake.to, reply[0]);
        suggest_forced(Mood::ALLOWS, mistake.to, reply);
    }

    // A win in two is checked on the board; a longer one is the engine's.
    void suggest_forced(Mood mood, const Prospects& from, const Line& line) {
        const int moves = wins_in(*from.board, line);
        if (moves <= 2 || moves > MOST_FORCED) return;
        const Effect effect{Deed::FORCE, {piece_of(1 - from.turn(), QUEEN)}, {}, moves, FORCED};
        suggest(mood, effect, FORCED, from, line[0]);
    }

    static int used_by(const Effect& effect, const Line& reply) {
        if (effect.deed != Deed::FREE_THEIRS || reply.empty()) return 0;
        const auto& freed = effect.pieces;
        return std::find(freed.begin(), freed.end(), reply[0].piece) != freed.end() ? USED : 0;
    }

    void suggest(Mood mood, const Effect& effect, int weight, const Prospects& from, PieceTo move) {
        if (weight <= weight_ || effect.weight == 0) return;
        weight_ = weight;
        best_ = Remark{mood, effect, move_to(*from.board, move)};
        const Hive& hive = from.position.hive;
        if (hive.is_placed(move.piece)) best_->origin = {hive.location(move.piece)};
        const auto ways = ways_of_move(from.position, best_->move);
        if (!ways.empty()) best_->thrower = ways[0].thrower;
    }

    Prospects from_;
    std::optional<Remark> best_;
    int weight_ = 0;
};

}  // namespace beespace::explain
