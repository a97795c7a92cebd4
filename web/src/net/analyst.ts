// Which engine analyses for the user, and how fast.

import { HAS_SERVER } from "../lib/router.svelte";
import { PROCESSORS, saveThinking, thinking } from "../lib/thinking.svelte";

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
  return canUseThreads ? PROCESSORS : 1;
}

/** How many threads an analysis uses on this device. */
export function threadsHere(): number {
  return Math.min(thinking.threads, mostThreadsHere());
}

let measuring: Promise<void> | undefined;

/** Measure how fast the engine is on this device, which takes about a second, and remember it. */
export function measureSpeed(): Promise<void> {
  measuring ??= (async () => {
    try {
      const { speedHere } = await import("../local/core/speed");
      thinking.speed = await speedHere();
      saveThinking();
    } catch {
      // It stays unknown where the engine doesn't run.
    } finally {
      measuring = undefined;
    }
  })();
  return measuring;
}
