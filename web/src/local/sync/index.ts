// Synchronizes this browser with the server by itself: soon after a change, when another device has
// changed something, when the page is shown or hidden, and when the network is back. Decision 0039
// explains it.

import type { Backend, Channel } from "../../lib/backend";
import { Failure } from "../../lib/failure";
import { watchStored } from "../../lib/storage";
import { setSyncing, syncing } from "../../lib/status/syncing.svelte";
import { watch } from "../storage";
import { STORES } from "./content";
import { exchange } from "./exchange";
import { VALUES } from "./progress";

// Long enough for several changes to go together. With other devices, it's what they wait for.
const AFTER_CHANGE_MS = 2000;
const BETWEEN_MS = 10_000;
const WITH_OTHERS_MS = 500;
const NOW_AND_THEN_MS = 60_000;
const LISTEN_AGAIN_MS = 10_000;
// While the server is away.
const TRY_AGAIN_MS = 3000;
/** Only one tab synchronizes at a time. */
const LOCK = "beespace-sync";

let server: Backend | null = null;
let running: Promise<void> | null = null;
let isWanted = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastMs = -Infinity;
let hasOthers = false;
let listening: Channel<never> | null = null;

/** Start synchronizing with a server. */
export function start(with_: Backend): void {
  if (server !== null) return;
  server = with_;
  for (const store of STORES) {
    watch(store, (_id, origin) => origin === "here" && soon());
  }
  for (const name of Object.values(VALUES)) watchStored(name, soon);
  document.addEventListener("visibilitychange", () => {
    listen();
    void syncNow();
  });
  window.addEventListener("online", () => void syncNow());
  setInterval(() => document.visibilityState === "visible" && void syncNow(), NOW_AND_THEN_MS);
  void syncNow();
}

/** Wait for changes of other devices, if there are any, while the page is visible. */
function listen(): void {
  const wants = hasOthers && document.visibilityState === "visible";
  if (!wants) {
    listening?.close();
    listening = null;
    return;
  }
  listening ??= server!.open<never, unknown>("/api/sync/events", {
    opened: () => {},
    message: () => void syncNow(),
    closed: () => {
      listening = null;
      setTimeout(listen, LISTEN_AGAIN_MS);
    },
  });
}

/** Synchronize a moment after a change, but not too often. */
function soon(): void {
  const wait = hasOthers
    ? WITH_OTHERS_MS
    : Math.max(AFTER_CHANGE_MS, lastMs + BETWEEN_MS - performance.now());
  timer ??= setTimeout(() => void syncNow(), wait);
}

/** Synchronize, and return once everything is the same or can't be. */
export function syncNow(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  isWanted = true;
  running ??= run().finally(() => (running = null));
  return running;
}

async function run(): Promise<void> {
  while (isWanted && server !== null) {
    isWanted = false;
    lastMs = performance.now();
    await locked(() => attempt(server!));
  }
}

async function attempt(server: Backend): Promise<void> {
  // Until an attempt succeeds, the page says that the server is away.
  if (syncing() !== "waiting") setSyncing("working");
  try {
    const found = await exchange(server);
    hasOthers = found.hasOthers;
    listen();
    setSyncing(found.isFull ? "full" : "done");
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    setSyncing("waiting");
    tryAgain();
  }
}

/** Soon try again, so that a page that says that the server is away notices when it is back. */
function tryAgain(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    if (document.visibilityState === "visible") void syncNow();
  }, TRY_AGAIN_MS);
}

async function locked(work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return work();
  await navigator.locks.request(LOCK, work);
}
