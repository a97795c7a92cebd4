import { expect, test } from "vitest";
import { BROKEN, type Backend, type Channel, type ChannelEvents } from "../../src/lib/backend";
import { localBackend } from "../../src/local";
import type { LocalPart } from "../../src/local/part";

const part: LocalPart = {
  answers: {
    "GET /api/things": async ({ query }) => `list from ${query.get("offset")}`,
    "GET /api/things/{id}": async ({ parameters: [id] }) => `thing ${id}`,
    "POST /api/things/{id}/parts/{number}": async ({ parameters, body }) => [...parameters, body],
  },
  channels: {
    "/api/things/{id}/socket":
      async ({ parameters: [id] }) =>
      (events) => {
        queueMicrotask(() => events.opened());
        return {
          isOpen: true,
          say: (message) => {
            events.message(`${id} heard ${String(message)}`);
            return true;
          },
          close: () => {},
        };
      },
  },
};
const parts = { things: async () => ({ part }) };

/** A backend that says who it is. */
const other: Backend = {
  ask: async <T>(path: string, method?: string) => `${method} ${path} elsewhere` as T,
  file: async (path) => new File([path], "elsewhere"),
  open: () => ({ isOpen: false, say: () => false, close: () => {} }),
};

test("a part answers by method and path", async () => {
  const local = localBackend(null, parts);
  expect(await local.ask("/api/things?offset=3&limit=2")).toBe("list from 3");
  expect(await local.ask("/api/things/a%20b")).toBe("thing a b");
  expect(await local.ask("/api/things/x/parts/2", "POST", "body")).toEqual(["x", "2", "body"]);
});

test("the server answers the rest", async () => {
  const local = localBackend(other, parts);
  expect(await local.ask("/api/things", "POST")).toBe("POST /api/things elsewhere");
  expect(await local.ask("/api/unknown")).toBe("GET /api/unknown elsewhere");
});

test("files come from a part or from the server", async () => {
  const files = { answers: { "GET /api/things/{id}/file": async () => new File(["own"], "here") } };
  const local = localBackend(other, { things: async () => ({ part: files }) });
  expect((await local.file("/api/things/x/file")).name).toBe("here");
  expect((await local.file("/api/things/x/other")).name).toBe("elsewhere");
});

test("without a server, the rest is refused", async () => {
  const local = localBackend(null, parts);
  await expect(local.ask("/api/unknown")).rejects.toMatchObject({ code: "no-server" });
});

/** Open a channel and return it with what it tells. */
function open(path: string): [Channel<string>, unknown[]] {
  const told: unknown[] = [];
  const events: ChannelEvents<unknown> = {
    opened: () => told.push("opened"),
    message: (message) => told.push(message),
    closed: (code) => told.push(code),
  };
  return [localBackend(null, parts).open(path, events), told];
}

const soon = () => new Promise((resolve) => setTimeout(resolve));

test("a part opens a channel", async () => {
  const [channel, told] = open("/api/things/x/socket?since=1");
  expect([channel.isOpen, channel.say("early")]).toEqual([false, false]);
  await soon();
  expect([channel.isOpen, channel.say("hello")]).toEqual([true, true]);
  expect(told).toEqual(["opened", "x heard hello"]);
});

test("a channel that nobody opens closes", async () => {
  const [channel, told] = open("/api/unknown/socket");
  await soon();
  expect([channel.isOpen, told]).toEqual([false, [BROKEN]]);
});

test("a channel that was closed early stays silent", async () => {
  const [channel, told] = open("/api/things/x/socket");
  channel.close();
  await soon();
  expect(told).toEqual([]);
});
