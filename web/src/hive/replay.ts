// Positions of a game, rebuilt by replaying its moves. This needs no rules: each move says which
// piece went where.

import type { Hex, PlayedMove, StackOfPieces } from "../generated/messages";
import { key, same } from "./hexes";

/** The fields of a move that are needed to show it. */
export type NamedMove = Pick<PlayedMove, "text" | "piece" | "to"> & { thrower?: string | null };

/** Stacks by the key of their hex. */
export type Stacks = Map<string, StackOfPieces>;

/** The stacks after a piece has gone to a hex. A piece that isn't on the board yet is placed, and
 *  without a hex the piece is taken off. */
export function afterMove(
  stacks: StackOfPieces[],
  { piece, to }: { piece: string | null; to: Hex | null },
): StackOfPieces[] {
  if (piece === null) return stacks;
  const left = stacks
    .map(({ hex, pieces }) => ({ hex, pieces: pieces.filter((one) => one !== piece) }))
    .filter(({ pieces }) => pieces.length > 0);
  if (to === null) return left;
  if (!left.some(({ hex }) => same(hex, to))) return [...left, { hex: to, pieces: [piece] }];
  return left.map(({ hex, pieces }) => ({
    hex,
    pieces: same(hex, to) ? [...pieces, piece] : pieces,
  }));
}

/** The stacks after `ply` moves, starting from `start` or an empty board. */
export function stacksAfter(
  moves: NamedMove[],
  ply: number,
  start: StackOfPieces[] = [],
): StackOfPieces[] {
  return moves.slice(0, ply).reduce(afterMove, start);
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
  let stacks = start;
  return moves.map((move) => {
    const before = byHex(stacks);
    stacks = afterMove(stacks, move);
    return { move, before };
  });
}

export function byHex(stacks: StackOfPieces[]): Stacks {
  return new Map(stacks.map((stack) => [key(stack.hex), stack]));
}
