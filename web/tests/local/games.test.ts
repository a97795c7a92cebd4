import { beforeEach, expect, test, vi } from "vitest";
import type { GamePage, GameSummary } from "../../src/generated/messages";
import type { Backend } from "../../src/lib/backend";
import { Failure } from "../../src/lib/failure";
import { drawReason } from "../../src/local/games/offers";
import type { GameRow } from "../../src/local/games/row";

let row: typeof import("../../src/local/games/row");
let list: typeof import("../../src/local/games/list");

beforeEach(async () => {
  vi.resetModules();
  row = await import("../../src/local/games/row");
  list = await import("../../src/local/games/list");
});

function game(id: string, day: number, values: Partial<GameRow> = {}): GameRow {
  const person = { kind: "human" as const, name: "", level: null };
  return {
    ...{ id, created: "2026-01-01T00:00:00.000Z", changed: `2026-01-0${day}T00:00:00.000Z` },
    ...{ ruleset: "Base", players: { w: person, b: person }, moves: [], ending: null, offers: [] },
    ...{ event: 0, revision: 0, isDeleted: false },
    ...values,
  };
}

/** A server with games. */
function serverWith(games: GameSummary[]): Backend {
  return {
    ask: async <T>(path: string) => {
      const query = new URLSearchParams(path.split("?")[1]);
      const [offset, limit] = [Number(query.get("offset")), Number(query.get("limit"))];
      return { games: games.slice(offset, offset + limit), total: games.length } as T;
    },
    file: () => Promise.reject(new Error("not asked for")),
    open: () => ({ isOpen: false, say: () => false, close: () => {} }),
  };
}

const away: Backend = {
  ...serverWith([]),
  ask: () => Promise.reject(new Failure("offline", "the server does not answer")),
};

async function listed(server: Backend | null, offset = 0, limit = 10): Promise<GamePage> {
  const query = new URLSearchParams({ offset: String(offset), limit: String(limit) });
  const asked = { method: "GET", path: "/api/games", parameters: [], body: undefined };
  return list.list({ ...asked, query, server, wantsFile: false });
}

function ids({ games }: GamePage): string {
  return games.map(({ id }) => id).join(" ");
}

test("games of the browser and of the server are in one list", async () => {
  await row.rows.put(game("a", 1));
  await row.rows.put(game("c", 3));
  const server = serverWith([row.summaryOf(game("d", 4)), row.summaryOf(game("b", 2))]);
  expect(ids(await listed(server))).toBe("d c b a");
  const page = await listed(server, 1, 2);
  expect([ids(page), page.total]).toEqual(["c b", 4]);
  expect(ids(await listed(null))).toBe("c a");
});

test("while the server is away, the list has the games of the browser", async () => {
  await expect(listed(away)).rejects.toMatchObject({ code: "offline" });
  await row.rows.put(game("a", 1));
  expect(ids(await listed(away))).toBe("a");
});

test("a deleted game isn't listed", async () => {
  await row.rows.put(game("a", 1));
  await row.rows.put({ ...game("b", 2), isDeleted: true });
  const page = await listed(serverWith([row.summaryOf(game("c", 3))]));
  expect([ids(page), page.total]).toEqual(["c a", 2]);
});

test("ids look like those of the server", () => {
  const found = Array.from({ length: 200 }, () => row.newId());
  expect(found.every((id) => /^[a-hj-km-np-z2-9]{12}$/.test(id))).toBe(true);
  expect(new Set(found).size).toBe(200);
});

test("the computer accepts a draw unless it is ahead", () => {
  expect([drawReason(-20, 1), drawReason(80, 1), drawReason(80, 3)]).toEqual([
    "even",
    "ahead",
    "even",
  ]);
  expect([drawReason(29_995, 3), drawReason(-29_995, 1)]).toEqual(["ahead", "even"]);
});

test("a game that isn't stored here is the server's, or doesn't exist", async () => {
  const { localBackend } = await import("../../src/local");
  const elsewhere = serverWith([]);
  expect(await localBackend(elsewhere).ask("/api/games/unknown")).toMatchObject({ total: 0 });
  const local = localBackend(null);
  await expect(local.ask("/api/games/unknown")).rejects.toMatchObject({ code: "no-such-game" });
  const code = await new Promise((resolve) =>
    local.open("/api/games/unknown/socket", {
      opened: () => resolve("opened"),
      message: () => resolve("message"),
      closed: resolve,
    }),
  );
  expect(code).toBe(4404);
});
