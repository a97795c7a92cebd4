import { describe, expect, test } from "vitest";
import type { Hex, StackOfPieces } from "../../src/generated/messages";
import { afterMove, byHex, shownMoves, stacksAfter, type NamedMove } from "../../src/hive/replay";
import game from "./game.json";

const stack = (q: number, r: number, ...pieces: string[]): StackOfPieces => ({
  hex: [q, r],
  pieces,
});

describe("one move", () => {
  const before = [stack(0, 0, "wS1"), stack(1, 0, "bQ", "wB1"), stack(2, 0, "bA1")];

  test("a new piece is placed", () => {
    expect(afterMove(before, { piece: "bG1", to: [3, 0] })).toEqual([
      ...before,
      stack(3, 0, "bG1"),
    ]);
  });

  test("a piece leaves its hex empty", () => {
    const after = afterMove(before, { piece: "bA1", to: [0, 1] });
    expect(after).toEqual([before[0], before[1], stack(0, 1, "bA1")]);
  });

  test("a beetle uncovers what was below it and covers what is there", () => {
    const after = byHex(afterMove(before, { piece: "wB1", to: [2, 0] }));
    expect(after.get("1,0")?.pieces).toEqual(["bQ"]);
    expect(after.get("2,0")?.pieces).toEqual(["bA1", "wB1"]);
    expect(after.size).toBe(3);
  });

  test("stacks that nothing happened to keep their order", () => {
    const after = afterMove(before, { piece: "wB1", to: [0, 0] });
    expect(after.map(({ hex }) => hex)).toEqual(before.map(({ hex }) => hex));
  });

  test("a pass changes nothing, and without a hex a piece is taken off", () => {
    expect(afterMove(before, { piece: null, to: null })).toEqual(before);
    expect(afterMove(before, { piece: "bA1", to: null })).toEqual(before.slice(0, 2));
  });

  test("the position before stays as it was", () => {
    const copy = structuredClone(before);
    afterMove(before, { piece: "wB1", to: [2, 0] });
    expect(before).toEqual(copy);
  });
});

describe("a whole game", () => {
  const moves = game.moves.map((text): NamedMove => {
    const [piece = "", at = ""] = text.split("@");
    return { text, piece, to: at.split(",").map(Number) as Hex };
  });
  const written = (stacks: StackOfPieces[]) =>
    stacks
      .toSorted((a, b) => a.hex[0] - b.hex[0] || a.hex[1] - b.hex[1])
      .map(({ hex, pieces }) => `${hex.join(",")}:${pieces.join("/")}`)
      .join(" ");

  test.each(Object.entries(game.positions))("after %s moves", (ply, position) => {
    expect(written(stacksAfter(moves, Number(ply)))).toBe(position);
  });

  test("each move is shown with the stacks before it", () => {
    const shown = shownMoves(moves);
    expect(shown).toHaveLength(moves.length);
    expect(shown[0]?.before.size).toBe(0);
    for (const [ply, position] of Object.entries(game.positions)) {
      const next = shown[Number(ply)];
      if (next !== undefined) expect(written([...next.before.values()])).toBe(position);
    }
  });

  test("a game can start from a position", () => {
    const half = stacksAfter(moves, 25);
    const rest = moves.slice(25);
    expect(written(stacksAfter(rest, rest.length, half))).toBe(game.positions["50"]);
    expect(shownMoves(rest, half)[0]?.before).toEqual(byHex(half));
  });
});
