// Which backend answers a path: the page itself where it can, or else the server.

import type { Backend } from "../lib/backend";
import { HAS_SERVER } from "../lib/router.svelte";
import { isLocal, localBackend } from "../local";
import { server } from "./server";

const local = localBackend(HAS_SERVER ? server : null);

export function backendFor(path: string): Backend {
  return isLocal(path) || !HAS_SERVER ? local : server;
}
