import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clockWords, timeWords } from "../../src/friends/clockWords";
import { Clocks, lowBelow } from "../../src/friends/clocks.svelte";
import type { ClockState } from "../../src/generated/messages";
import { settings } from "../../src/lib/settings.svelte";

const ask = vi.fn();
let clocks: Clocks;
const state = (w: number, b: number, running: "w" | "b" | null) =>
  ({ ms: { w, b }, running }) as ClockState;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  ask.mockReset();
  clocks = new Clocks(ask);
});
afterEach(() => {
  clocks.close();
  vi.useRealTimers();
});

describe("counting down", () => {
  test("only the running clock does", () => {
    clocks.set(state(30_000, 20_000, "w"));
    vi.advanceTimersByTime(5000);
    expect(clocks.left("w")).toBe(25_000);
    expect(clocks.left("b")).toBe(20_000);
    expect(clocks.running).toBe("w");
  });

  test("without a clock there is no time", () => {
    expect(clocks.left("w")).toBe(null);
    clocks.set(null);
    expect(clocks.left("w")).toBe(null);
    expect(clocks.running).toBe(null);
  });

  test("the server's times replace those counted here", () => {
    clocks.set(state(30_000, 20_000, "w"));
    vi.advanceTimersByTime(5000);
    clocks.set(state(24_000, 20_000, "b"));
    vi.advanceTimersByTime(1000);
    expect(clocks.left("w")).toBe(24_000);
    expect(clocks.left("b")).toBe(19_000);
  });

  test("at zero it stops and asks the server, not too often", () => {
    clocks.set(state(1000, 9000, "w"));
    vi.advanceTimersByTime(1100);
    expect(clocks.left("w")).toBe(0);
    expect(ask).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1000);
    expect(ask).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1000);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test("a closed clock stands still", () => {
    clocks.set(state(30_000, 20_000, "w"));
    clocks.close();
    vi.advanceTimersByTime(5000);
    expect(clocks.left("w")).toBe(30_000);
  });
});

describe("a low clock", () => {
  const live = (base_s: number) => ({ kind: "live", base_s, increment_s: 0 }) as const;

  test("is below a tenth of the time, at least twenty seconds, at most half", () => {
    expect(lowBelow(live(600))).toBe(60_000);
    expect(lowBelow(live(60))).toBe(20_000);
    expect(lowBelow(live(30))).toBe(15_000);
    expect(lowBelow({ kind: "days", days: 2 })).toBe(17_280_000);
  });

  test("is low for its own colour only", () => {
    clocks.set(state(59_000, 61_000, "w"));
    expect(clocks.isLow("w", live(600))).toBe(true);
    expect(clocks.isLow("b", live(600))).toBe(false);
    expect(clocks.isLow("w", null)).toBe(false);
  });
});

describe("in words", () => {
  beforeEach(() => (settings.language = "en"));

  test.each([
    [7349, "7.3"],
    [9999, "9.9"],
    [10_000, "0:10"],
    [59_001, "1:00"],
    [245_000, "4:05"],
    [3_723_000, "1:02:03"],
  ])("%d ms is %s", (ms, words) => expect(timeWords(ms)).toBe(words));

  test("days and hours", () => {
    expect(timeWords((2 * 24 + 4) * 3600 * 1000)).toMatch(/2.*4/);
  });

  test("kinds of clocks", () => {
    expect(clockWords({ kind: "live", base_s: 300, increment_s: 3 })).toMatch(/5.*3/);
    expect(clockWords({ kind: "live", base_s: 90, increment_s: 0 })).toMatch(/90/);
    expect(clockWords({ kind: "days", days: 3 })).toMatch(/3/);
    expect(clockWords(null)).not.toBe("");
  });
});
