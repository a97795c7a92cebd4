// Moves as the page's messages name them: a piece and a hex, or neither for a pass.

import type { Hex, WhyNot } from "../../generated/messages";
import { tidyMove } from "../../hive/notation";
import { whyNot, type Board } from ".";

export interface NamedMove {
  piece?: string | null;
  to?: Hex | null;
}

/** Return why a move is illegal; null if it is legal. */
export function whyIllegal(board: Board, { piece, to }: NamedMove): WhyNot | null {
  if (piece != null && to != null) return whyNot(board, piece, to);
  return board.whyIllegal("pass") as WhyNot | null;
}

/** Return the text of a legal move. */
export function textOf(board: Board, { piece, to }: NamedMove): string {
  return piece != null && to != null ? board.moveTo(piece, to)! : "pass";
}

/** Return what someone typed as a move in UHP's form. */
export function tidyTyped(typed: string): string {
  return tidyMove(typed.split(/\s+/).filter(Boolean).join(" "));
}
