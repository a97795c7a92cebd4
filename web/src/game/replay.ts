// Earlier positions of a game, made by putting its moves one after the other. No rules are needed:
// a move says which piece went where.

import type { ColorLetter, Hex, PlayedMove, StackOfPieces } from "../generated/messages";
import { key } from "../board/geometry";

/** The stacks after that many moves. */
export function stacksAfter(moves: PlayedMove[], ply: number): StackOfPieces[] {
  const stacks = new Map<string, StackOfPieces>();
  const places = new Map<string, Hex>();
  for (const { piece, to } of moves.slice(0, ply)) {
    if (piece === null || to === null) continue;
    const from = places.get(piece);
    if (from !== undefined) {
      const left = stacks.get(key(from));
      const pieces = (left?.pieces ?? []).filter((other) => other !== piece);
      if (pieces.length === 0) stacks.delete(key(from));
      else stacks.set(key(from), { hex: from, pieces });
    }
    const below = stacks.get(key(to))?.pieces ?? [];
    stacks.set(key(to), { hex: to, pieces: [...below, piece] });
    places.set(piece, to);
  }
  return [...stacks.values()];
}

const COUNTS: [string, number][] = [
  ["Q", 1],
  ["B", 2],
  ["G", 3],
  ["S", 2],
  ["A", 3],
  ["M", 1],
  ["L", 1],
  ["P", 1],
];

/** What is in the box of one colour, by kind in the order of the hands. */
export function box(color: ColorLetter, expansions: string): string[][] {
  return COUNTS.filter(([bug]) => !"MLP".includes(bug) || expansions.includes(bug)).map(
    ([bug, count]) =>
      count === 1
        ? [`${color}${bug}`]
        : Array.from({ length: count }, (_, i) => `${color}${bug}${i + 1}`),
  );
}
