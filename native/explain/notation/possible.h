// Checks whether a game can reach a position; as in rules/notation/position.py.
#pragma once

#include "explain/box/words.h"
#include "explain/hive/position.h"
#include "explain/moving/one_hive.h"
#include "explain/notation/problem.h"

namespace beespace::explain {

using Problems = std::vector<Problem>;

// A bug's name at the beginning of a sentence.
inline std::string bug_name(Bug bug) {
    std::string name(BUG_WORDS[bug]);
    name[0] += 'A' - 'a';
    return name;
}

// `order` is the order in which the pieces were listed: problems are found in this order.
class PositionCheck {
  public:
    PositionCheck(const Position& position, const Pieces& order, Problems& out)
        : position_(position), hive_(position.hive), order_(order), out_(out) {}

    void run() {
        check_hive();
        check_box();
        check_turns(WHITE);
        check_turns(BLACK);
        if (position_.stunned != NO_PIECE) check_stun(position_.stunned);
    }

  private:
    // One value of a problem, by its name in the sentence.
    using Value = std::pair<std::string_view, std::string>;
    static Value piece(int value) { return {"piece", name_of(value)}; }
    static Value color(int value) { return {"color", std::string(color_name(value))}; }
    static Value number(std::string_view name, std::int64_t value) {
        return {name, std::to_string(value)};
    }
    void add(ProblemCode code, std::vector<Value> values) {
        out_.push_back({code, std::move(values)});
    }

    void check_hive() {
        const auto parts = parts_of(hive_);
        if (parts.size() > 1)
            add(ProblemCode::SEVERAL_HIVES,
                {number("count", static_cast<std::int64_t>(parts.size()))});
        const bool has_beetle = std::any_of(order_.begin(), order_.end(),
                                            [](int one) { return bug_of(one) == BEETLE; });
        for (const int lowest : order_) {
            if (hive_.level(lowest)) continue;
            for (const int above : hive_.stack(hive_.location(lowest))) {
                const int below = hive_.below(above);
                const Bug bug = bug_of(above);
                if (below == NO_PIECE) continue;
                if (!BUGS[bug].can_climb)
                    add(ProblemCode::CANNOT_CLIMB,
                        {piece(above), {"below", name_of(below)}, {"bug", bug_name(bug)}});
                else if (bug == MOSQUITO && !has_beetle)
                    add(ProblemCode::NOTHING_TO_COPY, {piece(above), {"below", name_of(below)}});
            }
        }
    }

    void check_box() {
        for (const int one : order_) {
            if (!position_.is_in_box(one)) {
                add(ProblemCode::NOT_IN_BOX, {piece(one), {"type", game_type(position_.ruleset)}});
            } else if (number_of(one) > 1 && !hive_.is_placed(one - 1)) {
                add(ProblemCode::NUMBER_ORDER, {piece(one), {"earlier", name_of(one - 1)}});
            }
        }
    }

    void check_turns(int side) {
        const std::int64_t turns = turns_of(side), count = placed_count(side);
        const bool has_queen = position_.is_queen_placed(side);
        if (count > turns)
            add(ProblemCode::TOO_MANY_PLACED,
                {color(side), number("count", count), number("turns", turns)});
        if (turns && !count)
            add(ProblemCode::NOTHING_PLACED, {color(side), number("turns", turns)});
        // Without a queen a player can only place; and until the opponent can move, there is always
        // room for another piece.
        const bool nobody_moved =
            !position_.is_queen_placed(WHITE) && !position_.is_queen_placed(BLACK);
        if (!has_queen && count < (nobody_moved ? turns : std::min<std::int64_t>(turns, 2)))
            add(ProblemCode::TOO_FEW_PLACED,
                {color(side), number("count", count), number("turns", turns)});
        if (count >= LAST_TURN_FOR_QUEEN && !has_queen)
            add(ProblemCode::QUEEN_MISSING, {color(side), number("count", count)});
        // The first turn is always a placement, so a player's only piece was placed then.
        if (count == 1 && has_queen && !position_.ruleset.queen_first())
            add(ProblemCode::QUEEN_FIRST, {color(side)});
        if (has_queen && turns > count) return;
        for (const int one : order_)
            if (color_of(one) == side && hive_.level(one))
                return add(ProblemCode::CLIMBED_TOO_EARLY, {piece(one), color(side)});
    }

    // Checks that the side that is not to move can have moved or thrown the stunned piece.
    void check_stun(int stunned) {
        const int mover = 1 - position_.turn();
        if (!hive_.is_placed(stunned)) return add(ProblemCode::MOVED_IN_HAND, {piece(stunned)});
        if (hive_.is_covered(stunned)) add(ProblemCode::MOVED_COVERED, {piece(stunned)});
        if (!position_.is_queen_placed(mover))
            add(ProblemCode::MOVED_NO_QUEEN, {piece(stunned), color(mover)});
        if (turns_of(mover) <= placed_count(mover))
            add(ProblemCode::MOVED_WHILE_PLACING, {piece(stunned), color(mover)});
        if (color_of(stunned) != mover && !can_have_thrown(mover, stunned))
            add(ProblemCode::MOVED_BY_NOBODY, {piece(stunned), color(mover)});
    }

    // Whether a thrown piece is on the ground next to a possible thrower.
    bool can_have_thrown(int side, int thrown) const {
        if (!hive_.stands_alone(thrown)) return false;
        for (const int top : hive_.tops_around(hive_.location(thrown)))
            if ((top == piece_of(side, PILLBUG) || top == piece_of(side, MOSQUITO)) &&
                hive_.stands_alone(top))
                return true;
        return false;
    }

    // The number of turns a player has had.
    std::int64_t turns_of(int side) const { return (position_.ply + (side == WHITE)) / 2; }
    std::int64_t placed_count(int side) const {
        return std::count_if(order_.begin(), order_.end(),
                             [&](int one) { return color_of(one) == side; });
    }

    const Position& position_;
    const Hive& hive_;
    const Pieces& order_;
    Problems& out_;
};

}  // namespace beespace::explain
