import { describe, expect, test } from "vitest";
import { centre } from "../../src/board/geometry";
import { at, courseOf } from "../../src/board/motion";
import { byHex } from "../../src/hive/replay";
import { played } from "../moves";

describe("the course of a move", () => {
  test("a placed piece drops in from above", () => {
    const course = courseOf(played("wS1", [0, 0]), new Map(), false);
    const [from, to] = course.points;
    expect(to).toEqual(centre([0, 0]));
    expect(from?.y).toBeLessThan(to?.y ?? 0);
    expect(course.arc).toBe(0);
  });

  test("a grasshopper jumps over pieces in an arc, and an ant slides", () => {
    const before = byHex([
      { hex: [0, 0], pieces: ["wG1"] },
      { hex: [1, 0], pieces: ["bQ"] },
    ]);
    const path: [number, number][] = [
      [0, 0],
      [1, 0],
      [2, 0],
    ];
    expect(courseOf({ ...played("wG1", [2, 0], [0, 0]), path }, before, false).arc).toBeGreaterThan(
      0,
    );
    const slide = { ...played("wA1", [2, 0], [0, 0]), path };
    expect(courseOf(slide, new Map(), false).arc).toBe(0);
  });

  test("a beetle is drawn on top of what it climbs", () => {
    const before = byHex([{ hex: [1, 0], pieces: ["bQ", "bB1"] }]);
    const path: [number, number][] = [
      [0, 0],
      [1, 0],
    ];
    const { points } = courseOf({ ...played("wB1", [1, 0], [0, 0]), path }, before, false);
    expect(points[1]?.y).toBe(centre([1, 0]).y - 24);
  });

  test("a thrown piece flies", () => {
    const path: [number, number][] = [
      [0, 0],
      [1, 0],
    ];
    const thrown = { ...played("bA1", [1, 0], [0, 0]), path, thrower: "wP" };
    expect(courseOf(thrown, new Map(), false).arc).toBeGreaterThan(0);
  });
});

test("a motion begins at the first point, ends at the last and is half way at half time", () => {
  const course = {
    points: [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ],
    arc: 46,
    milliseconds: 100,
  };
  expect(at(course, 0)).toEqual({ x: 0, y: 0 });
  expect(at(course, 0.5)).toEqual({ x: 50, y: -46 });
  expect(at(course, 1).x).toBeCloseTo(100);
  expect(at(course, 1).y).toBeCloseTo(0);
});
