// Errors with a code for programs and a sentence for people.

/** What the core says about a text or a move that it refuses. */
export interface Problem {
  /** A reason code such as "gate", or what is wrong with a text, such as "move" or "ruleset". */
  code: string;
  /** Where a text stops making sense, counted from 1. */
  column?: number;
  /** A sentence, for moves that the rules don't allow. */
  text?: string;
  /** Every reason why no game can reach a position. */
  texts?: string[];
  /** The pieces and hexes that the reason is about. */
  pieces?: string[];
  hexes?: [number, number][];
  parts?: string[][];
}

/** A move or a text that can't be used. `problem` says why. */
export class BeespaceError extends Error {
  override name = "BeespaceError";
  readonly problem: Problem;

  constructor(message: string, problem: Problem) {
    super(message);
    this.problem = problem;
  }

  get code(): string {
    return this.problem.code;
  }
}

/** The deepest perft: counts beyond it aren't exact. */
export const MOST_DEPTH = 20;

/** Throws an error unless a number is whole and within limits. */
export function checkWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && least <= value && value <= most) return;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${value}`);
}

/** Throws an error unless a number is missing, or positive. */
export function checkPositive(name: string, value: number | undefined): void {
  if (value === undefined || value > 0) return;
  throw new RangeError(`${name} must be a positive number, not ${value}`);
}

/** Writes the sentence of a problem with a text. */
export function problemWith(text: string, what: string, problem: Problem): BeespaceError {
  const at = problem.column ? ` (column ${problem.column})` : "";
  const why = problem.text ?? `expected ${what}${at}`;
  const about = text.trim() === "" ? "the text is empty" : text;
  return new BeespaceError(`${about}: ${why}`, problem);
}
