// The tags of a game in PGN, such as [White "Ann"]; as in src/beespace/formats/pgn/tags.py.

import { readDate } from "../dates";
import { matchAt, repr, strip, stripEnd, stripStart } from "../python";
import { reasonOf, type GameRecord, type Outcome, type Result } from "../record";
import { boardOf, ReplayError } from "../replay";
import type { Chunk } from "../source";
import { areExpansions, rulesetOf } from "../uhp";

// Python's \s, but with the ASCII flag.
const BLANK = String.raw`[ \t\n\r\f\v]`;
const TAG = new RegExp(
  String.raw`\[${BLANK}*([A-Za-z]\w*)${BLANK}+"((?:[^"\\]|\\[^\n])*)"${BLANK}*\]`,
  "y",
);
// Mzinga and hivegame.com don't escape quotation marks.
const RAW_TAG = new RegExp(String.raw`^\[${BLANK}*([A-Za-z]\w*)${BLANK}+"([^\n]*)"${BLANK}*\]$`);

// How sites write results; "Unkown" is hivegame.com's spelling.
export const RESULT_WORDS = new Map<string, Result>([
  ["1-0", "WhiteWins"],
  ["0-1", "BlackWins"],
  ["1/2-1/2", "Draw"],
  ["½-½", "Draw"],
  ["*", "InProgress"],
  ["WhiteWins", "WhiteWins"],
  ["BlackWins", "BlackWins"],
  ["Draw", "Draw"],
  ["InProgress", "InProgress"],
  ["NotStarted", "InProgress"],
  ["Adjudicated", "Unknown"],
  ["Unkown", "Unknown"],
  ["Unknown", "Unknown"],
]);

const FIELDS = {
  Event: "event",
  Site: "site",
  Round: "round",
  White: "white",
  Black: "black",
  Time: "time",
} as const;
const RESERVED = new Set([
  "GameType",
  "Date",
  "Result",
  "Ruleset",
  "Start",
  ...Object.keys(FIELDS),
]);

interface Tag {
  name: string;
  value: string;
  column: number;
}

/** Whether a line consists of tags. */
export function isTagLine(line: string): boolean {
  const text = strip(line);
  return text.startsWith("[") && RAW_TAG.test(text);
}

/** The names of the tags on a line. */
export function namesOf(line: string): string[] {
  return tagsOf(line).map(({ name }) => name);
}

function tagsOf(line: string): Tag[] {
  const found: Tag[] = [];
  const text = stripEnd(line);
  const begin = line.length - stripStart(line).length;
  let at = begin;
  for (let match; (match = matchAt(TAG, text, at));) {
    found.push({ name: match[1]!, value: unescaped(match[2]!), column: at });
    const end = at + match[0].length;
    at = end + (text.length - end - stripStart(text.slice(end)).length);
  }
  if (found.length > 0 && at >= text.length) return found;
  const match = RAW_TAG.exec(strip(line));
  return match ? [{ name: match[1]!, value: unescaped(match[2]!), column: begin }] : [];
}

function unescaped(value: string): string {
  return value.replace(/\\(["\\])/g, "$1");
}

/** The tags of a game, in order. */
export class Head {
  readonly values = new Map<string, string>();
  /** Where the moves start. */
  readonly end: number;
  readonly #places = new Map<string, number>();

  constructor(private readonly chunk: Chunk) {
    this.end = this.#read();
  }

  #read(): number {
    let offset = 0;
    for (const line of this.chunk.text.split("\n")) {
      if (strip(line) && !isTagLine(line)) {
        if (stripStart(line).startsWith("[")) {
          throw this.chunk.error('expected a tag such as [White "Ann"]', offset);
        }
        return offset;
      }
      for (const { name, value, column } of tagsOf(line)) {
        if (this.values.has(name) && this.values.get(name) !== value) {
          throw this.chunk.error(
            `the tag ${name} appears twice with different values`,
            offset + column,
          );
        }
        this.values.set(name, value);
        this.#places.set(name, offset + column);
      }
      offset += line.length + 1;
    }
    return this.chunk.text.length;
  }

  /** The rules, and whether the moves may still show that the queen can come first. Without a game
   *  type, the bugs in the moves show the expansions. */
  async ruleset(bugsSeen: Set<string>): Promise<[rules: string, infers: boolean]> {
    const exact = this.values.get("Ruleset");
    if (exact) {
      try {
        return [(await boardOf(exact)).rules, false];
      } catch (error) {
        if (!(error instanceof ReplayError)) throw error;
        throw this.chunk.error(error.message, this.#places.get("Ruleset"));
      }
    }
    const type = strip(this.values.get("GameType") ?? "");
    if (!type) return [rulesetOf([...bugsSeen].join("")), true];
    const match = /^Base(?:\+([A-Z]*))?$/i.exec(type);
    const letters = (match?.[1] ?? "").toUpperCase();
    if (match === null || !areExpansions(letters)) {
      const reason = `expected a game type such as Base+MLP, not ${repr(type)}`;
      throw this.chunk.error(reason, this.#places.get("GameType"));
    }
    return [rulesetOf(letters), true];
  }

  /** The position that the game starts from, if any, and the place of its tag. */
  start(): [text: string, offset: number] {
    return [this.values.get("Start") ?? "", this.#places.get("Start") ?? 0];
  }

  /** The result and the reason that the tags claim. */
  claimed(): Outcome {
    const word = strip(this.values.get("Result") ?? "");
    const result = RESULT_WORDS.get(word) ?? (word ? "Unknown" : "InProgress");
    const reason = word === "Adjudicated" ? "adjudication" : null;
    return { result, reason: reasonOf(this.values.get("Termination") ?? "") ?? reason };
  }

  /** Copy everything but the rules and the result to a record. */
  fill(record: GameRecord): void {
    for (const [name, value] of this.values) {
      if (name === "Date") {
        const [date, time] = readDate(value);
        record.date = date;
        record.time ||= time;
      } else if (Object.hasOwn(FIELDS, name)) {
        record[FIELDS[name as keyof typeof FIELDS]] = value;
      } else if (!RESERVED.has(name) && !(name === "Termination" && reasonOf(value))) {
        record.tags.set(name, value);
      }
    }
  }
}
