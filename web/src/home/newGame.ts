// The settings of the user's last new game, stored in this browser.

import { LEVEL_BUGS } from "../hive/levels";
import { boxRules, editionOf, parseRules, writeRules } from "../hive/rulesets";
import type { Clock, NewGame } from "../generated/messages";

const KEPT = "beespace.newgame";
const OPPONENTS = ["engine", "friend", "local"] as const;
const CLOCKS = ["none", "live", "days"] as const;

/** Popular clocks: base time in minutes and increment in seconds. */
export const PACES = ["3+2", "5+4", "10+5", "15+10", "30+20"] as const;
export const DAYS = [1, 2, 3, 7, 14] as const;

/** Limits for custom clocks, within those of the server. */
export const LIMITS = { minutes: [1, 180], increment: [0, 180] } as const;

export interface ClockWish {
  kind: (typeof CLOCKS)[number];
  /** One of PACES, or "other" for the numbers below. */
  pace: string;
  minutes: number;
  increment: number;
  days: number;
}

export interface Wish {
  opponent: (typeof OPPONENTS)[number];
  level: number;
  /** A ruleset in the server's notation: the rules of a box, or a mix. */
  ruleset: string;
  color: "w" | "b" | "random";
  clock: ClockWish;
}

/** The defaults, chosen for newcomers: the easiest opponent and the Base box. */
function usual(): Wish {
  return {
    opponent: "engine",
    level: 1,
    ruleset: writeRules(boxRules("base")),
    color: "w",
    clock: { kind: "live", pace: "10+5", minutes: 20, increment: 10, days: 2 },
  };
}

/** The stored settings, with defaults in place of invalid values. */
export function keptWish(): Wish {
  const wish = usual();
  let found: Record<string, unknown>;
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    if (typeof value !== "object" || value === null) return wish;
    found = value as Record<string, unknown>;
  } catch {
    return wish;
  }
  wish.opponent = one(found["opponent"], OPPONENTS, wish.opponent);
  wish.level = whole(found["level"], 1, LEVEL_BUGS.length, wish.level);
  const ruleset = found["ruleset"] ?? beforeEditions(found["expansions"]);
  // Parse and write it again, so that the result is always a valid ruleset.
  if (typeof ruleset === "string") wish.ruleset = writeRules(parseRules(ruleset));
  wish.color = one(found["color"], ["w", "b", "random"] as const, wish.color);
  const clock = found["clock"];
  if (typeof clock === "object" && clock !== null) {
    const kept = clock as Record<string, unknown>;
    const { minutes, increment, days } = wish.clock;
    wish.clock = {
      kind: one(kept["kind"], CLOCKS, wish.clock.kind),
      pace: one(kept["pace"], [...PACES, "other"], wish.clock.pace),
      minutes: whole(kept["minutes"], ...LIMITS.minutes, minutes),
      increment: whole(kept["increment"], ...LIMITS.increment, increment),
      days: one(kept["days"], DAYS, days),
    };
  }
  return wish;
}

/** Convert the list of expansions that older versions of the page stored to a ruleset. */
function beforeEditions(letters: unknown): string | undefined {
  if (!Array.isArray(letters)) return undefined;
  const expansions = [..."MLP"].filter((letter) => letters.includes(letter)).join("");
  const mix = { expansions, queenFirst: false, stackGates: true, threefold: false };
  const edition = editionOf(mix);
  return writeRules(edition === null ? mix : boxRules(edition));
}

export function keepWish(wish: Wish): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(wish));
  } catch {
    // Storage may be blocked. The settings aren't saved.
  }
}

/** The clock in the server's format. */
function clockOf({ kind, pace, minutes, increment, days }: ClockWish): Clock | null {
  if (kind === "none") return null;
  if (kind === "days") return { kind, days };
  const [base, more] = pace === "other" ? [minutes, increment] : pace.split("+").map(Number);
  return {
    kind,
    base_s: whole(base, ...LIMITS.minutes, 10) * 60,
    increment_s: whole(more, ...LIMITS.increment, 0),
  };
}

/** The request that creates the game. */
export function requestOf(wish: Wish, name: string, names: { w: string; b: string }): NewGame {
  const request: NewGame = {
    opponent: wish.opponent,
    level: wish.level,
    ruleset: wish.ruleset,
    color: wish.color,
  };
  if (wish.opponent === "local") {
    request.white_name = names.w.trim();
    request.black_name = names.b.trim();
  } else if (wish.opponent === "friend") {
    request.name = name.trim();
    request.clock = clockOf(wish.clock);
  }
  return request;
}

function one<T>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.includes(value as T) ? (value as T) : otherwise;
}

function whole(value: unknown, least: number, most: number, otherwise: number): number {
  const number = Math.round(Number(value));
  return number >= least && number <= most ? number : otherwise;
}
