// The solver, in a worker of its own, which ends some time after the last proof.

import type { Proof } from "beespace";
import { Engine, type Board } from "../core";

const IDLE_MS = 60_000;

let engine: Promise<Engine> | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;

/** Find the shortest win of the player to move. */
export function findWin(board: Board, within: number): Promise<Proof> {
  return prove((solver) => solver.findWin(board, { within }));
}

/** Find the moves after which the opponent has no win. */
export function findDefences(board: Board, within: number): Promise<Proof> {
  return prove((solver) => solver.findDefences(board, { within }));
}

async function prove(question: (solver: Engine) => Promise<Proof>): Promise<Proof> {
  clearTimeout(idle);
  engine ??= Engine.create();
  try {
    const solver = await engine;
    const proof = await question(solver);
    clearTimeout(idle);
    idle = setTimeout(() => solver.close(), IDLE_MS);
    return proof;
  } catch (error) {
    engine = undefined; // so that the next proof tries again
    throw error;
  }
}
