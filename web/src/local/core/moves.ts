// Moves as the page's messages name them: a piece and a hex, or neither for a pass.

import type { Hex, WhyNot } from "../../generated/messages";
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

const PIECE = "[wb](?:[qmlp]1?|[sb][12]|[ga][123])";
const MARK = String.raw`(?:[-/]|\\{1,2})`;
const LOOSE_MOVE = new RegExp(String.raw`^(${PIECE})(?:\s+(${MARK})?(${PIECE})(${MARK})?)?$`, "i");

/** Return a move in UHP's form, given how people and other programs may write it. */
export function tidyMove(typed: string): string {
  const text = typed.split(/\s+/).filter(Boolean).join(" ");
  const [, piece, before = "", reference, after = ""] = LOOSE_MOVE.exec(text) ?? [];
  if (piece === undefined) return text.toLowerCase() === "pass" ? "pass" : text;
  if (reference === undefined) return tidyPiece(piece);
  return `${tidyPiece(piece)} ${before.slice(0, 1)}${tidyPiece(reference)}${after.slice(0, 1)}`;
}

function tidyPiece(name: string): string {
  const bug = name[1]!.toUpperCase();
  return name[0]!.toLowerCase() + bug + ("QMLP".includes(bug) ? "" : name.slice(2));
}
