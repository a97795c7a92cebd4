// The engine in games: its moves, and hints.

import { LEVELS } from "../../generated/messages";
import { thinking } from "../../lib/thinking.svelte";
import { Engine, type Board } from "../core";

/** What it takes to return a move. */
const OVERHEAD_MS = 45;
// Levels with a limit of their own play the same on every device, so slow ones get more time.
const LIMITED_MS = 10_000;
const HINT_MS = 680;
// As large as the server's table, with everything else.
const MEMORY_MB = 64;

export interface Found {
  move: string;
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
  const { depth, nodes, noise, plain } = LEVELS[number - 1] ?? LEVELS.at(-1)!;
  // A new seed each time, so that the weaker levels vary their play.
  const seed = Math.floor(Math.random() * 2 ** 31) + board.ply;
  const level = { noise, seed, plain, ...(depth && { depth }), ...(nodes && { nodes }) };
  const isLimited = depth !== null || nodes !== null;
  const timeMs = isLimited ? LIMITED_MS : thinking.moveSeconds * 1000 - OVERHEAD_MS;
  return (await search(game, board, { ...level, timeMs, signal })).move;
}

/** Find a good move, and what it is worth. */
export function bestMove(game: string, board: Board): Promise<Found> {
  return search(game, board, { timeMs: HINT_MS });
}

async function search(
  game: string,
  board: Board,
  limits: Parameters<Engine["analyse"]>[1] & { noise?: number },
): Promise<Found> {
  const position = board.copy(); // the game may change meanwhile
  const engine = await loaded();
  // Weak levels misjudge positions by chance; what they found must not be used for other moves.
  const about = limits.noise ? "" : game;
  const fresh = about === "" || about !== last;
  last = about;
  const { lines } = await engine.analyse(position, { ...limits, fresh });
  const { moves, score } = lines[0] ?? { moves: [position.legalMoves()[0]!], score: 0 };
  return { move: moves[0]!, score };
}

/** Free the engine's memory until it is needed again. */
export function rest(): void {
  void loading?.then((engine) => engine.close()).catch(() => {});
  loading = null;
}
