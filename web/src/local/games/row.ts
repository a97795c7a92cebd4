// A game as it is stored in this browser.

import type { ColorLetter, Ending, GameSummary, PlayerInfo } from "../../generated/messages";
import { differences, editionOf, parseRules } from "../../hive/rulesets";
import type { KeptReview } from "../reviews";
import { rowsOf, type Row } from "../storage";

interface StoredMove {
  text: string;
  spent_ms: number | null;
}

/** A draw offer that was made, and whether it is still open. */
export interface Made {
  kind: "draw";
  by: ColorLetter;
  ply: number;
  isOpen: boolean;
}

export interface GameRow extends Row {
  created: string;
  ruleset: string;
  players: Record<ColorLetter, PlayerInfo>;
  moves: StoredMove[];
  /** How it ended; null while it is being played. */
  ending: Ending | null;
  offers: Made[];
  /** The number of the latest event, which messages call its revision. */
  event: number;
  /** What its review has found. */
  review?: KeptReview;
  /** The game that has the moves of this device, if another one continued the game differently. */
  split?: string;
  /** The device whose moves it has, if it was split off another game; may be empty. */
  copy?: string;
  /** The record that it was imported from, in JSON, with comments and variations. */
  source?: string;
}

export const rows = rowsOf<GameRow>("games");

/** The game with an id, or undefined if it isn't stored here. */
export async function rowOf(id: string): Promise<GameRow | undefined> {
  const row = await rows.get(id);
  return row?.isDeleted ? undefined : row;
}

export function now(): string {
  return new Date().toISOString();
}

// Characters that are easy to tell apart when reading an address aloud.
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH = 12;

/** A new random id, like those of the server. */
export function newId(): string {
  // Every letter is as likely as the others: 31 letters go 8 times into the numbers below 248.
  const fair = LETTERS.length * Math.floor(256 / LETTERS.length);
  let id = "";
  while (id.length < LENGTH) {
    for (const number of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (number < fair && id.length < LENGTH) id += LETTERS[number % LETTERS.length];
    }
  }
  return id;
}

/** The colours that people play. */
export function seatsOf({ players }: GameRow): ColorLetter[] {
  return (["w", "b"] as const).filter((color) => players[color].kind === "human");
}

/** What is left of the offers after a player's move: only their own open one. */
export function offersAfter(offers: Made[], mover: ColorLetter): Made[] {
  return offers.filter(({ isOpen, by }) => isOpen && by === mover);
}

/** A game of this browser in the list. */
export interface LocalGameSummary extends GameSummary {
  /** The device whose moves it has, if it was split off another game; may be empty. */
  copy?: string;
}

/** A stored game as a list entry. */
export function summaryOf(row: GameRow): LocalGameSummary {
  const rules = parseRules(row.ruleset);
  return {
    id: row.id,
    created: row.created,
    updated: row.changed,
    ruleset: row.ruleset,
    edition: editionOf(rules),
    differences: differences(rules),
    players: row.players,
    plies: row.moves.length,
    ending: row.ending,
    mode: "board",
    yours: seatsOf(row),
    is_waiting: false,
    time_control: null,
    ...(row.copy === undefined ? {} : { copy: row.copy }),
  };
}
