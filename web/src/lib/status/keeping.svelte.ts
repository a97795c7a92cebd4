// Whether this browser keeps what the page stores. Screens show it; `local/storage` finds it out.

/** `denied` and `full`: what is new lasts until the tab is closed. */
export type Keeping = "kept" | "denied" | "full";

const state = $state<{ keeping: Keeping }>({ keeping: "kept" });

export function keeping(): Keeping {
  return state.keeping;
}

export function setKeeping(is: Keeping): void {
  state.keeping = is;
}
