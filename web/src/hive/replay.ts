// Rebuilds earlier positions of a game by replaying its moves. This needs no rules: each move says
// which piece went where.

import type { Hex, PlayedMove, StackOfPieces } from "../generated/messages";
import { key } from "./hexes";

/** The fields of a move that are needed to show it. */
export type NamedMove = Pick<PlayedMove, "text" | "piece" | "to"> & { thrower?: string | null };

/** Stacks by the key of their hex. */
type Stacks = Map<string, StackOfPieces>;

/** The stacks after `ply` moves, starting from `start` or an empty board. */
export function stacksAfter(
  moves: NamedMove[],
  ply: number,
  start: StackOfPieces[] = [],
): StackOfPieces[] {
  const stacks = byHex(start);
  const places = placesOn(start);
  for (const move of moves.slice(0, ply)) put(move, stacks, places);
  return [...stacks.values()];
}

function placesOn(stacks: StackOfPieces[]): Map<string, Hex> {
  return new Map(stacks.flatMap(({ hex, pieces }) => pieces.map((piece) => [piece, hex] as const)));
}

/** Play a move by updating `stacks` and `places`. */
function put({ piece, to }: NamedMove, stacks: Stacks, places: Map<string, Hex>): void {
  if (piece === null || to === null) return;
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

/** A move with the stacks before it. */
export interface ShownMove<T extends NamedMove = NamedMove> {
  move: T;
  before: Stacks;
}

/** Consecutive moves, each with the stacks before it. */
export function shownMoves<T extends NamedMove>(
  moves: T[],
  start: StackOfPieces[] = [],
): ShownMove<T>[] {
  const stacks = byHex(start);
  const places = placesOn(start);
  return moves.map((move) => {
    const before = new Map(stacks);
    put(move, stacks, places);
    return { move, before };
  });
}

export function byHex(stacks: StackOfPieces[]): Stacks {
  return new Map(stacks.map((stack) => [key(stack.hex), stack]));
}
