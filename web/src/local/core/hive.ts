// The pieces of a board by their hexes, and other things to ask of a board.

import type { ColorLetter, Hex, StackOfPieces } from "../../generated/messages";
import { DIRECTIONS, key, same } from "../../hive/hexes";
import { turnOf, type Board } from ".";

/** Where the pieces are. */
export class Hive {
  readonly stacks: StackOfPieces[];
  readonly #byHex: Map<string, string[]>;

  constructor(board: Board) {
    this.stacks = turnOf(board, false).stacks;
    this.#byHex = new Map(this.stacks.map(({ hex, pieces }) => [key(hex), pieces]));
  }

  /** The pieces on a hex, bottom to top. */
  stack(hex: Hex): string[] {
    return this.#byHex.get(key(hex)) ?? [];
  }

  /** The hex of a piece, or null if it isn't on the board. */
  location(piece: string): Hex | null {
    return this.stacks.find(({ pieces }) => pieces.includes(piece))?.hex ?? null;
  }
}

/** The player to move. */
export function colorOf(board: Board): ColorLetter {
  return board.turn === "White" ? "w" : "b";
}

/** The letters of a board's expansions, such as "MLP". */
export function expansionsOf(board: Board): string {
  return /^Base\+(\w+)/.exec(board.rules)?.[1] ?? "";
}

export function opponentOf(color: ColorLetter): ColorLetter {
  return color === "w" ? "b" : "w";
}

export function neighborsOf([q, r]: Hex): Hex[] {
  return DIRECTIONS.map(([dq, dr]) => [q + dq, r + dr]);
}

export function isIn(hex: Hex, hexes: Hex[]): boolean {
  return hexes.some((one) => same(one, hex));
}

/** By q, then by r. */
export function compareHexes(a: Hex, b: Hex): number {
  return a[0] - b[0] || a[1] - b[1];
}
