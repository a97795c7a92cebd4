// The puzzles, which Python writes when the page is built (beespace.puzzles.content). Choosing one
// takes only the shelf, which is smaller.

import type { Hex, PlayedMove, PuzzleSummary } from "../../generated/messages";

export type PuzzleKind = PuzzleSummary["kind"];
export const KINDS: PuzzleKind[] = ["win-in-1", "win-in-2", "win-in-3", "win-in-4", "only-defence"];

/** A puzzle on the shelf. */
export interface Shelved {
  id: string;
  kind: PuzzleKind;
  gameType: string;
  grade: number;
}

export interface Puzzle extends Shelved {
  position: string;
  /** Every first move that solves it. */
  solutions: string[];
  /** How many moves to find. */
  moves: number;
  /** The move before it, if it comes from a game. */
  last: PlayedMove | null;
}

interface ShelfContent {
  ids: string[];
  kinds: PuzzleKind[];
  game_types: string[];
  grades: number[];
}

interface PuzzleContent {
  positions: string[];
  solutions: string[][];
  last: string[][];
}

let shelved: Shelved[] | undefined;

/** All puzzles, in order. */
export async function shelf(): Promise<Shelved[]> {
  if (shelved === undefined) {
    const found = (await import("content/shelf.json")).default as ShelfContent;
    shelved = found.ids.map((id, index) => ({
      id,
      kind: found.kinds[index]!,
      gameType: found.game_types[index]!,
      grade: found.grades[index]!,
    }));
  }
  return shelved;
}

/** A puzzle by its id. */
export async function puzzle(id: string): Promise<Puzzle | undefined> {
  const all = await shelf();
  const index = all.findIndex((one) => one.id === id);
  const found = all[index];
  if (found === undefined) return undefined;
  const { positions, solutions, last } = (await import("content/puzzles.json"))
    .default as PuzzleContent;
  return {
    ...found,
    position: positions[index]!,
    solutions: solutions[index]!,
    moves: found.kind === "only-defence" ? 1 : Number(found.kind.at(-1)),
    last: readMove(last[index]!),
  };
}

/** Read a move: its text, its path, and the thrower, if any. */
function readMove([text, steps, thrower]: string[]): PlayedMove | null {
  if (text === undefined || steps === undefined) return null;
  const path = steps.split(" ").map((hex) => hex.split(",").map(Number) as Hex);
  return {
    text,
    piece: text.split(" ")[0]!,
    origin: path.length > 1 ? path[0]! : null,
    to: path.at(-1)!,
    path,
    thrower: thrower ?? null,
    spent_ms: null,
    clock_ms: null,
  };
}
