// Moves and turns for the tests.

import type { Hex, PlayedMove, StackOfPieces, Turn } from "../src/generated/messages";

/** A move as the server sends it. */
export function played(
  piece: string | null,
  to: Hex | null,
  origin: Hex | null = null,
): PlayedMove {
  const path = to === null ? [] : [to];
  return { text: "", piece, to, origin, path, thrower: null, spent_ms: null, clock_ms: null };
}

/** A turn with these stacks and hands, and nothing to move. */
export function turnWith(
  stacks: StackOfPieces[],
  hands: Partial<Record<"w" | "b", string[]>> = {},
  more: Partial<Turn> = {},
): Turn {
  return {
    ply: 0,
    number: 1,
    color: "w",
    stacks,
    hands: { w: [], b: [], ...hands },
    movable: [],
    immobile: [],
    stunned: null,
    queen_due_in: { w: null, b: null },
    repetitions: 1,
    ...more,
  } as Turn;
}
