// Tells this tab and the others which rows have changed.

import type { StoreName } from "./database";

/** Where a change comes from: this tab, another one, or one of the user's other devices. */
export type Origin = "here" | "other tab" | "server";

interface News {
  store: StoreName;
  id: string;
}

type Heard = (id: string, origin: Origin) => void;

const listeners = new Map<StoreName, Set<Heard>>();
let channel: BroadcastChannel | null | undefined;

/** The channel between the tabs, or null where the browser has none. */
function tabs(): BroadcastChannel | null {
  if (channel === undefined) {
    channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("beespace");
    channel?.addEventListener("message", ({ data }: MessageEvent<News>) => tell(data, "other tab"));
    // Node.js would wait for news before it ends.
    (channel as { unref?: () => void } | null)?.unref?.();
  }
  return channel;
}

function tell({ store, id }: News, origin: Origin): void {
  for (const heard of listeners.get(store) ?? []) heard(id, origin);
}

/** Say that a row has changed. */
export function announce(store: StoreName, id: string, origin: Origin): void {
  tabs()?.postMessage({ store, id } satisfies News);
  tell({ store, id }, origin);
}

/** Call `heard` for every row of a store that changes. Returns how to stop. */
export function watch(store: StoreName, heard: Heard): () => void {
  tabs();
  const all = listeners.get(store) ?? new Set();
  listeners.set(store, all.add(heard));
  return () => all.delete(heard);
}
