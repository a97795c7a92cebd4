// Which backend answers a path: the page itself where it can, or else the server.

import type { Backend } from "../lib/backend";
import { isLocal, localBackend } from "../local";
import { server } from "./server";

/** Whether there is a server. A page made by `make site` has none. */
export const HAS_SERVER = import.meta.env["VITE_SERVER"] !== "none";

const local = localBackend(HAS_SERVER ? server : null);

export function backendFor(path: string): Backend {
  return isLocal(path) || !HAS_SERVER ? local : server;
}
