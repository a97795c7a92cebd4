// A newcomer's first game: the easiest opponent, the Base box and the first move.

import { go } from "../lib/router.svelte";
import { api } from "../net/api";

/** Create the game and open it. Throws the API's errors. */
export async function playFirstGame(): Promise<void> {
  const game = await api.create({
    opponent: "engine",
    level: 1,
    edition: "base",
    color: "w",
  });
  go(`/game/${game.id}`);
}
