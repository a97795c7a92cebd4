// Positions between two that the server sent. They are only shown briefly, so no rules are needed.

import { same } from "./hexes";
import type { PlayedMove, StackOfPieces } from "../generated/messages";

/** The stacks after one more move. */
export function stacksWith(stacks: StackOfPieces[], { piece, to }: PlayedMove): StackOfPieces[] {
  if (piece === null || to === null) return stacks;
  const left = stacks
    .map(({ hex, pieces }) => ({ hex, pieces: pieces.filter((one) => one !== piece) }))
    .filter(({ pieces }) => pieces.length > 0);
  const below = left.find(({ hex }) => same(hex, to));
  const rest = left.filter((stack) => stack !== below);
  return [...rest, { hex: to, pieces: [...(below?.pieces ?? []), piece] }];
}
