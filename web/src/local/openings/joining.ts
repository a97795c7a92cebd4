// Joins what the server has counted and what this browser has. Both name a move by the first legal
// one that leads to its position, so the same moves have the same text.

import type { OpeningAnswer, OpeningMove } from "../../generated/messages";
import { addTally, totalOf } from "./counts";

// As many as one side lists.
const MOST_GAMES = 8;

export function joined(here: OpeningAnswer, there: OpeningAnswer, legal: string[]): OpeningAnswer {
  const moves = new Map<string, OpeningMove>();
  for (const one of [...there.moves, ...here.moves]) {
    const { text } = one.move;
    const known = moves.get(text);
    if (known === undefined) moves.set(text, { ...one, tally: { ...one.tally } });
    else addTally(known.tally, one.tally);
  }
  const tally = { ...there.tally };
  addTally(tally, here.tally);
  const order = new Map(legal.map((text, index) => [text, index]));
  return {
    ...there,
    tally,
    moves: [...moves.values()].sort(
      (a, b) =>
        totalOf(b.tally) - totalOf(a.tally) || order.get(a.move.text)! - order.get(b.move.text)!,
    ),
    games: [...there.games, ...here.games]
      .sort((a, b) => Number(b.date > a.date) - Number(b.date < a.date))
      .slice(0, MOST_GAMES),
    has_games: here.has_games || there.has_games,
    is_counting: here.is_counting || there.is_counting,
  };
}
