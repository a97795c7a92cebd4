// The moves found in the last puzzle, stored in this browser so that a reload loses nothing.

import type { SayPuzzleMove } from "../generated/messages";
import { readStoredFields, removeStored, store } from "../lib/storage";

const NAME = "beespace.puzzles.found";
const LIMIT = 4;

/** The moves found in a puzzle, if it was the last one. */
export function foundMoves(puzzle: string): SayPuzzleMove[] {
  const { id, moves } = readStoredFields(NAME);
  return id === puzzle && Array.isArray(moves) ? (moves as SayPuzzleMove[]).slice(0, LIMIT) : [];
}

export function keepMoves(puzzle: string, moves: SayPuzzleMove[]): void {
  if (moves.length > 0) store(NAME, { id: puzzle, moves });
  else removeStored(NAME);
}
