// The way back from a lesson to the game it was opened from.

import { currentPath, link } from "../lib/router.svelte";
import { tr } from "../lib/i18n/index.svelte";
import type { Explanation } from "../board/state.svelte";

const state = $state({ path: "" });

/** The path of the game that the user came from, or an empty string. */
export function cameFrom(): string {
  return state.path;
}

export function forget(): void {
  state.path = "";
}

/** The link from an explanation to a lesson. */
export function lookUp(lesson: string): Explanation["more"] {
  if (lesson === "") return undefined;
  return {
    path: `/learn/${lesson}`,
    words: tr("learn.this"),
    open: (event) => {
      state.path = currentPath();
      link(event);
    },
  };
}
