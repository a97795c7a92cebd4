// What a newcomer plays first: the easiest opponent, the base set, and the first move.

import { go } from "../lib/router.svelte";
import { api } from "../net/api";

/** Begin such a game and go there; fails as the API does. */
export async function playFirstGame(): Promise<void> {
  const game = await api.create({
    opponent: "engine",
    level: 1,
    edition: "base",
    color: "w",
  });
  go(`/game/${game.id}`);
}
