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

type Table<T> = Record<string, (asked: Asked) => Promise<T>>;

/** What opens a channel. */
export type Opener = (events: ChannelEvents<unknown>) => Channel<unknown>;

export interface LocalPart {
  /** By method and path, such as "POST /api/analysis/turn" or "GET /api/games/{id}". */
  answers: Table<unknown>;
  /** By path, such as "/api/games/{id}/socket": finds what opens the channel, here or on the server. */
  channels?: Table<Opener>;
}

/** Return a table of answers, or of channels, that uses `otherwise` for what isn't answered here. */
export function choosing<T>(
  isHere: (asked: Asked) => Promise<boolean>,
  table: Table<T>,
  otherwise: (asked: Asked) => Promise<T>,
): Table<T> {
  const rows = Object.entries(table).map(([pattern, answer]): [string, typeof answer] => [
    pattern,
    async (asked) => ((await isHere(asked)) ? answer(asked) : otherwise(asked)),
  ]);
  return Object.fromEntries(rows);
}

/** Let the server answer a request. */
export function passOn<T>({ server, path, method, body, wantsFile }: Asked): Promise<T> {
  if (server === null) return Promise.reject(new Failure("no-server", "this needs a server"));
  if (wantsFile) return server.file(path) as Promise<T>;
  return server.ask<T>(path, method, body);
}

/** Let the server open a channel. Without one, the channel breaks. */
export async function passOnChannel({ server, path }: Asked): Promise<Opener> {
  if (server === null) throw new Failure("no-server", "this needs a server");
  return (events) => server.open(path, events);
}
