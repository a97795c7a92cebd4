// Everything as one file: what is restored, and what stays as it is.
import { beforeEach, describe, expect, it } from "vitest";
import { merged } from "../../src/local/everything/merging";
import { restoreEverything, writeEverything } from "../../src/local/everything";
import { rowsOf, type Row } from "../../src/local/storage";

interface Counted extends Row {
  count: number;
}

const rows = rowsOf<Counted>("progress");
const row = (id: string, day: number, count: number): Counted => ({
  id,
  changed: `2026-01-0${day}T00:00:00Z`,
  revision: 3,
  isDeleted: false,
  count,
});
const file = (progress: unknown[], values = {}, version = 1) =>
  JSON.stringify({ beespace: "everything", version, rows: { progress }, values });

beforeEach(async () => {
  localStorage.clear();
  for (const { id } of await rows.all()) await rows.remove(id);
});

describe("everything", () => {
  it("is the same after it was written and restored", async () => {
    await rows.put(row("one", 1, 1));
    localStorage.setItem("beespace.lessons", '{"goal":[0,1]}');
    const text = await (await writeEverything()).text();
    await rows.remove("one");
    localStorage.clear();
    await restoreEverything(text);
    expect(await rows.get("one")).toMatchObject({ count: 1, revision: 0 });
    expect(localStorage.getItem("beespace.lessons")).toBe('{"goal":[0,1]}');
  });

  it("replaces what is older, and nothing newer", async () => {
    await rows.put(row("older", 1, 1));
    await rows.put(row("newer", 3, 1));
    await restoreEverything(file([row("older", 2, 2), row("newer", 2, 2), row("new", 2, 2)]));
    const counts = (await rows.all()).map(({ id, count }) => [id, count]);
    expect(Object.fromEntries(counts)).toEqual({ older: 2, newer: 1, new: 2 });
    // Twice is as good as once.
    await restoreEverything(file([row("older", 2, 5)]));
    expect((await rows.get("older"))?.count).toBe(2);
  });

  it.each([
    ["not JSON", "not-everything"],
    ["[]", "not-everything"],
    ['{"beespace":"lessons","version":1}', "not-everything"],
    [file([], {}, 2), "newer-file"],
  ])("refuses %s", async (text, code) => {
    await expect(restoreEverything(text)).rejects.toMatchObject({ code });
  });

  it("leaves out rows that aren't rows, and values of others", async () => {
    const bad = [null, 7, {}, { id: "x", changed: "never" }, { id: "../", changed: "2026-01-01" }];
    const restored = await restoreEverything(file(bad, { other: 1, "beespace.x": 2 }));
    expect(restored).toEqual({ games: 0, studies: 0, unreadable: bad.length });
    expect(await rows.all()).toEqual([]);
    expect({ ...localStorage }).toEqual({ "beespace.x": "2" });
  });
});

describe("merging", () => {
  it("keeps every step of both", () => {
    const both = merged("beespace.lessons", { goal: [0, 2] }, { goal: [1, 2], gate: [0], bad: 7 });
    expect(both).toEqual({ goal: [0, 1, 2], gate: [0] });
  });

  it("counts a puzzle when it was first tried", () => {
    const here = [["a", 3, true, "2026-01-02"]];
    const added = [["b", 3, true, "2026-01-01"], ["a", 3, false, "2026-01-01"], 7];
    expect(merged("beespace.puzzles.results", here, added)).toEqual([added[0], added[1]]);
  });

  it("keeps settings, and the newer draft", () => {
    expect(merged("beespace.settings", { sound: false }, { sound: true })).toEqual({
      sound: false,
    });
    expect(merged("beespace.settings", null, { sound: true })).toEqual({ sound: true });
    expect(merged("beespace.draft new", { at: 1 }, { at: 2 })).toEqual({ at: 2 });
    expect(merged("beespace.draft new", { at: 2 }, { at: 1 })).toEqual({ at: 2 });
  });
});
