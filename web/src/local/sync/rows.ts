// The rows of the browser's database, as they are sent to the server and received from it.

import type { RowChange, RowRefused, RowStored, SayRow } from "../../generated/messages";
import { deviceName } from "../../lib/deviceName";
import { newId } from "../games/row";
import { rowsOf, unsynced, type Row } from "../storage";
import type { StudyRow } from "../studies";
import { isChanged, LONGEST_TITLE, received, said, STORES, type SyncedStore } from "./content";
import { judge } from "./merging";

/** The rows that the server doesn't have as they are. */
export async function changedRows(): Promise<SayRow[]> {
  const found = STORES.map(async (store) => {
    const rows = await rowsOf(store).all();
    return rows.filter(isChanged).map((row) => said(store, row));
  });
  return (await Promise.all(found)).flat();
}

/** Note that the server has a row as it was sent. */
export async function noteStored(stored: RowStored, sent: SayRow): Promise<void> {
  const rows = rowsOf(stored.store as SyncedStore);
  if (sent.is_deleted) return rows.remove(stored.id, "server");
  await rows.change(
    stored.id,
    (row) => {
      if (row === undefined) return null;
      // It may have changed meanwhile, even within a millisecond.
      const isSame = JSON.stringify(said(sent.store as SyncedStore, row)) === JSON.stringify(sent);
      const revision = stored.revision;
      return isSame ? { ...row, revision, synced: row.changed } : { ...row, revision };
    },
    "server",
  );
}

/** Take in a row that has changed on another device. */
export async function takeIn(change: RowChange): Promise<void> {
  const store = change.store as SyncedStore;
  const rows = rowsOf(store);
  let copy: Row | null = null;
  const after = await rows.change(
    change.id,
    (here) => {
      copy = null;
      const theirs = received(change, here);
      if (theirs === null || here?.revision === change.revision) return null;
      if (here === undefined || !isChanged(here)) return theirs;
      const verdict = isEqual(store, here, theirs) ? "theirs" : judge(here, theirs);
      // The change here is about their version now, and is sent again.
      if (verdict === "ours") return { ...here, revision: change.revision };
      if (verdict === "theirs") return theirs;
      copy = named(store, copied(here));
      return { ...theirs, split: copy.id } as Row;
    },
    "server",
  );
  if (copy !== null) await rows.put(copy);
  if (after?.isDeleted && !isChanged(after)) await rows.remove(change.id, "server");
}

function isEqual(store: SyncedStore, here: Row, theirs: Row): boolean {
  const content = (row: Row) => JSON.stringify({ ...said(store, row), changed: "", revision: 0 });
  return content(here) === content(theirs);
}

/** A row with the same content and a new id. */
function copied(row: Row): Row {
  return { ...unsynced(row), id: newId() };
}

/** A copy that says which device it's from, so that users can tell it from the other one. */
function named(store: SyncedStore, row: Row): Row {
  const device = deviceName();
  if (store === "games") return { ...row, copy: device } as Row;
  const { title } = row as StudyRow;
  const added = ` (${device || new Date(row.changed).toLocaleString()})`;
  const isNamed = title.endsWith(added);
  const short = title.slice(0, LONGEST_TITLE - added.length);
  return isNamed ? row : ({ ...row, title: `${short}${added}`.trim() } as Row);
}

/** Deal with a row that the server refuses. */
export async function noteRefused({ store, id, code }: RowRefused, sent: SayRow): Promise<void> {
  if (store === "progress" || code === "full" || code === "busy") return; // tried again later
  const rows = rowsOf(store);
  if (code === "taken") {
    const row = await rows.get(id);
    if (row !== undefined && !row.isDeleted) await rows.put(copied(row));
    return rows.remove(id, "server");
  }
  // Keep it here, and don't send it again before it changes.
  await rows.change(
    id,
    (row) => (row?.changed === sent.changed ? { ...row, synced: row.changed } : null),
    "server",
  );
}

/** Forget what the server has: it is another one, or another guest. Everything is then merged. */
export async function forgetRevisions(): Promise<void> {
  for (const store of STORES) {
    for (const { id } of await rowsOf(store).all()) {
      await rowsOf(store).change(id, (row) => (row === undefined ? null : unsynced(row)), "server");
    }
  }
}
