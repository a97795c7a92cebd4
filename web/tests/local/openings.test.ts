import { describe, expect, test } from "vitest";
import type { OpeningAnswer, OpeningMove } from "../../src/generated/messages";
import { Counts, keyOf, type CountedGame } from "../../src/local/openings/counts";
import { joined } from "../../src/local/openings/joining";

const ALL = "all";

function game(id: string, keys: number[], more: Partial<CountedGame> = {}): CountedGame {
  const shown = { ruleset: "Base", white: id, black: "", date: "", result: "w" as const, plies: 1 };
  return { id, type: "Base", result: "w", keys, shown, ...more };
}

function tallies(counts: Counts, position: number, type = ALL): Record<number, number[]> {
  const rows = [...counts.moves(position, type)];
  return Object.fromEntries(
    rows.map(([child, { tally }]) => [child, [tally.white, tally.draw, tally.black]]),
  );
}

describe("counting", () => {
  test("adds up results by where moves lead, for each game type", () => {
    const counts = new Counts();
    counts.add(game("a", [1, 2, 3]));
    counts.add(game("b", [1, 2, 4], { result: "draw", type: "Base+M" }));
    counts.add(game("c", [1, 5], { result: "b" }));
    expect(tallies(counts, 1)).toEqual({ 2: [1, 1, 0], 5: [0, 0, 1] });
    expect(tallies(counts, 1, "Base")).toEqual({ 2: [1, 0, 0], 5: [0, 0, 1] });
    expect(tallies(counts, 2)).toEqual({ 3: [1, 0, 0], 4: [0, 1, 0] });
    expect(tallies(counts, 3)).toEqual({});
  });

  test("counts a move that a game repeats once", () => {
    const counts = new Counts();
    counts.add(game("a", [1, 2, 1, 2, 1, 3]));
    expect(tallies(counts, 1)).toEqual({ 2: [1, 0, 0], 3: [1, 0, 0] });
  });

  test("forgets games that are removed, and counts changed ones anew", () => {
    const counts = new Counts();
    counts.add(game("a", [1, 2, 1, 2]));
    counts.add(game("b", [1, 2]));
    counts.remove("a");
    counts.remove("unknown");
    expect(tallies(counts, 1)).toEqual({ 2: [1, 0, 0] });
    expect(tallies(counts, 2)).toEqual({});
    counts.add(game("b", [1, 4], { result: "b" }));
    expect(tallies(counts, 1)).toEqual({ 4: [0, 0, 1] });
    counts.remove("b");
    expect(counts.isEmpty).toBe(true);
    expect(tallies(counts, 1)).toEqual({});
  });

  test("orders keys as the server's database does", () => {
    const counts = new Counts();
    const [low, high] = [keyOf("0000000000000001"), keyOf("ffffffffffffffff")];
    counts.add(game("a", [1, low]));
    counts.add(game("b", [1, high]));
    expect([...counts.moves(1, ALL).keys()]).toEqual([high, low]);
  });
});

function answer(moves: [text: string, white: number][], more: Partial<OpeningAnswer> = {}) {
  const tally = (white: number) => ({ white, draw: 0, black: 0, other: 0 });
  const all = moves.map(([text, white]): OpeningMove => ({
    move: { text } as OpeningMove["move"],
    twins: 0,
    tally: tally(white),
  }));
  const total = tally(moves.reduce((sum, [, white]) => sum + white, 0));
  return { tally: total, moves: all, games: [], has_games: true, is_counting: false, ...more };
}

test("both counts are added, and the most frequent moves come first", () => {
  const here = answer([
    ["wS1", 1],
    ["wA1", 3],
  ]) as unknown as OpeningAnswer;
  const there = answer(
    [
      ["wG1", 2],
      ["wS1", 1],
    ],
    { is_counting: true },
  ) as unknown as OpeningAnswer;
  const found = joined(here, there, ["wS1", "wG1", "wA1"]);
  expect(found.moves.map(({ move, tally }) => [move.text, tally.white])).toEqual([
    ["wA1", 3],
    ["wS1", 2],
    ["wG1", 2],
  ]);
  expect(found.tally.white).toBe(7);
  expect(found.is_counting).toBe(true);
  // The answers themselves stay as they were.
  expect(there.moves[1]!.tally.white).toBe(1);
});
