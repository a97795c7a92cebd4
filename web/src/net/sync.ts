// Synchronizing with the server, and the user's devices. The code that merges loads when it is needed.

import type { DeviceLink, DeviceList } from "../generated/messages";
import { HAS_SERVER } from "../lib/router.svelte";
import { server } from "./server";

/** Start synchronizing, if there is a server. */
export async function startSync(): Promise<void> {
  if (HAS_SERVER) (await import("../local/sync")).start(server);
}

/** Synchronize now. */
export async function syncNow(): Promise<void> {
  if (HAS_SERVER) await (await import("../local/sync")).syncNow();
}

export const devices = {
  list: () => server.ask<DeviceList>("/api/devices"),
  newLink: (name: string) => server.ask<DeviceLink>("/api/devices/link", "POST", { name }),
  checkLink: (secret: string) => server.ask<void>("/api/devices/check", "POST", { secret }),
  join: (secret: string, name: string) =>
    server.ask<DeviceList>("/api/devices/join", "POST", { secret, name }),
  remove: (id: string) => server.ask<DeviceList>(`/api/devices/${id}`, "DELETE"),
};
