// The rules of a game and their texts, such as "Base+ML,queen-first"; as in rules/box/ruleset.py.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/api.h"
#include "explain/box/pieces.h"

namespace beespace::explain {

struct Ruleset {
    // As in the core: bits 0-2 expansions, bit 3 queen first, bit 4 stack gates.
    std::uint8_t bits = 7 | 16;
    bool threefold = false;

    bool operator==(const Ruleset&) const = default;

    int expansions() const { return bits & 7; }
    bool queen_first() const { return (bits & 8) != 0; }
    bool stack_gates() const { return (bits & 16) != 0; }
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
inline constexpr std::array<NamedRuleset, 4> RULESETS = {{
    {"base2016", {8 | 16, false}},
    {"pocket2012", {3 | 8 | 16, false}},
    {"ultimate2024", {7 | 16, false}},
    {"tournament", {7 | 16, false}},
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
    if (take(text, ",queen-first")) bits |= 8;
    if (!take(text, ",no-stack-gates")) bits |= 16;
    ruleset = {static_cast<std::uint8_t>(bits), take(text, ",threefold")};
    return text.empty();
}

}  // namespace beespace::explain
