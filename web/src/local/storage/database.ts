// The database in this browser. Opens and upgrades it, and runs transactions on one store each.

export type StoreName = "games" | "studies" | "progress" | "meta";

const NAME = "beespace";

/** How to upgrade the database: the first entry makes version 1 from nothing, and so on. Never change
 *  an entry that has been released; add one. */
const UPGRADES: ((database: IDBDatabase) => void)[] = [
  (database) => {
    for (const name of ["games", "studies", "progress", "meta"] satisfies StoreName[]) {
      database.createObjectStore(name, { keyPath: "id" }).createIndex("changed", "changed");
    }
  },
];

let opened: Promise<IDBDatabase> | undefined;

/** Open the database, unless it is open. Fails where the browser doesn't allow it. */
export function open(): Promise<IDBDatabase> {
  opened ??= openNow().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

function openNow(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    // Some browsers throw already when the name is used.
    const request = indexedDB.open(NAME, UPGRADES.length);
    request.onupgradeneeded = ({ oldVersion }) => {
      for (const upgrade of UPGRADES.slice(oldVersion)) upgrade(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      const forget = () => (opened = undefined);
      // A newer version of the page in another tab wants to upgrade the database.
      database.onversionchange = () => {
        database.close();
        forget();
      };
      database.onclose = forget; // such as when the user deletes the data of this site
      resolve(database);
    };
  });
}

/** Run a transaction: `ask` a store something, and `use` the answer, such as to write to it. Returns
 *  what `use` returns, once everything is stored; what it throws undoes everything. */
export async function transact<T, R>(
  name: StoreName,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
  use: (answer: T, store: IDBObjectStore) => R,
): Promise<R> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode);
    const store = transaction.objectStore(name);
    let result: R;
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = () => reject(transaction.error ?? new Error("nothing was stored"));
    const request = ask(store);
    request.onsuccess = () => {
      try {
        result = use(request.result, store);
      } catch (error) {
        reject(error);
        transaction.abort();
      }
    };
  });
}
