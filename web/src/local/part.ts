// A part of the local backend, such as the games: it answers requests and opens channels.

import type { Backend, Channel, ChannelEvents } from "../lib/backend";
import { Failure } from "../lib/failure";

/** A request. */
export interface Asked {
  method: string;
  /** The whole path, with its query. */
  path: string;
  /** What the path has in place of each `{…}` of the pattern. */
  parameters: string[];
  query: URLSearchParams;
  body: unknown;
  /** Whether the answer is a file. */
  wantsFile: boolean;
  /** For requests that only the server can answer; null if there is none. */
  server: Backend | null;
}

export interface LocalPart {
  /** By method and path, such as "POST /api/analysis/turn" or "GET /api/games/{id}". */
  answers: Record<string, (asked: Asked) => Promise<unknown>>;
  /** By path, such as "/api/games/{id}/socket". */
  channels?: Record<string, (asked: Asked, events: ChannelEvents<unknown>) => Channel<unknown>>;
}

/** Let the server answer a request. */
export function passOn<T>({ server, path, method, body, wantsFile }: Asked): Promise<T> {
  if (server === null) return Promise.reject(new Failure("no-server", "this needs a server"));
  if (wantsFile) return server.file(path) as Promise<T>;
  return server.ask<T>(path, method, body);
}

/** Let the server open a channel. */
export function passOnChannel(
  { server, path }: Asked,
  events: ChannelEvents<unknown>,
): Channel<unknown> {
  if (server === null) throw new Failure("no-server", "this needs a server");
  return server.open(path, events);
}
