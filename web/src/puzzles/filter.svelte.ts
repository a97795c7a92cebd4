// The kind of puzzles the user wants, stored in this browser.

import type { PuzzleKind } from "./words";
import { KINDS } from "./words";
import { go } from "../lib/router.svelte";
import { api } from "../net/api";

export const GAME_TYPES = ["Base", "Base+ML", "Base+MLP"] as const;
export const DIFFICULTIES = ["easier", "normal", "harder"] as const;

interface Wish {
  kind: PuzzleKind | "all";
  gameType: (typeof GAME_TYPES)[number] | "all";
  difficulty: (typeof DIFFICULTIES)[number];
}

const NAME = "beespace.puzzles";

export const wish: Wish = $state(kept());

function kept(): Wish {
  const usual: Wish = { kind: "all", gameType: "all", difficulty: "normal" };
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? "{}") as Record<string, unknown>;
    return {
      kind: KINDS.find((kind) => kind === found["kind"]) ?? usual.kind,
      gameType: GAME_TYPES.find((type) => type === found["gameType"]) ?? usual.gameType,
      difficulty: DIFFICULTIES.find((one) => one === found["difficulty"]) ?? usual.difficulty,
    };
  } catch {
    return usual;
  }
}

export function keepWish(): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(wish));
  } catch {
    // Storage may be blocked. The choice isn't saved.
  }
}

/** Open a matching puzzle other than the current one. Throws the API's errors. */
export async function goToNext(present = ""): Promise<void> {
  const asked = new URLSearchParams({ difficulty: wish.difficulty, other_than: present });
  if (wish.kind !== "all") asked.set("kind", wish.kind);
  if (wish.gameType !== "all") asked.set("game_type", wish.gameType);
  const puzzle = await api.nextPuzzle(asked.toString());
  go(`/puzzles/${puzzle.id}`);
}
