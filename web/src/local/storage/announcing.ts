// Tells this tab and the others which rows have changed.

import type { StoreName } from "./database";

interface News {
  store: StoreName;
  id: string;
}

type Heard = (id: string, isFromOtherTab: boolean) => void;

const listeners = new Map<StoreName, Set<Heard>>();
let channel: BroadcastChannel | null | undefined;

/** The channel between the tabs, or null where the browser has none. */
function tabs(): BroadcastChannel | null {
  if (channel === undefined) {
    channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("beespace");
    channel?.addEventListener("message", ({ data }: MessageEvent<News>) => tell(data, true));
    // Node.js would wait for news before it ends.
    (channel as { unref?: () => void } | null)?.unref?.();
  }
  return channel;
}

function tell({ store, id }: News, isFromOtherTab: boolean): void {
  for (const heard of listeners.get(store) ?? []) heard(id, isFromOtherTab);
}

/** Say that a row has changed. */
export function announce(store: StoreName, id: string): void {
  tabs()?.postMessage({ store, id } satisfies News);
  tell({ store, id }, false);
}

/** Call `heard` for every row of a store that changes. Returns how to stop. */
export function watch(store: StoreName, heard: Heard): () => void {
  tabs();
  const all = listeners.get(store) ?? new Set();
  listeners.set(store, all.add(heard));
  return () => all.delete(heard);
}
