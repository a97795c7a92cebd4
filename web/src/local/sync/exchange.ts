// Exchanges rows with the server until both have the same.

import type { SayRow, SaySync, Synced } from "../../generated/messages";
import type { Backend } from "../../lib/backend";
import { newRow, rowsOf, type Row } from "../storage";
import { changedValues, forgetValues, noteValueStored, takeInValue } from "./progress";
import { changedRows, forgetRevisions, noteRefused, noteStored, takeIn } from "./rows";

/** What this browser knows of the server's library. */
interface Known extends Row {
  library: string;
  since: number;
}

const meta = rowsOf<Known>("meta");
const ID = "sync";
// What one request carries. A larger row goes alone.
const MOST_ROWS = 100;
const MOST_CHARS = 100_000;
// More than any library needs. It only ends what would never end.
const MOST_REQUESTS = 1000;

/** What an exchange has found. */
export interface Result {
  /** Whether the server has refused a change for want of room. */
  isFull: boolean;
  /** Whether other devices may change something. */
  hasOthers: boolean;
}

/** Exchange everything. */
export async function exchange(server: Backend): Promise<Result> {
  const refused = new Set<string>();
  let [isFull, hasOthers] = [false, false];
  for (let request = 0; request < MOST_REQUESTS; request++) {
    const known = (await meta.get(ID)) ?? { ...newRow(ID), library: "", since: 0 };
    const changes = [...(await changedValues()), ...(await changedRows())];
    const rows = some(changes.filter((row) => !refused.has(keyOf(row))));
    const asked: SaySync = { library: known.library, since: known.since, rows };
    const answer = await server.ask<Synced>("/api/sync", "POST", asked);
    const isOther = known.library !== "" && answer.library !== known.library;
    if (isOther || answer.revision < known.since) {
      await forgetRevisions();
      await forgetValues();
      await remember(answer.library, 0);
      continue;
    }
    await apply(answer, rows);
    for (const row of answer.refused) refused.add(keyOf(row));
    hasOthers = answer.has_other_devices;
    isFull ||= answer.refused.some(({ code }) => code === "full");
    await remember(answer.library, answer.revision);
    if (answer.is_complete && rows.length === 0) break;
  }
  return { isFull, hasOthers };
}

function keyOf({ store, id }: { store: string; id: string }): string {
  return `${store} ${id}`;
}

/** As many rows as one request carries. */
function some(rows: SayRow[]): SayRow[] {
  const found: SayRow[] = [];
  let chars = 0;
  for (const row of rows) {
    chars += (row.content ?? "").length;
    if (found.length === MOST_ROWS || (found.length > 0 && chars > MOST_CHARS)) break;
    found.push(row);
  }
  return found;
}

async function apply(answer: Synced, sent: SayRow[]): Promise<void> {
  const sentRow = (one: { store: string; id: string }) =>
    sent.find((row) => keyOf(row) === keyOf(one))!;
  for (const row of answer.rows) await (row.store === "progress" ? takeInValue(row) : takeIn(row));
  for (const row of answer.stored) {
    await (row.store === "progress" ? noteValueStored : noteStored)(row, sentRow(row));
  }
  for (const row of answer.refused) await noteRefused(row, sentRow(row));
}

async function remember(library: string, since: number): Promise<void> {
  await meta.change(ID, () => ({ ...newRow(ID), library, since }), "server");
}
