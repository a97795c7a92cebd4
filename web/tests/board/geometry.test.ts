import { describe, expect, test } from "vitest";
import { centre, hexAt, hexagon } from "../../src/board/geometry";
import type { Hex } from "../../src/generated/messages";
import { DIRECTIONS } from "../../src/hive/hexes";

/** All hexes within a distance of the origin. */
function around(distance: number): Hex[] {
  const found: Hex[] = [];
  for (let q = -distance; q <= distance; q++)
    for (let r = -distance; r <= distance; r++) if (Math.abs(q + r) <= distance) found.push([q, r]);
  return found;
}

describe("points", () => {
  test("directions go clockwise from east", () => {
    const angles = DIRECTIONS.map((hex) => {
      const { x, y } = centre(hex);
      return Math.round((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
    });
    expect(angles).toEqual([0, 60, 120, 180, 240, 300]);
  });

  test("neighbours touch: their centres are as far apart as a tile is wide", () => {
    const { x, y } = centre([0, 0]);
    for (const hex of DIRECTIONS) {
      const at = centre(hex);
      expect(Math.hypot(at.x - x, at.y - y)).toBeCloseTo(Math.sqrt(3) * 59.4, 6);
    }
  });

  test.each([false, true])(
    "a hex contains its centre and the points around it (flipped: %s)",
    (flipped) => {
      for (const hex of around(3)) {
        const { x, y } = centre(hex, flipped);
        for (const [dx, dy] of [
          [0, 0],
          [48, 0],
          [-48, 0],
          [0, 55],
          [20, -45],
        ] as const)
          expect(hexAt({ x: x + dx, y: y + dy }, flipped)).toEqual(hex);
      }
    },
  );

  test("flipping the board turns it by half a turn", () => {
    for (const hex of around(2)) {
      const [plain, flipped] = [centre(hex), centre(hex, true)];
      expect(flipped.x + plain.x).toBeCloseTo(0, 9);
      expect(flipped.y + plain.y).toBeCloseTo(0, 9);
    }
  });

  test("the origin has no negative zeros, because hexes become map keys", () => {
    for (const number of hexAt({ x: -0.001, y: -0.001 })) expect(Object.is(number, -0)).toBe(false);
  });
});

test("a hexagon is a closed path with six rounded corners", () => {
  const path = hexagon(57, 9);
  expect(path.match(/Q/g)).toHaveLength(6);
  expect(path).toMatch(/^M.*Z$/);
  expect(path).toContain("Q0.0 -57.0");
});
