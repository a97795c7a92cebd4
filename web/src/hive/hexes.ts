// Hexes, their neighbours and their keys in maps.

import type { Hex } from "../generated/messages";

/** The six directions as (q, r) steps, clockwise from east. */
export const DIRECTIONS: readonly Hex[] = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

export function key(hex: Hex): string {
  return `${hex[0]},${hex[1]}`;
}

export function same(a: Hex | null, b: Hex | null): boolean {
  return a !== null && b !== null && a[0] === b[0] && a[1] === b[1];
}

export function step([q, r]: Hex, direction: number): Hex {
  const [dq, dr] = DIRECTIONS[((direction % 6) + 6) % 6] as Hex;
  return [q + dq, r + dr];
}

/** The direction from `a` to its neighbour `b`, or -1 if they aren't neighbours. */
export function directionTo(a: Hex, b: Hex): number {
  return DIRECTIONS.findIndex(([q, r]) => a[0] + q === b[0] && a[1] + r === b[1]);
}
