// What the user chose for their last new game, stored in this browser.

import { boxRules, editionOf, inOrder, parseRules, writeRules } from "../hive/rulesets";
import { LEVELS, type Clock, type NewGame } from "../generated/messages";
import { oneOf, readStoredFields, store, wholeNumber } from "../lib/storage";

const NAME = "beespace.newgame";
const OPPONENTS = ["engine", "friend", "local"] as const;
const CLOCKS = ["none", "live", "days"] as const;

/** Popular clocks: base time in minutes and increment in seconds. */
export const PACES = ["3+2", "5+4", "10+5", "15+10", "30+20"] as const;
export const DAYS = [1, 2, 3, 7, 14] as const;

/** Limits for custom clocks, within those of the server. */
export const LIMITS = { minutes: [1, 180], increment: [0, 180] } as const;

export interface ClockChoice {
  kind: (typeof CLOCKS)[number];
  /** One of PACES, or "other" for the numbers below. */
  pace: string;
  minutes: number;
  increment: number;
  days: number;
}

interface NewGameChoices {
  opponent: (typeof OPPONENTS)[number];
  level: number;
  /** A ruleset in the server's notation: the rules of a box, or a mix. */
  ruleset: string;
  color: "w" | "b" | "random";
  clock: ClockChoice;
}

/** The defaults, chosen for newcomers: the easiest opponent and the Base box. */
function defaults(): NewGameChoices {
  return {
    opponent: "engine",
    level: 1,
    ruleset: writeRules(boxRules("base")),
    color: "w",
    clock: { kind: "live", pace: "10+5", minutes: 20, increment: 10, days: 2 },
  };
}

/** The stored choices, with defaults in place of missing and invalid values. */
export function loadNewGame(): NewGameChoices {
  const usual = defaults();
  const found = readStoredFields(NAME);
  const ruleset = found["ruleset"] ?? beforeEditions(found["expansions"]);
  return {
    opponent: oneOf(found["opponent"], OPPONENTS, usual.opponent),
    level: wholeNumber(found["level"], 1, LEVELS.length, usual.level),
    // Parse and write it again, so that the result is always a valid ruleset.
    ruleset: typeof ruleset === "string" ? writeRules(parseRules(ruleset)) : usual.ruleset,
    color: oneOf(found["color"], ["w", "b", "random"] as const, usual.color),
    clock: readClock(found["clock"], usual.clock),
  };
}

function readClock(value: unknown, usual: ClockChoice): ClockChoice {
  const found = (typeof value === "object" && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  return {
    kind: oneOf(found["kind"], CLOCKS, usual.kind),
    pace: oneOf(found["pace"], [...PACES, "other"], usual.pace),
    minutes: wholeNumber(found["minutes"], ...LIMITS.minutes, usual.minutes),
    increment: wholeNumber(found["increment"], ...LIMITS.increment, usual.increment),
    days: oneOf(found["days"], DAYS, usual.days),
  };
}

/** Convert the list of expansions that older versions of the page stored to a ruleset. */
function beforeEditions(letters: unknown): string | undefined {
  if (!Array.isArray(letters)) return undefined;
  const expansions = inOrder(letters);
  const mix = { expansions, queenFirst: false, stackGates: true, threefold: false };
  const edition = editionOf(mix);
  return writeRules(edition === null ? mix : boxRules(edition));
}

export function saveNewGame(choices: NewGameChoices): void {
  store(NAME, choices);
}

/** The clock in the server's format. */
function clockOf({ kind, pace, minutes, increment, days }: ClockChoice): Clock | null {
  if (kind === "none") return null;
  if (kind === "days") return { kind, days };
  const [base, more] = pace === "other" ? [minutes, increment] : pace.split("+").map(Number);
  return {
    kind,
    base_s: wholeNumber(base, ...LIMITS.minutes, 10) * 60,
    increment_s: wholeNumber(more, ...LIMITS.increment, 0),
  };
}

/** The request that creates the game. */
export function requestOf(
  choices: NewGameChoices,
  name: string,
  names: { w: string; b: string },
): NewGame {
  const request: NewGame = {
    opponent: choices.opponent,
    level: choices.level,
    ruleset: choices.ruleset,
    color: choices.color,
  };
  if (choices.opponent === "local") {
    request.white_name = names.w.trim();
    request.black_name = names.b.trim();
  } else if (choices.opponent === "friend") {
    request.name = name.trim();
    request.clock = clockOf(choices.clock);
  } else {
    // Which colour the user gets may be left to chance.
    request.white_name = request.black_name = name.trim();
  }
  return request;
}
