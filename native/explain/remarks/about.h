// Chooses the one thing to say about a mistake or about a move to recommend.
//
// The moves come from the engine's lines. What is said about them is checked on the board, also
// that it makes a difference and lasts: a mistake allows something only if the better move doesn't.
#pragma once

#include "explain/remarks/relevance.h"
#include "explain/remarks/tempo.h"

namespace beespace::explain {

class Commentator {
  public:
    explicit Commentator(const AnyBoard& board) : from_(board) {}

    // What a move does that the engine recommends, with its line.
    std::optional<Remark> about_move(const LineTexts& texts) {
        const Line line = read_line(*from_.board, texts);
        if (line.empty()) return {};
        const Course best(from_, line);
        for (const Effect& effect : best.effects())
            if (!is_harm(effect.deed) && lasts(effect, best.after_moves(2), from_.turn()))
                suggest(Mood::CAN, effect, effect.weight, from_, line[0]);
        suggest_forced(Mood::CAN, from_, line);
        suggest_climb(Mood::CAN, from_, line);
        return std::move(best_);
    }

    // Why a move is worse than another, given the engine's lines before and after it.
    std::optional<Remark> about_mistake(std::string_view text, const LineTexts& better,
                                        const LineTexts& reply) {
        Line played = read_line(*from_.board, {text});
        const Line line = read_line(*from_.board, better);
        if (played.empty() || line.empty() || played[0] == line[0]) return {};
        const auto next = after(*from_.board, played[0]);
        for (const PieceTo move : read_line(*next, reply)) played.push_back(move);
        const Course mistake(from_, played), best(from_, line);
        suggest_allowed(mistake, best);
        suggest_missed(mistake, best);
        suggest_done(mistake, best);
        suggest_climbs(mistake, best);
        for (const Effect& effect : lost_turns(*from_.board, mistake, best))
            suggest(Mood::DOES, effect, effect.weight, from_, mistake.first());
        return std::move(best_);
    }

  private:
    static constexpr int FORCED = 850;           // the weight of a win that the engine found
    static constexpr int CLIMB = 386;            // that of a piece on its way to a queen
    static constexpr std::size_t LONG_LINE = 5;  // a shorter one says little about what follows
    static constexpr int MOST_FORCED = 4;        // moves of a win whose line is known to its end
    static constexpr int NEARER = 30;            // what the opponent can do now matters a bit more
    static constexpr int USED = 200;      // the opponent's reply moves the piece that was freed
    static constexpr int MANY_WAYS = 10;  // as many moves do the same,
    static constexpr int FEW_WAYS = 3;    // so few moves do the same that the others matter
    static constexpr int MANY_TAKEN = 3;  // from so many taken places on, a queen is in danger
    static constexpr int LAST_PLACE = 5;  // who takes it threatens to win with the next move
    static constexpr int COMMON = 200;    // so it matters less

    // Whether an effect for a player still holds in a position, if there is one.
    static bool lasts(const Effect& effect, const Prospects* later, int us) {
        return !later || later->ending != Ending::NONE || !is_state(effect.deed) ||
               is_so(effect, *later, us);
    }
    // Whether fewer places next to the own queen are taken than before, even after the reply.
    bool is_still_freer(const Effect& effect, const Course& best) const {
        const Prospects* later = best.after_moves(2);
        const int us = from_.turn();
        return (effect.deed == Deed::STEP_AWAY || effect.deed == Deed::RELIEVE) && later &&
               later->taken(us) < from_.taken(us);
    }
    // Whether both lines have taken as many places next to a queen after a move and its reply.
    static bool are_even(const Course& one, const Course& other, int color) {
        const Prospects *here = one.after_moves(2), *there = other.after_moves(2);
        return here && there && here->taken(color) == there->taken(color);
    }
    // Whether an effect only changes how many places next to a queen are taken, and whose.
    static int queen_concerned(const Effect& effect) {
        switch (effect.deed) {
            case Deed::SURROUND:
            case Deed::RELIEVE:
            case Deed::STEP_AWAY:
            case Deed::FILL_OWN:
            case Deed::RELEASE: return color_of(effect.pieces[0]);
            default: return NOBODY;
        }
    }
    static constexpr int NOBODY = -1;

    // Whether an effect on the room of the pieces is still felt after both lines' replies: the
    // better move leaves the player who makes the mistake more of it, or the opponent less.
    static bool is_felt(const Effect& effect, int actor, const Course& mistake, const Course& best,
                        int us) {
        const Prospects* good = later_of(best);
        const Prospects* bad = later_of(mistake);
        const auto differ = [&](auto count, int color, int least) {
            const int more = count(*good, color) - count(*bad, color);
            return (color == us ? more : -more) >= least;
        };
        const auto attackers = [](const Prospects& one, int color) {
            return std::popcount(one.side(color).attackers());
        };
        const auto mobile = [](const Prospects& one, int color) {
            return one.side(color).mobile_count(color);
        };
        switch (effect.deed) {
            case Deed::APPROACH:
            case Deed::OPEN_WAY:
            case Deed::BAR_OWN: return good && bad && differ(attackers, actor, 1);
            case Deed::KEEP_AWAY:
            case Deed::LET_IN: return good && bad && differ(attackers, 1 - actor, 1);
            case Deed::CRAMP: return good && bad && differ(mobile, 1 - actor, 2);
            case Deed::CRAMP_OWN: return good && bad && differ(mobile, actor, 2);
            case Deed::CROWD: return good && bad && differ(place_count, 1 - actor, 2);
            case Deed::CROWD_OWN: return good && bad && differ(place_count, actor, 2);
            default: return true;
        }
    }
    // The position after a move and its reply, or without one; nothing if the game is over.
    static const Prospects* later_of(const Course& course) {
        const Prospects* later = course.after_moves(2);
        if (!later) later = &course.next();
        return later->ending == Ending::NONE ? later : nullptr;
    }

    void suggest_allowed(const Course& mistake, const Course& best) {
        if (mistake.moves().size() < 2 || mistake.next().ending != Ending::NONE) return;
        const Prospects& from = mistake.next();
        const PieceTo reply = mistake.moves()[1];
        const int them = from.turn();
        suggest_forced(Mood::ALLOWS, from, {mistake.moves().begin() + 1, mistake.moves().end()});
        const bool comes_anyway = best.has(2, mistake.first()) && best.has(3, reply);
        if (comes_anyway) return;
        const Relevance relevance(from_, mistake, best);
        const Replies replies = replies_to(best.next());
        for (Effect effect : EffectFinder(from, *mistake.after_moves(2), reply).find()) {
            if (is_harm(effect.deed) || comes_from(replies, effect, reply, best)) continue;
            if (best.has(1, reply) && is_state(effect.deed)) continue;
            effect = without_those_of(std::move(effect), best.next(), them);
            leave_out_those_of(replies, reply.piece, effect);
            if (is_counted(effect.deed) && effect.pieces.empty()) continue;
            if (is_so_anyway(effect, reply, best, them)) continue;
            if (!relevance.is_allowed(effect, reply)) continue;
            if (effect.deed == Deed::PARRY && ways_to_parry(from) >= MANY_WAYS) continue;
            if (!lasts(effect, mistake.after_moves(3), them)) continue;
            const int queen = queen_concerned(effect);
            if (queen != NOBODY && are_even(mistake, best, queen)) continue;
            if (!is_felt(effect, them, mistake, best, 1 - them)) continue;
            suggest(Mood::ALLOWS, effect, effect.weight + NEARER, from, reply);
        }
    }

    void suggest_missed(const Course& mistake, const Course& best) {
        const int us = from_.turn();
        suggest_forced(Mood::MISSES, from_, best.moves());
        const bool comes_next = mistake.has(2, best.first());
        if (comes_next && mistake.first().piece == best.first().piece) return;  // a detour
        const Relevance relevance(from_, mistake, best);
        for (Effect effect : best.effects()) {
            if (is_harm(effect.deed) || has(mistake.effects(), effect)) continue;
            if (has_alike(mistake.effects(), effect.deed)) continue;
            effect = without_those_of(std::move(effect), mistake.next(), us);
            if (is_counted(effect.deed) && effect.pieces.empty()) continue;
            if (is_so(effect, mistake.next(), us)) continue;
            if (effect.deed == Deed::UNPIN) leave_out_held(effect, best.after_moves(2), us);
            const bool is_last = effect.deed == Deed::SURROUND && effect.count >= LAST_PLACE;
            if (!is_last && !lasts(effect, best.after_moves(2), us) &&
                !is_still_freer(effect, best))
                continue;
            const Prospects* later = mistake.after_moves(2);
            if (effect.deed == Deed::UNPIN && later && is_so(effect, *later, us)) continue;
            const int queen = queen_concerned(effect);
            if (queen != NOBODY && !is_last && are_even(mistake, best, queen)) continue;
            if (!is_felt(effect, us, mistake, best, us)) continue;
            if (!relevance.is_missed(effect)) continue;
            const bool is_common = effect.deed == Deed::SURROUND && effect.count <= MANY_TAKEN &&
                                   ways_to_surround() >= MANY_WAYS;
            const Mood mood = comes_next && is_state(effect.deed) ? Mood::FIRST : Mood::MISSES;
            if (mood == Mood::FIRST && relevance.does_harm()) continue;
            suggest(mood, effect, effect.weight - is_common * COMMON, from_, best.first());
        }
    }

    void suggest_done(const Course& mistake, const Course& best) {
        const int us = from_.turn();
        if (best.has(2, mistake.first())) return;  // it comes anyway
        const Relevance relevance(from_, mistake, best);
        for (Effect effect : mistake.effects()) {
            if (!is_harm(effect.deed) && effect.deed != Deed::DRAW) continue;
            const Effect rest = relevance.narrowed(without_those_of(effect, best.next(), us));
            if (is_counted(effect.deed) && rest.pieces.empty()) continue;
            if (!relevance.is_done(rest)) continue;
            // All pieces that it pins count, even if the better move pins some as well.
            if (effect.deed != Deed::PIN_OWN) effect = rest;
            if (has(best.effects(), effect) || is_so(effect, best.next(), us)) continue;
            const Prospects* later = best.after_moves(2);
            if (later && later->ending == Ending::NONE && is_so(effect, *later, us)) continue;
            if (effect.deed == Deed::PIN_OWN && pins_as_much(best.effects(), effect)) continue;
            const int queen = queen_concerned(effect);
            if (queen != NOBODY && are_even(mistake, best, queen)) continue;
            if (!is_felt(effect, us, mistake, best, us)) continue;
            int weight = effect.weight;
            if (effect.deed == Deed::FREE_THEIRS || effect.deed == Deed::LET_IN) {
                if (uses(mistake, effect))
                    weight += effect.deed == Deed::LET_IN ? 0 : USED;
                else if (effect.deed == Deed::LET_IN && mistake.next().taken(us) < MANY_TAKEN)
                    continue;
                else if (!lasts(effect, mistake.after_moves(3), us))
                    continue;
            } else if (!lasts(effect, mistake.after_moves(2), us)) {
                continue;
            }
            suggest(Mood::DOES, effect, weight, from_, mistake.first());
        }
    }

    // What a reply does, and the piece that makes it.
    struct Reply {
        int piece;
        Effect effect;
    };
    using Replies = std::vector<Reply>;

    // What the replies of the player to move do.
    static Replies replies_to(const Prospects& from) {
        Replies found;
        if (from.ending != Ending::NONE) return found;
        for (const PieceTo move : from.side(from.turn()).moves) {
            const Prospects to(*after(*from.board, move));
            for (Effect& effect : EffectFinder(from, to, move).find())
                if (!is_harm(effect.deed)) found.push_back({move.piece, std::move(effect)});
        }
        return found;
    }
    // Whether replies to the better move do the same: any of them, but if it is urgent only one by
    // the same piece or the engine's; or one that does so elsewhere with the same piece.
    static bool comes_from(const Replies& replies, const Effect& effect, PieceTo reply,
                           const Course& best) {
        const auto threats = std::count_if(replies.begin(), replies.end(), [](const Reply& one) {
            return one.effect.deed == Deed::THREATEN;
        });
        const bool is_urgent = (effect.deed == Deed::THREATEN && threats <= FEW_WAYS) ||
                               effect.deed == Deed::COVER_QUEEN;
        return std::any_of(replies.begin(), replies.end(), [&](const Reply& one) {
            const bool is_same = one.piece == reply.piece ||
                                 (best.moves().size() > 1 && one.piece == best.moves()[1].piece);
            if (is_same && one.effect.deed == effect.deed && queen_concerned(effect) != NOBODY)
                return true;
            return (is_same || !is_urgent) && includes(one.effect, effect);
        });
    }
    // Leaves the pieces out that the same piece pins or frees after the better move, too.
    static void leave_out_those_of(const Replies& replies, int piece, Effect& effect) {
        if (!is_counted(effect.deed)) return;
        for (const Reply& one : replies)
            if (one.piece == piece && one.effect.deed == effect.deed)
                std::erase_if(effect.pieces,
                              [&](int other) { return are_alike(one.effect.pieces, {other}); });
        effect.count = static_cast<int>(effect.pieces.size());
    }
    // Leaves the queen out of the freed pieces if the reply stops her again.
    static void leave_out_held(Effect& effect, const Prospects* later, int us) {
        if (!later || later->ending != Ending::NONE) return;
        std::erase_if(effect.pieces, [&](int piece) {
            return bug_of(piece) == QUEEN && !later->side(us).can_move(piece);
        });
        effect.count = static_cast<int>(effect.pieces.size());
    }
    // How many moves stop a threat.
    static int ways_to_parry(const Prospects& from) {
        const Replies replies = replies_to(from);
        return static_cast<int>(std::count_if(replies.begin(), replies.end(), [](const Reply& one) {
            return one.effect.deed == Deed::PARRY;
        }));
    }
    // Whether there is an effect of the same kind, for whichever pieces.
    static bool has_alike(const Effects& effects, Deed deed) {
        const auto is_any = [&](Deed one, Deed other) {
            return std::any_of(effects.begin(), effects.end(), [&](const Effect& effect) {
                return effect.deed == one || effect.deed == other;
            });
        };
        if (deed == Deed::PIN || deed == Deed::LOCK_QUEEN)
            return is_any(Deed::LOCK_QUEEN, deed == Deed::PIN ? Deed::PIN : Deed::LOCK_QUEEN);
        if (deed == Deed::UNPIN) return is_any(Deed::UNPIN, Deed::FREE_QUEEN);
        if (deed == Deed::APPROACH || deed == Deed::OPEN_WAY)
            return is_any(Deed::APPROACH, Deed::OPEN_WAY);
        return false;
    }

    // Whether what a reply brings about is so after the better move, or after the same reply to it,
    // or after the engine's.
    static bool is_so_anyway(const Effect& effect, PieceTo reply, const Course& best, int them) {
        const Prospects& next = best.next();
        if (next.ending != Ending::NONE) return false;
        if (is_so(effect, next, them)) return true;
        if (const Prospects* later = best.after_moves(2))
            if (later->ending == Ending::NONE && is_so(effect, *later, them)) return true;
        if (!next.board->is_legal(reply)) return false;
        const Prospects same(*after(*next.board, reply));
        return same.ending == Ending::NONE && is_so(effect, same, them);
    }

    // How many moves of the player to move take a place next to the other queen.
    int ways_to_surround() const {
        const int queen = piece_of(1 - from_.turn(), QUEEN);
        const Hive& hive = from_.position.hive;
        if (!hive.is_placed(queen)) return 0;
        const Hex at = hive.location(queen);
        int count = 0;
        for (const PieceTo move : from_.side(from_.turn()).moves) {
            if (move.piece == NO_PIECE || !are_neighbors(move.to, at) || hive.has(move.to))
                continue;
            const bool leaves = hive.is_placed(move.piece) && hive.level(move.piece) == 0 &&
                                are_neighbors(hive.location(move.piece), at);
            count += !leaves;
        }
        return count;
    }

    // Whether a move pins an own piece that is worth at least as much.
    static bool pins_as_much(const Effects& effects, const Effect& pins) {
        return std::any_of(effects.begin(), effects.end(), [&](const Effect& one) {
            return one.deed == Deed::LOCK_OWN ||
                   (one.deed == Deed::PIN_OWN &&
                    (worth_of(one.pieces) + 1 >= worth_of(pins.pieces) || one.count > pins.count));
        });
    }

    // Whether the reply to a mistake moves one of the pieces that it frees.
    static bool uses(const Course& mistake, const Effect& effect) {
        const auto& freed = effect.pieces;
        return mistake.moves().size() > 1 &&
               std::find(freed.begin(), freed.end(), mistake.moves()[1].piece) != freed.end();
    }

    // A win in two is checked on the board; a longer one is the engine's.
    void suggest_forced(Mood mood, const Prospects& from, const Line& line) {
        const int moves = wins_in(*from.board, line);
        if (moves <= 2 || moves > MOST_FORCED) return;
        const Effect effect{Deed::FORCE, {piece_of(1 - from.turn(), QUEEN)}, {}, moves, FORCED};
        suggest(mood, effect, FORCED, from, line[0]);
    }

    // A piece that goes onto a queen in one of the lines, and in the other one nothing does.
    void suggest_climbs(const Course& mistake, const Course& best) {
        const Line& played = mistake.moves();
        if (played.size() > 1 && mistake.next().ending == Ending::NONE &&
            !climbs_anywhere(best.moves(), 1))
            suggest_march(mistake, best);
        if (mistake.has(2, best.first()) && !Relevance(from_, mistake, best).does_harm())
            suggest_climb(Mood::FIRST, from_, best.moves());
        else if (played.size() >= LONG_LINE && !climbs_anywhere(played, 0))
            suggest_climb(Mood::MISSES, from_, best.moves());
    }
    // One of the opponent's, if it is clearly harder to stop than after the better move.
    void suggest_march(const Course& mistake, const Course& best) {
        const Line line{mistake.moves().begin() + 1, mistake.moves().end()};
        const int moves = climbs_in(*mistake.next().board, line);
        if (moves >= 2 && Relevance(from_, mistake, best).is_harder_to_stop(line, moves))
            suggest_climb(Mood::ALLOWS, mistake.next(), line);
    }
    void suggest_climb(Mood mood, const Prospects& from, const Line& line) {
        const int moves = climbs_in(*from.board, line);
        if (moves < 2) return;
        const Effect effect{Deed::HEAD_FOR, {piece_of(1 - from.turn(), QUEEN)}, {}, moves, CLIMB};
        suggest(mood, effect, CLIMB, from, line[0]);
    }
    // Whether one of the player's moves in a line ends on the other queen.
    bool climbs_anywhere(const Line& line, std::size_t first) const {
        const auto board = from_.board->copy();
        for (std::size_t i = 0; i < line.size(); ++i) {
            const int queen = piece_of(static_cast<int>(1 - board->ply() % 2), QUEEN);
            if (i % 2 == first && board->is_placed(queen) && line[i].to == board->location(queen))
                return true;
            board->push(line[i]);
        }
        return false;
    }

    void suggest(Mood mood, const Effect& effect, int weight, const Prospects& from, PieceTo move) {
        if (weight <= weight_ || effect.weight == 0) return;
        Remark remark{mood, effect, move_to(*from.board, move)};
        const Hive& hive = from.position.hive;
        if (hive.is_placed(move.piece)) remark.origin = {hive.location(move.piece)};
        const auto ways = ways_of_move(from.position, remark.move);
        if (!ways.empty()) remark.thrower = ways[0].thrower;
        // A piece that frees itself by a throw is hard to put into words.
        const auto& pieces = effect.pieces;
        const bool is_of_mover = effect.deed == Deed::APPROACH || effect.deed == Deed::HEAD_FOR;
        if (is_of_mover && remark.thrower != NO_PIECE) return;
        if ((effect.deed == Deed::UNPIN || effect.deed == Deed::OPEN_WAY) &&
            std::find(pieces.begin(), pieces.end(), remark.thrower) != pieces.end())
            return;
        best_ = std::move(remark);
        weight_ = weight;
    }

    Prospects from_;
    std::optional<Remark> best_;
    int weight_ = 0;
};

}  // namespace beespace::explain
