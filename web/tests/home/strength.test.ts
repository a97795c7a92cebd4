import { expect, test } from "vitest";
import { LEVELS } from "../../src/generated/messages";
import { dependsOnDevice, roughly, strengthOf } from "../../src/home/engine/strength";

const QUEEN = LEVELS.length;

test("only levels that search long depend on the device, and only the last one on its speed", () => {
  expect(LEVELS.map((_, index) => dependsOnDevice(index + 1))).toEqual(
    LEVELS.map((_, index) => index >= 11),
  );
  expect(strengthOf(11, 1e6, 1.5)).toBe(null);
  for (const level of [12, 13, 14]) expect(strengthOf(level, 1000, 1.5)).toBe("same");
  expect(strengthOf(QUEEN, 0, 1.5)).toBe(null);
});

test("the last level needs a million positions for its full strength", () => {
  expect(strengthOf(QUEEN, 1_000_000, 1.5)).toBe("full");
  expect(strengthOf(QUEEN, 500_000, 1.5)).toBe("less");
  expect(strengthOf(QUEEN, 500_000, 5)).toBe("full");
  // The level below has 600,000.
  expect(strengthOf(QUEEN, 100_000, 5)).toBe("least");
  expect(strengthOf(QUEEN, 150_000, 5)).toBe("less");
  expect(strengthOf(QUEEN, 100_000, 15)).toBe("full");
});

test("speeds are rounded to two digits", () => {
  expect(roughly(1_234_567)).toBe(1_200_000);
  expect(roughly(987_654)).toBe(990_000);
  expect(roughly(7)).toBe(7);
});
