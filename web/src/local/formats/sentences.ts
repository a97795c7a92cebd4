// What is wrong with a text, in the words of src/beespace/rules.

import { PIECE_PATTERN } from "../../generated/messages";
import type { BeespaceError } from "../core";
import { repr } from "./python";

const PIECE = new RegExp(`^${PIECE_PATTERN}$`);
const SENTENCES = {
  move: (text: string) =>
    `${text} is not a move: expected a piece, one space and a reference, such as 'wA1 bQ-', or 'pass'`,
  ruleset: (text: string) =>
    `${text} is neither a game type such as Base+MLP nor one of base2016, pocket2012, ` +
    "ultimate2024, tournament",
  turn: (text: string) => `${text} is not a turn such as White[1]`,
  piece: (text: string) => `${text} is not the name of a piece`,
  stack: (text: string) => `${text} is not a stack such as 1,0:bG1.wB1`,
};

/** Why a text doesn't follow a grammar. */
export function grammarText(kind: keyof typeof SENTENCES, text: string): string {
  return SENTENCES[kind](repr(text));
}

/** Why a text isn't a position. */
export function positionText(text: string, problem: BeespaceError["problem"]): string {
  const fields = text.split(" ");
  const { code, column = 1 } = problem;
  if (code === "ruleset") return grammarText(code, fields[0]!);
  if (code === "turn") return grammarText(code, fields[1]!);
  if (code === "stack") return grammarText(code, text.slice(column - 1).split(" ")[0]!);
  if (code === "piece") {
    const isPiece = (name: string) => name === "-" || PIECE.test(name);
    const placed = fields.slice(3).flatMap((one) => (one.split(":")[1] ?? "").split("."));
    return grammarText(
      code,
      [fields[2]!, ...placed].find((name) => !isPiece(name))!,
    );
  }
  return "a position needs a ruleset, a turn and a stunned piece or '-'";
}
