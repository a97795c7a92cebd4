// Looks up the moves that were played in a board's position; as in src/beespace/openings/exploring.py.

import type { OpeningAnswer, OpeningMove, SayOpening } from "../../generated/messages";
import { Failure } from "../../lib/failure";
import { boardOf, describe, turnOf, type Board } from "../core";
import { expansionsOf } from "../core/hive";
import { textOf, whyIllegal } from "../core/moves";
import { addTally, keyOf, noTally, totalOf, type Counts, type Key, type Played } from "./counts";

// How many games to list, and how many positions to search for them.
const MOST_GAMES = 8;
const MOST_LOOKED_AT = 24;

/** The board after some moves. Placing the queen first is always allowed here. */
export async function openingBoard({ game_type = "all", moves = [] }: SayOpening): Promise<Board> {
  const type = game_type === "all" ? "Base+MLP" : game_type;
  const board = await boardOf({ ruleset: `${type},queen-first`, moves: [] });
  for (const move of moves) {
    const why = whyIllegal(board, move);
    if (why !== null) throw new Failure(why.code, why.text, why);
    board.play(textOf(board, move));
  }
  return board;
}

/** The position of a board, and the moves played in it, most frequent first. */
export function explore(counts: Counts, board: Board, type: string): OpeningAnswer {
  const known = counts.moves(keyOf(board.key), type);
  const moves = playedMoves(board, known);
  const tally = noTally();
  for (const move of moves) addTally(tally, move.tally);
  return {
    turn: turnOf(board),
    last: lastOf(board),
    line: board.moves,
    expansions: expansionsOf(board),
    tally,
    moves,
    games: gamesOf(counts, known, type),
    has_games: !counts.isEmpty,
    is_counting: false,
  };
}

function playedMoves(board: Board, known: Map<Key, Played>): OpeningMove[] {
  if (known.size === 0) return [];
  const leading = new Map<Key, string[]>();
  const children = board.keysAfter().map(keyOf);
  board.legalMoves().forEach((move, index) => {
    const child = children[index]!;
    if (known.has(child)) leading.set(child, [...(leading.get(child) ?? []), move]);
  });
  return [...leading]
    .map(([child, [first, ...twins]]) => ({
      move: describe(board, first!),
      twins: twins.length,
      tally: known.get(child)!.tally,
    }))
    .sort((a, b) => totalOf(b.tally) - totalOf(a.tally));
}

function lastOf(board: Board): OpeningAnswer["last"] {
  const last = board.moves.at(-1);
  if (last === undefined || last === "pass") return null;
  board.undo();
  const played = describe(board, last);
  board.play(last);
  return played;
}

/** Some games: each row names one, and the rows of later positions name more. */
function gamesOf(counts: Counts, known: Map<Key, Played>, type: string): OpeningAnswer["games"] {
  const found = new Set<number>();
  const later: Key[] = [];
  let rows = known;
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += 1) {
    const often = [...rows].sort(([, a], [, b]) => totalOf(b.tally) - totalOf(a.tally));
    for (const [child, { tally, game }] of often) {
      found.add(game);
      if (totalOf(tally) > 1) later.push(child);
      if (found.size >= MOST_GAMES) break;
    }
    const next = later.shift();
    if (next === undefined || found.size >= MOST_GAMES) break;
    rows = counts.moves(next, type);
  }
  const newest = [...found].sort((a, b) => b - a).slice(0, MOST_GAMES);
  // Numbers below 0 tell the games of this browser from those of the server.
  return newest.map((number) => ({ ...counts.game(number)!.shown, id: -number }));
}
