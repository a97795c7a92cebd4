// Moves in UHP's notation: for those that come without a text, or were written in another way.

import { LOOSE_PIECE_PATTERN, type Hex, type StackOfPieces } from "../generated/messages";
import { bugOf } from "./box";
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

export const LOOSE_MARK = String.raw`(?:[-/]|\\{1,2})`;
const LOOSE_MOVE = new RegExp(
  `^(${LOOSE_PIECE_PATTERN})(?:\\s+(${LOOSE_MARK})?(${LOOSE_PIECE_PATTERN})(${LOOSE_MARK})?)?$`,
);

/** A move as UHP writes it, given how people and other programs may write it; another text as it is. */
export function tidyMove(text: string): string {
  const [, piece, before = "", reference, after = ""] = LOOSE_MOVE.exec(text) ?? [];
  if (piece === undefined) return text.toLowerCase() === "pass" ? "pass" : text;
  if (reference === undefined) return tidyPiece(piece);
  return `${tidyPiece(piece)} ${before.slice(0, 1)}${tidyPiece(reference)}${after.slice(0, 1)}`;
}

function tidyPiece(name: string): string {
  const tidy = `${name[0]!.toLowerCase()}${name[1]!.toUpperCase()}`;
  return bugOf(tidy)?.count === 1 ? tidy : tidy + name.slice(2);
}
