// Progress in lessons and puzzles, which is in localStorage, as rows that all devices have.

import type { RowChange, RowStored, SayRow } from "../../generated/messages";
import { readStored, store } from "../../lib/storage";
import { merged } from "../everything/merging";
import { newRow, rowsOf, type Row } from "../storage";

/** The names of the values, by the ids of their rows. */
export const VALUES: Record<string, string> = {
  lessons: "beespace.lessons",
  puzzles: "beespace.puzzles.results",
};

/** What the server has of a value. */
interface KnownValue extends Row {
  text: string;
}

const rows = rowsOf<KnownValue>("progress");

/** The values that the server doesn't have as they are. */
export async function changedValues(): Promise<SayRow[]> {
  const found: SayRow[] = [];
  for (const id of Object.keys(VALUES)) {
    const content = textOf(id);
    const known = await rows.get(id);
    if (content === null || content === known?.text) continue;
    const changed = new Date().toISOString();
    found.push({ store: "progress", id, revision: known?.revision ?? 0, changed, content });
  }
  return found;
}

function textOf(id: string): string | null {
  const value = readStored(VALUES[id]!);
  return value === null ? null : JSON.stringify(value);
}

export async function noteValueStored({ id, revision }: RowStored, sent: SayRow): Promise<void> {
  await note(id, revision, sent.content ?? "");
}

/** Take in a value that has changed on another device. */
export async function takeInValue({ id, revision, content }: RowChange): Promise<void> {
  const name = VALUES[id];
  const value = parsed(content);
  if (name === undefined || value === null) return;
  const known = await rows.get(id);
  if (known?.revision === revision) return;
  // What was only changed there replaces what is here, so that clearing it works, too.
  const isChanged = textOf(id) !== null && textOf(id) !== known?.text;
  store(name, isChanged ? merged(name, readStored(name), value) : value);
  await note(id, revision, JSON.stringify(value));
}

function note(id: string, revision: number, text: string): Promise<unknown> {
  return rows.change(id, () => ({ ...newRow(id), revision, text }), "server");
}

/** Forget what the server has. */
export async function forgetValues(): Promise<void> {
  for (const id of Object.keys(VALUES)) await rows.remove(id, "server");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
