// Who thinks for the user, and how much: stored in this browser.

import { oneOf, readStoredFields, store, wholeNumber } from "./storage";

export const SECONDS = [10, 60, 600] as const;
export const MOVE_SECONDS = [1.5, 5, 15] as const;

export interface Thinking {
  /** Whose processor analyses. */
  by: "device" | "server";
  /** How many threads an analysis uses here. */
  threads: number;
  /** How long it thinks about a position, at most. */
  seconds: (typeof SECONDS)[number];
  /** How long the highest level thinks about a move of a game. */
  moveSeconds: (typeof MOVE_SECONDS)[number];
  /** How many positions per second one thread looks at here; 0 if that isn't known yet. */
  speed: number;
}

const NAME = "beespace.thinking";
// More threads help little, and phones get hot.
const USUAL_THREADS = 2;

const FASTEST = 1e9;

/** How many threads could run at once. */
export const PROCESSORS = Math.max(globalThis.navigator?.hardwareConcurrency ?? 2, 1);

function load(): Thinking {
  const found = readStoredFields(NAME);
  // One processor is left to the page.
  const usual = Math.max(Math.min(PROCESSORS - 1, USUAL_THREADS), 1);
  return {
    by: oneOf(found["by"], ["device", "server"], "device"),
    threads: wholeNumber(found["threads"], 1, PROCESSORS, usual),
    seconds: oneOf(found["seconds"], SECONDS, 600),
    moveSeconds: oneOf(found["moveSeconds"], MOVE_SECONDS, 1.5),
    speed: wholeNumber(found["speed"], 1, FASTEST, 0),
  };
}

export const thinking: Thinking = $state(load());

export function saveThinking(): void {
  store(NAME, thinking);
}
