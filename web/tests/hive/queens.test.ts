import { expect, test } from "vitest";
import { placedQueens } from "../../src/hive/queens";
import { byHex } from "../../src/hive/replay";

test("a queen's taken places are counted, also below a beetle, and a stack counts once", () => {
  const stacks = byHex([
    { hex: [0, 0], pieces: ["wQ", "bB1"] },
    { hex: [1, 0], pieces: ["bQ"] },
    { hex: [1, -1], pieces: ["wA1", "wB1"] },
    { hex: [3, 0], pieces: ["bA1"] },
  ]);
  expect(placedQueens(stacks)).toEqual([
    { piece: "wQ", hex: [0, 0], taken: 2, isCovered: true },
    { piece: "bQ", hex: [1, 0], taken: 2, isCovered: false },
  ]);
});

test("a queen in the hand isn't there", () => {
  expect(placedQueens(byHex([{ hex: [0, 0], pieces: ["wA1"] }]))).toEqual([]);
});
