import { expect, test } from "vitest";
import { readAddress, writeAddress } from "../../src/openings/address";

test("a position is written into the address and read from it", () => {
  const place = {
    gameType: "Base+ML",
    result: "white",
    moves: [
      { piece: "wS1", to: [0, 0] as [number, number] },
      { piece: null, to: null },
      { piece: "bQ", to: [-1, 12] as [number, number] },
    ],
  };
  const text = writeAddress(place);
  expect(text).toBe("?game=Base%2BML&result=white&moves=wS1@0,0_pass_bQ@-1,12");
  expect(readAddress(text)).toEqual(place);
});

test("defaults aren't written", () => {
  expect(writeAddress({ gameType: "all", result: "all", moves: [] })).toBe("");
  expect(readAddress("")).toEqual({ gameType: "all", result: "all", moves: [] });
});

test("moves with an error in them are dropped", () => {
  expect(readAddress("?moves=wS1@0,0_nonsense").moves).toEqual([]);
  expect(readAddress("?moves=wS1@0,x").moves).toEqual([]);
});
