import { beforeEach, expect, test, vi } from "vitest";

const NAME = "beespace.puzzles.results";

/** The module as in a new tab. */
async function newTab() {
  vi.resetModules();
  return import("../../src/local/puzzles/results");
}

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

test("a puzzle counts once, and the score survives a reload", async () => {
  const results = await newTab();
  expect(results.score()).toMatchObject({ rating: 1000, tried: 0 });
  const counted = results.count("abc", 5, true);
  expect(counted).toMatchObject({ tried: 1, solved: 1, streak: 1, best_streak: 1 });
  expect(counted?.change).toBe(counted!.rating - 1000);
  expect(results.count("abc", 5, false)).toBeNull();
  const later = await newTab();
  expect(later.score()).toMatchObject({ rating: counted!.rating, tried: 1, streak: 1 });
  expect(later.done()).toEqual(new Map([["abc", true]]));
});

test("two tabs count together", async () => {
  const [one, other] = [await newTab(), await newTab()];
  one.count("abc", 1, true);
  expect(other.count("abc", 1, true)).toBeNull();
  other.count("def", 1, false);
  expect(one.score()).toMatchObject({ tried: 2, solved: 1, streak: 0, best_streak: 1 });
});

test("results count in the order of time, wherever they come from", async () => {
  const early = ["abc", 2, false, "2026-01-01T00:00:00.000Z"];
  const late = ["def", 9, true, "2026-01-02T00:00:00.000Z"];
  localStorage.setItem(NAME, JSON.stringify([early, late]));
  const { rating, streak } = (await newTab()).score();
  localStorage.setItem(NAME, JSON.stringify([late, early, [...late.slice(0, 3), "2026-02-01"]]));
  expect((await newTab()).score()).toMatchObject({ rating, streak, tried: 2 });
  expect(streak).toBe(1);
});

test("what isn't a result is left out", async () => {
  const good = ["abc", 3, true, "2026-01-01T00:00:00.000Z"];
  for (const stored of [[good, null, 7, ["x"], ["!", 3, true, "t"], ["ok", 11, true, "t"]], "x"]) {
    localStorage.setItem(NAME, JSON.stringify(stored));
    const { tried } = (await newTab()).score();
    expect(tried).toBe(Array.isArray(stored) ? 1 : 0);
  }
});

test.each(["getItem", "setItem"] as const)(
  "without storage (%s), results last a visit",
  async (call) => {
    vi.spyOn(Storage.prototype, call).mockImplementation(() => {
      throw new DOMException("blocked", "SecurityError");
    });
    const results = await newTab();
    results.count("abc", 1, true);
    results.count("def", 1, true);
    expect(results.count("abc", 1, true)).toBeNull();
    expect(results.score()).toMatchObject({ tried: 2, streak: 2 });
  },
);
