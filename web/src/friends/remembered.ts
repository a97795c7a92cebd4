// What this browser stores per game: invitation links and muted chats.

const MOST = 100;

class Kept<T> {
  #values: [string, T][];

  constructor(private readonly name: string) {
    this.#values = [];
    try {
      const found: unknown = JSON.parse(localStorage.getItem(name) ?? "[]");
      if (Array.isArray(found)) {
        this.#values = found.filter((one) => Array.isArray(one) && typeof one[0] === "string");
      }
    } catch {
      // Storage may be blocked. The values then last as long as the page is open.
    }
  }

  get(game: string): T | undefined {
    return this.#values.find(([id]) => id === game)?.[1];
  }

  set(game: string, value: T | undefined): void {
    this.#values = this.#values.filter(([id]) => id !== game);
    if (value !== undefined) this.#values = [...this.#values, [game, value] as [string, T]];
    this.#values = this.#values.slice(-MOST);
    try {
      localStorage.setItem(this.name, JSON.stringify(this.#values));
    } catch {
      // As above.
    }
  }
}

/** The secrets of invitation links that nobody has used yet. The server sends each of them once. */
export const invitations = new Kept<string>("beespace.invitations");

/** The games whose chat the player has muted. */
export const muted = new Kept<boolean>("beespace.muted");
