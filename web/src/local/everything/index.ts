// Everything that this browser has stored, as one file, and back: games, studies, progress and
// settings. Restoring adds to what is here, and never replaces what is newer. Decision 0038
// explains it.

import { Failure } from "../../lib/failure";
import { readStored, store, storedNames } from "../../lib/storage";
import { recordedStudy } from "../analysis/reading";
import { boardOf, works } from "../core";
import type { GameRow } from "../games/row";
import { rowsOf, unsynced, type Row, type StoreName } from "../storage";
import type { StudyRow } from "../studies";
import { merged } from "./merging";

const KIND = "everything";
const VERSION = 1;
const STORES = ["games", "studies", "progress"] satisfies StoreName[];
const PREFIX = "beespace.";
// Far more than anyone has.
const MOST_ROWS = 100_000;

interface Everything {
  beespace: typeof KIND;
  version: number;
  written: string;
  rows: Record<(typeof STORES)[number], Row[]>;
  /** What is in localStorage, by name. */
  values: Record<string, unknown>;
}

/** What was restored. */
export interface Restored {
  games: number;
  studies: number;
  /** How many games and studies could not be read. */
  unreadable: number;
}

/** Everything as a file. */
export async function writeEverything(): Promise<File> {
  const rows = {} as Everything["rows"];
  for (const name of STORES) {
    rows[name] = (await rowsOf(name).all()).filter(({ isDeleted }) => !isDeleted);
  }
  const values = Object.fromEntries(storedNames(PREFIX).map((name) => [name, readStored(name)]));
  const written = new Date().toISOString();
  const all: Everything = { beespace: KIND, version: VERSION, written, rows, values };
  const name = `beespace-${written.slice(0, 10)}.json`;
  return new File([`${JSON.stringify(all, null, 1)}\n`], name, { type: "application/json" });
}

/** Add what a file has. Fails with `not-everything` or `newer-file` before anything is changed. */
export async function restoreEverything(text: string): Promise<Restored> {
  const { rows, values } = parsed(text);
  const restored: Restored = { games: 0, studies: 0, unreadable: 0 };
  for (const name of STORES) {
    for (const row of rows[name]) {
      if (!(await isReadable(name, row))) restored.unreadable += 1;
      else if ((await add(name, row)) && name !== "progress") restored[name] += 1;
    }
  }
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith(PREFIX)) store(name, merged(name, readStored(name), value));
  }
  return restored;
}

function parsed(text: string): Pick<Everything, "rows" | "values"> {
  let found: Partial<Everything> | null = null;
  try {
    found = JSON.parse(text) as Partial<Everything> | null;
  } catch {
    // The same as another file that isn't one of these.
  }
  if (!isObject(found) || found.beespace !== KIND || !(Number(found.version) >= 1)) {
    throw new Failure("not-everything", "this file wasn't written by Beespace's settings");
  }
  if (Number(found.version) > VERSION) {
    throw new Failure("newer-file", "a newer version of Beespace wrote this file");
  }
  const rowsIn = (name: (typeof STORES)[number]): Row[] => {
    const rows: unknown = isObject(found.rows) ? found.rows[name] : [];
    return Array.isArray(rows) ? (rows as Row[]).slice(0, MOST_ROWS) : [];
  };
  const rows = Object.fromEntries(STORES.map((name) => [name, rowsIn(name)]));
  return {
    rows: rows as Everything["rows"],
    values: isObject(found.values) ? found.values : {},
  };
}

/** Store a row, unless the one here is as new. Returns whether it was stored. */
async function add(name: StoreName, row: Row): Promise<boolean> {
  let isNew = false;
  await rowsOf(name).change(row.id, (here) => {
    isNew = here === undefined || Date.parse(here.changed) < Date.parse(row.changed);
    // What the server has of it is unknown: the file may come from another device.
    const revision = here?.revision ?? 0;
    return isNew ? { ...unsynced(row), revision, isDeleted: false } : null;
  });
  return isNew;
}

async function isReadable(name: StoreName, row: unknown): Promise<boolean> {
  if (!isObject(row) || typeof row.id !== "string" || !/^[\w:. -]{1,80}$/.test(row.id))
    return false;
  if (typeof row.changed !== "string" || Number.isNaN(Date.parse(row.changed))) return false;
  if (name === "progress" || !(await works())) return true;
  try {
    if (name === "studies") await recordedStudy((row as unknown as StudyRow).record);
    else await replay(row as unknown as GameRow);
    return true;
  } catch {
    return false;
  }
}

/** Fails if a stored game isn't one. */
async function replay({ ruleset, moves, players, created, offers }: GameRow): Promise<void> {
  await boardOf({ ruleset, moves: moves.map(({ text }) => text) });
  const isComplete =
    [players.w, players.b].every(({ kind }) => typeof kind === "string") &&
    !Number.isNaN(Date.parse(created)) &&
    Array.isArray(offers);
  if (!isComplete) throw new Error("a part of the game is missing");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
