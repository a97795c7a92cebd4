import { describe, expect, test } from "vitest";
import {
  LARGEST,
  SMALLEST,
  fitted,
  panned,
  shows,
  toBoard,
  toScreen,
  zoomed,
} from "../../src/board/camera";

const size = { width: 800, height: 600 };
const insets = { top: 20, right: 30, bottom: 120, left: 10 };
const camera = { x: 40, y: -25, scale: 0.8 };

describe("between the board and the screen", () => {
  test("the camera's point is in the middle of the screen", () => {
    expect(toScreen(camera, size, { x: 40, y: -25 })).toEqual({ x: 400, y: 300 });
    expect(toScreen(camera, size, { x: 50, y: -25 }).x).toBeCloseTo(408);
  });

  test("there and back is where it started", () => {
    const there = toScreen(camera, size, { x: 123, y: 456 });
    const back = toBoard(camera, size, there);
    expect(back.x).toBeCloseTo(123);
    expect(back.y).toBeCloseTo(456);
  });
});

describe("zooming and panning", () => {
  test("what is under the pointer stays there", () => {
    const pointer = { x: 650, y: 90 };
    const before = toBoard(camera, size, pointer);
    const after = toBoard(zoomed(camera, size, pointer, 1.7), size, pointer);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
    expect(zoomed(camera, size, pointer, 1.7).scale).toBeCloseTo(1.36);
  });

  test("the scale has limits", () => {
    expect(zoomed(camera, size, { x: 0, y: 0 }, 100).scale).toBe(LARGEST);
    expect(zoomed(camera, size, { x: 0, y: 0 }, 0.001).scale).toBe(SMALLEST);
  });

  test("panning moves everything with the finger", () => {
    const point = { x: 10, y: 10 };
    const before = toScreen(camera, size, point);
    const after = toScreen(panned(camera, 33, -12), size, point);
    expect(after.x - before.x).toBeCloseTo(33);
    expect(after.y - before.y).toBeCloseTo(-12);
  });
});

describe("fitting the hive", () => {
  const spread = [
    { x: -400, y: -300 },
    { x: 500, y: 250 },
  ];

  test("all points are in the free area", () => {
    const found = fitted(spread, size, insets, false, null);
    expect(shows(found, spread, size, insets)).toBe(true);
    for (const point of spread) {
      const { x, y } = toScreen(found, size, point);
      expect(x).toBeGreaterThan(insets.left);
      expect(x).toBeLessThan(size.width - insets.right);
      expect(y).toBeGreaterThan(insets.top);
      expect(y).toBeLessThan(size.height - insets.bottom);
    }
  });

  test("a small hive isn't enlarged without limit", () => {
    expect(fitted([{ x: 0, y: 0 }], size, insets, false, null).scale).toBe(0.95);
    expect(fitted([], size, insets, false, null).scale).toBe(0.95);
  });

  test("the middle of the hive is in the middle of the free area", () => {
    const found = fitted(spread, size, insets, false, null);
    const { x } = toScreen(found, size, { x: 50, y: 0 });
    expect(x).toBeCloseTo((insets.left + size.width - insets.right) / 2);
  });

  test("tiles stay large enough to tap, and the first point stays visible", () => {
    const far = [
      { x: -4000, y: 0 },
      { x: 4000, y: 0 },
    ];
    const look = { x: 3900, y: 10 };
    const tapped = fitted(far, size, insets, true, look);
    expect(tapped.scale).toBe(0.45);
    expect(shows(tapped, [look], size, insets)).toBe(true);
    expect(shows(tapped, far, size, insets)).toBe(false);
    const seen = fitted(far, size, insets, false, look);
    expect(seen.scale).toBe(SMALLEST);
  });
});

test("a point counts as shown only with half a tile around it", () => {
  const still = { x: 0, y: 0, scale: 1 };
  const none = { top: 0, right: 0, bottom: 0, left: 0 };
  const margin = 57 * 0.6;
  expect(shows(still, [{ x: 400 - margin - 1, y: 0 }], size, none)).toBe(true);
  expect(shows(still, [{ x: 400 - margin + 1, y: 0 }], size, none)).toBe(false);
  expect(shows(still, [{ x: 0, y: -300 + margin - 1 }], size, none)).toBe(false);
});
