// What a move sounds like, and which piece rests after it.

import type { PlayedMove, Turn } from "../generated/messages";
import { bugOf } from "../hive/box";
import { key } from "../hive/hexes";
import type { Stacks } from "../hive/replay";
import type { Sound } from "../lib/sound";

/** The sound of a move; `before` is the stacks before it. */
export function soundOf(move: PlayedMove, before: Stacks): Sound {
  if (move.piece === null || move.to === null) return "pass";
  if (move.thrower !== null) return "throw";
  if (move.origin === null) return "place";
  if (before.has(key(move.to))) return "climb";
  return bugOf(move.piece)?.jumps ? "jump" : "move";
}

/** The piece to mark as resting: one that was thrown. A piece that moved can't be thrown next, but
 *  doesn't have to rest. */
export function restingPiece(turn: Turn | null, last: PlayedMove | null): string | null {
  if (last !== null) return last.thrower === null ? null : last.piece;
  // Without the last move, a stunned piece of the player to move must have been thrown.
  return turn?.stunned?.[0] === turn?.color ? (turn?.stunned ?? null) : null;
}
