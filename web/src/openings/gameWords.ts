// Who played the games of the openings, and when, in the user's language.

import { LEVELS, type ColorLetter, type OpeningGame } from "../generated/messages";
import { en } from "../lib/i18n/en";
import { dayWords, tr, type Key } from "../lib/i18n/index.svelte";

// The keys of the levels' names, by how the records call the levels.
const NAMES = new Map(
  LEVELS.map((_, index): [string, Key] => {
    const key = `level.${index + 1}.name` as Key;
    return [`Beespace ${String(en[key])}`, key];
  }),
);

/** What a player is called on all screens. */
export function openingPlayer(game: OpeningGame, color: ColorLetter): string {
  const [name, other] = color === "w" ? [game.white, game.black] : [game.black, game.white];
  const level = NAMES.get(name);
  if (level !== undefined) return tr(level);
  // Games of this browser have negative numbers.
  if (name === "" && game.id < 0 && NAMES.has(other)) return tr("player.you");
  return name || tr(`color.${color}`);
}

/** "18 Nov 2026"; other collections have dates such as "2026.??.??", which stay as they are. */
export function openingDay({ date }: OpeningGame): string {
  const known = /^(\d{4})\.(\d\d)\.(\d\d)$/.exec(date);
  if (known === null) return date;
  const [, year, month, day] = known.map(Number) as [number, number, number, number];
  const found = new Date(year, month - 1, day);
  return found.getMonth() === month - 1 ? dayWords(found) : date;
}
