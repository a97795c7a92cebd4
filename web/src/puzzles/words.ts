// The tasks of puzzles and the results of tries, in words.

import { shownWords } from "../words/moves";
import { byHex } from "../hive/replay";
import type {
  ColorLetter,
  PuzzleAnswer,
  PuzzleSummary,
  StackOfPieces,
} from "../generated/messages";
import { tr, type Key } from "../lib/i18n/index.svelte";
import { otherColor } from "../hive/colors";

export type PuzzleKind = PuzzleSummary["kind"];

export const KINDS: PuzzleKind[] = ["win-in-1", "win-in-2", "win-in-3", "win-in-4", "only-defence"];

export function kindWords(kind: PuzzleKind): string {
  return tr(`puzzle.kind.${kind}` as Key);
}

/** "White wins in 2", or who has to find the only move. */
export function taskWords(kind: PuzzleKind, color: ColorLetter): string {
  const name = kind === "only-defence" ? "puzzle.task.defence" : "puzzle.task.win";
  return tr(`${name}.${color}`, { count: Number(kind.at(-1)) || 1 });
}

/** What to do, in a sentence. */
export function leadWords(kind: PuzzleKind): string {
  if (kind === "only-defence") return tr("puzzle.lead.defence");
  return tr(kind === "win-in-1" ? "puzzle.lead.one" : "puzzle.lead.win");
}

/** Why a try is wrong; `before` is the stacks before the opponent's reply. */
export function missWords(
  answer: PuzzleAnswer,
  color: ColorLetter,
  before: StackOfPieces[],
): string {
  const reply = answer.played[1];
  const after = byHex(before);
  const values = { move: reply ? shownWords(reply, after) : "", count: answer.open.length };
  switch (answer.miss) {
    case "not-surrounded":
      return tr(color === "w" ? "puzzle.miss.open.b" : "puzzle.miss.open.w", values);
    case "draws":
      return tr("puzzle.miss.draws");
    case "loses":
      if (reply === undefined) return tr("puzzle.miss.own");
      if (answer.loses_in === 1) return tr("puzzle.miss.surrounded", values);
      return tr("puzzle.miss.loses", values);
    default:
      return tr("puzzle.miss.refuted", { ...values, count: answer.moves_left });
  }
}

/** Why the solution works, and how many others there are; `ways` is the number of first moves that
 *  solve the puzzle. */
export function reasonWords(kind: PuzzleKind, color: ColorLetter, ways: number): string {
  const other = otherColor(color);
  const name =
    kind === "only-defence" ? "defence" : kind === "win-in-1" ? ("one" as const) : ("win" as const);
  const reason = tr(`puzzle.reason.${name}.${other}`);
  return ways > 1 ? `${reason} ${tr("puzzle.others", { count: ways - 1 })}` : reason;
}
