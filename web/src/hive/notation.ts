// Moves in UHP's notation, for those that come without a text.

import type { Hex, StackOfPieces } from "../generated/messages";
import { key, step } from "./hexes";

// By the direction in which the reference sees the hex, clockwise from east.
const MARKS: ((reference: string) => string)[] = [
  (one) => `${one}-`,
  (one) => `${one}\\`,
  (one) => `/${one}`,
  (one) => `-${one}`,
  (one) => `\\${one}`,
  (one) => `${one}/`,
];

/** A move on these stacks, such as "wA1 bQ/". The reference is the first neighbour of the hex,
 *  clockwise from the east, that stays in place. */
export function moveText(piece: string, to: Hex, stacks: Map<string, StackOfPieces>): string {
  if (stacks.size === 0) return piece;
  const there = stacks.get(key(to))?.pieces.at(-1);
  if (there !== undefined && there !== piece) return `${piece} ${there}`;
  let below = "";
  for (const [direction, mark] of MARKS.entries()) {
    const [top, under] = stacks.get(key(step(to, direction + 3)))?.pieces.toReversed() ?? [];
    if (top === undefined) continue;
    if (top !== piece) return `${piece} ${mark(top)}`;
    if (under !== undefined) below = `${piece} ${mark(under)}`;
  }
  return below || piece;
}
