// Whether the user's other devices have what is here. Screens show it; `local/sync` finds it out.

/** `off`: there is no server. `waiting`: the server doesn't answer; changes are sent later. `full`:
 *  the server has no room left for this user. */
type Syncing = "off" | "working" | "done" | "waiting" | "full";

const state = $state<{ syncing: Syncing; at: number | null }>({ syncing: "off", at: null });

export function syncing(): Syncing {
  return state.syncing;
}

/** When everything was last the same here and there, in milliseconds since 1970. */
export function syncedAt(): number | null {
  return state.at;
}

export function setSyncing(is: Syncing): void {
  state.syncing = is;
  if (is === "done") state.at = Date.now();
}
