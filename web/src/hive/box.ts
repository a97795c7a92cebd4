// The pieces of a box.

import type { ColorLetter } from "../generated/messages";

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

/** All pieces of one colour, grouped by bug in the order of the hands. */
export function box(color: ColorLetter, expansions: string): string[][] {
  return COUNTS.filter(([bug]) => !"MLP".includes(bug) || expansions.includes(bug)).map(
    ([bug, count]) =>
      count === 1
        ? [`${color}${bug}`]
        : Array.from({ length: count }, (_, i) => `${color}${bug}${i + 1}`),
  );
}

/** The piece that a typed move begins with, if it begins with one. */
export function pieceIn(typed: string): string | undefined {
  return /^[wb](?:[QMLP]|[SB][12]|[GA][123])/.exec(typed.trim())?.[0];
}
