// What the server stores of a row: a text that only pages read.

import type { RowChange, SayRow } from "../../generated/messages";
import type { GameRow } from "../games/row";
import type { Row } from "../storage";
import type { StudyRow } from "../studies";

/** The stores whose rows are on all devices. */
export const STORES = ["games", "studies"] as const;
export type SyncedStore = (typeof STORES)[number];

/** The most characters in a study's title. */
export const LONGEST_TITLE = 100;

/** Whether a row has changed since the server had it. */
export function isChanged(row: Row): boolean {
  return row.changed !== row.synced;
}

/** A row as the server gets it. */
export function said(store: SyncedStore, row: Row): SayRow {
  const { id, revision, changed, isDeleted } = row;
  const common = { store, id, revision, changed: new Date(changed).toISOString() };
  if (isDeleted) return { ...common, is_deleted: true };
  if (store === "games") return { ...common, content: gameText(row as GameRow) };
  const { title, record } = row as StudyRow;
  return { ...common, title, content: record };
}

// Its review isn't part of it: every device computes the same review.
function gameText(row: GameRow): string {
  const { created, ruleset, players, moves, ending, offers, source, copy } = row;
  return JSON.stringify({ created, ruleset, players, moves, ending, offers, source, copy });
}

/** A row of the server as it is stored here, in place of the one that is here. Null if it can't be
 *  read. */
export function received(change: RowChange, here: Row | undefined): Row | null {
  const { id, revision, changed, is_deleted } = change;
  const row = { id, revision, changed, synced: changed, isDeleted: is_deleted };
  if (is_deleted) return row;
  if (change.store === "studies") {
    const study: StudyRow = { ...row, title: change.title, record: change.content };
    const { split } = (here ?? {}) as Partial<StudyRow>;
    return split === undefined ? study : ({ ...study, split } as StudyRow);
  }
  const content = parsedGame(change.content);
  if (content === null) return null;
  const { event = 0, review, split } = (here ?? {}) as Partial<GameRow>;
  // Those who show the game see by the number of its event that it has changed.
  const game: GameRow = { ...row, ...content, event: event + 1 };
  if (review !== undefined) game.review = review;
  if (split !== undefined) game.split = split;
  return game;
}

type GameContent = Pick<
  GameRow,
  "created" | "ruleset" | "players" | "moves" | "ending" | "offers" | "source" | "copy"
>;

function parsedGame(text: string): GameContent | null {
  try {
    const found = JSON.parse(text) as GameContent;
    const { created, ruleset, players, moves, ending, offers, source, copy } = found;
    const isGame =
      typeof ruleset === "string" &&
      !Number.isNaN(Date.parse(created)) &&
      [players.w, players.b].every(({ kind }) => kind === "human" || kind === "engine") &&
      moves.every((move) => typeof move.text === "string") &&
      offers.every((offer) => typeof offer.kind === "string") &&
      (ending === null || typeof ending.reason === "string") &&
      [source, copy].every((text) => ["undefined", "string"].includes(typeof text));
    if (!isGame) return null;
    const game: GameContent = { created, ruleset, players, moves, ending, offers };
    if (source !== undefined) game.source = source;
    if (copy !== undefined) game.copy = copy;
    return game;
  } catch {
    return null;
  }
}
