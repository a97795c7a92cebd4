// Counts the finished games in this browser: once, and then only what changes. The keys of a game's
// positions are stored, so that nothing is replayed when the page is opened again.

import type { PlayerInfo } from "../../generated/messages";
import { Board } from "../core";
import { rows, type GameRow } from "../games/row";
import { newRow, rowsOf, watch, type Row } from "../storage";
import { transact } from "../storage/database";
import { Counts, keyOf, type CountedGame } from "./counts";

/** The keys of a game, which are valid as long as it has not changed. */
interface KeysRow extends Row {
  keys: string;
}

const PREFIX = "opening/";
const KEY_DIGITS = 16;
// How long a question waits for games to be counted, and how long counting may hold up the page.
const MOST_WAIT_MS = 50;
const SLICE_MS = 12;

export const counts = new Counts();
/** Games that have changed since they were counted. */
const changed = new Set<string>();
let isBegun = false;
let counting: Promise<void> | null = null;

/** Count finished games, without waiting long. Returns whether some are left to count. */
export async function countFinished(): Promise<boolean> {
  counting ??= count().finally(() => (counting = null));
  const waiting = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), MOST_WAIT_MS));
  return Promise.race([counting.then(() => false), waiting]);
}

async function count(): Promise<void> {
  if (!isBegun) {
    watch("games", (id) => changed.add(id));
    isBegun = true;
    await countAll();
  }
  if (changed.size === 0) return;
  const ids = [...changed];
  changed.clear();
  const found = await Promise.all(ids.map((id) => rows.get(id)));
  ids.forEach((id) => counts.remove(id));
  await countRows(found.filter((row) => row !== undefined && isFinished(row)) as GameRow[]);
}

async function countAll(): Promise<void> {
  const [games, stored] = await Promise.all([rows.all(), storedKeys()]);
  const known = new Map(stored.map((row) => [row.id, row]));
  // The newest game gets the highest number.
  const finished = games
    .filter(isFinished)
    .sort((a, b) => Number(a.changed > b.changed) - Number(a.changed < b.changed));
  await countRows(finished, known);
}

function isFinished({ isDeleted, ending }: GameRow): boolean {
  return !isDeleted && ending !== null && ending.reason !== "abort";
}

/** Count games a few at a time, so that the page stays responsive. */
async function countRows(games: GameRow[], known = new Map<string, KeysRow>()): Promise<void> {
  let began = performance.now();
  let fresh: KeysRow[] = [];
  for (const game of games) {
    const id = PREFIX + game.id;
    let row = known.get(id);
    if (row?.changed !== game.changed) {
      const texts = game.moves.map(({ text }) => text);
      const keys = (await Board.keysOf(game.ruleset, texts)).join("");
      row = { ...newRow(id), changed: game.changed, keys };
      fresh.push(row);
    }
    counts.add(countedOf(game, row.keys));
    if (performance.now() < began + SLICE_MS) continue;
    await store(fresh);
    fresh = [];
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  }
  await store(fresh);
}

function countedOf(game: GameRow, keys: string): CountedGame {
  const { id, ruleset, ending, players, created, moves } = game;
  const result = ending!.winner ?? "draw";
  return {
    id,
    type: ruleset.split(",")[0]!,
    result,
    keys: Array.from({ length: keys.length / KEY_DIGITS }, (_, index) =>
      keyOf(keys.slice(index * KEY_DIGITS, (index + 1) * KEY_DIGITS)),
    ),
    shown: {
      ruleset,
      white: nameOf(players.w),
      black: nameOf(players.b),
      date: created.slice(0, 10).replaceAll("-", "."),
      result,
      plies: moves.length,
    },
  };
}

function nameOf({ kind, name }: PlayerInfo): string {
  return kind === "engine" ? `Beespace ${name}` : name;
}

async function storedKeys(): Promise<KeysRow[]> {
  const all = await rowsOf<KeysRow>("meta").all();
  return all.filter(({ id }) => id.startsWith(PREFIX));
}

/** Store keys of many games at once. Where that fails, they are found again next time. */
async function store(fresh: KeysRow[]): Promise<void> {
  if (fresh.length === 0) return;
  const ask = (store: IDBObjectStore) => store.count();
  await transact("meta", "readwrite", ask, (_, store) => {
    for (const row of fresh) store.put(row);
  }).catch(() => {});
}
