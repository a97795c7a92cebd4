// A lesson that was opened from a game leads back to it.

import { link } from "../lib/router.svelte";
import { tr } from "../lib/i18n/index.svelte";
import type { Explanation } from "../board/state.svelte";

const state = $state({ path: "" });

/** Where the person came from, if it was a game. */
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
      state.path = window.location.pathname;
      link(event);
    },
  };
}
