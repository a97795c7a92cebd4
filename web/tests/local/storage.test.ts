import { beforeEach, expect, test, vi } from "vitest";
import type { Row } from "../../src/local/storage";

// This browser has no IndexedDB, so rows last as long as the page. tests/page/site checks the rest in
// real browsers.

interface Note extends Row {
  text: string;
}

function note(id: string, text: string, changed: string): Note {
  return { id, text, changed, revision: 0, isDeleted: false };
}

let storage: typeof import("../../src/local/storage");
let keeping: typeof import("../../src/lib/status/keeping.svelte");

beforeEach(async () => {
  vi.resetModules();
  storage = await import("../../src/local/storage");
  keeping = await import("../../src/lib/status/keeping.svelte");
});

test("without a database, rows last as long as the page, which says so", async () => {
  const rows = storage.rowsOf<Note>("studies");
  expect(keeping.keeping()).toBe("kept");
  await rows.put(note("a", "first", "2026-01-01T00:00:00Z"));
  await rows.put(note("b", "second", "2026-01-02T00:00:00Z"));
  expect(keeping.keeping()).toBe("denied");
  expect((await rows.get("a"))?.text).toBe("first");
  expect((await rows.all()).map(({ id }) => id)).toEqual(["b", "a"]);
  await rows.remove("b");
  expect(await rows.get("b")).toBeUndefined();
  expect(storage.rowsOf("studies")).toBe(rows);
});

test("changes made at the same time are all made", async () => {
  const rows = storage.rowsOf<Note>("studies");
  await rows.put(note("a", "", "2026-01-01T00:00:00Z"));
  const add = (letter: string) =>
    rows.change("a", (row) => ({ ...row!, text: row!.text + letter }));
  await Promise.all([add("x"), add("y"), add("z")]);
  expect((await rows.get("a"))?.text.split("").sort().join("")).toBe("xyz");
});

test("a change can be refused or left out", async () => {
  const rows = storage.rowsOf<Note>("studies");
  const heard: unknown[] = [];
  const stop = storage.watch("studies", (...news) => heard.push(news));
  expect(await rows.change("a", () => null)).toBeUndefined();
  const refuse = () => {
    throw new Error("no");
  };
  await expect(rows.change("a", refuse)).rejects.toThrow("no");
  expect(heard).toEqual([]);
  await rows.put(note("a", "text", "2026-01-01T00:00:00Z"));
  expect(heard).toEqual([["a", "here"]]);
  stop();
  await rows.remove("a");
  expect(heard).toHaveLength(1);
});
