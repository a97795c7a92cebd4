// The local backend: the page answers itself, with the C++ core in WebAssembly. Its parts load when
// they are first needed; this file is part of the first load and has to stay small.

import { openLater, type Backend, type ChannelEvents } from "../lib/backend";
import { passOn, passOnChannel, type Asked, type LocalPart, type Opener } from "./part";

/** How to load the parts, by the first word of their paths after "/api/". */
type Parts = Record<string, () => Promise<{ part: LocalPart }>>;

const PARTS: Parts = {
  analysis: () => import("./analysis"),
  games: () => import("./games"),
  imports: () => import("./imports"),
  lessons: () => import("./lessons"),
  rules: () => import("./lessons"),
  openings: () => import("./openings"),
  puzzles: () => import("./puzzles"),
  studies: () => import("./studies"),
};

/** Whether a part answers a path, though it may pass some requests on to the server. */
export function isLocal(path: string): boolean {
  return wordOf(path) in PARTS;
}

/** Return the local backend. What only the server can answer goes to `server`, if there is one. */
export function localBackend(server: Backend | null, parts = PARTS): Backend {
  const partOf = async (path: string) => (await parts[wordOf(path)]?.())?.part;
  const answer = async <T>(asked: Asked): Promise<T> => {
    const part = await partOf(asked.path);
    const [answer, parameters] = match(part?.answers ?? {}, asked, `${asked.method} `);
    return (await (answer ?? passOn)({ ...asked, parameters })) as T;
  };
  const opener = async (asked: Asked): Promise<Opener> => {
    const part = await partOf(asked.path);
    const [find, parameters] = match(part?.channels ?? {}, asked, "");
    return (find ?? passOnChannel)({ ...asked, parameters });
  };
  return {
    ask: <T>(path: string, method = "GET", body?: unknown) =>
      answer<T>(askedOf(path, method, body, server)),
    file: (path) => answer<File>({ ...askedOf(path, "GET", undefined, server), wantsFile: true }),
    open<Out, In>(path: string, events: ChannelEvents<In>) {
      const opening = opener(askedOf(path, "GET", undefined, server));
      return openLater<Out, unknown>(opening, events as ChannelEvents<unknown>);
    },
  };
}

function wordOf(path: string): string {
  return path.split(/[/?]/)[2] ?? "";
}

function askedOf(path: string, method: string, body: unknown, server: Backend | null): Asked {
  const query = new URLSearchParams(path.split("?")[1] ?? "");
  return { method, path, parameters: [], query, body, wantsFile: false, server };
}

/** Find what answers a path, and what it has in place of each `{…}`. */
function match<T>(
  table: Record<string, T>,
  { path }: Asked,
  method: string,
): [T | undefined, string[]] {
  const words = path.split("?")[0]!.split("/");
  for (const [pattern, found] of Object.entries(table)) {
    if (!pattern.startsWith(`${method}/`)) continue;
    const expected = pattern.slice(method.length).split("/");
    const isOpen = (word: string) => word.startsWith("{");
    if (expected.length !== words.length) continue;
    if (!expected.every((word, index) => isOpen(word) || word === words[index])) continue;
    const parameters = words.filter((_, index) => isOpen(expected[index]!));
    return [found, parameters.map(decodeURIComponent)];
  }
  return [undefined, []];
}
