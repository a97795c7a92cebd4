// What the page stores in this browser: rows of plain JSON in an IndexedDB database. Where the
// browser doesn't allow that, or has no room left, rows last as long as the page is open, and
// `lib/status/keeping` says so. Decision 0037 explains it.

import { setKeeping } from "../../lib/status/keeping.svelte";
import { announce, type Origin } from "./announcing";
import { transact, type StoreName } from "./database";
import { askToPersist } from "./persisting";

export { watch } from "./announcing";
export type { StoreName };

/** What every row has. */
export interface Row {
  id: string;
  /** When it changed last, as an ISO time. */
  changed: string;
  /** The server's revision that the row was last equal to; 0 if the server never had it. */
  revision: number;
  /** The value of `changed` when the server last had the row as it is here. */
  synced?: string;
  /** Deleted rows stay until the server knows of it. */
  isDeleted: boolean;
}

/** The fields of a row that isn't on the server. */
export function newRow(id: string): Row {
  return { id, changed: new Date().toISOString(), revision: 0, isDeleted: false };
}

/** A row as if the server had never had it. */
export function unsynced<T extends Row>(row: T): T {
  const rest = { ...row, revision: 0 };
  delete rest.synced;
  return rest;
}

/** The rows of one store. */
export class Rows<T extends Row> {
  /** Rows that could not be stored. */
  readonly #memory = new Map<string, T>();

  constructor(private readonly name: StoreName) {}

  async get(id: string): Promise<T | undefined> {
    return this.#memory.get(id) ?? this.#stored(id);
  }

  /** All rows, deleted ones included, the last changed first. */
  async all(): Promise<T[]> {
    const stored = await this.#read<T[]>((store) => store.index("changed").getAll(), []);
    const others = stored.filter(({ id }) => !this.#memory.has(id));
    return [...others, ...this.#memory.values()].sort(
      (a, b) => Number(b.changed > a.changed) - Number(b.changed < a.changed),
    );
  }

  async put(row: T): Promise<void> {
    await this.change(row.id, () => row);
  }

  /** Change a row, with nobody between reading and writing, in this tab or another. `revise` gets
   *  the row, if there is one, and returns the new one, or null to leave it. It may be called
   *  twice, and what it throws is thrown. Returns the row as it is then. */
  async change(
    id: string,
    revise: (row: T | undefined) => T | null,
    origin: Origin = "here",
  ): Promise<T | undefined> {
    const change = new Change(revise);
    const row = await this.#store(id, change).catch((error: unknown) => {
      if (change.isRefused) throw error;
      setKeeping(isFull(error) ? "full" : "denied");
      return this.#remember(id, change);
    });
    if (change.isMade) announce(this.name, id, origin);
    return row;
  }

  /** Delete a row. If the server has it, the row stays, without what was in it, until the server
   *  knows. */
  async delete(id: string, emptied: (row: T) => T): Promise<void> {
    let isKnown = false;
    await this.change(id, (row) => {
      isKnown = row !== undefined && row.revision > 0;
      if (row === undefined || !isKnown) return null;
      return { ...emptied(row), isDeleted: true, changed: new Date().toISOString() };
    });
    if (!isKnown) await this.remove(id);
  }

  /** Forget a row, without a trace. */
  async remove(id: string, origin: Origin = "here"): Promise<void> {
    this.#memory.delete(id);
    const ask = (store: IDBObjectStore) => store.delete(id);
    await transact(this.name, "readwrite", ask, () => {}).catch(() => {});
    announce(this.name, id, origin);
  }

  async #store(id: string, change: Change<T>): Promise<T | undefined> {
    const ask = (store: IDBObjectStore): IDBRequest<T | undefined> => store.get(id);
    const row = await transact(this.name, "readwrite", ask, (found, store) => {
      const row = change.make(this.#memory.get(id) ?? found);
      if (change.isMade) store.put(row);
      return row;
    });
    if (change.isMade) {
      this.#memory.delete(id);
      askToPersist();
    }
    return row;
  }

  async #remember(id: string, change: Change<T>): Promise<T | undefined> {
    const stored = await this.#stored(id);
    const row = change.make(this.#memory.get(id) ?? stored);
    if (change.isMade) this.#memory.set(id, row!);
    return row;
  }

  #stored(id: string): Promise<T | undefined> {
    return this.#read<T | undefined>((store) => store.get(id), undefined);
  }

  #read<R>(ask: (store: IDBObjectStore) => IDBRequest<R>, otherwise: R): Promise<R> {
    return transact(this.name, "readonly", ask, (found) => found).catch(() => {
      setKeeping("denied");
      return otherwise;
    });
  }
}

/** A change of a row: whether it was made, and whether `revise` refused it. */
class Change<T> {
  isMade = false;
  isRefused = false;

  constructor(private readonly revise: (row: T | undefined) => T | null) {}

  /** Return the row after the change. */
  make(before: T | undefined): T | undefined {
    this.isRefused = true;
    const row = this.revise(before);
    this.isRefused = false;
    this.isMade = row !== null;
    return row ?? before;
  }
}

const stores = new Map<StoreName, Rows<Row>>();

/** The rows of a store. */
export function rowsOf<T extends Row>(name: StoreName): Rows<T> {
  if (!stores.has(name)) stores.set(name, new Rows(name));
  return stores.get(name) as unknown as Rows<T>;
}

function isFull(error: unknown): boolean {
  return (error as Error | null)?.name === "QuotaExceededError";
}
