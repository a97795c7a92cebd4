// Records of games: who played, when, which moves, and how the game ended; as in
// src/beespace/formats/record.py.

import type { Ending } from "../../generated/messages";
import type { Board } from "../core";

export const GLYPHS = ["!", "?", "!!", "??", "!?", "?!"];
/** Readers refuse deeper variations. */
export const MOST_DEPTH = 32;

export const RESULTS = ["WhiteWins", "BlackWins", "Draw", "InProgress", "Unknown"] as const;
export type Result = (typeof RESULTS)[number];
export const REASONS = [
  "surround",
  "resign",
  "agreement",
  "time",
  "repetition",
  "deadlock",
  "adjudication",
  "length",
  "abort",
] as const;
type Reason = (typeof REASONS)[number];

export interface Outcome {
  result: Result;
  reason: Reason | null;
}

/** A move in UHP's notation, and its notes. Variations start before the move. */
export interface RecordedMove {
  move: string;
  comment: string;
  clock_ms: number | null;
  spent_ms: number | null;
  variations: RecordedMove[][];
  glyph: string;
}

export interface GameRecord extends Outcome {
  ruleset: string;
  white: string;
  black: string;
  /** Such as "2024.01.30", with "??" for an unknown month or day. */
  date: string;
  time: string;
  event: string;
  site: string;
  round: string;
  tags: Map<string, string>;
  comment: string;
  line: RecordedMove[];
  /** The position that it starts from; empty for a game from the first move. */
  start: string;
}

export function newRecord(ruleset = "Base", values: Partial<GameRecord> = {}): GameRecord {
  const texts = { white: "", black: "", date: "", time: "", event: "", site: "", round: "" };
  const outcome: Outcome = { result: "InProgress", reason: null };
  const rest = { tags: new Map<string, string>(), comment: "", line: [], start: "" };
  return { ruleset, ...texts, ...outcome, ...rest, ...values };
}

export function newMove(move: string): RecordedMove {
  return { move, comment: "", clock_ms: null, spent_ms: null, variations: [], glyph: "" };
}

export function isDecided(result: Result): boolean {
  return result !== "InProgress" && result !== "Unknown";
}

export function reasonOf(word: string): Reason | null {
  return REASONS.find((one) => one === word) ?? null;
}

/** How a game ended on the board, if it has. */
export function shownOn(board: Board): Outcome | null {
  const ending = board.ending as Ending | null;
  if (ending === null) return null;
  const { winner, reason } = ending;
  const result = winner === null ? "Draw" : winner === "w" ? "WhiteWins" : "BlackWins";
  return { result, reason: reasonOf(reason) };
}

/** A game's outcome: what the last position shows, or else what the file claims. */
export function settled(board: Board, claimed: Outcome): Outcome {
  const shown = shownOn(board);
  if (shown !== null) return shown;
  const isBare = claimed.result === "InProgress" || claimed.reason === "surround";
  return isBare ? { result: claimed.result, reason: null } : claimed;
}

/** Two texts on lines of their own, without empty ones. */
export function joined(before: string, after: string): string {
  return [before, after].filter(Boolean).join("\n");
}
