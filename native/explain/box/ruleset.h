// The rules of a game and their texts, such as "Base+ML,queen-first"; as in rules/box/ruleset.py.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/api.h"
#include "explain/box/pieces.h"

namespace beespace::explain {

struct Ruleset {
    std::uint8_t bits = ALL_EXPANSIONS | STACK_GATES;  // as in the core
    bool threefold = false;

    bool operator==(const Ruleset&) const = default;

    int expansions() const { return bits & ALL_EXPANSIONS; }
    bool queen_first() const { return (bits & QUEEN_FIRST) != 0; }
    bool stack_gates() const { return (bits & STACK_GATES) != 0; }
    bool has(Bug bug) const {
        for (std::size_t i = 0; i < EXPANSIONS.size(); ++i)
            if (EXPANSIONS[i] == bug) return (bits >> i & 1) != 0;
        return true;
    }
};

inline Ruleset ruleset_of(const AnyBoard& board) { return {board.rules(), board.is_threefold()}; }

struct NamedRuleset {
    std::string_view name;
    Ruleset ruleset;
};
inline constexpr int POCKET = expansion(MOSQUITO) | expansion(LADYBUG);
inline constexpr int ULTIMATE = POCKET | expansion(PILLBUG);
inline constexpr std::array<NamedRuleset, 4> RULESETS = {{
    {"base2016", {QUEEN_FIRST | STACK_GATES, false}},
    {"pocket2012", {POCKET | QUEEN_FIRST | STACK_GATES, false}},
    {"ultimate2024", {ULTIMATE | STACK_GATES, false}},
    {"tournament", {ULTIMATE | STACK_GATES, false}},
}};

inline std::string game_type(Ruleset ruleset) {
    std::string text = ruleset.expansions() ? "Base+" : "Base";
    for (std::size_t i = 0; i < EXPANSIONS.size(); ++i)
        if (ruleset.bits >> i & 1) text += BUGS[EXPANSIONS[i]].letter;
    return text;
}

inline std::string write_ruleset(Ruleset ruleset) {
    std::string text = game_type(ruleset);
    if (ruleset.queen_first()) text += ",queen-first";
    if (!ruleset.stack_gates()) text += ",no-stack-gates";
    if (ruleset.threefold) text += ",threefold";
    return text;
}

// Takes a text from the front of another; false if it isn't there.
inline bool take(std::string_view& text, std::string_view expected) {
    if (!text.starts_with(expected)) return false;
    text.remove_prefix(expected.size());
    return true;
}

// Takes a game type such as Base+MLP, with the letters in this order.
inline bool take_game_type(std::string_view& text, int& expansions) {
    if (!take(text, "Base")) return false;
    expansions = 0;
    std::string_view rest = text;
    if (!take(rest, "+")) return true;
    for (std::size_t i = 0; i < EXPANSIONS.size(); ++i)
        if (take(rest, {&BUGS[EXPANSIONS[i]].letter, 1})) expansions |= 1 << i;
    if (expansions) text = rest;
    return true;
}

// Reads a ruleset's name or a game type with options; false if the text is neither.
inline bool read_ruleset(std::string_view text, Ruleset& ruleset) {
    for (const NamedRuleset& one : RULESETS)
        if (one.name == text) {
            ruleset = one.ruleset;
            return true;
        }
    int bits = 0;
    if (!take_game_type(text, bits)) return false;
    if (take(text, ",queen-first")) bits |= QUEEN_FIRST;
    if (!take(text, ",no-stack-gates")) bits |= STACK_GATES;
    ruleset = {static_cast<std::uint8_t>(bits), take(text, ",threefold")};
    return text.empty();
}

}  // namespace beespace::explain
