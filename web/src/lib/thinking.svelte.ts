// Who analyses for the user, and how much: stored in this browser.

import { oneOf, readStoredFields, store, wholeNumber } from "./storage";

export const SECONDS = [10, 60, 600] as const;

export interface Thinking {
  /** Whose processor analyses. */
  by: "device" | "server";
  /** How many threads an analysis uses here. */
  threads: number;
  /** How long it thinks about a position, at most. */
  seconds: (typeof SECONDS)[number];
}

const NAME = "beespace.thinking";
// More threads help little, and phones get hot.
const USUAL_THREADS = 4;

/** The most threads that leave one processor to the page. */
export const MOST_THREADS = Math.max((globalThis.navigator?.hardwareConcurrency ?? 2) - 1, 1);

function load(): Thinking {
  const found = readStoredFields(NAME);
  const usual = Math.min(MOST_THREADS, USUAL_THREADS);
  return {
    by: oneOf(found["by"], ["device", "server"], "device"),
    threads: wholeNumber(found["threads"], 1, MOST_THREADS, usual),
    seconds: oneOf(found["seconds"], SECONDS, 600),
  };
}

export const thinking: Thinking = $state(load());

export function saveThinking(): void {
  store(NAME, thinking);
}
