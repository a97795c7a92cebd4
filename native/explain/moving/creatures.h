// How each bug moves (rules 15 to 24), as in rules/movement.py: same paths, same order.
//
// Every function gets the hive without the moving piece and the hex that piece was on, and adds one
// path to each destination. Whether a piece may move at all is not decided here.
#pragma once

#include "explain/moving/paths.h"
#include "explain/moving/steps.h"

namespace beespace::explain {

// Rules 17 and 24: one hex along the hive.
inline void add_slides(const Hive& hive, Hex start, StepRules rules, Paths& out) {
    const unsigned free = slides(hive, start, rules);
    for (int d = 0; d < DIRECTIONS; ++d)
        if (free >> d & 1) out.add({start, neighbor(start, d)});
}

// Rule 18: one step on the ground, up, across the top, or down.
inline void add_beetle(const Hive& hive, Hex start, StepRules rules, Paths& out) {
    for (int d = 0; d < DIRECTIONS; ++d)
        if (can_step(hive, start, d, rules)) out.add({start, neighbor(start, d)});
}

// Rule 19: in a straight line over at least one hex to the first empty one.
inline void add_grasshopper(const Hive& hive, Hex start, Paths& out) {
    for (int d = 0; d < DIRECTIONS; ++d) {
        Hexes path{start, neighbor(start, d)};
        while (hive.has(path.back())) path.push_back(neighbor(path.back(), d));
        if (path.size() > 2) out.add(std::move(path));
    }
}

// Rule 20: exactly three hexes, none of them twice.
inline void add_spider(const Hive& hive, Hex start, StepRules rules, Paths& out) {
    std::vector<Hexes> paths{{start}};
    for (int step = 0; step < 3; ++step) {
        std::vector<Hexes> longer;
        for (const Hexes& path : paths) {
            const unsigned free = slides(hive, path.back(), rules);
            for (int d = 0; d < DIRECTIONS; ++d) {
                const Hex to = neighbor(path.back(), d);
                if (!(free >> d & 1) || std::find(path.begin(), path.end(), to) != path.end())
                    continue;
                longer.push_back(path);
                longer.back().push_back(to);
            }
        }
        paths = std::move(longer);
    }
    // As in the reference: the last path found decides the order, the first one is taken.
    HexSet seen;
    for (auto path = paths.rbegin(); path != paths.rend(); ++path) {
        const Hex to = path->back();
        if (!seen.add(to)) continue;
        out.add(*std::find_if(paths.begin(), paths.end(),
                              [&](const Hexes& first) { return first.back() == to; }));
    }
}

// Rule 21: any distance along the hive.
inline void add_ant(const Hive& hive, Hex start, StepRules rules, Paths& out) {
    struct Reached {
        Hex hex;
        std::size_t from, steps;
    };
    std::vector<Reached> queue{{start, 0, 0}};
    HexSet seen;
    seen.add(start);
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const Reached at = queue[i];
        const unsigned free = slides(hive, at.hex, rules);
        for (int d = 0; d < DIRECTIONS; ++d)
            if (free >> d & 1 && seen.add(neighbor(at.hex, d)))
                queue.push_back({neighbor(at.hex, d), i, at.steps + 1});
    }
    for (std::size_t i = 1; i < queue.size(); ++i) {
        Hexes path(queue[i].steps + 1, start);
        for (std::size_t at = i; at; at = queue[at].from) path[queue[at].steps] = queue[at].hex;
        out.add(std::move(path));
    }
}

// Rule 22: up, across the top and down to the ground.
inline void add_ladybug(const Hive& hive, Hex start, StepRules rules, Paths& out) {
    for (int d = 0; d < DIRECTIONS; ++d) {
        const Hex first = neighbor(start, d);
        if (!hive.has(first) || !can_climb(hive, start, d, rules)) continue;
        for (int e = 0; e < DIRECTIONS; ++e) {
            const Hex second = neighbor(first, e);
            if (!hive.has(second) || !can_climb(hive, first, e, rules)) continue;
            for (int f = 0; f < DIRECTIONS; ++f) {
                const Hex to = neighbor(second, f);
                if (!hive.has(to) && to != start && can_climb(hive, second, f, rules))
                    out.add({start, first, second, to});
            }
        }
    }
}

// The bugs a mosquito on the ground can copy: the top pieces around it, except mosquitoes.
inline std::vector<Bug> copied_bugs(const Hive& hive, Hex hex) {
    std::vector<Bug> bugs;
    for (const int piece : hive.tops_around(hex)) {
        const Bug bug = bug_of(piece);
        if (bug != MOSQUITO && std::find(bugs.begin(), bugs.end(), bug) == bugs.end())
            bugs.push_back(bug);
    }
    return bugs;
}

inline bool can_copy_pillbug(const Hive& hive, Hex hex) {
    const auto bugs = copied_bugs(hive, hex);
    return std::find(bugs.begin(), bugs.end(), PILLBUG) != bugs.end();
}

// The bugs that a lifted piece can move like. Rule 23: a mosquito on top of the hive is a beetle.
inline std::vector<Bug> acts_as(const Hive& hive, int piece, Hex start) {
    if (bug_of(piece) != MOSQUITO) return {bug_of(piece)};
    if (hive.has(start)) return {BEETLE};
    return copied_bugs(hive, start);
}

// Adds the paths of a piece that moves like a bug.
inline void add_paths(Bug bug, const Hive& hive, Hex start, StepRules rules, Paths& out) {
    switch (bug) {
        case QUEEN:
        case PILLBUG: return add_slides(hive, start, rules, out);
        case BEETLE: return add_beetle(hive, start, rules, out);
        case GRASSHOPPER: return add_grasshopper(hive, start, out);
        case SPIDER: return add_spider(hive, start, rules, out);
        case ANT: return add_ant(hive, start, rules, out);
        case LADYBUG: return add_ladybug(hive, start, rules, out);
        case MOSQUITO: return;  // it moves like others
    }
}

inline Paths paths_as(Bug bug, const Hive& hive, Hex start, StepRules rules) {
    Paths paths;
    add_paths(bug, hive, start, rules, paths);
    return paths;
}

// Rule 24: up onto the thrower next to the piece, and down on another side. Gates between stacks
// block both steps, even if the ruleset turns them off for climbers.
inline Paths thrown_paths(const Hive& hive, Hex start, Hex thrower) {
    Paths paths;
    const int up = direction_to(start, thrower);
    if (up < 0 || !can_climb(hive, start, up, ALL_STEP_RULES)) return paths;
    for (int down = 0; down < DIRECTIONS; ++down) {
        const Hex to = neighbor(thrower, down);
        if (!hive.has(to) && to != start && can_climb(hive, thrower, down, ALL_STEP_RULES))
            paths.add({start, thrower, to});
    }
    return paths;
}

}  // namespace beespace::explain
