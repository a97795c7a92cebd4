// What stands before the actions of a game in BoardSpace's SGF: players, variant, date and result.

import { BUGS, EXPANSIONS, type ColorLetter } from "../../../generated/messages";
import { readDate } from "../dates";
import { repr, strip, WORD, words } from "../python";
import type { GameRecord, Result } from "../record";
import type { Chunk } from "../source";
import { areExpansions, rulesetOf } from "../uhp";
import type { Property } from "./nodes";

const HIVE = "27";
const VARIANT = /^hive(?:-([a-z]+))?$/i;
// Before this revision the board was a torus.
const UNBOUNDED_SINCE = 101;
// The words for a draw in BoardSpace's languages.
const DRAWS = new Set([
  ...["draw", "drawn", "tie", "nul", "nulle", "unentschieden", "remis", "empate", "tablas"],
  ...["patta", "pareggio", "gelijkspel", "oavgjort", "remiza", "ничья", "引き分け", "平局", "和局"],
]);

const NAMES = [...EXPANSIONS].map((letter) => BUGS.find((bug) => bug.letter === letter)!.name);
const EXPANSION_NAMES = `${NAMES.slice(0, -1).join(", ")} and ${NAMES.at(-1)}`;

export class Head {
  readonly names: Record<ColorLetter, string> = { w: "", b: "" };
  readonly #values = new Map<string, Property>();

  constructor(
    private readonly chunk: Chunk,
    properties: Property[],
  ) {
    for (const property of properties) this.#add(property);
    const game = this.#values.get("GM");
    if (game !== undefined && strip(game.value) !== HIVE) {
      throw chunk.error(`this is not a Hive game: GM[${game.value}]`, game.offset);
    }
  }

  #add(property: Property): void {
    const { name, value } = property;
    if (name === "P0" || name === "P1") {
      const match = /^\s*id\s+"?([^]*?)"?\s*$/.exec(value);
      if (match === null) return;
      this.names[name === "P0" ? "w" : "b"] = match[1]!;
      property.name = "ID";
    } else if (!this.#values.has(name)) this.#values.set(name, property);
  }

  #value(name: string): string {
    return strip(this.#values.get(name)?.value ?? "");
  }

  /** The rules, and whether coordinates may wrap around. */
  ruleset(): [rules: string, mayWrap: boolean] {
    const setup = this.#values.get("SU");
    if (setup === undefined) {
      throw this.chunk.error("the SU property, which names the variant, is missing");
    }
    const found = words(setup.value);
    const match = VARIANT.exec(found[0] ?? "");
    const letters = (match?.[1] ?? "").toUpperCase();
    if (match === null || !areExpansions(letters)) {
      throw this.chunk.error(
        `unsupported variant ${repr(found[0] ?? "")}: only the base game with ` +
          `${EXPANSION_NAMES} can be read`,
        setup.offset,
      );
    }
    const last = found.length > 3 ? found.at(-1)! : "";
    const revision = /^[0-9]+$/.test(last) ? Number(last.slice(0, 6)) : 0;
    return [rulesetOf(letters), revision < UNBOUNDED_SINCE];
  }

  fill(record: GameRecord): void {
    record.white = this.names.w;
    record.black = this.names.b;
    [record.date, record.time] = readDate(this.#value("DT"));
    record.event = this.#value("EV");
    record.site = this.#value("PC");
    record.round = this.#value("RO");
    for (const [name, tag] of [
      ["GN", "SgfName"],
      ["RE", "SgfResult"],
    ] as const) {
      const value = words(this.#value(name)).join(" ");
      if (value) record.tags.set(tag, value);
    }
  }

  /** The result, which is text in the language of the player who saved the game. */
  claimed(): Result {
    const text = this.#value("RE");
    if (!text) return "Unknown";
    const color = this.#namedIn(text);
    if (color !== null) return color === "w" ? "WhiteWins" : "BlackWins";
    const found = text.toLowerCase().match(new RegExp(`${WORD}+`, "gu")) ?? [];
    return found.some((word) => DRAWS.has(word)) ? "Draw" : "Unknown";
  }

  /** The player named in a text; one name may contain the other. */
  #namedIn(text: string): ColorLetter | null {
    const all = (["w", "b"] as const).map((color) => ({ color, name: this.names[color] }));
    const named = all.filter(({ name }) => name !== "" && has(text, name));
    const atEnd = named.filter(({ name }) => text.endsWith(name));
    const found = (atEnd.length > 0 ? atEnd : named).sort((a, b) => a.name.length - b.name.length);
    const [short, long] = found;
    if (long && (!long.name.includes(short!.name) || long.name === short!.name)) return null;
    return found.at(-1)?.color ?? null;
  }
}

function has(text: string, name: string): boolean {
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  return new RegExp(`(?<!${WORD})${escaped}(?!${WORD})`, "u").test(text);
}
