// What this browser stores per game: invitation links and muted chats.

import { readStored, store } from "../lib/storage";

/** The number of games remembered; the oldest are dropped. */
const MOST = 100;

/** One value per game. */
class PerGame<T> {
  #values: [string, T][];

  constructor(private readonly name: string) {
    const found = readStored(name);
    this.#values = Array.isArray(found)
      ? found.filter((one) => Array.isArray(one) && typeof one[0] === "string")
      : [];
  }

  get(game: string): T | undefined {
    return this.#values.find(([id]) => id === game)?.[1];
  }

  set(game: string, value: T | undefined): void {
    const others = this.#values.filter(([id]) => id !== game);
    const all: [string, T][] = value === undefined ? others : [...others, [game, value]];
    this.#values = all.slice(-MOST);
    store(this.name, this.#values);
  }
}

/** The secrets of invitation links that nobody has used yet. The server sends each of them once. */
export const invitations = new PerGame<string>("beespace.invitations");

/** The games whose chat the player has muted. */
export const muted = new PerGame<boolean>("beespace.muted");
