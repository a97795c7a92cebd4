// What a move looks and sounds like.

import type { BoardState } from "../board/state.svelte";
import { key } from "../hive/hexes";
import type { Hex, PlayedMove, StackOfPieces } from "../generated/messages";
import type { Sound } from "../lib/sound";

/** A move that hasn't been played yet, in the form that `moveWords` takes. */
export function asMove(
  piece: string,
  to: Hex,
  board: BoardState,
  thrower: string | null = null,
): PlayedMove {
  const origin = board.locations.get(piece) ?? null;
  return { text: "", piece, origin, to, path: [to], thrower, spent_ms: null, clock_ms: null };
}

/** The sound of a move; `before` is the stacks before it. */
export function soundOf(move: PlayedMove, before: Map<string, StackOfPieces>): Sound {
  if (move.piece === null || move.to === null) return "pass";
  if (move.thrower !== null) return "throw";
  if (move.origin === null) return "place";
  if (before.has(key(move.to))) return "climb";
  return move.piece[1] === "G" ? "jump" : "move";
}
