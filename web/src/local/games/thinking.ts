// The engine in games: its moves, and hints.

import { LEVELS } from "../../generated/messages";
import { thinking } from "../../lib/thinking.svelte";
import { Engine, type Board } from "../core";

/** Time reserved for returning the move. */
const OVERHEAD_MS = 45;
// Opponents below the engine at full strength play the same on every device, so slow ones get more time.
const MOST_MS = 10_000;
const HINT_MS = 680;
const LONGEST_LINE = 8;
// As large as the server's table, with everything else.
const MEMORY_MB = 64;

export interface Found {
  move: string;
  /** The line that begins with it. */
  line: string[];
  /** For the player to move. */
  score: number;
}

let loading: Promise<Engine> | null = null;
/** The game that the engine's hash table is about. */
let last = "";

function loaded(): Promise<Engine> {
  loading ??= Engine.create({ memoryMb: MEMORY_MB, threads: 1 });
  loading.catch(() => (loading = null)); // so that the next move tries again
  return loading;
}

/** Find a move as a level does. */
export async function choose(
  game: string,
  board: Board,
  number: number,
  signal: AbortSignal,
): Promise<string> {
  if (number < LEVELS.length) {
    const position = board.copy(); // the game may change meanwhile
    const engine = await loaded();
    return engine.choose(position, { level: number, seed: seedOf(game), timeMs: MOST_MS, signal });
  }
  const timeMs = thinking.moveSeconds * 1000 - OVERHEAD_MS;
  return (await search(game, board, { timeMs, signal })).move;
}

/** Find a good move, and what it is worth. */
export function bestMove(game: string, board: Board): Promise<Found> {
  return search(game, board, { timeMs: HINT_MS });
}

async function search(
  game: string,
  board: Board,
  limits: Parameters<Engine["analyse"]>[1],
): Promise<Found> {
  const position = board.copy(); // the game may change meanwhile
  const engine = await loaded();
  const fresh = game !== last;
  last = game;
  const { lines } = await engine.analyse(position, { ...limits, fresh });
  const { moves, score } = lines[0] ?? { moves: [position.legalMoves()[0]!], score: 0 };
  return { move: moves[0]!, line: moves.slice(0, LONGEST_LINE), score };
}

/** The random seed of an opponent: it keeps its favourite opening for a whole game. */
function seedOf(game: string): number {
  // As on the server: FNV-1a with 32 bits.
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(game)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash;
}

/** Free the engine's memory until it is needed again. */
export function rest(): void {
  void loading?.then((engine) => engine.close()).catch(() => {});
  loading = null;
}
