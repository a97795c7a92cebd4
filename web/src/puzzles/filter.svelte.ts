// The kind of puzzles the user wants, stored in this browser.

import { BOX_TYPES } from "../hive/rulesets";
import { go } from "../lib/router.svelte";
import { oneOf, readStoredFields, store } from "../lib/storage";
import { api } from "../net/api";
import { KINDS, type PuzzleKind } from "./words";

export const DIFFICULTIES = ["easier", "normal", "harder"] as const;

interface PuzzleFilter {
  kind: PuzzleKind | "all";
  gameType: string;
  difficulty: (typeof DIFFICULTIES)[number];
}

const NAME = "beespace.puzzles";

export const filter: PuzzleFilter = $state(load());

function load(): PuzzleFilter {
  const found = readStoredFields(NAME);
  return {
    kind: oneOf(found["kind"], [...KINDS, "all"] as const, "all"),
    gameType: oneOf(found["gameType"], [...BOX_TYPES, "all"], "all"),
    difficulty: oneOf(found["difficulty"], DIFFICULTIES, "normal"),
  };
}

export function saveFilter(): void {
  store(NAME, filter);
}

/** Open a matching puzzle other than the current one. Throws the API's errors. */
export async function goToNext(present = ""): Promise<void> {
  const asked = new URLSearchParams({ difficulty: filter.difficulty, other_than: present });
  if (filter.kind !== "all") asked.set("kind", filter.kind);
  if (filter.gameType !== "all") asked.set("game_type", filter.gameType);
  const puzzle = await api.nextPuzzle(asked.toString());
  go(`/puzzles/${puzzle.id}`);
}
