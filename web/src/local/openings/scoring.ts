// The engine's scores of the moves played in a position. Each request scores a few more of them.

import type { OpeningScores, SayOpening } from "../../generated/messages";
import { winIn } from "../analysis/thought";
import { Engine } from "../core";
import { evaluate } from "../reviews/judge";
import { openingBoard } from "./exploring";

const SCORED_AT_ONCE = 6;
const NODES = 30_000;
const MEMORY_MB = 24;
// The engine is closed after a while without requests.
const REST_MS = 30_000;

let engine: Promise<Engine> | null = null;
let resting: ReturnType<typeof setTimeout> | undefined;
/** White's scores, by game type and position. */
const known = new Map<string, number>();

/** White's scores of moves, except those that are known from elsewhere. */
export async function scoresOf(
  said: SayOpening,
  moves: string[],
  others: OpeningScores["scores"] = {},
): Promise<OpeningScores> {
  const board = await openingBoard(said);
  const scores = { ...others };
  let left = SCORED_AT_ONCE;
  let isComplete = true;
  for (const move of moves) {
    if (scores[move] !== undefined) continue;
    board.play(move);
    const id = `${said.game_type ?? "all"} ${board.key}`;
    if (!known.has(id) && left > 0) {
      left -= 1;
      const after = board.copy();
      known.set(id, (await evaluate(after, await awake(), NODES)).score);
    }
    board.undo();
    const value = known.get(id);
    if (value === undefined) isComplete = false;
    else scores[move] = { value, win_in: winIn(value) };
  }
  return { scores, is_complete: isComplete };
}

function awake(): Promise<Engine> {
  engine ??= Engine.create({ memoryMb: MEMORY_MB });
  engine.catch(() => (engine = null));
  clearTimeout(resting);
  resting = setTimeout(rest, REST_MS);
  // Node.js would wait for it before it ends.
  (resting as { unref?: () => void }).unref?.();
  return engine;
}

function rest(): void {
  void engine?.then((one) => one.close());
  engine = null;
}
