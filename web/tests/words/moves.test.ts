import { beforeEach, describe, expect, test } from "vitest";
import type { Hex, StackOfPieces } from "../../src/generated/messages";
import { key } from "../../src/hive/hexes";
import { loadLanguage } from "../../src/lib/i18n/index.svelte";
import { settings } from "../../src/lib/settings.svelte";
import { adviceWords, moveWords, shownAdvice, shownName, shownWords } from "../../src/words/moves";

beforeEach(() => (settings.language = "en"));

/** A board from pieces and their hexes. */
function board(...pieces: [string, Hex][]): Map<string, StackOfPieces> {
  const stacks = new Map<string, StackOfPieces>();
  for (const [piece, hex] of pieces) {
    const below = stacks.get(key(hex))?.pieces ?? [];
    stacks.set(key(hex), { hex, pieces: [...below, piece] });
  }
  return stacks;
}

function advice(piece: string, to: Hex, stacks: Map<string, StackOfPieces>, flipped = false) {
  return adviceWords({ text: "", piece, to, thrower: null }, stacks, flipped);
}

describe("advice", () => {
  const twoAnts = board(["bQ", [0, 0]], ["bA1", [1, 0]], ["bA2", [-1, 0]], ["wQ", [-2, 0]]);

  test("says where a piece is that has others like it", () => {
    expect(advice("bA1", [-3, 0], twoAnts)).toBe(
      "Black ant (now right of the black queen), left of the white queen",
    );
    expect(moveWords({ text: "", piece: "bA1", to: [-3, 0] }, twoAnts)).toBe(
      "Black ant, left of the white queen",
    );
  });

  test("says so if the piece comes from the hand and others are on the board", () => {
    expect(advice("bA3", [0, -1], twoAnts)).toContain("Black ant (from the hand), ");
    expect(advice("bB1", [0, -1], twoAnts)).toBe("Black beetle, upper left of the black queen");
  });

  test("needs no more words for a piece without others on the board", () => {
    expect(advice("bQ", [1, -1], twoAnts)).toBe("Black queen, upper left of the black ant");
    expect(advice("bA1", [-1, 0], board(["bQ", [0, 0]], ["bA1", [1, 0]]))).toBe(
      "Black ant, left of the black queen",
    );
  });

  test("names two neighbours of a place if one isn't enough", () => {
    const stacks = board(["bA1", [0, 0]], ["bA2", [1, 0]], ["wG1", [5, 0]], ["bQ", [-1, 0]]);
    expect(advice("wG1", [1, -1], stacks)).toContain(
      ", upper right of the black ant and upper left of the black ant",
    );
  });

  test("says where the only neighbour of a place is if there are others like it", () => {
    const stacks = board(["bA1", [0, 0]], ["bQ", [-1, 0]], ["wQ", [-2, 0]], ["bA2", [-3, 0]]);
    expect(advice("wB1", [1, 0], stacks)).toBe(
      "White beetle, right of the black ant (the one right of the black queen)",
    );
  });

  test("describes a piece on a stack by what is next to it", () => {
    const stacks = board(["wA1", [0, 0]], ["bB1", [0, 0]], ["bQ", [1, 0]], ["bB2", [2, 0]]);
    expect(advice("bB1", [1, 0], stacks)).toBe(
      "Black beetle (now left of the black queen), onto the black queen",
    );
  });

  test("says which of several pieces to climb onto", () => {
    const stacks = board(["bA1", [0, 0]], ["bQ", [1, 0]], ["bA2", [2, 0]], ["wB1", [3, 0]]);
    expect(advice("wB1", [2, 0], stacks)).toBe(
      "White beetle, onto the black ant (the one right of the black queen)",
    );
  });

  test("swaps left and right on a flipped board", () => {
    expect(advice("bA1", [-3, 0], twoAnts, true)).toBe(
      "Black ant (now left of the black queen), right of the white queen",
    );
  });

  test("speaks the other languages", async () => {
    settings.language = "de";
    await loadLanguage();
    expect(advice("bA1", [-3, 0], twoAnts)).toBe(
      "Schwarze Ameise (jetzt rechts von der schwarzen Königin), links von der weißen Königin",
    );
    settings.language = "it";
    await loadLanguage();
    expect(advice("bA1", [-3, 0], twoAnts)).toBe(
      "Formica nera (ora a destra della regina nera), a sinistra della regina bianca",
    );
  });
});

describe("notation", () => {
  const stacks = board(["wS1", [0, 0]], ["bG1", [1, 0]], ["wQ", [-1, 0]], ["wB1", [-1, 0]]);

  test("replaces words if the user chose it", () => {
    settings.moves = "uhp";
    const move = { piece: "wA1", to: [-1, 1] as Hex, thrower: null };
    expect(shownName("wA1")).toBe("wA1");
    expect(shownWords({ ...move, text: "wA1 /wS1" }, stacks)).toBe("wA1 /wS1");
    expect(shownAdvice(move, stacks, false)).toBe("wA1 wB1\\");
    settings.moves = "words";
    expect(shownAdvice(move, stacks, false)).toContain("White ant");
  });

  test("names what a move climbs onto, and the stack that it leaves", () => {
    settings.moves = "uhp";
    const text = (piece: string, to: Hex, on = stacks) =>
      shownAdvice({ piece, to, thrower: null }, on, false);
    expect(text("wB1", [0, 0])).toBe("wB1 wS1");
    expect(text("wB1", [-2, 0])).toBe("wB1 -wQ");
    expect(text("wA1", [0, 0], board())).toBe("wA1");
    settings.moves = "words";
  });
});
