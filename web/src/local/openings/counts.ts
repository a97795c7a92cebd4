// Which moves were played in which positions. Positions are known by their keys, and a move by the key
// of the position that it leads to (decision 0018).

import type { OpeningGame, OpeningTally } from "../../generated/messages";

/** The first 52 bits of a key, which fit into a number: with a million positions, the chance of a
 *  collision is about 1 in 10,000. */
export type Key = number;

export function keyOf(digits: string): Key {
  return parseInt(digits.slice(0, 13), 16);
}

/** A game that is counted. */
export interface CountedGame {
  /** The id of its row. */
  id: string;
  type: string;
  result: "w" | "draw" | "b";
  /** The positions, from the first to the last. */
  keys: Key[];
  shown: Omit<OpeningGame, "id">;
}

/** How the games with a move ended, and the newest of them. */
export interface Played {
  tally: OpeningTally;
  game: number;
}

const COLUMNS = { w: "white", draw: "draw", b: "black" } as const;
// More than the moves of any game.
const PLIES = 4096;

export function noTally(): OpeningTally {
  return { white: 0, draw: 0, black: 0, other: 0 };
}

export function totalOf({ white, draw, black, other }: OpeningTally): number {
  return white + draw + black + other;
}

export function addTally(to: OpeningTally, more: OpeningTally): void {
  to.white += more.white;
  to.draw += more.draw;
  to.black += more.black;
  to.other += more.other;
}

export class Counts {
  readonly #games = new Map<number, CountedGame>();
  readonly #numbers = new Map<string, number>();
  /** Where each position was: the number of the game times `PLIES`, plus the ply. Most positions were
   *  in one game only. */
  readonly #places = new Map<Key, number | number[]>();
  #last = 0;

  get isEmpty(): boolean {
    return this.#games.size === 0;
  }

  game(number: number): CountedGame | undefined {
    return this.#games.get(number);
  }

  /** Count a game, instead of what was counted of it before. */
  add(game: CountedGame): void {
    this.remove(game.id);
    const number = ++this.#last;
    this.#games.set(number, game);
    this.#numbers.set(game.id, number);
    game.keys.slice(0, -1).forEach((key, ply) => {
      const place = number * PLIES + ply;
      const known = this.#places.get(key);
      if (known === undefined) this.#places.set(key, place);
      else if (typeof known === "number") this.#places.set(key, [known, place]);
      else known.push(place);
    });
  }

  /** Stop counting a game. */
  remove(id: string): void {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    const isOther = (place: number) => Math.floor(place / PLIES) !== number;
    for (const key of this.#games.get(number)!.keys) {
      const known = this.#places.get(key);
      const left = (typeof known === "number" ? [known] : (known ?? [])).filter(isOther);
      if (left.length === 0) this.#places.delete(key);
      else this.#places.set(key, left.length === 1 ? left[0]! : left);
    }
    this.#games.delete(number);
    this.#numbers.delete(id);
  }

  /** What was played in a position, by the key of the position that it leads to. */
  moves(position: Key, type: string): Map<Key, Played> {
    const found = new Map<Key, Played>();
    const known = this.#places.get(position) ?? [];
    let last = 0;
    let seen: Key[] = [];
    for (const place of typeof known === "number" ? [known] : known) {
      const number = Math.floor(place / PLIES);
      const game = this.#games.get(number)!;
      if (type !== "all" && game.type !== type) continue;
      const child = game.keys[(place % PLIES) + 1]!;
      // A game that repeats a move in the same position counts once.
      if (number !== last) seen = [];
      last = number;
      if (seen.includes(child)) continue;
      seen.push(child);
      const row = found.get(child) ?? { tally: noTally(), game: 0 };
      row.tally[COLUMNS[game.result]] += 1;
      row.game = number;
      found.set(child, row);
    }
    return new Map([...found].sort(([a], [b]) => signed(a) - signed(b)));
  }
}

/** The order of keys in the server's database. */
function signed(key: Key): number {
  return key >= 2 ** 51 ? key - 2 ** 52 : key;
}
