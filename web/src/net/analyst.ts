// Who analyses for the user.

import { HAS_SERVER } from "../lib/router.svelte";
import { thinking } from "../lib/thinking.svelte";

/** This device; the server because the user wants it, or because this device can't; or nobody. */
export type Analyst = "device" | "server" | "only-server" | "nobody";

export async function analyst(): Promise<Analyst> {
  if (HAS_SERVER && thinking.by === "server") return "server";
  const { works } = await import("../local/core");
  if (await works()) return "device";
  return HAS_SERVER ? "only-server" : "nobody";
}

/** How many threads an analysis uses on this device. Browsers only allow more than one on pages
 *  that are isolated from others. */
export function threadsHere(): number {
  return window.crossOriginIsolated ? thinking.threads : 1;
}
