import { describe, expect, test } from "vitest";
import type { Hex } from "../../src/generated/messages";
import { directionTo, key, same, step } from "../../src/hive/hexes";

describe("steps", () => {
  test("six steps in the six directions lead back", () => {
    let hex: Hex = [3, -2];
    for (let direction = 0; direction < 6; direction++) hex = step(hex, direction);
    expect(hex).toEqual([3, -2]);
  });

  test("a step by more than five directions wraps around, also backwards", () => {
    expect(step([0, 0], 7)).toEqual(step([0, 0], 1));
    expect(step([0, 0], -1)).toEqual(step([0, 0], 5));
  });

  test("the direction to a neighbour is the step that leads there", () => {
    for (let direction = 0; direction < 6; direction++)
      expect(directionTo([2, 1], step([2, 1], direction))).toBe(direction);
    expect(directionTo([2, 1], [2, 1])).toBe(-1);
    expect(directionTo([2, 1], [4, 1])).toBe(-1);
  });
});

test("hexes have one key each", () => {
  expect(key([-1, 12])).toBe("-1,12");
  expect(key([1, 0])).not.toBe(key([0, 1]));
});

test("two hexes are the same if both coordinates are; null is the same as nothing", () => {
  expect(same([1, 2], [1, 2])).toBe(true);
  expect(same([1, 2], [2, 1])).toBe(false);
  expect(same(null, null)).toBe(false);
  expect(same([0, 0], null)).toBe(false);
});
