// The queens on the board: where they are, and how many places around them are taken.

import type { Hex } from "../generated/messages";
import { DIRECTIONS, key, step } from "./hexes";
import type { Stacks } from "./replay";

export interface PlacedQueen {
  piece: string;
  hex: Hex;
  /** How many of the six hexes around her are taken. */
  taken: number;
  isCovered: boolean;
}

export function placedQueens(stacks: Stacks): PlacedQueen[] {
  return [...stacks.values()].flatMap(({ hex, pieces }) =>
    pieces
      .filter((piece) => piece[1] === "Q")
      .map((piece) => ({
        piece,
        hex,
        taken: DIRECTIONS.filter((_, direction) => stacks.has(key(step(hex, direction)))).length,
        isCovered: piece !== pieces.at(-1),
      })),
  );
}
