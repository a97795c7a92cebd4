// Tells screens what has changed in this browser: in this tab, in another one, or on another device.

import { watch, type StoreName } from "../local/storage";

// Long enough for several changes to be one.
const WAIT_MS = 200;

/** Call `heard` a moment after rows of a store have changed. Returns how to stop. */
export function watchRows(store: StoreName, heard: () => void, id?: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = watch(store, (changed) => {
    if (id !== undefined && changed !== id) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      heard();
    }, WAIT_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
