// Who analyses for the user.

import { HAS_SERVER } from "../lib/router.svelte";
import { MOST_THREADS, thinking } from "../lib/thinking.svelte";

/** This device; the server because the user wants it, or because this device can't; or nobody. */
export type Analyst = "device" | "server" | "only-server" | "nobody";

let canUseThreads = false;

export async function analyst(): Promise<Analyst> {
  if (HAS_SERVER && thinking.by === "server") return "server";
  const { Engine, works } = await import("../local/core");
  if (await works()) {
    canUseThreads = Engine.canUseThreads;
    return "device";
  }
  return HAS_SERVER ? "only-server" : "nobody";
}

/** How many threads an analysis can use on this device, once `analyst` has found that out. Browsers
 *  only allow more than one on pages that are isolated from others. */
export function mostThreadsHere(): number {
  return canUseThreads ? MOST_THREADS : 1;
}

/** How many threads an analysis uses on this device. */
export function threadsHere(): number {
  return Math.min(thinking.threads, mostThreadsHere());
}
