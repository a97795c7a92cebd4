// What the engine and its workers tell each other.
import type { Build } from "./files.js";

/** The first message to a worker: become the engine, or a helper of one. */
export interface Start {
  type: "start";
  build: Build;
  module: WebAssembly.Module;
  /** Shared memory. Without it, the engine makes its own, because other memory can't be posted. */
  memory?: WebAssembly.Memory;
  memoryMb: number;
  /** For the engine: the size of its hash table, and how many helpers need a stack. */
  tableMb?: number;
  helpers?: number;
  /** For a helper: its number and its stack. */
  helper?: { number: number; stack: number };
}

/** What the engine is to do with a board. */
export type Work = Search | Choose | Count | Prove;

/** A game: where it starts, and the moves since then. */
export interface Game {
  rules: string;
  /** If it doesn't start with an empty board. */
  position: string | undefined;
  moves: string[];
}

export interface Count extends Game {
  type: "count";
  depth: number;
  threads: number;
}

/** An opponent's choice. */
export interface Choose extends Game {
  type: "choose";
  character: string;
  seed: number;
  seconds: number;
  /** The weights of the policy, which a worker needs once. */
  weights: Uint8Array | undefined;
}

/** A proof: the shortest win of the player to move, or the defences against one. */
export interface Prove extends Game {
  type: "prove";
  what: "win" | "defences";
  /** The most moves that the win may take. */
  within: number;
  nodes: number;
  /** How many defences to find. */
  enough: number;
}

/** A search, with 0 for a limit that isn't set. */
export interface Search extends Game {
  type: "search";
  seconds: number;
  nodes: number;
  depth: number;
  lines: number;
  threads: number;
  plain: boolean;
  clear: boolean;
}

export type ToWorker = Start | Work;

export type FromWorker =
  | { type: "ready"; stopAddress: number; stacks: number[] }
  | { type: "report"; json: string }
  | { type: "result"; json: string }
  | { type: "failed"; message: string };

export const STACK_BYTES = 1 << 20;
