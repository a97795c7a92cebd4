// Whether what is true of a move also matters, by the moves that follow in the engine's lines.
#pragma once

#include "explain/remarks/lines.h"

namespace beespace::explain {

// How much a kind of piece is worth: how far it goes, and what else it can do.
constexpr int worth_of(Bug bug) {
    switch (bug) {
        case ANT:
        case PILLBUG: return 3;
        case GRASSHOPPER:
        case SPIDER: return 1;
        default: return 2;
    }
}
inline int worth_of(const Pieces& pieces) {
    int most = 0;
    for (const int piece : pieces) most = std::max(most, worth_of(bug_of(piece)));
    return most;
}

// Whether a piece moves in a line, among the moves of one player: every second one from the first.
inline bool moves_in(const Line& line, int piece, std::size_t first) {
    for (std::size_t i = first; i < line.size(); i += 2)
        if (line[i].piece == piece) return true;
    return false;
}

// Whether a piece's way onto a queen, as in a line that begins with it, is open on a board if the
// other player only passes. `next` is how many moves of the line have been made.
inline bool can_march(const AnyBoard& from, const Line& line, int moves, std::size_t next = 0) {
    const auto board = from.copy();
    const std::size_t last = 2 * static_cast<std::size_t>(moves - 1);
    for (std::size_t i = next; i <= last; i += 2) {
        const int queen = piece_of(static_cast<int>(1 - board->ply() % 2), QUEEN);
        if (board->ending() != Ending::NONE || !board->is_legal(line[i])) return false;
        if (i == last) return board->is_placed(queen) && board->location(queen) == line[i].to;
        board->push(line[i]);
        if (board->ending() != Ending::NONE) return false;
        board->push({NO_PIECE, {}});
    }
    return false;
}
// With how many moves a player can stop it once its first move has been made.
inline int ways_to_stop(const AnyBoard& from, const Line& line, int moves) {
    const auto board = after(from, line[0]);
    if (board->ending() != Ending::NONE) return 0;
    int count = 0;
    for (int i = 0, all = board->move_count(); i < all; ++i)
        count += !can_march(*after(*board, board->move_at(i)), line, moves, 2);
    return count;
}

class Relevance {
  public:
    Relevance(const Prospects& from, const Course& mistake, const Course& best)
        : from_(from), mistake_(mistake), best_(best), us_(from.turn()), them_(1 - us_) {}

    // Whether it matters that the better move does something.
    bool is_missed(const Effect& effect) const {
        switch (effect.deed) {
            case Deed::APPROACH: return attacks_later();
            case Deed::PIN:
                return !frees_as_much(effect.pieces) && any(effect, [&](int piece) {
                    return is_busy(piece) &&
                           !(is_near(from_, piece) && from_.taken(us_) >= MANY_TAKEN);
                });
            case Deed::UNPIN:
                return any(effect, [&](int piece) {
                    return bug_of(piece) == QUEEN || (!is_near(from_, piece) && is_useful(piece));
                });
            case Deed::STEP_AWAY: return mistake_.next().taken(us_) >= effect.count + CLEARLY;
            default: return true;
        }
    }
    // Whether it matters that a mistake does something by itself.
    bool is_done(const Effect& effect) const {
        switch (effect.deed) {
            case Deed::PIN_OWN:
                return pins_for_long() && any(effect, [&](int piece) {
                           return !is_near(from_, piece) && is_useful(piece) &&
                                  !mistake_.has(
                                      2, {mistake_.moves().size() > 2 ? mistake_.moves()[2].piece
                                                                      : NO_PIECE,
                                          from_.position.hive.location(piece)});
                       });
            case Deed::LOCK_OWN: return !is_locked_anyway();
            case Deed::LET_IN: {
                const int queen = piece_of(us_, QUEEN);
                return from_.board->is_placed(queen) && best_.next().board->is_placed(queen);
            }
            case Deed::CROWD_OWN: return effect.count <= MOST_PLACES;
            case Deed::COVER_OWN:
                return any(effect, [&](int piece) { return moves_in(best_.moves(), piece, 0); });
            default: return true;
        }
    }
    // Leaves out the pieces that it doesn't matter for: the one that moves away from
    // a queen itself, and those that don't move in the better line.
    Effect narrowed(Effect effect) const {
        if (effect.deed != Deed::BAR_OWN) return effect;
        std::erase_if(effect.pieces, [&](int piece) {
            return piece == mistake_.first().piece || !moves_in(best_.moves(), piece, 0);
        });
        effect.count = static_cast<int>(effect.pieces.size());
        return effect;
    }
    // Whether it matters that a reply does something.
    bool is_allowed(const Effect& effect, PieceTo reply) const {
        const bool is_over = best_.next().ending != Ending::NONE;
        switch (effect.deed) {
            case Deed::CLOSE_GATE: return is_over || !best_.next().board->is_legal(reply);
            case Deed::CROWD: return effect.count <= MOST_PLACES;
            case Deed::RELIEVE: return mistake_.next().taken(them_) >= MANY_TAKEN;
            case Deed::CRAMP: return is_over || fewest_mobile() >= effect.count + CLEARLY;
            default: return true;
        }
    }
    // Whether a reply that heads for the own queen is hard to stop, and harder than it would be
    // after the better move.
    bool is_harder_to_stop(const Line& line, int moves) const {
        if (best_.next().ending != Ending::NONE) return true;
        const AnyBoard &next = *mistake_.next().board, &better = *best_.next().board;
        const int ways = ways_to_stop(next, line, moves);
        if (ways > FEW_WAYS || marches_anyway(line, moves)) return false;
        if (!can_march(better, line, moves)) return true;
        const int more = ways_to_stop(better, line, moves) - ways;
        return more >= MORE_WAYS || (ways == 0 && more > 0 && best_.moves().size() >= LONG_LINE);
    }
    // Whether the mistake does harm by itself, so that it isn't only too early.
    bool does_harm() const {
        const Effects& effects = mistake_.effects();
        return std::any_of(effects.begin(), effects.end(), [](const Effect& effect) {
            const bool is_near_queen = effect.deed == Deed::FILL_OWN ||
                                       effect.deed == Deed::LOCK_OWN ||
                                       effect.deed == Deed::RELEASE;
            return is_near_queen && effect.weight > 0;
        });
    }

  private:
    static constexpr int CLEARLY = 2;      // a smaller difference doesn't matter
    static constexpr int MOST_PLACES = 2;  // so few places for new pieces are too few
    static constexpr int MANY_TAKEN =
        4;                               // so many taken places make a queen's neighbours attackers
    static constexpr int MORE_WAYS = 3;  // so many more moves make it easier
    static constexpr int FIRST_MOVES = 8;        // in which few pieces are near a queen
    static constexpr std::size_t LONG_LINE = 5;  // a shorter one says little about what follows
    static constexpr int FEW_WAYS = 2;           // what so few moves stop is hard to stop
    static constexpr int ALMOST = 5;  // with so many places taken, only the queen matters

    template <class F>
    static bool any(const Effect& effect, F test) {
        return std::any_of(effect.pieces.begin(), effect.pieces.end(), test);
    }
    static bool is_near(const Prospects& where, int piece) {
        const Hive& hive = where.position.hive;
        return hive.is_placed(piece) &&
               is_at_queen(*where.board, hive.location(piece), 1 - color_of(piece));
    }
    // Whether an own piece could do much: it goes far, or to the other queen, or has a move to
    // make.
    bool is_useful(int piece) const {
        return worth_of(bug_of(piece)) > 1 || from_.side(us_).attacks(piece) ||
               best_.next().side(us_).attacks(piece) || moves_in(best_.moves(), piece, 0);
    }
    // The same for one of the opponent's.
    bool is_busy(int piece) const {
        return worth_of(bug_of(piece)) > 1 || from_.side(them_).attacks(piece) ||
               mistake_.next().side(them_).attacks(piece) || moves_in(mistake_.moves(), piece, 1);
    }

    // Whether the better move's piece gets next to the other queen with a later move, and nothing
    // could so far.
    bool attacks_later() const {
        const PieceTo move = best_.first(), played = mistake_.first();
        const AnyBoard& board = *from_.board;
        const Bug bug = bug_of(move.piece);
        if (board.ply() < FIRST_MOVES) return false;
        if (color_of(played.piece) == us_ && is_at_queen(board, played.to, them_)) return false;
        const int queen = piece_of(them_, QUEEN);
        const int above = top_of(queen);
        if (above != queen && color_of(above) == us_) return false;
        if (reaches_queen(from_, bug) || reaches_queen(mistake_.next(), bug)) return false;
        if (best_.moves().size() < LONG_LINE) return true;
        return goes_to_queen(move.piece, 1);
    }
    // Whether a piece gets next to the other queen in the better line, after some moves of it.
    bool goes_to_queen(int piece, std::size_t first) const {
        const auto board = from_.board->copy();
        const Line& line = best_.moves();
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (i >= first && i % 2 == 0 && line[i].piece == piece &&
                is_at_queen(*board, line[i].to, them_))
                return true;
            board->push(line[i]);
        }
        return false;
    }
    int top_of(int piece) const {
        int top = piece;
        from_.position.for_each_piece(us_, [&](int one) {
            if (from_.board->is_placed(one) && from_.board->is_placed(piece) &&
                from_.board->location(one) == from_.board->location(piece) &&
                from_.board->level(one) > from_.board->level(top))
                top = one;
        });
        return top;
    }
    // Whether a piece of a kind could get next to the other queen with one move.
    bool reaches_queen(const Prospects& where, Bug bug) const {
        if (where.ending != Ending::NONE) return false;
        const auto& moves = where.side(us_).moves;
        return std::any_of(moves.begin(), moves.end(), [&](PieceTo move) {
            return move.piece != NO_PIECE && color_of(move.piece) == us_ &&
                   bug_of(move.piece) == bug && is_at_queen(*where.board, move.to, them_);
        });
    }

    // Whether the better move frees a piece that is worth at least as much as those it pins.
    bool frees_as_much(const Pieces& pinned) const {
        const Effects& effects = best_.effects();
        return std::any_of(effects.begin(), effects.end(), [&](const Effect& one) {
            if (one.deed != Deed::FREE_THEIRS) return false;
            const int freed = worth_of(one.pieces), held = worth_of(pinned);
            return freed > held || (freed == held && !is_next_to_move(pinned));
        });
    }
    // Whether the reply to the mistake moves one of some pieces.
    bool is_next_to_move(const Pieces& pieces) const {
        const Line& line = mistake_.moves();
        return line.size() > 1 &&
               std::find(pieces.begin(), pieces.end(), line[1].piece) != pieces.end();
    }
    // Whether the piece that pins an own one stays, and nothing else matters more.
    bool pins_for_long() const {
        const Line& line = mistake_.moves();
        if (from_.taken(us_) >= ALMOST) return false;
        for (const std::size_t i : {2, 4})
            if (i < line.size() && line[i].piece == mistake_.first().piece) return false;
        const bool covers = line.size() > 1 && from_.board->is_placed(piece_of(us_, QUEEN)) &&
                            line[1].to == mistake_.next().board->location(piece_of(us_, QUEEN));
        return !covers && climbs_in(*from_.board, best_.moves()) == 0;
    }
    // Whether the own queen can't move soon after the better move, either.
    bool is_locked_anyway() const {
        const int queen = piece_of(us_, QUEEN);
        const auto board = from_.board->copy();
        for (std::size_t i = 0; i < best_.moves().size() && i < LATER; ++i) {
            board->push(best_.moves()[i]);
            if (board->ending() != Ending::NONE) return false;
            if (!Prospects(*board).side(us_).can_move(queen)) return true;
        }
        return false;
    }
    static constexpr std::size_t LATER = 4;

    // Whether the opponent heads for the own queen in the better line, too, and isn't stopped.
    bool marches_anyway(const Line& line, int moves) const {
        const auto board = from_.board->copy();
        const Line& best = best_.moves();
        for (std::size_t i = 0; i < best.size(); ++i) {
            board->push(best[i]);
            if (i % 2 == 0 || best[i] != line[0]) continue;
            if (i + 1 == best.size()) return true;
            const auto next = after(*board, best[i + 1]);
            return next->ending() == Ending::NONE && can_march(*next, line, moves, 2);
        }
        return false;
    }

    // How few of the own pieces the opponent can let move after the better move.
    int fewest_mobile() const {
        int fewest = best_.next().side(us_).mobile_count(us_);
        for (const PieceTo move : best_.next().side(them_).moves) {
            const Prospects to(*after(*best_.next().board, move));
            if (to.ending == Ending::NONE)
                fewest = std::min(fewest, to.side(us_).mobile_count(us_));
        }
        return fewest;
    }

    const Prospects& from_;
    const Course& mistake_;
    const Course& best_;
    const int us_, them_;
};

}  // namespace beespace::explain
